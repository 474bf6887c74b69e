// What is in the network's files: exchange rates and fee schedules (field numbers of hedera-protobufs).
import { int32, type Message, message, messages, number, readMessage } from './message.js';

interface ExchangeRate {
  readonly hbars: bigint;
  readonly cents: bigint;
  /** Seconds since the epoch at which it ends. */
  readonly until: bigint;
}

/** ExchangeRate: 1 hbars, 2 cents, 3 end, of which 1 is the seconds. */
const readRate = (rate: Message | undefined): ExchangeRate => ({
  hbars: int32(rate, 1),
  cents: int32(rate, 2),
  until: number(message(rate, 3), 1),
});

/** What holds now, and what will when that ends. */
interface CurrentAndNext<T> {
  readonly current: T;
  readonly next: T;
}

/** Of the two the one that holds at a time, in nanoseconds. */
export const holding = <T extends { readonly until: bigint }>(
  { current, next }: CurrentAndNext<T>,
  at: bigint,
): T => (at > current.until * 1_000_000_000n ? next : current);

export type RateSet = CurrentAndNext<ExchangeRate>;

/** ExchangeRateSet: 1 current, 2 next. @throws for what is none */
export function readRateSet(bytes: Uint8Array): RateSet {
  const set = readMessage(bytes);
  return { current: readRate(message(set, 1)), next: readRate(message(set, 2)) };
}

/** What gas is charged by: thousandths of a tinycent for a unit. */
export interface FeePrice {
  readonly type: string;
  readonly gas: bigint;
}

interface FeeSchedule {
  readonly prices: readonly FeePrice[];
  /** Seconds since the epoch at which it ends. */
  readonly until: bigint;
}

/** Types of transactions that pay for gas, by the number of their functionality. */
const functionalities: ReadonlyMap<bigint, string> = new Map([
  [6n, 'ContractCall'],
  [7n, 'ContractCreate'],
  [84n, 'EthereumTransaction'],
]);

/** TransactionFeeSchedule: 1 functionality, 3 fees; FeeData: 3 those of the service, of which 8 is gas. */
function readPrice(schedule: Message): FeePrice[] {
  const type = functionalities.get(number(schedule, 1));
  if (type === undefined) return [];
  const service = message(messages(schedule, 3)[0], 3);
  return service ? [{ type, gas: number(service, 8) }] : [];
}

/** FeeSchedule: 1 schedules of transactions, 2 end, of which 1 is the seconds. */
const readSchedule = (schedule: Message | undefined): FeeSchedule => ({
  prices: schedule ? messages(schedule, 1).flatMap(readPrice) : [],
  until: number(message(schedule, 2), 1),
});

export type FeeSchedules = CurrentAndNext<FeeSchedule>;

/** CurrentAndNextFeeSchedule: 1 current, 2 next. @throws for what is none */
export function readFeeSchedule(bytes: Uint8Array): FeeSchedules {
  const both = readMessage(bytes);
  return { current: readSchedule(message(both, 1)), next: readSchedule(message(both, 2)) };
}
