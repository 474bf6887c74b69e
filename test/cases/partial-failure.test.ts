// CASE-19: what is unknown or fails among many look-ups takes no other along, nor is remembered.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { type Handler, ledgerStub } from '../support/stub.js';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const fields = '{ entityId balance { balance } }';
const query = (nums: readonly number[]) =>
  `{ ${nums.map((num, at) => `a${at}: account(id: "0.0.${num}") ${fields}`).join('\n')} }`;
const found = (num: number) => ({ entityId: `0.0.${num}`, balance: { balance: `${num * 2}` } });
const oneUnknown = { data: { a0: found(2), a1: null }, errors: [], status: 200 };

describe.each(backends)('CASE-19, an unknown account among others on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, { accounts: [{ num: 2, balance: 4 }] });
    return server.close;
  });

  it('is null without an error, and the others are there', async () => {
    const { data, errors, status } = await ask(server, query([2, 404404]));
    expect({ data, errors, status }).toEqual(oneUnknown);
  });
});

const healthy = ledgerStub({
  accounts: [2, ...range(3001, 3045)].map((num) => ({
    account: `0.0.${num}`,
    balance: { balance: num * 2 },
  })),
});

/** A mirror node that answers 503 to calls for any of these accounts. */
const without =
  (nums: readonly number[]): Handler =>
  (call) => {
    const isMissing = nums.some((num) => call.query.getAll('account.id').includes(`0.0.${num}`));
    return isMissing ? { status: 503, body: '' } : healthy(call);
  };

describe('CASE-19, a failure among many look-ups of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  const nums = range(3001, 3040);
  const lost = range(3021, 3040);

  beforeEach(async () => {
    server = await openStub(without(lost));
  });
  afterEach(() => server.close());

  it('loses the accounts of its own call, each with its error and path', async () => {
    const { data, errors, status } = await ask(server, query(nums));
    expect(status).toBe(200);
    expect(Object.values(data)).toEqual([...range(3001, 3020).map(found), ...lost.map(() => null)]);
    const byPath = new Map(errors.map(({ path, extensions }) => [String(path), extensions]));
    expect([...byPath.keys()].sort()).toEqual(range(20, 39).map((at) => `a${at}`));
    for (const extensions of byPath.values()) {
      expect(extensions).toEqual({ code: 'UPSTREAM_UNAVAILABLE', upstreamStatus: 503 });
    }
    expect(errors).toHaveLength(20);
  });

  it('is not remembered once the mirror node answers again', async () => {
    await ask(server, query(nums));
    server.stub.reset(healthy);
    const { data, errors } = await ask(server, query(nums));
    expect([Object.values(data), errors]).toEqual([nums.map(found), []]);
  });

  it('leaves what is unknown null without an error', async () => {
    const { data, errors, status } = await ask(server, query([2, 404404]));
    expect({ data, errors, status }).toEqual(oneUnknown);
  });
});

