// Ledgers that change while they are asked: tables of both engines, and a stub of a mirror node.
import type { Ledger } from '../../src/ledger.js';
import { counted, type Engine, engines, openChanging, remote } from './ledgers.js';
import { type Handler, ledgerStub, type Stub, startStub } from './stub.js';

const mirrorNode = 'a mirror node';
export const kinds = [...engines, mirrorNode] as const;
export type Kind = (typeof kinds)[number];

export interface Changing {
  readonly ledger: Ledger;
  /** Calls of the port so far, such as `page blocks`. */
  readonly calls: string[];
  /** HTTP calls, of a mirror node only. */
  readonly stub?: Stub;
  /** `bloom` is the size of their blooms in bytes; of a mirror node only. */
  addBlocks(from: number, to: number, bloom?: number): Promise<void>;
  /** Opens an account with a balance in tinybars, or gives one another balance. */
  setBalance(num: number, tinybars: bigint): Promise<void>;
  addSchedule(num: number): Promise<void>;
  execute(num: number, timestamp: string): Promise<void>;
  /** Every call fails from here on, or none again; of a mirror node only. */
  fail(isFailing: boolean): void;
  close(): Promise<void>;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const hash = (number: number) => number.toString(16).padStart(96, '0');

/** A ledger with the blocks 1 to 3, and nothing else. */
export async function openLedger(kind: Kind): Promise<Changing> {
  const made = kind === mirrorNode ? await overHttp() : await inSql(kind);
  await made.addBlocks(1, 3);
  return made;
}

async function inSql(engine: Engine): Promise<Changing> {
  const { ledger: given, add, run, release } = await openChanging(engine, {});
  const ledger = counted(given);
  const known = new Set<number>();
  return {
    ledger,
    calls: ledger.calls,
    addBlocks: (from, to) =>
      add({
        recordFiles: numbers(from, to).map((index) => ({
          index,
          hash: hash(index),
          consensus_start: index * 1000,
          consensus_end: index * 1000 + 999,
        })),
      }),
    async setBalance(num, balance) {
      if (known.has(num))
        return void (await run(`update entity set balance = ${balance} where id = ${num}`));
      known.add(num);
      return add({ accounts: [{ num, balance, memo: `account ${num}` }] });
    },
    addSchedule: (num) =>
      add({ schedules: [{ schedule_id: num, consensus_timestamp: 1_700_000_000_000_000_001n }] }),
    async execute(num, timestamp) {
      const executed = timestamp.replace('.', '');
      await run(`update schedule set executed_timestamp = ${executed} where schedule_id = ${num}`);
    },
    fail() {
      throw new Error('a database of a test does not fail');
    },
    async close() {
      await release();
      await ledger.close();
    },
  };
}

interface Row {
  [member: string]: unknown;
}

async function overHttp(): Promise<Changing> {
  const blocks: Row[] = [];
  const balances: Row[] = [];
  const accounts: Row[] = [];
  const schedules: Row[] = [];
  const rows = ledgerStub({ blocks, balances, accounts, schedules });
  let isFailing = false;
  const handler: Handler = (call) => (isFailing ? { status: 503 } : rows(call));
  const stub = await startStub(handler);
  const ledger = counted(remote(stub.url, { retries: 0 }));
  return {
    ledger,
    calls: ledger.calls,
    stub,
    async addBlocks(from, to, bloom = 0) {
      for (const number of numbers(from, to)) {
        blocks.push({
          number,
          hash: `0x${hash(number)}`,
          previous_hash: `0x${hash(number - 1)}`,
          name: `${number}.rcd`,
          count: 1,
          logs_bloom: `0x${'ab'.repeat(bloom)}`,
          timestamp: { from: `${number}.000000000`, to: `${number}.000000999` },
        });
      }
    },
    async setBalance(num, balance) {
      const account = `0.0.${num}`;
      const known = balances.find((row) => row['account'] === account);
      if (known) known['balance'] = balance;
      else {
        balances.push({ account, balance, tokens: [] });
        accounts.push({ account, memo: `account ${num}`, balance: { balance, tokens: [] } });
      }
    },
    async addSchedule(num) {
      schedules.push({
        schedule_id: `0.0.${num}`,
        consensus_timestamp: '1700000000.000000001',
        executed_timestamp: null,
        expiration_time: null,
        deleted: false,
        signatures: [],
        transaction_body: '',
        wait_for_expiry: false,
      });
    },
    async execute(num, timestamp) {
      const row = schedules.find((one) => one['schedule_id'] === `0.0.${num}`);
      if (row) row['executed_timestamp'] = timestamp;
    },
    fail(failing) {
      isFailing = failing;
    },
    async close() {
      await ledger.close();
      await stub.close();
    },
  };
}
