// Tokens are found by what they are called, whatever the letter case and the accents, and off an index.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import { folded, isNarrow } from '../../src/contract/folded.js';
import type { List } from '../../src/contract/resource.js';
import {
  tokensByName,
  tokensByPart,
  tokensBySymbol,
} from '../../src/contract/resources/by-text.js';
import type { TokenRow } from '../../src/contract/resources/tokens.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { sampleClock } from '../../src/sample/prepared.js';
import * as queries from '../../src/sql/resources/by-text.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { foldedOf } from '../../src/sql/tables/folded.js';
import { createTrigrams } from '../../src/sql/tables/schema.js';
import { ask as send } from '../support/ask.js';
import { engines, freeOperation, openChanging, serve } from '../support/ledgers.js';

/** Letters with and without accents, of several scripts, and characters that patterns are made of. */
const letters = ['a', 'A', 'á', 'Å', 'e', 'É', 'n', 'Ñ', 'o', 'ø', 'ß', 'ж', 'Й', '庭', 'が', '1'];
const others = ['%', '_', '\\', "'", ' ', '🧀', '\u0301'];
const called = fc
  .array(fc.constantFrom(...letters, ...letters, ...others), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''));

const names = fc.sample(fc.tuple(called, called), { numRuns: 90, seed: 11 });
const rows = names.map(([name, symbol], index) => ({ id: `0.0.${2001 + index}`, name, symbol }));
const setup = {
  entities: rows.map((_one, index) => ({ num: 2001 + index, type: 'TOKEN' })),
  tokens: rows.map(({ id, name, symbol }) => ({ token_id: id, name, symbol })),
} as unknown as Setup;

const ask = async (ledger: Ledger, list: List<TokenRow>, text: string, limit = 100) => {
  const filters = [{ parameter: 'text', operator: 'eq', value: text } as const];
  const page = await ledger.page(list, { filters, order: 'asc', limit }, freeOperation());
  return (page?.items ?? []).map(({ token_id }) => token_id);
};

type Case = Awaited<ReturnType<typeof openChanging>>;