describe('a failure among lists that are chosen by many ids', () => {
  const held = range(1, 45).map((num) => ({ token_id: `0.0.${num}`, balance: num, decimals: 0 }));
  const whole = ledgerStub({
    accounts: [{ account: '0.0.7', memo: 'm' }],
    balances: range(3001, 3045).map((num) => ({ account: `0.0.${num}`, balance: num, tokens: [] })),
    accountTokens: { '0.0.7': held },
  });
  let server: Awaited<ReturnType<typeof openStub>>;
  /** Answers 503 to calls that name this id. */
  const open503 = async (id: string, handler: Handler = whole) => {
    const isLost: Handler = (call) =>
      [...call.query.values()].includes(id) ? { status: 503, body: '' } : handler(call);
    server = await openStub(isLost, { retries: 0 });
  };
  afterEach(() => server.close());

  it('keeps the rows before it, in both orders, and goes on from there', async () => {
    await open503('0.0.3041');
    const ids = range(3001, 3045).map((num) => `"0.0.${num}"`);
    const list = (args: string) =>
      ask(
        server,
        `{ balances(first: 100, filter: { account: { in: [${ids}] } } ${args}) {
          nodes { accountId } pageInfo { hasNextPage endCursor } } }`,
      );
    const { data, errors, text } = await list('order: ASC');
    expect(errors).toEqual([]);
    expect(data.balances.nodes.length).toBe(40);
    expect(data.balances.pageInfo.hasNextPage).toBe(true);
    expect(JSON.parse(text).extensions.warnings).toMatchObject([
      { path: ['balances'], code: 'UPSTREAM_UNAVAILABLE' },
    ]);
    server.stub.reset(whole);
    const rest = await list(`order: ASC, after: "${data.balances.pageInfo.endCursor}"`);
    expect(rest.data.balances.nodes.map((row: { accountId: string }) => row.accountId)).toEqual(
      range(3041, 3045).map((num) => `0.0.${num}`),
    );
  });

  it.each([
    ['the first', '0.0.1', range(1, 20)],
    ['a middle one', '0.0.21', range(21, 40)],
    ['the last', '0.0.41', range(41, 45)],
  ])('loses what %s of its calls asks for, and nothing else', async (_which, id, lost) => {
    await open503(id);
    const fields = range(1, 45).map((num) => `t${num}: token(id: "0.0.${num}") { balance }`);
    const { data, errors } = await ask(server, `{ account(id: "0.0.7") { ${fields.join(' ')} } }`);
    const expected = range(1, 45).map((num) => (lost.includes(num) ? null : { balance: `${num}` }));
    expect(Object.values(data.account)).toEqual(expected);
    expect(errors.map(({ path }) => path?.[1])).toEqual(lost.map((num) => `t${num}`));
  });

  it('loses the balances of its own call only', async () => {
    await open503('0.0.3001');
    const id = (num: number) => Buffer.from(`Balance:0.0.${num}`).toString('base64url');
    const ids = range(3001, 3045).map((num) => `"${id(num)}"`);
    const text = `{ nodes(ids: [${ids}]) { ... on Balance { balance } } }`;
    const { data, errors } = await ask(server, text);
    const read = data.nodes.map((node: { balance: string } | null) => node && Number(node.balance));
    expect(read).toEqual([...Array(20).fill(null), ...range(3021, 3045)]);
    expect(errors).toHaveLength(20);
  });

  it('is none where a mirror node only gives fewer rows at once', async () => {
    await open503('none', (call) => {
      const query = new URLSearchParams(call.query);
      if (call.path.endsWith('/tokens')) query.set('limit', '7');
      return whole({ ...call, query });
    });
    const fields = range(1, 15).map((num) => `t${num}: token(id: "0.0.${num}") { balance }`);
    const { data, errors } = await ask(server, `{ account(id: "0.0.7") { ${fields.join(' ')} } }`);
    expect(errors).toEqual([]);
    expect(Object.values(data.account)).toEqual(range(1, 15).map((n) => ({ balance: `${n}` })));
  });
});

it('of one token leaves the others that a transaction has associated', async () => {
  const at = '1700000000.000000001';
  const given = ledgerStub({
    transactions: [
      { consensus_timestamp: at, name: 'TOKENASSOCIATE', result: 'SUCCESS', entity_id: '0.0.7' },
    ],
    accountTokens: {
      '0.0.7': [8, 9, 10].map((num) => ({ token_id: `0.0.${num}`, created_timestamp: at })),
    },
    token: [{ token_id: '0.0.10', total_supply: '5' }],
  });
  const server = await openStub(
    (call) => (call.path.endsWith('/0.0.8') ? { status: 503, body: '' } : given(call)),
    { retries: 0 },
  );
  const { data, errors } = await ask(
    server,
    '{ transactions { nodes { associatedTokens { totalSupply } } } }',
  );
  // The second is one that the ledger does not have.
  expect(data.transactions.nodes).toEqual([
    { associatedTokens: [null, null, { totalSupply: '5' }] },
  ]);
  expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual([
    ['transactions.nodes.0.associatedTokens.0', 'UPSTREAM_UNAVAILABLE'],
  ]);
  await server.close();
});

it('is no miss where a mirror node answers with rows that were not asked for', async () => {
  const server = await openStub((call) =>
    healthy({ ...call, query: new URLSearchParams('limit=2') }),
  );
  const { data, errors } = await ask(server, query([3001, 404404]));
  // It gives 0.0.2 and 0.0.3001, whatever it is asked for.
  expect(Object.values(data)).toEqual([null, null]);
  const codes = errors.map(({ extensions }) => extensions['code']);
  expect(codes).toEqual(['UPSTREAM_BAD_RESPONSE', 'UPSTREAM_BAD_RESPONSE']);
  await server.close();
});
