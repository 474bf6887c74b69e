// What a transaction moves: hbar, tokens, NFTs and rewards, and the fees that its payer accepts.
import type { CustomFeeLimitRow, TransactionRow } from '../../contract/transactions.js';
import { hbarDecimals, scaled } from '../build/amount.js';
import { builder } from '../build/builder.js';
import { accountLink, tokenLink } from '../build/links.js';
import { Account, Token } from '../build/refs.js';

type HbarRow = TransactionRow['transfers'][number];
type RewardRow = TransactionRow['staking_reward_transfers'][number];
type TokenRow = TransactionRow['token_transfers'][number];
type NftRow = TransactionRow['nft_transfers'][number];
type LimitRow = CustomFeeLimitRow;

export const Transfer = builder.objectRef<HbarRow>('Transfer').implement({
  description: 'Hbar that a transaction has added to an account, or taken from it.',
  fields: (t) => ({
    isApproval: t.exposeBoolean('is_approval', {
      nullable: true,
      description: 'Whether an allowance was used; null where the ledger does not say.',
    }),
  }),
});

export const StakingReward = builder.objectRef<RewardRow>('StakingReward').implement({
  description: 'A staking reward that was paid along with a transaction.',
});

for (const paid of [Transfer, StakingReward]) {
  builder.objectFields(paid, (t) => ({
    amount: t.expose('amount', {
      type: 'Int64',
      nullable: false,
      description: 'Tinybars; negative for what was taken.',
    }),
    hbars: t.field({
      type: 'Decimal',
      nullable: false,
      description: 'The same amount in hbars, with all eight decimals.',
      resolve: ({ amount }) => scaled(amount, hbarDecimals),
    }),
  }));
}

export const TokenTransfer = builder.objectRef<TokenRow>('TokenTransfer').implement({
  description: 'Units of a token that a transaction has added to an account, or taken from it.',
  fields: (t) => ({
    tokenId: t.expose('token_id', {
      type: 'EntityId',
      description: 'Id of the token.',
    }),
    token: t.field({
      type: Token,
      description: 'The token, as it is now.',
      resolve: (row, _args, context, info) => tokenLink(row.token_id, context, info),
    }),
    amount: t.expose('amount', {
      type: 'Int64',
      nullable: false,
      description: "Amount in the token's smallest unit; negative for what was taken.",
    }),
    isApproval: t.exposeBoolean('is_approval', {
      nullable: true,
      description: 'Whether an allowance was used; null where the ledger does not say.',
    }),
  }),
});

for (const moved of [Transfer, StakingReward, TokenTransfer]) {
  builder.objectFields(moved, (t) => ({
    accountId: t.expose('account', {
      type: 'EntityId',
      description: 'Id of the account.',
    }),
    account: t.field({
      type: Account,
      description: 'The account, as it is now.',
      resolve: ({ account }, _args, context, info) => accountLink(account, context, info),
    }),
  }));
}

export const NftTransfer = builder.objectRef<NftRow>('NftTransfer').implement({
  description: 'An NFT that a transaction has moved.',
  fields: (t) => ({
    tokenId: t.expose('token_id', {
      type: 'EntityId',
      description: 'Id of the token.',
    }),
    token: t.field({
      type: Token,
      description: 'The token, as it is now.',
      resolve: (row, _args, context, info) => tokenLink(row.token_id, context, info),
    }),
    serialNumber: t.expose('serial_number', {
      type: 'Int64',
      nullable: false,
      description: 'Serial number; -1 for all that a treasury held, when the treasury changed.',
    }),
    senderAccountId: t.expose('sender_account_id', {
      type: 'EntityId',
      description: 'Account that held it; null when it was minted.',
    }),
    receiverAccountId: t.expose('receiver_account_id', {
      type: 'EntityId',
      description: 'Account that holds it now; null when it was burned or wiped.',
    }),
    isApproval: t.exposeBoolean('is_approval', {
      nullable: true,
      description: 'Whether an allowance was used; null where the ledger does not say.',
    }),
  }),
});

export const CustomFeeLimit = builder.objectRef<LimitRow>('CustomFeeLimit').implement({
  description: 'A custom fee that an account accepts at the most.',
  fields: (t) => ({
    accountId: t.expose('account_id', {
      type: 'EntityId',
      description: 'Account that pays the fee.',
    }),
    amount: t.expose('amount', {
      type: 'Int64',
      nullable: false,
      description: 'Amount at the most, in tinybars or in the smallest unit of the token.',
    }),
    denominatingTokenId: t.expose('denominating_token_id', {
      type: 'EntityId',
      description: 'Token that the fee is paid in; null for hbar.',
    }),
  }),
});