describe.each(engines)('%s', (engine) => {
  let opened: Case;
  beforeAll(async () => {
    opened = await openChanging(engine, setup);
    await opened.run(createTrigrams.replace('gin_', 'public.gin_'));
  });
  afterAll(async () => {
    await opened.release();
    await opened.ledger.close();
  });

  it('finds what a plain look through all rows finds, in the order of the names', async () => {
    const sorted = (of: 'name' | 'symbol') =>
      [...rows].sort(
        (a, b) =>
          Buffer.compare(Buffer.from(folded(a[of])), Buffer.from(folded(b[of]))) ||
          Number(a.id.slice(4)) - Number(b.id.slice(4)),
      );
    const byName = sorted('name');
    const bySymbol = sorted('symbol');
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(called, fc.constantFrom(...names.flat())), async (text) => {
        const own = folded(text);
        fc.pre(own !== '');
        const ids = (all: typeof rows) => all.map(({ id }) => id);
        const beginning = byName.filter(({ name }) => folded(name).startsWith(own));
        expect(await ask(opened.ledger, tokensByName, text)).toEqual(ids(beginning));
        const symbols = bySymbol.filter(({ symbol }) => folded(symbol).startsWith(own));
        expect(await ask(opened.ledger, tokensBySymbol, text)).toEqual(ids(symbols));
        found += beginning.length + symbols.length;
        if (!isNarrow(text)) return;
        const parts = byName.filter(({ name }) => folded(name).includes(own));
        expect(await ask(opened.ledger, tokensByPart, text)).toEqual(ids(parts));
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(found).toBeGreaterThan(60);
  });

  it('takes any text that there can be, and the longest', async () => {
    const odd = [
      ...[
        '\u0301',
        '\u{10ffff}',
        '\u{10ffff}'.repeat(25),
        'ﷺ'.repeat(33),
        'ΐ'.repeat(50),
        'İ',
        'ẞ',
        'Ǆ',
      ],
      ...['가'.repeat(33), '𝔸'.repeat(25), '\u200b', '\ufeff', "'; drop", '%_\\', '\\', 'Σίσυφος'],
    ];
    await opened.add({
      entities: odd.map((_text, index) => ({ num: 9001 + index, type: 'TOKEN' })),
      tokens: odd.map((text, index) => ({
        token_id: `0.0.${9001 + index}`,
        name: text,
        symbol: text,
      })),
    } as unknown as Setup);
    for (const [index, text] of odd.entries()) {
      if (folded(text) === '') continue;
      for (const list of [tokensByName, tokensBySymbol, tokensByPart]) {
        const found = await ask(opened.ledger, list, text);
        expect(found, JSON.stringify(text)).toContain(`0.0.${9001 + index}`);
      }
    }
    const server = await serve(opened.ledger);
    const query = 'query ($text: String!) { search(text: $text) { ... on Token { name } } }';
    for (const text of [...odd, '\u0301\u0301', 'a'.repeat(101), 'é'.repeat(51)]) {
      const { errors, text: answer } = await send(server, query, { text });
      expect(errors, text).toEqual([]);
      expect(JSON.parse(answer).extensions?.warnings, text).toBeUndefined();
    }
    await server.close();
  });

  it('reads no table for a beginning, nor for a part, whether it is rare, common or not there', async () => {
    const { run, release, ledger } = await openChanging(engine, setup);
    await run(createTrigrams.replace('gin_', 'public.gin_'));
    await run(`insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol,
        treasury_account_id, timestamp_range, freeze_status, kyc_status)
      select n, 1, 0, 1, md5(n::text) || case when n % 500 = 0 then ' Rarität' else '' end, 'S' || n, 2, '[1,)', 0, 0
      from generate_series(100000, 108000) n`);
    await run(`insert into entity (id, num, realm, shard, type, timestamp_range)
      select n, n, 0, 0, 'TOKEN', '[1,)' from generate_series(100000, 108000) n`);
    await run('vacuum analyze token');
    await run('analyze entity');
    const texts = ['a', 'ab', 'abc', 'rari', 'zzz', 'T'];
    for (const [list, query] of [
      [tokensByName, queries.tokensByName],
      [tokensBySymbol, queries.tokensBySymbol],
      [tokensByPart, queries.tokensByPart],
      [tokensByPart, queries.tokensByPart.otherwise as typeof queries.tokensByPart],
    ] as const) {
      if (query === queries.tokensByPart.otherwise)
        await run('create index on token using gin (name public.gin_trgm_ops)');
      for (const text of texts) {
        if (list === tokensByPart && !isNarrow(text)) continue;
        const filters = [{ parameter: 'text', operator: 'eq', value: text } as const];
        const request = { filters, order: 'asc', limit: 100 } as const;
        const { text: statement, values } = query.select(request, [sql`null`], sampleClock);
        const plan = JSON.stringify(await run(`explain ${statement}`, values));
        expect(plan, `${list.name} ${text}`).not.toContain('Seq Scan');
        if (list !== tokensByPart) expect(plan).not.toContain('Sort');
      }
    }
    await release();
    await ledger.close();
  });

  it('is a warning of the search where the indexes are missing, of any text', async () => {
    const { ledger, run, release } = await openChanging(engine, {
      entities: [{ num: 2001, type: 'TOKEN' }],
      tokens: [{ token_id: '0.0.2001', name: 'Harbour', symbol: 'HARBOUR' }],
    });
    await run('drop index token_lower_token_id_idx');
    await run('drop index token_lower_token_id_idx1');
    const own = await serve(ledger);
    const { data, errors, text } = await send(
      own,
      '{ search(text: "harbour") { ... on Node { id } } }',
    );
    expect(errors).toEqual([]);
    expect(data.search).toEqual([]);
    expect(JSON.parse(text).extensions.warnings).toEqual(
      ['name', 'symbol'].map((column) => ({
        path: ['search'],
        code: 'NOT_ANSWERABLE',
        message: expect.stringContaining(`an index on token (folded ${column}, token_id)`),
      })),
    );
    await own.close();
    await release();
    await ledger.close();
  });

  it('is answered by the indexes that the documentation says to make, and by none that is like them', async () => {
    const { run, release, ledger } = await openChanging(engine, setup);
    await run('drop index token_lower_token_id_idx');
    await run('drop index token_lower_token_id_idx1');
    await run(statementsOf('token')[1]?.replace('token_id)', 'token_id desc)') as string);
    await run('create index on token (name, token_id)');
    await run('create index on token (lower(name) collate "C", token_id)');
    for (const list of [tokensByName, tokensBySymbol, tokensByPart])
      await expect(ask(ledger, list, 'abc'), list.name).rejects.toThrow(/an index on token \(/);
    for (const text of statementsOf('token')) {
      // Of a case the extension is in another schema.
      await run(text.replace('gin_trgm_ops', 'public.gin_trgm_ops'));
    }
    const anew = sqlLedger({
      description: 'the same',
      query: async ({ text, values }) => (await run(text, values)) as never,
      close: async () => {},
    });
    for (const list of [tokensByName, tokensBySymbol, tokensByPart]) await ask(anew, list, 'abc');
    await release();
    await ledger.close();
  });
});

/** What the documentation says to type for a table. */
function statementsOf(table: string): string[] {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const all = page.match(/^create index concurrently on .*$/gm) ?? [];
  const own = all.filter((text) => text.includes(` on ${table} `));
  expect(own.length).toBeGreaterThan(0);
  return own;
}

/** A database that says nothing until it is told to, and writes down who asked. */
function slowCatalogue() {
  const waiting: { resolve(rows: object[]): void; reject(error: unknown): void }[] = [];
  const database = {
    description: 'slow',
    query: ({ text }: { readonly text: string }) =>
      text.includes('pg_index')
        ? new Promise<never[]>((resolve, reject) => waiting.push({ resolve, reject } as never))
        : Promise.resolve([]),
    close: async () => {},
  };
  return { ledger: sqlLedger(database), waiting };
}

const known = ['name', 'symbol'].map((column) => ({
  method: 'btree',
  keys: [foldedOf(column), 'token_id'],
  directions: [0, 0],
  collations: ['C', null],
  classes: ['text_ops', 'int8_ops'],
}));

describe('the catalogue', () => {
  it('is looked at once for all who ask at first, and is a statement of the one who looks', async () => {
    const { ledger, waiting } = slowCatalogue();
    const operations = Array.from({ length: 5 }, freeOperation);
    const request = { filters: [], order: 'asc', limit: 1 } as const;
    const pages = operations.map((operation, index) =>
      ledger.page(index % 2 ? tokensByName : tokensBySymbol, request, operation),
    );
    await new Promise(setImmediate);
    expect(waiting).toHaveLength(1);
    waiting[0]?.resolve(known);
    await Promise.all(pages);
    expect(operations.map(({ usage }) => usage.calls)).toEqual([2, 1, 1, 1, 1]);
  });

  it('is looked at by another where the one who looked has left', async () => {
    const { ledger, waiting } = slowCatalogue();
    const [leaving, staying, late] = Array.from({ length: 3 }, () =>
      startOperation({ timeout: 5000, calls: 10 }),
    ) as [
      ReturnType<typeof startOperation>,
      ReturnType<typeof startOperation>,
      ReturnType<typeof startOperation>,
    ];
    const request = { filters: [], order: 'asc', limit: 1 } as const;
    const [left, stayed, waited] = [leaving, staying, late].map((operation) =>
      ledger.page(tokensByName, request, operation).catch((error: unknown) => error),
    );
    await new Promise(setImmediate);
    late.end();
    waiting[0]?.reject(new LedgerError('UPSTREAM_TIMEOUT'));
    expect(await left).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await waited).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve(known);
    expect(await stayed).toMatchObject({ items: [] });
    for (const operation of [leaving, staying]) operation.end();
  });
});
