// Operations that are named instead of sent: trusted documents, and those that clients register.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { readTrusted } from '../../src/operating/trusted.js';
import type { Server } from '../../src/server.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

const cannot = 'a trusted operation can not be run';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const query = 'query Balance($id: AccountRef!) { account(id: $id) { entityId } }';
const other = 'query Other { __typename }';
const variables = { id: '1010' };
const answer = { data: { account: { entityId: '0.0.1010' } } };
const persistedQuery = (text: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } },
});

let ledger: Ledger;
let open: Server;
let closed: Server;

beforeAll(async () => {
  ledger = await openSample('embedded');
  const documents = new Map([[sha256(query), query]]);
  open = await serve(ledger, { graphql: { persisted: { documents, only: false } } });
  closed = await serve(ledger, { graphql: { persisted: { documents, only: true } } });
});

afterAll(async () => {
  await open?.close();
  await closed?.close();
  await ledger?.close();
});

async function post(server: Server, body: object) {
  const headers = { 'content-type': 'application/json' };
  const { body: read } = await get(server, '/graphql', {
    method: 'POST',
    headers,
    send: JSON.stringify(body),
  });
  return read;
}

const codeOf = (body: { errors?: { extensions: { code: string } }[] }) =>
  body.errors?.[0]?.extensions.code;

describe.each([
  ['open', () => open],
  ['closed', () => closed],
])('a trusted operation on an %s server', (_name, server) => {
  it.each(['documentId', 'doc_id', 'id'])('is run by its %s', async (name) => {
    expect(await post(server(), { [name]: sha256(query), variables })).toEqual(answer);
  });

  it('is run by the sha256 that GraphQL over HTTP writes', async () => {
    expect(await post(server(), { documentId: `sha256:${sha256(query)}`, variables })).toEqual(
      answer,
    );
  });

  it("is run by Apollo's hash", async () => {
    expect(await post(server(), { ...persistedQuery(query), variables })).toEqual(answer);
  });

  it('is run by a GET, so that a CDN can keep the answer', async () => {
    const search = new URLSearchParams({
      documentId: sha256(query),
      variables: JSON.stringify(variables),
    });
    expect((await get(server(), `/graphql?${search}`)).body).toEqual(answer);
  });

  it('is not known under another id', async () => {
    const body = await post(server(), { documentId: sha256(other) });
    expect(codeOf(body)).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('a server of trusted operations only', () => {
  it('runs the text of one, since it is the same', async () => {
    expect(await post(closed, { query, variables })).toEqual(answer);
  });

  it('refuses any other text, also with its hash', async () => {
    for (const extra of [{}, persistedQuery(other), { documentId: sha256(query) }]) {
      expect(codeOf(await post(closed, { query: other, ...extra }))).toBe('PERSISTED_QUERY_ONLY');
    }
    expect(codeOf(await post(closed, persistedQuery(other)))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('an automatic persisted query', () => {
  it('is asked for once, and known from then on', async () => {
    const fresh = 'query Fresh { block(number: 1) { number } }';
    const [error] = (await post(open, persistedQuery(fresh))).errors;
    expect(error).toEqual({
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    });
    expect(await post(open, { query: fresh, ...persistedQuery(fresh) })).toHaveProperty('data');
    expect(await post(open, persistedQuery(fresh))).toHaveProperty('data');
  });

  it('is refused when text and hash differ', async () => {
    const body = await post(open, { query: other, ...persistedQuery(query) });
    expect(codeOf(body)).toBe('PERSISTED_QUERY_HASH_MISMATCH');
  });
});

it('trusted operations that the schema does not know are told of at the start, each once', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const old = 'query Old { accountNames }';
  const documents = new Map([
    ['a', query],
    [sha256(old), old],
    [sha256(`${old}\n`), old],
    ['b', 'query {'],
    ['c', 'mutation M { __typename }'],
  ]);
  const server = await serve(ledger, { log, graphql: { persisted: { documents, only: true } } });
  await server.close();
  expect(lines.map(({ id, why, msg }) => [id, why, msg])).toEqual([
    [
      sha256(`${old}\n`),
      'Cannot query field "accountNames" on type "Query". Did you mean "accounts" or "account"?',
      cannot,
    ],
    ['b', 'Syntax Error: Expected Name, found <EOF>.', cannot],
    ['c', 'There is no mutation in this schema', cannot],
  ]);
});

describe('operations on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorql-operations-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('are read from the map that Relay and the codegen client preset write', () => {
    const path = write('persisted.json', JSON.stringify({ abc: query }));
    expect([...readTrusted(path)]).toEqual([['abc', query]]);
  });

  it("are read from Apollo's manifest", () => {
    const manifest = {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [{ id: 'abc', name: 'Balance', type: 'query', body: query }],
    };
    expect([...readTrusted(write('manifest.json', JSON.stringify(manifest)))]).toEqual([
      ['abc', query],
    ]);
  });

  it('are read from a folder of .graphql files, by the hash of their text', () => {
    write('balance.graphql', `${query}\n`);
    const documents = readTrusted(folder);
    expect(documents.get(sha256(query))).toBe(`${query}\n`);
    expect(documents.get(sha256(`${query}\n`))).toBe(`${query}\n`);
  });

  it('have no byte order mark, as their clients have none', () => {
    const path = write('marked.graphql', `\uFEFF${query}`);
    expect([...readTrusted(path)]).toEqual([[sha256(query), query]]);
    const map = write('marked.json', `\uFEFF${JSON.stringify({ abc: query })}`);
    expect([...readTrusted(map)]).toEqual([['abc', query]]);
    for (const made of [path, map]) rmSync(made);
  });

  it.each([
    ['no JSON', '{', 'is no JSON'],
    ['a list', '[1]', 'must map ids to the texts of operations'],
    ['a list of texts', '["{ __typename }"]', 'must map ids to the texts of operations'],
    ['null', 'null', 'must map ids to the texts of operations'],
    ['a manifest with a hole', '{"operations":[null]}', 'must map ids to the texts of operations'],
    ['nothing', '{}', 'holds no operation'],
  ])('that are %s are refused with the name of the file', (_name, content, message) => {
    const path = write('wrong.json', content);
    expect(() => readTrusted(path)).toThrow(`${path} ${message}`);
  });
});
