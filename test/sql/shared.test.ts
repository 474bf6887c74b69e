// What several operations wait for is no one's: who leaves takes nobody along. And pages keep their order.
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { account, accountTokens } from '../../src/contract/resources/accounts.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Database } from '../../src/sql/engines/database.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { ask } from '../support/ask.js';
import { freeOperation, openSampleSchema, serve } from '../support/ledgers.js';

let database: EmbeddedDatabase;
/** Statements as they were sent. */
const sent: string[] = [];
/** Milliseconds by which each statement of a kind comes later. */
let delay: { readonly of: RegExp; readonly time: number } | undefined;
let slow: Database;
let ledger: Ledger;

beforeAll(async () => {
  database = await openSampleSchema();
  slow = {
    ...database,
    async query(statement, operation, reads) {
      sent.push(statement.text);
      if (delay?.of.test(statement.text)) {
        await new Promise((resolve) => setTimeout(resolve, delay?.time));
        if (operation.over !== undefined) throw new LedgerError('UPSTREAM_TIMEOUT');
      }
      return database.query(statement, operation, reads);
    },
  };
  ledger = sqlLedger(slow, sampleClock);
});

/** An account whose address follows from its alias alone, and that address. */
async function derived(): Promise<[string, string]> {
  const own = await ledger.one(account, sampleIds.ecdsaAlias, { filters: [] }, freeOperation());
  const address = own?.evm_address as string;
  const where = `where id = ${sampleIds.ecdsaAlias.split('.')[2]}`;
  await database.exec(`update entity set evm_address = null ${where}`);
  // The database is that of all tests of this process.
  onTestFinished(() =>
    database.exec(`update entity set evm_address = decode('${address.slice(2)}', 'hex') ${where}`),
  );
  return [sampleIds.ecdsaAlias, address];
}

describe('the derived addresses', () => {
  it('are read once for all who wait, and the first one may leave', async () => {
    const [id, address] = await derived();
    delay = { of: /alias >=/, time: 400 };
    const find = (timeout: number) => {
      const operation = startOperation({ timeout, calls: 10 });
      const found = ledger.one(account, address, { filters: [] }, operation);
      return found.then(
        (one) => one?.account,
        (error: LedgerError) => error.code,
      );
    };
    const began = performance.now();
    const first = find(200).then((answer) => [answer, performance.now() - began]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const others = [find(5000), find(5000)];
    expect(await first).toEqual(['UPSTREAM_TIMEOUT', expect.any(Number)]);
    expect((await first)[1]).toBeLessThan(390);
    expect(await Promise.all(others)).toEqual([id, id]);
    expect(sent.filter((text) => text.includes('alias >='))).toHaveLength(1);
    delay = undefined;
  });
});

describe('an answer that two clients wait for', () => {
  it('is made for the second one when the first one leaves', async () => {
    const { memoryStore } = await import('../../src/answers/response-cache.js');
    const server = await serve(ledger, { graphql: { cache: memoryStore(1_000_000) } });
    delay = { of: /record_file/, time: 300 };
    const query = '{ blocks(first: 1) { nodes { number } } }';
    const leaving = fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(150),
    }).catch(() => 'left');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { data, errors } = await ask(server, query);
    expect(await leaving).toBe('left');
    expect(errors).toEqual([]);
    expect(data.blocks.nodes).toHaveLength(1);
    delay = undefined;
    await server.close();
  });
});

describe('pages of several keys', () => {
  it.each([
    [accountTokens, [sampleIds.manyTokens, sampleIds.manyTokensToo], 'token_id'],
    [tokenBalances, [sampleIds.maxToken, sampleIds.nftToken], 'account'],
  ] as const)('ask for their order outside too: %o', async (list, keys, member) => {
    sent.length = 0;
    const requests = (['asc', 'desc'] as const).flatMap((order) =>
      keys.map((key) => ({ key, filters: [], order, limit: 5 })),
    );
    const pages = await ledger.pages(list as typeof accountTokens, requests, freeOperation());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/order by ordinal, place$/);
    for (const [index, page] of pages.entries()) {
      if (!page || page instanceof LedgerError) throw new Error('no page');
      const numbers = page.items.map((item) =>
        Number(String((item as unknown as Record<string, unknown>)[member]).split('.')[2]),
      );
      const sign = requests[index]?.order === 'asc' ? 1 : -1;
      expect(numbers).toEqual(numbers.toSorted((a, b) => sign * (a - b)));
    }
  });

  it('and look-ups of several keys too', async () => {
    sent.length = 0;
    const keys = [sampleIds.manyTokens, sampleIds.treasury];
    await ledger.many(account, keys, { filters: [] }, freeOperation());
    expect(sent[0]).toMatch(/order by asked\.ordinal$/);
    expect(await database.query(sql`select 1 as a`, freeOperation())).toEqual([{ a: 1 }]);
  });
});
