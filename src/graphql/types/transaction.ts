// Transactions: `transactions`, and those of an account and of a block.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import type { Filter } from '../../contract/resource.js';
import { transactions } from '../../contract/resources/transactions.js';
import { payerOf } from '../../contract/transaction-reference.js';
import { timestamp } from '../../contract/values.js';
import { builder, type InputFields, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { EntityIdFilter, readFilters, TimestampFilter } from '../build/filters.js';
import {
  type FurtherConditions,
  furtherFields,
  keepOf,
  withoutFurther,
} from '../build/further-conditions.js';
import { accountLink, loadTransaction, toAccount, transactionParts } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { Account, Transaction, type TransactionSource } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { utf8Text } from '../build/utf8.js';
import type { ConnectionArguments } from '../build/walk.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { Key } from './key.js';
import { betweenAccounts, ofAccount, ofFirst, transactionScans } from './transaction-conditions.js';
import { type GivenTypes, readTypes, TransactionTypeFilter } from './transaction-type.js';
import {
  CustomFeeLimit,
  moved,
  NftTransfer,
  StakingReward,
  TokenTransfer,
  Transfer,
} from './transfer.js';

type Row = TransactionSource;
type TransferRows = Row['transfers'];
type RewardRows = Row['staking_reward_transfers'];

entity(Transaction, {
  description: meaningOf(transactions.row),
  key: 'consensusTimestamp',
  kinds: [timestamp],
  id: (row) => row.consensus_timestamp,
  load: loadTransaction,
  parts: transactionParts,
  byId: { apart: true },
  fields: (t) => ({
    ...members(t, transactions.row, {
      consensusTimestamp: 'consensus_timestamp',
      transactionId: 'transaction_id',
      nonce: { member: 'nonce', nullable: true },
      parentConsensusTimestamp: 'parent_consensus_timestamp',
      name: 'name',
      result: 'result',
      nodeAccountId: 'node',
      nodeAccount: { member: 'node', ...toAccount },
      entityId: 'entity_id',
      chargedFee: 'charged_tx_fee',
      chargedFeeHbars: { member: 'charged_tx_fee', ...hbarsOf('chargedFee') },
      maxFee: 'max_fee',
      maxFeeHbars: { member: 'max_fee', ...hbarsOf('maxFee') },
      maxCustomFees: { member: 'max_custom_fees', type: [CustomFeeLimit] },
      memoBase64: 'memo_base64',
      transactionHash: 'transaction_hash',
      bytes: 'bytes',
      batchKey: { member: 'batch_key', type: Key },
      scheduled: { member: 'scheduled', nullable: true },
      highVolume: 'high_volume',
      highVolumePricingMultiplier: 'high_volume_pricing_multiplier',
      validStartTimestamp: { member: 'valid_start_timestamp', nullable: true },
      validDurationSeconds: 'valid_duration_seconds',
      transfers: {
        member: 'transfers',
        type: [Transfer],
        looksAround: ['consensus_timestamp'],
        as: (all: TransferRows, _context: Context, info: GraphQLResolveInfo, row: Row) =>
          moved(all, 'Transfer', row, info),
      },
      tokenTransfers: { member: 'token_transfers', type: [TokenTransfer] },
      nftTransfers: { member: 'nft_transfers', type: [NftTransfer] },
      stakingRewards: {
        member: 'staking_reward_transfers',
        type: [StakingReward],
        looksAround: ['consensus_timestamp'],
        as: (all: RewardRows, _context: Context, info: GraphQLResolveInfo, row: Row) =>
          moved(all, 'StakingReward', row, info),
      },
    }),
    payerAccountId: t.field({
      type: 'EntityId',
      nullable: false,
      description:
        'Account that its id begins with, which has paid for it; for what a schedule has executed `schedule.payerAccountId` has.',
      extensions: { looksAt: ['transaction_id'] },
      resolve: ({ transaction_id: id }) => payerOf(sound(id)),
    }),
    payerAccount: t.field({
      type: Account,
      description: 'The account of `payerAccountId`, as it is now.',
      extensions: { looksAt: ['transaction_id'] },
      resolve: ({ transaction_id: id }, _args, context, info) =>
        accountLink(payerOf(sound(id)), context, info),
    }),
    memo: t.string({
      nullable: true,
      description: 'Memo as text; null where its bytes are no UTF-8.',
      extensions: { looksAt: ['memo_base64'] },
      resolve: ({ memo_base64 }) => utf8Text(sound(memo_base64)),
    }),
  }),
});

export const TransactionConnection = connectionOf(Transaction, {
  one: 'a transaction',
  many: 'transactions',
  edge: 'A transaction in a page, or in a stream.',
});

const Outcome = builder.enumType('TransactionOutcome', {
  description: 'What came of a transaction.',
  values: {
    SUCCESS: { value: 'success', description: 'It did what it was to do.' },
    FAIL: { value: 'fail', description: 'It did not, though it may have cost its fee.' },
  } as const,
});

const Direction = builder.enumType('TransferDirection', {
  description: 'Which way a transfer goes for an account.',
  values: {
    CREDIT: { value: 'credit', description: 'The account receives.' },
    DEBIT: { value: 'debit', description: 'The account pays.' },
  } as const,
});

const filterMap = {
  account: 'account.id',
  direction: 'type',
  outcome: 'result',
  timestamp: 'timestamp',
};

const ofAnyTransactions = (t: InputFields) => ({
  direction: t.field({ type: Direction, description: 'Whether accounts receive or pay.' }),
  outcome: t.field({ type: Outcome, description: 'Whether it succeeded.' }),
  timestamp: t.field({ type: TimestampFilter, description: 'Consensus time.' }),
  type: t.field({ type: TransactionTypeFilter, description: 'Type of the transaction.' }),
});

/** Conditions of an account's own transactions, and of all. */
export const AccountTransactionsFilter = builder.inputType('AccountTransactionsFilter', {
  description: 'Conditions on transactions of an account; all that are given must hold.',
  fields: (t) => ({
    ...ofAnyTransactions(t),
    ...furtherFields(t, ofAccount),
  }),
});

const TransactionsFilter = builder.inputType('TransactionsFilter', {
  description: 'Conditions on transactions; all that are given must hold.',
  fields: (t) => ({
    account: t.field({ type: EntityIdFilter, description: 'Account that takes part.' }),
    ...ofAnyTransactions(t),
    ...furtherFields(t, betweenAccounts),
  }),
});

interface TransactionConditions extends Readonly<Record<string, unknown>> {
  readonly type?: GivenTypes | null;
}

interface TransactionsBelow {
  /** Conditions of a parent. */
  readonly own: readonly Filter[];
  readonly further?: FurtherConditions<TransactionSource>;
  /** Makes a node of a row. */
  show?(row: TransactionSource): TransactionSource;
}

/** A page of the transactions that meet conditions of a parent and of the arguments. */
export function connectTransactions(
  context: Context,
  info: GraphQLResolveInfo,
  args: ConnectionArguments & { readonly filter?: object | null | undefined },
  { own, further, show = (row) => row }: TransactionsBelow,
) {
  const { type, ...others } = (withoutFurther(further, args.filter) ?? {}) as TransactionConditions;
  const given = [...readFilters(transactions, filterMap, others), ...readTypes(type)];
  const keep = keepOf(further, args.filter, context);
  const parts = transactionParts(context, info);
  // Conditions of ours look at whole rows.
  const below = { filters: [...own, ...given], ...(keep ? { keep } : { parts }) };
  return connect(context, info, { list: transactions, args, below, node: show });
}

builder.queryField('transactions', (t) =>
  t.connection(
    {
      type: Transaction,
      description:
        'Transactions by consensus time, newest first by default. Over a mirror node a page can come empty and yet have a next one.',
      args: {
        filter: t.arg({ type: TransactionsFilter, description: 'Which transactions.' }),
        order: t.arg({ type: Order, description: 'Order by consensus time; default DESC.' }),
      },
      extensions: { cost: { scans: transactionScans } satisfies FieldCost },
      resolve: (_root, args, context, info) =>
        connectTransactions(context, info, args, {
          own: ofFirst(args.filter),
          further: betweenAccounts,
        }),
    },
    TransactionConnection,
  ),
);
