// CASE of walks that stop: what was read before a page fails is kept, with a way to go on and the reason.
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { runQuery } from '../../src/command/query.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { type Answer, type Call, ledgerStub, type Stub, startStub } from '../support/stub.js';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const blocks = numbered(250).map((number) => ({
  number,
  hash: `0x${'ab'.repeat(48)}`,
  name: `${number}.rcd`,
  timestamp: { from: `${number}.000000000`, to: `${number}.999999999` },
}));
const tokens = numbered(120).map((num) => ({ token_id: `0.0.${num}`, balance: num, decimals: 0 }));
const whole = ledgerStub({
  blocks,
  accountTokens: { '0.0.5': tokens },
  account: [{ account: '0.0.5', memo: 'm' }],
  balances: [{ account: '0.0.5', balance: 7, tokens: tokens.slice(0, 50) }],
});

let stub: Stub;
let ledger: Ledger;
let server: Server;
const lines: Record<string, unknown>[] = [];
/** Calls of a list so far, by its path. */
const counts = new Map<string, number>();

/** Answers as a mirror node would, until `broken` says otherwise of the call with this number. */
function breaking(broken: (call: Call, count: number) => Answer | undefined) {
  counts.clear();
  stub.reset((call) => {
    const count = (counts.get(call.path) ?? 0) + 1;
    counts.set(call.path, count);
    return broken(call, count) ?? whole(call);
  });
}
const isSecond = (path: string) => (call: Call, count: number) =>
  call.path === path && count > 1 ? { status: 503, body: {} } : undefined;
const secondPage = isSecond('/api/v1/blocks');

beforeAll(async () => {
  stub = await startStub(whole);
  ledger = remote(stub.url, { retries: 0, cache: 0 });
  const write = (line: string) => void lines.push(JSON.parse(line));
  server = await serve(ledger, {
    log: pino({ level: 'warn' }, { write }),
    graphql: { cache: memoryStore(1_000_000) },
  });
});
afterAll(async () => {
  await server.close();
  await ledger.close();
  await stub.close();
});
beforeEach(() => {
  lines.length = 0;
});

interface Block {
  readonly number: string;
}
const query = '{ blocks(first: 200) { nodes { number } pageInfo { hasNextPage endCursor } } }';

async function post(text: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: text }),
  });
  return response.text();
}
const answerTo = async (text: string) => JSON.parse(await post(text));

