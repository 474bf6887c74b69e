// What hbars and gas cost: exchange rates, prices of gas, and sums in US dollars beside those in hbars.
import { sound } from '../../contract/check.js';
import type { Int64 } from '../../contract/json.js';
import {
  exchangeRate,
  type GasFee as Fee,
  type FeesRow,
  gasFee,
  networkFees,
  type Rate,
  type RatesRow,
  rate,
} from '../../contract/resources/rates.js';
import { printTimestamp } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { dollars, inDollars, rateAt, rateCost } from '../build/dollars.js';
import { meaningOf, members } from '../build/members.js';
import { Balance, Transaction } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { type FieldCost, lookedUp } from '../costing/cost-arguments.js';

const ExchangeRate = builder.objectRef<Rate>('ExchangeRate').implement({
  description: meaningOf(rate),
  fields: (t) =>
    members(t, rate, {
      centEquivalent: 'cent_equivalent',
      hbarEquivalent: 'hbar_equivalent',
      expirationTime: {
        member: 'expiration_time',
        type: 'Timestamp',
        description: 'When the rate ends.',
        as: (seconds: Int64) => printTimestamp(BigInt(seconds) * 1_000_000_000n),
      },
    }),
});

export const ExchangeRates = builder.objectRef<RatesRow>('ExchangeRates').implement({
  description: meaningOf(exchangeRate.row),
  fields: (t) =>
    members(t, exchangeRate.row, {
      current: { member: 'current_rate', type: ExchangeRate },
      next: { member: 'next_rate', type: ExchangeRate },
      timestamp: 'timestamp',
    }),
});

const GasFee = builder.objectRef<Fee>('GasFee').implement({
  description: meaningOf(gasFee),
  fields: (t) =>
    members(t, gasFee, {
      gas: 'gas',
      gasHbars: { member: 'gas', ...hbarsOf('gas') },
      transactionType: 'transaction_type',
    }),
});

export const GasFees = builder.objectRef<FeesRow>('GasFees').implement({
  description: meaningOf(networkFees.row),
  fields: (t) =>
    members(t, networkFees.row, {
      fees: { member: 'fees', type: [GasFee] },
      timestamp: 'timestamp',
    }),
});

builder.objectField(Balance, 'usd', (t) =>
  t.field({
    type: 'Decimal',
    description: dollars('hbars', 'the newest for a live balance, else that of its hour'),
    // Balances of one time share the rate of its hour.
    extensions: {
      cost: {
        loads: 'batch',
        apartBelow: lookedUp('Account.balanceHistory'),
      } satisfies FieldCost,
    },
    resolve: ({ balance, snapshot }, _args, context) =>
      inDollars(sound(balance), sound(snapshot), context),
  }),
);

builder.objectField(Transaction, 'exchangeRate', (t) =>
  t.field({
    type: ExchangeRate,
    nullable: true,
    description:
      'What an hbar cost when the transaction came to a consensus: the rate of its hour. Null where no rate is known.',
    extensions: {
      needs: 'row',
      looksAt: ['consensus_timestamp'],
      cost: rateCost,
    },
    resolve: ({ consensus_timestamp }, _args, context) =>
      rateAt(sound(consensus_timestamp), context),
  }),
);

builder.objectField(Transaction, 'chargedFeeUsd', (t) =>
  t.field({
    type: 'Decimal',
    description: dollars('chargedFeeHbars', 'that of the hour of the transaction'),
    extensions: {
      needs: 'row',
      looksAt: ['charged_tx_fee', 'consensus_timestamp'],
      cost: rateCost,
    },
    resolve: ({ charged_tx_fee, consensus_timestamp }, _args, context) =>
      inDollars(sound(charged_tx_fee), sound(consensus_timestamp), context),
  }),
);
