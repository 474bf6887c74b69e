// Calls of contracts in the sample: those of the coin as Ethereum transactions, all with their results.
import { success } from '../contract/transaction-results.js';
import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import { actionRows, type Carried, ethereumRow, knownCallHash, logRows } from './call-rows.js';
import { blockLength, windowStart } from './clock.js';
import { type CoinCall, coin, coinCalls } from './coin-calls.js';
import { known } from './ids.js';
import { type Books, type Purse, post, type Transaction, type World } from './posting.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_129;

/** Nanoseconds behind a slot's own transaction, where nothing else is. */
const behind = 137n;
/** One in so many slots has a call of the coin beside its own transaction. */
const spacing = 16;

/** CONTRACT_REVERT_EXECUTED of the protobuf ResponseCodeEnum. */
const reverted = 33;

interface CoinTraffic {
  /** Calls so far, in the order of time. */
  readonly all: readonly Carried[];
  /** Told of each slot, and of the time of its own transaction. */
  next(slot: number, at: bigint): void;
}

/**
 * Calls of the coin in every so many slots. Their Ethereum transactions came through the relay of the
 * treasury, which pays no fees: nobody's balance depends on them.
 */
export function callCoin(world: World): CoinTraffic {
  const random = createRandom(seed);
  const own = { ...world, random };
  const calls = coinCalls(world.people);
  const payer = world.people.get(known.treasury) as Purse;
  const all: Carried[] = [];
  const next = (slot: number, at: bigint) => {
    if (slot % spacing !== 5) return;
    const { value: call } = calls.next() as { value: CoinCall };
    const hash = all.length === 40 ? knownCallHash : null;
    all.push(carry(own, { call, payer, at: at + behind, hash }));
  };
  return { all, next };
}

interface Carrying {
  readonly call: CoinCall;
  readonly payer: Purse;
  readonly at: bigint;
  /** Hash of the Ethereum transaction, where it is not any. */
  readonly hash?: string | null;
}

/** Writes the transaction that carries a call. */
export function carry(books: Books, { call, payer, at, hash: given }: Carrying): Carried {
  const { random } = books;
  const hash = given ?? random.hex(32);
  const transaction = post(books, {
    at,
    type: typeNumbers.ETHEREUMTRANSACTION,
    payer,
    fee: 0n,
    entity: Number(coin),
    result: call.isReverted ? reverted : success,
    gas: BigInt(random.between(31_000, 64_000)),
  });
  return { call, transaction, hash };
}

/** Place of each transaction in its block; they must be in the order of their consensus times. */
export function placesInBlocks(
  transactions: readonly Transaction[],
): ReadonlyMap<Transaction, number> {
  const places = new Map<Transaction, number>();
  let block = -1n;
  let place = 0;
  for (const transaction of transactions) {
    const own = (transaction.at - windowStart) / blockLength;
    place = own === block ? place + 1 : 0;
    block = own;
    places.set(transaction, place);
  }
  return places;
}

type ResultRow = MirrorRow<'contract_result'>;

/** Rows of all calls, those among the everyday transactions too; `before` calls of the coin were earlier. */
export function callTables(
  calls: readonly Carried[],
  transactions: readonly Transaction[],
  before = 0,
): SampleTable[] {
  const random = createRandom(seed + 1);
  const places = placesInBlocks(transactions);
  const results: ResultRow[] = [];
  const hashes: MirrorRow<'contract_transaction_hash'>[] = [];
  const takingPart: MirrorRow<'contract_transaction'>[] = [];

  const add = (transaction: Transaction, contract: bigint, row: ResultRow) => {
    const { at, payer, result } = transaction;
    const own = { consensus_timestamp: at, payer_account_id: payer };
    results.push({
      ...own,
      contract_id: contract,
      transaction_index: places.get(transaction) ?? 0,
      transaction_result: result,
      transaction_nonce: transaction.nonce,
      ...row,
    });
    hashes.push({
      ...own,
      hash: row.transaction_hash as string,
      entity_id: contract,
      transaction_result: result,
    });
    const ids = [contract, BigInt(payer)];
    for (const entity_id of ids) {
      takingPart.push({ ...own, entity_id, contract_ids: `{${ids.join()}}` });
    }
  };

  for (const { call, transaction, hash } of calls) {
    const gas = transaction.gas ?? 0n;
    add(transaction, coin, {
      function_parameters: `\\x${call.input}`,
      gas_limit: 100_000,
      gas_used: (gas * 9n) / 10n,
      gas_consumed: gas,
      amount: 0,
      bloom: call.events.length > 0 ? `\\x${random.hex(256)}` : '\\x',
      call_result: `\\x${call.output}`,
      created_contract_ids: '{}',
      // What a contract reverts with is the error message, as bytes.
      error_message: call.isReverted ? `0x${call.output}` : '',
      sender_id: call.sender.num,
      transaction_hash: `\\x${hash}`,
    });
  }
  for (const transaction of transactions) {
    if (transaction.type !== typeNumbers.CONTRACTCALL || transaction.entity === null) continue;
    // A call that says what it took has a stream of its own, so that it leaves the others as they are.
    const own = transaction.gas === null ? random : createRandom(Number(transaction.gas));
    const gas = own.between(22_000, 90_000);
    add(transaction, BigInt(transaction.entity), {
      // departures(uint8)
      function_parameters: `\\x22f30aba${own.below(24).toString(16).padStart(64, '0')}`,
      gas_limit: 120_000,
      gas_used: gas,
      gas_consumed: gas - own.below(900),
      amount: own.chance(0.2) ? own.amount(6, 9) : 0,
      bloom: '\\x',
      // Of a few the result has not come with its record.
      call_result: own.chance(0.05) ? null : `\\x${own.hex(32)}`,
      created_contract_ids: '{}',
      error_message: '',
      sender_id: transaction.payer,
      transaction_hash: `\\x${transaction.hash.slice(0, 64)}`,
    });
  }
  return [
    sampleTable('contract_result', results),
    sampleTable('contract_transaction', takingPart),
    sampleTable('contract_transaction_hash', hashes),
    sampleTable(
      'contract_log',
      calls.flatMap((one) => logRows(one, places.get(one.transaction) ?? 0)),
    ),
    sampleTable('contract_action', calls.flatMap(actionRows)),
    sampleTable(
      'ethereum_transaction',
      calls.map((call, index) => ethereumRow(call, before + index)),
    ),
  ];
}
