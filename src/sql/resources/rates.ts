// Exchange rates and prices of gas out of the network's files, which hold them as protobuf.
import sql, { type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import { knownAt } from '../../contract/instants.js';
import { int64 } from '../../contract/json.js';
import { lacking } from '../../contract/partial.js';
import {
  type FeesRow,
  noFile,
  type Rate,
  type RatesRow,
  systemFiles,
} from '../../contract/resources/rates.js';
import { timestampRange } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { ItemRequest } from '../../ledger.js';
import { fileChunks, newestReadable, type Retry } from '../query/file-content.js';
import {
  type FeePrice,
  holding,
  type RateSet,
  readFeeSchedule,
  readRateSet,
} from '../query/network-files.js';
import type { LookupQuery } from '../query/query.js';

/** Where a version can not be read, its last chunk is left out, and in the end the version. */
const retry: Retry = { back: 'chunk', tries: 12 };

function chunksOf(num: bigint, { filters }: ItemRequest): Sql {
  const { lower, upper } = timestampRange(filters, knownAt.instant, 'upper');
  const file = systemEntity(num);
  return fileChunks({ file, since: lower, upTo: upper, emptyUpdates: false }, retry);
}

const row = ({ cents, hbars, until }: RateSet['current']): Rate => ({
  cent_equivalent: Number(cents),
  expiration_time: int64(until.toString()),
  hbar_equivalent: Number(hbars),
});

export const exchangeRate: LookupQuery<RatesRow> = {
  select: (_keys, request) => sql`select ${chunksOf(systemFiles.exchangeRates, request)} as chunks`,
  item(found) {
    const rates = newestReadable(found['chunks'], retry, readRateSet);
    return (
      rates && {
        current_rate: row(rates.value.current),
        next_rate: row(rates.value.next),
        timestamp: printTimestamp(rates.at) as string,
      }
    );
  },
};

/** What a unit of gas costs in tinybars, each step rounded down. */
const gasPrice = ({ gas }: FeePrice, { cents, hbars }: { cents: bigint; hbars: bigint }) => {
  const price = ((gas / 1000n) * hbars) / cents;
  return price > 1n ? price : 1n;
};

export const networkFees: LookupQuery<FeesRow> = {
  select(_keys, request) {
    const { filters } = request;
    const isBounded = filters.some(
      ({ parameter, operator }) =>
        parameter === knownAt.instant && ['eq', 'lt', 'lte'].includes(operator),
    );
    const { upper } = timestampRange(filters, knownAt.instant, 'upper');
    const isDescending = filters.some(
      ({ parameter: p, value }) => p === 'order' && value === 'desc',
    );
    return sql`select ${chunksOf(systemFiles.feeSchedule, request)} as fees,
      ${chunksOf(systemFiles.exchangeRates, request)} as rates,
      ${isBounded ? upper : null}::bigint as upper, ${isDescending}::boolean as is_descending`;
  },
  item(found) {
    const fees = newestReadable(found['fees'], retry, readFeeSchedule);
    const rates = newestReadable(found['rates'], retry, readRateSet);
    if (!fees) return null;
    const timestamp = printTimestamp(fees.at) as string;
    // Of two files the one that is not there is named; without a rate there is no price.
    if (!rates) return lacking({ fees: [], timestamp }, noFile(systemFiles.exchangeRates)());
    const reference = found['upper'] === null ? fees.at : BigInt(found['upper']);
    const rate = holding(rates.value, reference);
    const prices = rate.cents === 0n ? [] : holding(fees.value, reference).prices;
    const sign = found['is_descending'] ? -1 : 1;
    const list = prices.map((price) => ({
      gas: int64(gasPrice(price, rate).toString()),
      transaction_type: price.type,
    }));
    return {
      fees: list.sort((a, b) => (a.transaction_type < b.transaction_type ? -sign : sign)),
      timestamp,
    };
  },
};
