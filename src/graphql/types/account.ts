// Accounts: `account`, `accounts`, and what can be asked of one.

import { ecdsaAliasAddress } from '../../contract/address.js';
import { sound } from '../../contract/check.js';
import { aliasBytes, isLongZeroOf, readAlias } from '../../contract/entity.js';
import { equals } from '../../contract/operators.js';
import { defaultLimits } from '../../contract/resource.js';
import { account, accounts, accountTokens } from '../../contract/resources/accounts.js';
import type { TokenBalanceRow } from '../../contract/resources/balances.js';
import { schedules } from '../../contract/resources/schedules.js';
import { transactions } from '../../contract/resources/transactions.js';
import { plainEntityId } from '../../contract/values.js';
import { builder, Order } from '../build/builder.js';
import { areTokensCarried } from '../build/carried.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { asItWas, entity } from '../build/entity.js';
import { atFilters, versionFilters } from '../build/filters.js';
import { accountParts, accountWith, toAccount, toCreation } from '../build/links.js';
import { listField, until } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import {
  Account,
  type AccountSource,
  asOf,
  Balance,
  Schedule,
  TokenBalance,
  Transaction,
} from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { byGlobalId, type FieldCost } from '../costing/cost-arguments.js';
import { selectsAnywhere } from '../reading/selection.js';
import { ofTokens, tokenScans } from './account-token-conditions.js';
import { loadBalance } from './balance.js';
import { carriedTokens } from './carried-tokens.js';
import { Key } from './key.js';
import { fromRelationship, heldAt } from './token-balance.js';
import {
  AccountTransactionsFilter,
  connectTransactions,
  TransactionConnection,
} from './transaction.js';
import { transactionScans, withAccount } from './transaction-conditions.js';

/**
 * The address as given, unless that is only the id's own form and the alias is an ECDSA key: then
 * the address that contracts know the account by, which follows from the key.
 */
function evmAddress({ account, alias, evm_address }: AccountSource): string | null {
  const address = sound(evm_address);
  const isOwn = address !== null && !isLongZeroOf(address, account);
  const bytes = isOwn || !alias ? null : readAlias(sound(alias));
  if (bytes === null) return address;
  return ecdsaAliasAddress(Buffer.from(aliasBytes(bytes)).toString('hex')) ?? address;
}

/** Token balances that a list has brought along with those of accounts: all of them, or the first up to its limit. */
const tokensOf = new WeakMap<object, readonly TokenBalanceRow[]>();

