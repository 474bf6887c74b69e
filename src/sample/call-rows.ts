// What happened within a call of the sample, as rows: its events, and the calls that it made in turn.
import type { MirrorRow } from '../sql/tables/schema.js';
import { type CoinCall, coin } from './coin-calls.js';
import { known } from './ids.js';
import type { Transaction } from './posting.js';
import { createRandom } from './random.js';

/** The Ethereum hash of the call that documentation, examples and tests may name. */
export const knownCallHash = '5001'.repeat(16);

/** A call with the transaction that carried it. */
export interface Carried {
  readonly call: CoinCall;
  readonly transaction: Transaction;
  /** Hash of the Ethereum transaction. */
  readonly hash: string;
}

/** Topics are stored without the zero bytes in front of them. */
const stripped = (topic: string | undefined): string | null =>
  topic === undefined ? null : `\\x${topic.replace(/^(?:00)+/, '')}`;

export function logRows(
  { call, transaction, hash }: Carried,
  place: number,
): MirrorRow<'contract_log'>[] {
  return call.events.map(({ topics: [topic0, topic1, topic2, topic3], data }, index) => ({
    bloom: `\\x${createRandom(Number(transaction.at % 1_000_000_007n) + index).hex(256)}`,
    consensus_timestamp: transaction.at,
    contract_id: coin,
    data: `\\x${data}`,
    index,
    topic0: stripped(topic0),
    topic1: stripped(topic1),
    topic2: stripped(topic2),
    topic3: stripped(topic3),
    payer_account_id: transaction.payer,
    root_contract_id: coin,
    transaction_hash: `\\x${hash}`,
    transaction_index: place,
    synthetic: false,
  }));
}

/** Actions of the known call: as many as there are pages to walk. */
const manyActions = 40;

/** The call itself, and what it called: the timetable for its rates, and its caller. */
export function actionRows({ call, transaction, hash }: Carried): MirrorRow<'contract_action'>[] {
  const inner = hash === knownCallHash ? manyActions : call.events.length > 1 ? 1 : 0;
  const gas = transaction.gas ?? 0n;
  const own = { consensus_timestamp: transaction.at, payer_account_id: transaction.payer };
  const outcome = call.isReverted ? 12 : 11;
  const outer = {
    ...own,
    call_depth: 0,
    call_type: 1,
    caller: call.sender.num,
    caller_type: 'ACCOUNT',
    gas: 100_000 - 21_000,
    gas_used: gas - 21_000n,
    index: 0,
    input: `\\x${call.input}`,
    recipient_account: null,
    recipient_address: null,
    recipient_contract: coin,
    result_data: `\\x${call.output}`,
    result_data_type: outcome,
    value: 0,
    call_operation_type: 1,
  } as const;
  const calls = Array.from({ length: inner }, (_, index) => ({
    ...outer,
    call_depth: 1,
    caller: coin,
    caller_type: 'CONTRACT',
    gas: 5_000 - index,
    gas_used: 700 + index,
    index: index + 1,
    input: '\\x22f30aba',
    recipient_contract: index % 3 === 2 ? null : known.contract,
    recipient_account: index % 3 === 2 ? call.sender.num : null,
    result_data: null,
    call_operation_type: index % 2 === 0 ? 4 : 1,
  }));
  return [outer, ...calls];
}

const hexOf = (value: bigint): string => {
  const hex = value.toString(16);
  return `\\x${hex.length % 2 === 0 ? hex : `0${hex}`}`;
};

/** Ethereum transactions of all the types that there are, in turn; amounts are in weibars. */
export function ethereumRow(
  { call, transaction, hash }: Carried,
  place: number,
): MirrorRow<'ethereum_transaction'> {
  const random = createRandom(place + 1);
  const type = ([2, 2, 2, 0, 1, 4] as const)[place % 6] ?? 2;
  const [legacy, lists, dynamic] = [type === 0, type === 1, type === 2 || type === 4];
  const address = coin.toString(16).padStart(40, '0');
  const price = 710_000_000_000n;
  const access = [{ address: `0x${address}`, storage_keys: [`0x${'0'.repeat(63)}2`] }];
  const authorization = {
    address: `0x${address}`,
    chain_id: '0x128',
    nonce: 3,
    r: `0x${random.hex(32)}`,
    s: `0x${random.hex(32)}`,
    y_parity: '0x1',
  };
  return {
    call_data: `\\x${call.input}`,
    chain_id: '\\x0128',
    consensus_timestamp: transaction.at,
    data: `\\x0${type}${random.hex(120)}`,
    gas_limit: 100_000,
    gas_price: dynamic ? null : hexOf(price),
    hash: `\\x${hash}`,
    max_fee_per_gas: dynamic ? hexOf(price) : null,
    max_gas_allowance: 0,
    max_priority_fee_per_gas: dynamic ? hexOf(10_000_000_000n) : null,
    nonce: place,
    payer_account_id: transaction.payer,
    recovery_id: place % 2,
    signature_r: `\\x${random.hex(32)}`,
    signature_s: `\\x${random.hex(32)}`,
    signature_v: legacy ? '\\x0273' : null,
    to_address: `\\x${address}`,
    type,
    value: '\\x00',
    authorization_list: type === 4 ? JSON.stringify([authorization]) : null,
    access_list: lists ? JSON.stringify(access) : null,
  };
}
