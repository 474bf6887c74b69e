// The block of a log is the first that ends with it or behind it, where it also holds its time; and logs of several
// times, asked for together, are those of each time alone.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { equals } from '../../src/contract/operators.js';
import {
  type ContractLogRow,
  logs,
  logsOfContract,
} from '../../src/contract/resources/contract-logs.js';
import { printTimestamp } from '../../src/contract/values.js';
import type { Page, PageRequest } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { openEmpty } from '../support/ledgers.js';

const begin = 1_700_000_000_000_000_000n;
const second = 1_000_000_000n;
const contracts = [5001, 5002];
const closing = 10n * second;

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmpty();
  await database.exec(createTables);
  return () => database.close();
}, 30_000);

interface Block {
  readonly start: bigint;
  readonly end: bigint;
}
interface Log {
  readonly at: bigint;
  readonly index: number;
  readonly contract: number;
}

/** Blocks one behind the other, some of which are lost; a few last longer than they should. */
const blocks = fc
  .array(fc.record({ gap: fc.nat(15), length: fc.integer({ min: 1, max: 14 }) }), { maxLength: 12 })
  .map((spans) => {
    let time = begin;
    return spans.map(({ gap, length }): Block => {
      const start = time + BigInt(gap) * second;
      time = start + BigInt(length) * second;
      return { start, end: time - 1n };
    });
  });

const contractLogs = fc
  .uniqueArray(
    fc.record({
      // Whole seconds are where blocks begin, and one nanosecond less is where they end.
      at: fc
        .tuple(fc.nat(120), fc.constantFrom(0n, 1n, second - 1n))
        .map(([seconds, rest]) => begin + BigInt(seconds) * second + rest),
      index: fc.nat(2),
      contract: fc.constantFrom(...contracts),
    }),
    { selector: ({ at, index }) => `${at} ${index}`, maxLength: 30 },
  )
  .map((all) => all.sort((a, b) => Number(a.at - b.at) || a.index - b.index));

async function fill(files: readonly Block[], all: readonly Log[]): Promise<void> {
  const file = ({ start, end }: Block, index: number) =>
    `(${index}, 'x', 'b${index}', '', '', ${start}, ${end}, 0, 0, 7, 0, 6)`;
  const log = ({ at, index, contract }: Log) =>
    `(${at}, ${index}, ${contract}, 2, '', '', '\\xaa')`;
  await database.exec(`truncate record_file, contract_log;
    ${files.length ? `insert into record_file (index, name, hash, prev_hash, file_hash, consensus_start, consensus_end, load_start, load_end, count, digest_algorithm, version) values ${files.map(file)};` : ''}
    ${all.length ? `insert into contract_log (consensus_timestamp, index, contract_id, payer_account_id, bloom, data, topic0) values ${all.map(log)};` : ''}`);
}

/** What the contract says of a log on its page (contract G.1). */
function blockOf({ at }: Log, page: readonly Log[], files: readonly Block[]): string {
  const newest = page.reduce((most, log) => (log.at > most ? log.at : most), 0n);
  const index = files.findIndex(({ end }) => end >= at);
  const found = files[index];
  return found && found.start <= at && found.end <= newest + closing ? `0xb${index}` : '0x';
}

const order = fc.constantFrom('asc' as const, 'desc' as const);
const operationOf = () => startOperation({ timeout: 10_000, calls: 100 });
const shown = (page: Page<ContractLogRow> | null) =>
  page?.items.map((log) => [log.timestamp, log.index, log.block_hash]);

describe('logs', () => {
  it('have their blocks, of one contract and of all, in both orders', async () => {
    const ledger = sqlLedger(database);
    await fc.assert(
      fc.asyncProperty(
        blocks,
        contractLogs,
        order,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(undefined, ...contracts),
        async (files, all, by, limit, contract) => {
          await fill(files, all);
          const own = all.filter((log) => contract === undefined || log.contract === contract);
          const page = (by === 'asc' ? own : own.toReversed()).slice(0, limit);
          const request = { filters: [], order: by, limit };
          const operation = operationOf();
          const answer =
            contract === undefined
              ? await ledger.page(logs, request, operation)
              : await ledger.page(
                  logsOfContract,
                  { ...request, key: `0.0.${contract}` },
                  operation,
                );
          expect(shown(answer)).toEqual(
            page.map((log) => [printTimestamp(log.at), log.index, blockOf(log, page, files)]),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('of several times are those of each, by one statement', async () => {
    const ledger = sqlLedger(database);
    await fc.assert(
      fc.asyncProperty(
        blocks,
        contractLogs.filter((all) => all.length > 1),
        fc.array(fc.record({ order, from: fc.nat(2) }), { minLength: 8, maxLength: 8 }),
        async (files, all, asked) => {
          await fill(files, all);
          const requests = asked.map(({ order, from }, place): PageRequest => {
            const { at } = all[place % all.length] as Log;
            const time = equals('timestamp', printTimestamp(at) as string);
            const index = { parameter: 'index', operator: 'gte', value: String(from) } as const;
            return { filters: from === 0 ? [time] : [time, index], order, limit: 2 };
          });
          const together = operationOf();
          const pages = await ledger.pages(logs, requests, together);
          const alone = await Promise.all(
            requests.map((request) => ledger.page(logs, request, operationOf())),
          );
          expect(pages).toEqual(alone);
          expect(together.usage.calls).toBe(1);
        },
      ),
      { numRuns: 40 },
    );
  });
});
