// What an hbar is worth, and what gas costs: from two files of the network.
import { decodeEntityId, systemEntity } from '../entity.js';
import { instantOf, knownAt } from '../instants.js';
import type { Filter, Lookup } from '../resource.js';
import * as t from '../shape.js';
import { isLongAgo, timeOf, timestampRange } from '../timestamps.js';
import { word } from '../values.js';
import { area, networkAge } from './network.js';

/** The network's own files, by their number. */
export const systemFiles = { addressBook: 102n, feeSchedule: 111n, exchangeRates: 112n } as const;

/** What is said where a file has no content; shard and realm are known when it is. */
export const noFile = (num: bigint) => () => `File ${decodeEntityId(systemEntity(num))} not found`;

export const rate = t.object(
  'How many cents so many hbars are worth.',
  {
    cent_equivalent: t.int32('US cents.'),
    expiration_time: t.int64('When the rate ends, in seconds since the epoch.'),
    hbar_equivalent: t.int32('Hbars that are worth as much.'),
  },
  'ExchangeRate',
);
export type Rate = t.Static<typeof rate>;

const ratesRow = t.object(
  'What an hbar is worth by the rate that the network counts fees by.',
  {
    current_rate: t.described(rate, 'The rate that holds until its end.'),
    next_rate: t.described(rate, 'The rate that holds after that.'),
    timestamp: t.timestamp('Since when the rates are known.'),
  },
  'NetworkExchangeRateSetResponse',
);

export type RatesRow = t.Static<typeof ratesRow>;

const at = instantOf('What was known at this time; eq means at or before it.');

/** Whether what was known at a time is from within the conditions on it. */
const isWithin = ({ timestamp: known }: { timestamp: string }, filters: readonly Filter[]) => {
  const { lower, upper } = timestampRange(filters, knownAt.instant, 'upper');
  const time = timeOf(known);
  return time !== null && lower <= time && time <= upper;
};

const isFinal = (filters: readonly Filter[], now: number) => isLongAgo(knownAt, filters, now);

export const exchangeRate: Lookup<RatesRow> = {
  is: 'lookup',
  name: 'exchangeRate',
  description: 'What an hbar is worth: the rate of this hour, and that of the next.',
  path: '/api/v1/network/exchangerate',
  documents: { area, operation: 'getNetworkExchangeRate' },
  row: ratesRow,
  flow: 'java',
  missing: noFile(systemFiles.exchangeRates),
  goesBy: (_key, item, filters) => isWithin(item, filters),
  isFinal,
  maxAge: () => networkAge,
  parameters: { timestamp: at },
};

export const gasFee = t.object(
  'What a unit of gas costs.',
  {
    gas: t.int64('Price of a unit of gas, in tinybars.'),
    transaction_type: t.text('Type of the transactions that pay it.'),
  },
  'NetworkFee',
);
export type GasFee = t.Static<typeof gasFee>;

const feesRow = t.object(
  'What gas costs by the type of a transaction.',
  {
    fees: t.list(gasFee, 'Prices, by type.'),
    timestamp: t.timestamp('Since when the prices are known.'),
  },
  'NetworkFeesResponse',
);

export type FeesRow = t.Static<typeof feesRow>;

export const networkFees: Lookup<FeesRow> = {
  is: 'lookup',
  name: 'networkFees',
  description: 'What gas costs.',
  path: '/api/v1/network/fees',
  documents: { area, operation: 'getNetworkFees' },
  row: feesRow,
  flow: 'java',
  missing: noFile(systemFiles.feeSchedule),
  goesBy: (_key, item, filters) => isWithin(item, filters),
  isFinal,
  maxAge: () => networkAge,
  parameters: {
    order: {
      kind: word('asc', 'desc'),
      operators: ['eq'],
      isBare: true,
      repeat: 'first',
      description: 'Order of the prices by the type of the transaction.',
      default: 'asc',
    },
    timestamp: at,
  },
};
