// An operation that comes again is prepared, and run without yoga: its answer stays the same.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { alike, post } from '../support/alike.js';
import { hostileRequest } from '../support/hostile.js';
import { corpus } from '../support/hostile-corpus.js';
import { openSample, serve } from '../support/ledgers.js';
import { randomOperation } from '../support/operations.js';

let server: Server;

beforeAll(async () => {
  const ledger = await openSample('embedded');
  server = await serve(ledger);
  return () => server.close();
});

const expectSame = (body: string, headers?: Readonly<Record<string, string>>) =>
  alike(server, body, headers);

const examples = readdirSync('examples').filter(
  (name) => name.endsWith('.graphql') && name !== 'live.graphql',
);

describe('an operation that comes again', () => {
  it.each(examples)('answers %s alike', async (name) => {
    await expectSame(post(readFileSync(`examples/${name}`, 'utf8'), { first: 5, id: '0.0.1010' }));
  });

  it('answers made-up operations alike', { timeout: 60_000 }, async () => {
    const known = { keys: ['ab'.repeat(32)], aliases: ['HIQQ'], hashes: ['0xab'] };
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      await expectSame(post(randomOperation(draw, known)));
    });
    await fc.assert(property, { seed: 20_261_128, numRuns: 35 });
  });

  it('answers hostile input alike', { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(hostileRequest, async ({ method, send }) => {
      if (method === 'POST' && send !== undefined) await expectSame(send);
    });
    await fc.assert(property, { seed: 20_261_128, numRuns: 100 });
  });

  it('answers the corpus alike', async () => {
    for (const body of corpus) await expectSame(body);
  });

  const errors: readonly [string, string, object?][] = [
    [
      'an error below a list',
      '{ balances(first: 3) { nodes { account { tokens(first: -1) { nodes { balance } } } } } }',
    ],
    [
      'two errors',
      '{ a: tokens(first: -1) { nodes { name } } b: blocks(last: -1) { nodes { hash } } }',
    ],
    [
      'an error in a fragment',
      '{ ...A }\nfragment A on Query {\n  tokens(first: 9999) { nodes { name } } }',
    ],
    [
      'nodes of which one is wrong',
      '{ nodes(ids: ["QWNjb3VudDowLjAuMTAxMA", "x"]) { id __typename ... on Account { memo } } }',
    ],
    ['a wrong variable', 'query ($id: EntityId!) { token(id: $id) { name } }', { id: 'x' }],
    ['a variable that is missing', 'query ($id: EntityId!) { token(id: $id) { name } }', {}],
    [
      'a variable of another type',
      'query ($n: Int) { tokens(first: $n) { nodes { name } } }',
      { n: 'x' },
    ],
    [
      'a number that is no whole one',
      'query ($n: Int) { tokens(first: $n) { nodes { name } } }',
      { n: 1.5 },
    ],
    [
      'a member that is not known',
      'query ($f: BalancesFilter) { balances(filter: $f, first: 1) { nodes { balance } } }',
      { f: { x: 1 } },
    ],
    ['null for a list of ids', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [null] }],
  ];
  it.each(errors)('tells %s alike', async (_what, query, variables) => {
    const { text } = await expectSame(post(query, variables));
    expect(JSON.parse(text).errors.length).toBeGreaterThan(0);
  });

  it('leaves out and includes by variables', async () => {
    const query =
      'query ($a: Boolean!, $b: Boolean!) { account(id: "0.0.1010") { memo @skip(if: $a) entityId stakedAccount { entityId memo @include(if: $b) } tokens(first: 1) { nodes { token { entityId name @include(if: $b) } } } } }';
    const texts = new Set<string>();
    for (const a of [true, false, true]) {
      for (const b of [true, false, true]) {
        texts.add((await expectSame(post(query, { a, b }))).text);
      }
    }
    expect(texts.size).toBe(4);
  });

  it.each([
    'application/json',
    'application/graphql-response+json',
    'application/graphql-response+json, application/json;q=0.9',
    'text/html',
    '*/*',
  ])('gives %s what it accepts', async (accept) => {
    await expectSame(post('{ __typename }'), { accept });
    await expectSame(post('{ unknown }'), { accept });
    await expectSame(post('{ tokens(first: -1) { nodes { name } } }'), { accept });
  });

  it('answers alike for who names it by its hash, and for who sends the text as well', async () => {
    const query = 'query ($first: Int) { tokens(first: $first) { nodes { name } } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const variables = { first: 2 };
    const registered = await expectSame(JSON.stringify({ query, variables, extensions }));
    expect(JSON.parse(registered.text).data.tokens.nodes).toHaveLength(2);
    expect(await expectSame(JSON.stringify({ variables, extensions }))).toEqual(registered);
    const wrong = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
    const refused = await expectSame(JSON.stringify({ query, variables, extensions: wrong }));
    expect(refused.text).toContain('PERSISTED_QUERY_HASH_MISMATCH');
  });

  it('answers alike for a GET, with its headers for caches', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ tokens(first: 1) { nodes { name } } }')}`;
    const read = async (accept: string) => {
      const response = await fetch(server.url + path, { headers: { accept } });
      const headers = ['content-type', 'cache-control', 'etag', 'vary'].map((name) => [
        name,
        response.headers.get(name),
      ]);
      return { status: response.status, headers, text: await response.text() };
    };
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const first = await read(accept);
      for (let time = 2; time <= 4; time += 1) expect(await read(accept), accept).toEqual(first);
    }
  });
});