describe('a list whose second page is a 503', () => {
  const unavailable = {
    path: ['blocks'],
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The ledger can not be reached',
  };

  it('keeps the first one, says why it stops, and goes on later', async () => {
    // More than twice, since operations that come again are run in another way.
    for (let count = 0; count < 4; count += 1) {
      lines.length = 0;
      breaking(secondPage);
      const { data, errors, extensions } = await answerTo(query);
      expect(errors).toBeUndefined();
      expect(data.blocks.nodes).toHaveLength(100);
      expect(data.blocks.pageInfo.hasNextPage).toBe(true);
      expect(extensions).toEqual({ warnings: [unavailable] });
      expect(lines).toEqual([
        expect.objectContaining({ msg: 'ledger failed', code: unavailable.code, path: ['blocks'] }),
      ]);
      stub.reset(whole);
      const after = data.blocks.pageInfo.endCursor;
      const rest = await ask(server, `{ blocks(after: "${after}") { nodes { number } } }`);
      expect(rest.data.blocks.nodes[0]).toEqual({ number: '150' });
    }
  });

  it('is never kept for others, nor by browsers', async () => {
    const text = `query Kept ${query}`;
    const get = `${server.url}/graphql?query=${encodeURIComponent(text)}`;
    for (let count = 0; count < 3; count += 1) {
      breaking(secondPage);
      const partial = await fetch(get);
      expect(partial.headers.get('cache-control')).toBe('no-store');
      expect((await partial.json()) as object).toHaveProperty('extensions.warnings');
      expect(stub.calls).toHaveLength(2);
    }
    stub.reset(whole);
    const { data, extensions } = await answerTo(text);
    expect(data.blocks.nodes).toHaveLength(200);
    expect(extensions).toBeUndefined();
  });

  it('says nothing where no more was asked for than is there', async () => {
    breaking(secondPage);
    const { data, extensions } = await answerTo('{ blocks(first: 60) { nodes { number } } }');
    expect(data.blocks.nodes).toHaveLength(60);
    expect(extensions).toBeUndefined();
  });

  it('is an error where nothing was read at all', async () => {
    breaking(() => ({ status: 503, body: {} }));
    const { data, errors, extensions } = await answerTo(
      '{ blocks(first: 7) { nodes { number } } }',
    );
    expect(data).toEqual({ blocks: null });
    expect(errors).toHaveLength(1);
    expect(extensions).toBeUndefined();
  });

  it('keeps what was read from the end', async () => {
    breaking(secondPage);
    const { data, extensions } = await answerTo(
      '{ blocks(last: 200) { nodes { number } pageInfo { hasPreviousPage } } }',
    );
    const read = data.blocks.nodes.map(({ number }: Block) => number);
    expect(read).toEqual(numbered(100).reverse().map(String));
    expect(data.blocks.pageInfo.hasPreviousPage).toBe(true);
    expect(extensions.warnings).toEqual([unavailable]);
  });

  it('names the place of each list, below objects and by alias', async () => {
    breaking(isSecond('/api/v1/accounts/0.0.5/tokens'));
    const inner = 't: tokens(first: 120) { nodes { tokenId } }';
    const { data, errors, extensions } = await answerTo(
      `{ a: account(id: "0.0.5") { memo ${inner} } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.a.memo).toBe('m');
    expect(data.a.t.nodes).toHaveLength(100);
    expect(extensions.warnings).toEqual([{ ...unavailable, path: ['a', 't'] }]);
  });

  it('keeps the tokens of a balance that its row has', async () => {
    breaking(({ path }) => (path.endsWith('/tokens') ? { status: 503, body: {} } : undefined));
    const { data, errors, extensions } = await answerTo(
      '{ balances { nodes { tokens(first: 80) { nodes { tokenId } pageInfo { hasNextPage } } } } }',
    );
    expect(errors).toBeUndefined();
    const [row] = data.balances.nodes;
    expect(row.tokens.nodes).toHaveLength(50);
    expect(row.tokens.pageInfo.hasNextPage).toBe(true);
    expect(extensions.warnings).toEqual([
      { ...unavailable, path: ['balances', 'nodes', 0, 'tokens'] },
    ]);
  });

  it('comes in parts up to there', async () => {
    breaking(secondPage);
    const text = await post(
      '{ blocks(first: 200) { edges @stream(initialCount: 1) { node { number } } pageInfo { hasNextPage } } }',
      { accept: 'multipart/mixed' },
    );
    expect(text.match(/"number":"/g)).toHaveLength(100);
    expect(text).not.toContain('"errors"');
    expect(text).toContain('"hasNextPage":true');
    expect(
      text.match(/"warnings":\[\{"path":\["blocks"\],"code":"UPSTREAM_UNAVAILABLE"/g),
    ).toHaveLength(1);
  });
});

describe('a list whose links are wrong', () => {
  const small = (next: (call: Call, count: number) => unknown) =>
    breaking((call, count) => {
      if (call.path !== '/api/v1/blocks') return undefined;
      // A node that gives 40 rows at the most.
      const query = new URLSearchParams(call.query);
      query.set('limit', '40');
      const answer = whole({ ...call, query });
      const body = answer?.body as { links: { next: unknown } };
      return { body: { ...body, links: { next: next(call, count) ?? body.links.next } } };
    });

  it('keeps the pages before a link that leads back', async () => {
    // From the third on it gives the page before again, with a link to that.
    let second: Answer | undefined;
    breaking((call, count) => {
      if (call.path !== '/api/v1/blocks') return undefined;
      const query = new URLSearchParams(call.query);
      query.set('limit', '40');
      const answer = count > 2 ? second : whole({ ...call, query });
      if (count === 2) second = answer;
      return answer;
    });
    const { data, errors, extensions } = await answerTo(query);
    expect(errors).toBeUndefined();
    expect(data.blocks.nodes).toHaveLength(80);
    expect(data.blocks.pageInfo.hasNextPage).toBe(true);
    expect(extensions.warnings).toEqual([
      expect.objectContaining({ path: ['blocks'], code: 'UPSTREAM_PAGINATION' }),
    ]);
  });

  it('answers what is there, whatever the link behind it is', async () => {
    small(() => 7);
    const { data, errors } = await answerTo('{ blocks(first: 40) { nodes { number } } }');
    expect(errors).toBeUndefined();
    expect(data.blocks.nodes).toHaveLength(40);
  });
});

it('of several keys, those that were read are answered, and the others are errors', async () => {
  breaking((call, count) => {
    if (call.path !== '/api/v1/accounts') return undefined;
    if (count > 1) return { status: 503, body: {} };
    const next = `/api/v1/accounts?${call.query}&account.id=gt:0.0.1`;
    return { body: { accounts: [{ account: '0.0.1', memo: 'one' }], links: { next } } };
  });
  const { data, errors } = await answerTo(
    '{ a: account(id: "0.0.1") { memo } b: account(id: "0.0.2") { memo } }',
  );
  expect(data).toEqual({ a: { memo: 'one' }, b: null });
  expect(errors.map(({ path }: { path: unknown }) => path)).toEqual([['b']]);
});

describe('a list that is followed by the command', () => {
  async function run(source: string, format: 'json' | 'csv', calls = 200) {
    const said: string[] = [];
    let written = '';
    const output = {
      write(text: string) {
        written += text;
        return true;
      },
      once: () => {},
    };
    const options = { source, variables: {}, all: true, format };
    const limits = { timeout: 5000, calls, maxPage: 1000 };
    const tell = (text: string) => void said.push(text);
    const code = await runQuery(options, { ledger, limits, output, tell });
    return { code, written, said };
  }

  it('says where it stops, after what it has, and fails', async () => {
    breaking(secondPage);
    const { code, written, said } = await run(query, 'json');
    expect(code).toBe(1);
    expect(JSON.parse(written)).toHaveLength(100);
    expect(said).toEqual([
      'blocks: The ledger can not be reached (UPSTREAM_UNAVAILABLE); there may be more of it',
      expect.stringMatching(/^blocks: what follows the cursor \S+ is not written$/),
    ]);
    breaking(secondPage);
    const lists = await run('{ blocks(first: 200) { nodes { number } } }', 'csv');
    expect(lists.code).toBe(1);
    expect(lists.written.trim().split('\r\n')).toHaveLength(101);
  });

  it('goes on where only the budget of one operation has ended', async () => {
    stub.reset(whole);
    const { code, written, said } = await run(query, 'json', 1);
    expect(said).toEqual([]);
    expect(code).toBe(0);
    expect(JSON.parse(written)).toHaveLength(250);
  });
});
