// What a transaction moves: hbar, tokens, NFTs and rewards, and the fees that its payer accepts.
import type { Static } from '../../contract/shape.js';
import {
  customFeeLimit,
  nftTransfer,
  stakingRewardTransfer,
  tokenTransfer,
  transfer,
} from '../../contract/transactions.js';
import { builder } from '../build/builder.js';
import { toAccount, toToken } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { amountIn, hbarsOf, priceIn } from '../build/units.js';

/** Null where the ledger does not say. */
const isApproval = { member: 'is_approval', nullable: true } as const;

export const Transfer = builder.objectRef<Static<typeof transfer>>('Transfer').implement({
  description: meaningOf(transfer),
  fields: (t) => members(t, transfer, { isApproval }),
});

type RewardRow = Static<typeof stakingRewardTransfer>;

export const StakingReward = builder.objectRef<RewardRow>('StakingReward').implement({
  description: meaningOf(stakingRewardTransfer),
});

for (const paid of [Transfer, StakingReward]) {
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
      units: 'amount',
      amount: { member: 'amount', ...priceIn('units', 'denominating_token_id') },
      denominatingTokenId: 'denominating_token_id',
    }),
});
