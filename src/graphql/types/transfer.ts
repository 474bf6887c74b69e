// What a transaction moves: hbar, tokens, NFTs and rewards, and the fees that its payer accepts.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import {
  customFeeLimit,
  nftTransfer,
  stakingRewardTransfer,
  tokenTransfer,
  transfer,
} from '../../contract/resources/transactions.js';
import type { Static } from '../../contract/shape.js';
import { builder } from '../build/builder.js';
import { dollars, inDollars, rateCost } from '../build/dollars.js';
import { toAccount, toNft, toToken } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { amountIn, hbarsOf, priceIn } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { selectsAnywhere } from '../reading/selection.js';

/** When the transaction was that has moved it, where somebody asks for what depends on that. */
const movedAt = Symbol('moved at');

/** Moved hbar, with the time of its transaction only where a sum in dollars is selected anywhere. */
export function moved<T extends object>(
  all: readonly T[],
  of: 'Transfer' | 'StakingReward',
  { consensus_timestamp: time }: { readonly consensus_timestamp: string },
  info: GraphQLResolveInfo,
): readonly T[] {
  if (!selectsAnywhere(info, of, 'usd')) return all;
  // What stands in the place of a transfer that is none stays what it is.
  return all.map((one) => (one instanceof Error ? one : { ...one, [movedAt]: time }));
}

/** Null where the ledger does not say. */
const isApproval = { member: 'is_approval', nullable: true } as const;

interface Timed {
  readonly [movedAt]?: string;
}

export const Transfer = builder.objectRef<Static<typeof transfer>>('Transfer').implement({
  description: meaningOf(transfer),
  fields: (t) => members(t, transfer, { isApproval }),
});

type RewardRow = Static<typeof stakingRewardTransfer>;

export const StakingReward = builder.objectRef<RewardRow>('StakingReward').implement({
  description: meaningOf(stakingRewardTransfer),
});

const moving = ['Transaction.transfers', 'Transaction.netTransfers', 'Transaction.stakingRewards'];

for (const paid of [Transfer, StakingReward]) {
  builder.objectField(paid, 'usd', (t) =>
    t.field({
      type: 'Decimal',
      description: dollars('hbars', 'that of the hour of the transaction'),
      extensions: {
        cost: { ...rateCost, sharedBelow: moving } satisfies FieldCost,
      },
      resolve: (row, _args, context) =>
        inDollars(sound(row.amount), sound((row as Timed)[movedAt] ?? null), context),
    }),
  );
  builder.objectFields(paid, (t) =>
    members(t, stakingRewardTransfer, {
      accountId: 'account',
      account: { member: 'account', ...toAccount },
      tinybars: 'amount',
      hbars: { member: 'amount', ...hbarsOf('tinybars') },
    }),
  );
}

type TokenTransferRow = Static<typeof tokenTransfer>;

export const TokenTransfer = builder.objectRef<TokenTransferRow>('TokenTransfer').implement({
  description: meaningOf(tokenTransfer),
  fields: (t) =>
    members(t, tokenTransfer, {
      accountId: 'account',
      account: { member: 'account', ...toAccount },
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
      units: 'amount',
      amount: { member: 'amount', ...amountIn('units', 'token_id') },
      isApproval,
    }),
});

export const NftTransfer = builder.objectRef<Static<typeof nftTransfer>>('NftTransfer').implement({
  description: meaningOf(nftTransfer),
  fields: (t) =>
    members(t, nftTransfer, {
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
      serialNumber: 'serial_number',
      nft: { member: 'serial_number', ...toNft },
      senderAccountId: 'sender_account_id',
      sender: { member: 'sender_account_id', ...toAccount },
      receiverAccountId: 'receiver_account_id',
      receiver: { member: 'receiver_account_id', ...toAccount },
      isApproval,
    }),
});

type LimitRow = Static<typeof customFeeLimit>;

export const CustomFeeLimit = builder.objectRef<LimitRow>('CustomFeeLimit').implement({
  description: meaningOf(customFeeLimit),
  fields: (t) =>
    members(t, customFeeLimit, {
      accountId: 'account_id',
      account: { member: 'account_id', ...toAccount },
      units: 'amount',
      amount: { member: 'amount', ...priceIn('units', 'denominating_token_id') },
      denominatingTokenId: 'denominating_token_id',
      denominatingToken: { member: 'denominating_token_id', ...toToken },
    }),
});