entity(Account, {
  description: meaningOf(accounts.row),
  key: 'entityId',
  kinds: [plainEntityId],
  versions: 'asOf',
  id: ({ account }) => account,
  load: (id, { loaders }, at) => loaders.of(account, versionFilters(account, at)).load(id),
  byId: { loads: 'batch', aloneFresh: true },
  fields: (t) => ({
    ...members(t, accounts.row, {
      entityId: 'account',
      alias: 'alias',
      autoRenewPeriod: 'auto_renew_period',
      createdTimestamp: 'created_timestamp',
      createTransaction: { member: 'created_timestamp', ...toCreation },
      declineReward: 'decline_reward',
      delegationAddress: {
        member: 'delegation_address',
        description:
          'Address of the contract whose code runs for the account (EIP-7702); null for none, and over a mirror node that does not show it.',
        as: (address: string | null) => (address === '0x' ? null : address),
      },
      deleted: 'deleted',
      ethereumNonce: 'ethereum_nonce',
      expiryTimestamp: 'expiry_timestamp',
      key: { member: 'key', type: Key },
      maxAutomaticTokenAssociations: 'max_automatic_token_associations',
      memo: 'memo',
      pendingReward: 'pending_reward',
      pendingRewardHbars: { member: 'pending_reward', ...hbarsOf('pendingReward') },
      receiverSigRequired: 'receiver_sig_required',
      stakedAccountId: 'staked_account_id',
      stakedAccount: { member: 'staked_account_id', ...toAccount },
      stakedNodeId: 'staked_node_id',
      stakePeriodStart: 'stake_period_start',
    }),
    evmAddress: t.field({
      type: 'Hex',
      description: meaningOf(accounts.row, 'evm_address'),
      resolve: evmAddress,
    }),
    balance: t.field({
      type: Balance,
      description:
        'The live balance, or with `at` (or of an account as it was) that of a snapshot; null where there is none.',
      args: {
        at: t.arg({
          type: 'Timestamp',
          description: 'State at this instant: the newest snapshot at or before it.',
        }),
      },
      extensions: {
        cost: { loads: 'batch', onlyWith: 'at', apartBelow: byGlobalId } satisfies FieldCost,
      },
      resolve({ account, balance, [asOf]: then }, args, context) {
        if (args.at) context.loaders.typed(args.at, 'at');
        const at = args.at ?? then;
        if (at) return loadBalance(account, at, context);
        const live = sound(balance);
        return live && { account, ...live, tokens: tokensOf.get(live) ?? null, snapshot: null };
      },
    }),
    token: t.field({
      type: TokenBalance,
      description:
        'What the account holds of one token, live, or of an account as it was in that snapshot; null when it is not associated with it.',
      args: { id: t.arg({ type: 'EntityId', required: true, description: 'The token.' }) },
      extensions: { needs: 'id', cost: { loads: 'each' } satisfies FieldCost },
      resolve: async ({ account, [asOf]: then }, { id }, context) => {
        const { loaders } = context;
        const token = loaders.typed(givenKey('Token', 'id', id), 'id');
        if (then !== undefined) return heldAt(account, token, then, context);
        const row = await loaders.relation().load({ account, token });
        return row && fromRelationship(account, row);
      },
    }),
    tokens: listField(t, {
      list: accountTokens,
      type: TokenBalance,
      description: 'All tokens that the account is associated with, with live balances.',
      by: 'token id',
      filter: ofTokens,
      below: ({ account: key }) => ({ key }),
      carried: { is: areTokensCarried, read: carriedTokens },
      node: (row, { parent }) => fromRelationship(parent.account, row),
      cost: { unique: 'token', scans: tokenScans },
    }),
    schedules: listField(t, {
      list: schedules,
      type: Schedule,
      description: 'Scheduled transactions that the account created.',
      by: 'schedule id',
      below: ({ account: value }) => ({
        filters: [equals('account.id', value)],
      }),
      cost: { apart: true },
    }),
    transactions: t.connection(
      {
        type: Transaction,
        description:
          'Transactions that the account takes part in, newest first by default. Over a mirror node a page can come empty and yet have a next one.',
        args: {
          filter: t.arg({ type: AccountTransactionsFilter, description: 'Which transactions.' }),
          order: t.arg({ type: Order, description: 'Order by consensus time; default DESC.' }),
        },
        extensions: {
          needs: 'id',
          cost: { apart: true, scans: transactionScans } satisfies FieldCost,
        },
        resolve: ({ account: id, [asOf]: then }, args, context, info) => {
          const value = sound(id);
          const own = until(transactions, then, [equals('account.id', value)]);
          return connectTransactions(context, info, args, { own, further: withAccount(value) });
        },
      },
      TransactionConnection,
    ),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    extensions: { cost: { names: 'id' } satisfies FieldCost },
    description: 'One account by any reference to it; null when there is none.',
    args: {
      id: t.arg({ type: 'AccountRef', required: true, description: 'Reference to the account.' }),
      at: t.arg({
        type: 'Timestamp',
        description:
          'The account as it was at this instant, with a global id of its own. Lists below it that go by time end there, balances are those of then, and lists which the contract tells as of now alone, such as `tokens` and `nfts`, are null; what it leads to is as of now.',
      }),
    },
    resolve(_root, { id, at }, context, info) {
      const { loaders } = context;
      const key = loaders.typed(givenKey('Account', 'id', id), 'id');
      if (!at) return accountWith(key, context, info);
      const then = loaders.of(account, atFilters(account, at, [])).load(key);
      return then.then((row) => asItWas(row, at));
    },
  }),
);

connectionOf(Account, { one: 'an account', many: 'accounts' });

const ofAccounts = conditions('AccountsFilter', 'accounts', accounts, {
  account: { by: 'account.id', description: 'The account.' },
  balance: { by: 'account.balance', description: 'Live balance in tinybars.' },
  publicKey: {
    by: 'account.publickey',
    description: "The account's public key, raw or DER, in hex.",
  },
});

builder.queryField('accounts', (t) =>
  listField(t, {
    list: accounts,
    type: Account,
    description:
      'Accounts and contracts by id. Over a mirror node, lists are updated less often than the look-up of one.',
    by: 'account id',
    filter: ofAccounts,
    parts(context, info) {
      const parts = accountParts(context, info);
      const hasTokens = selectsAnywhere(info, 'Balance', 'tokens');
      return hasTokens ? { tokens: defaultLimits.tokensPerRow, ...parts } : parts;
    },
    node(row, { context, parts }) {
      const balance = sound(row.balance);
      if (balance && parts?.tokens) tokensOf.set(balance, balance.tokens);
      context.loaders.of(account).prime(row.account, row);
      return row;
    },
    cost: { unique: 'account' },
  }),
);
