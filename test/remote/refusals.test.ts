// What a mirror node's 404 and 400 mean: that there is nothing, that the client is wrong, or neither.
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { type Answer, type Call, type Handler, ledgerStub, startStub } from '../support/stub.js';

let server: Awaited<ReturnType<typeof openStub>>;
let lines: Record<string, unknown>[];

async function open(handler: Handler, options = {}) {
  lines = [];
  const write = (text: string) => {
    const line = JSON.parse(text);
    // What became of the request has a line of its own: test/operating/slow.test.ts.
    if (line.msg === 'ledger failed') lines.push(line);
  };
  server = await openStub(handler, options, { log: pino({ level: 'warn' }, { write }) });
}
afterEach(() => server.close());

const codes = (errors: Awaited<ReturnType<typeof ask>>['errors']) =>
  errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions['code']}`);
const says = (status: number, message: string, detail?: string): Answer => ({
  status,
  body: { _status: { messages: [{ message, ...(detail && { detail }) }] } },
});
const rows = [7, 8, 9].map((num) => ({ account: `0.0.${num}`, memo: `m${num}`, alias: null }));
const whole = ledgerStub({ accounts: rows, tokens: [{ token_id: '0.0.5', name: 'n' }] });
const html = { 'content-type': 'text/html' };

describe('a 404', () => {
  it.each([
    ['Not found', ''],
    ['Not Found', 'Entity not found'],
    ['Not Found', 'No account found for the given ID'],
    ['No account with a matching alias found', ''],
    ['No such token id - 0.0.5', ''],
    ['No contract with the given evm address 0xab has been found.', ''],
  ])('of the contract (%s, %s) says that there is nothing', async (message, detail) => {
    await open(() => says(404, message, detail));
    const { data, errors } = await ask(server, '{ account(id: "0.0.5") { memo } }');
    expect({ data, errors }).toEqual({ data: { account: null }, errors: [] });
    expect(lines).toEqual([]);
    expect((await fetch(`${server.url}/api/v1/accounts/0.0.5`)).status).toBe(404);
  });

  const foreign: [string, Answer][] = [
    ['the page of a proxy', { status: 404, body: '<h1>Not found</h1>', headers: html }],
    ['a page that calls itself JSON', { status: 404, body: '<h1>Not found</h1>' }],
    ['an empty body', { status: 404, body: '' }],
    ['JSON of somebody else', { status: 404, body: { error: 'Not found' } }],
    ['a list', { status: 404, body: [] }],
    ['no message', { status: 404, body: { _status: { messages: [] } } }],
    ['a route without a resource', says(404, 'Not Found', 'No static resource api/v1/accounts.')],
    ['the same as its message', says(404, 'No static resource api/v1/accounts/0.0.5')],
    ['a route without an endpoint', says(404, 'Not Found', 'No endpoint GET /api/v1/accounts.')],
    ['one too deep', { status: 404, body: `{"_status":${'['.repeat(2e5)}` }],
  ];
  it.each(foreign)('with %s is a bad answer, for one key and for many', async (_what, answer) => {
    await open(() => answer);
    const one = await ask(server, '{ a: account(id: "0.0.5") { memo } }');
    const bad = { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 404 };
    expect(one).toMatchObject({ data: { a: null }, errors: [{ path: ['a'], extensions: bad }] });
    expect(lines).toMatchObject([{ msg: 'ledger failed', ...bad }]);
    const ids = ['0.0.5', '0.0.6', '0x1111111111111111111111111111111111111111'];
    const fields = ids.map((id, at) => `${'abc'[at]}: account(id: "${id}") { memo }`);
    const many = await ask(server, `{ ${fields.join(' ')} s: schedule(id: "0.0.5") { memo } }`);
    expect(many.data).toEqual({ a: null, b: null, c: null, s: null });
    expect(many.errors.map(({ extensions }) => extensions)).toEqual(Array(4).fill(bad));
    expect(many.text).not.toMatch(/static|endpoint|<h1>/);
    for (const path of ['accounts/0.0.5', 'accounts/0.0.5/tokens', 'tokens', 'blocks/5']) {
      expect((await fetch(`${server.url}/api/v1/${path}`)).status, path).toBe(503);
    }
  });

  it.each([
    ['of a proxy', { status: 404, body: '<h1>Not found</h1>', headers: html }],
    ['in the words of the contract', says(404, 'Not found')],
  ])('%s below an account that is there makes no empty list of its tokens', async (_whose, no) => {
    const unlisted = (call: Call) =>
      call.path.endsWith('/tokens') && call.path !== '/api/v1/tokens';
    await open((call) => (unlisted(call) ? no : whole(call)));
    const tokens = 'tokens { nodes { balance } }';
    const { data, errors } = await ask(
      server,
      `{ account(id: "0.0.7") { memo ${tokens} none: tokens(first: 0) { pageInfo { hasNextPage } }
         token(id: "0.0.5") { balance } } }`,
    );
    expect(data).toEqual({ account: { memo: 'm7', tokens: null, none: null, token: null } });
    expect(codes(errors).sort()).toEqual(
      ['none', 'token', 'tokens'].map((name) => `account.${name} UPSTREAM_BAD_RESPONSE`),
    );
    const many = await ask(server, `{ accounts { nodes { memo ${tokens} } } }`);
    expect(many.data.accounts.nodes).toEqual(rows.map(({ memo }) => ({ memo, tokens: null })));
    expect(many.errors.length).toBe(3);
    expect(lines[0]).toMatchObject({ msg: 'ledger failed', code: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('below an account that is only named, and unknown, makes no empty list either', async () => {
    const unknown = ledgerStub({ accounts: [], accountTokens: {} });
    await open((call) =>
      call.path === '/api/v1/balances'
        ? {
            body: { timestamp: '1.0', balances: [{ account: '0.0.9999', balance: 1, tokens: [] }] },
          }
        : unknown(call),
    );
    const { data, errors } = await ask(
      server,
      '{ balances { nodes { account { entityId tokens { nodes { balance } } } } } }',
    );
    expect(errors).toEqual([]);
    expect(data.balances.nodes).toEqual([{ account: { entityId: '0.0.9999', tokens: null } }]);
  });

  it('on a later page of a list keeps what was read, with a warning', async () => {
    const held = Array.from({ length: 120 }, (_, at) => ({
      token_id: `0.0.${at + 1}`,
      balance: 1,
    }));
    const listed = ledgerStub({ accounts: rows, accountTokens: { '0.0.7': held } });
    await open((call) => (call.query.has('token.id') ? says(404, 'Not found') : listed(call)));
    const { data, errors, text } = await ask(
      server,
      '{ account(id: "0.0.7") { tokens(first: 200) { nodes { balance } pageInfo { hasNextPage } } } }',
    );
    expect(errors).toEqual([]);
    const { nodes, pageInfo } = data.account.tokens;
    expect([nodes.length, pageInfo]).toEqual([100, { hasNextPage: true }]);
    expect(JSON.parse(text).extensions.warnings).toMatchObject([{ code: 'UPSTREAM_BAD_RESPONSE' }]);
  });

  it('below a token is never of the contract', async () => {
    await open((call) => (call.path.endsWith('/balances') ? says(404, 'Not found') : whole(call)));
    const { data, errors } = await ask(
      server,
      '{ token(id: "0.0.5") { name balances { nodes { balance } } } }',
    );
    expect(data).toEqual({ token: { name: 'n', balances: null } });
    expect(codes(errors)).toEqual(['token.balances UPSTREAM_BAD_RESPONSE']);
    expect((await fetch(`${server.url}/api/v1/tokens/0.0.5/balances`)).status).toBe(503);
  });

  it('of a proxy before one of several mirror nodes is asked for at the next', async () => {
    const second = await startStub(whole);
    const first = await startStub(() => ({ status: 404, body: '', headers: html }));
    await open(whole, { upstream: [first.url, second.url] });
    const { data } = await ask(server, '{ account(id: "0.0.7") { memo } }');
    expect(data).toEqual({ account: { memo: 'm7' } });
    expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
    await first.close();
    await second.close();
  });
});

describe('a 400', () => {
  const invalid = (name: string): Answer => says(400, `Invalid parameter: ${name}`);

  it('about what the client has typed is its mistake, in the words of the mirror node', async () => {
    await open(({ path, query }) => {
      if (path.endsWith('/blocks')) return invalid(query.has('timestamp') ? 'timestamp' : 'limit');
      if (path.endsWith('/tokens')) return says(400, 'Bad Request', "Failed to convert 'token.id'");
      return invalid('idOrAliasOrEvmAddress');
    });
    const texts = {
      '{ account(id: "0.0.5") { memo } }': 'Invalid parameter: idOrAliasOrEvmAddress',
      '{ blocks(filter: { timestamp: { gt: "5" } }) { nodes { number } } }':
        'Invalid parameter: timestamp',
      '{ tokens(filter: { token: { gt: "0.0.5" } }) { nodes { name } } }':
        "Bad Request (Failed to convert 'token.id')",
    };
    for (const [query, message] of Object.entries(texts)) {
      const { errors } = await ask(server, query);
      const extensions = { code: 'BAD_USER_INPUT', upstreamStatus: 400 };
      expect(errors, query).toMatchObject([{ message, extensions }]);
    }
    expect(lines).toEqual([]);
    const rest = await fetch(`${server.url}/api/v1/blocks?timestamp=5`);
    expect(rest.status).toBe(400);
    expect(await rest.json()).toEqual(invalid('timestamp').body);
  });

  it.each([
    ['of a list without arguments', 'limit', '{ a: blocks { nodes { number } } }'],
    [
      'about our own bounds',
      'limit',
      '{ a: tokens(first: 90, filter: {type: FUNGIBLE_COMMON}) { nodes { name } } }',
    ],
    ['about what we have added', 'transactions', '{ a: account(id: "0.0.5") { memo } }'],
    [
      'of a batch',
      'account.id',
      '{ a: account(id: "0.0.5") { memo } b: account(id: "0.0.6") { memo } }',
    ],
    ['without a word', '', '{ a: blocks(filter: { number: { gt: 5 } }) { nodes { number } } }'],
  ])('%s is a bad answer, and is in the log', async (_what, name, query) => {
    await open(() => (name ? invalid(name) : { status: 400, body: '<html>' }));
    const { data, errors, text } = await ask(server, query);
    expect(data.a).toBeNull();
    const bad = { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 400 };
    for (const { extensions } of errors) expect(extensions).toEqual(bad);
    expect(text).not.toContain('Invalid parameter');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: 'ledger failed', ...bad });
    expect(lines[0]?.['cause']).toContain(name ? `Invalid parameter: ${name}` : 'without a word');
    expect((await fetch(`${server.url}/api/v1/blocks`)).status).toBe(503);
  });

  it('of a look-up below a row is no mistake of the client', async () => {
    await open((call) => (call.path.includes('/tokens/') ? invalid('tokenid') : treasuries(call)));
    const { data, errors } = await ask(
      server,
      '{ account(id: "0.0.7") { tokens { nodes { token { supplyType } } } } }',
    );
    expect(data.account.tokens.nodes).toEqual([{ token: null }]);
    expect(codes(errors)).toEqual(['account.tokens.nodes.0.token UPSTREAM_BAD_RESPONSE']);
  });
  const treasuries = ledgerStub({
    accounts: rows,
    accountTokens: { '0.0.7': [{ token_id: '0.0.5', balance: 1, decimals: 0 }] },
  });

  it('that is not the client’s is asked for at the next mirror node', async () => {
    const second = await startStub(whole);
    const first = await startStub(() => invalid('limit'));
    await open(whole, { upstream: [first.url, second.url] });
    const { data } = await ask(server, '{ accounts(first: 1) { nodes { memo } } }');
    expect(data).toEqual({ accounts: { nodes: [{ memo: 'm7' }] } });
    first.reset(() => invalid('account.id'));
    const query = '{ accounts(first: 1, filter: {account: {gt: "0.0.8"}}) { nodes { memo } } }';
    expect(codes((await ask(server, query)).errors)).toEqual(['accounts BAD_USER_INPUT']);
    expect(second.calls).toHaveLength(1);
    await first.close();
    await second.close();
  });

  it('is cut to few messages of little text', async () => {
    const messages = Array.from({ length: 500 }, () => ({
      message: `timestamp ${'x'.repeat(5000)}`,
      detail: 'y'.repeat(5000),
    }));
    await open(() => ({ status: 400, body: { _status: { messages } } }));
    const query = (filter: string) => `{ blocks${filter} { nodes { number } } }`;
    const typed = await ask(server, query('(filter: { timestamp: { gt: "5" } })'));
    expect(typed.errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(typed.text.length).toBeLessThan(5000);
    expect((await ask(server, query(''))).errors[0]?.extensions['code']).toBe(
      'UPSTREAM_BAD_RESPONSE',
    );
    expect(JSON.stringify(lines).length).toBeLessThan(5000);
  });
});
