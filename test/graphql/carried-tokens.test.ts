// Tokens of an account out of its row are those of the list below it, and cost no call of their own.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

/** Accounts by how many tokens they hold: a row of several has 50 at the most. */
const holding: Readonly<Record<number, number>> = {
  1001: 0,
  1002: 1,
  1003: 3,
  1049: 49,
  1050: 50,
  1060: 60,
};
const holders = Object.keys(holding).map(Number);
const greatest = 9_223_372_036_854_775_807n;

/** Of every seventh token nothing is known. */
const known = Array.from({ length: 60 }, (_, index) => 2001 + index).filter((num) => num % 7 > 0);

const setup: Setup = {
  accounts: holders.map((num) => ({ num, balance: greatest, balance_timestamp: 1 })),
  entities: known.map((num) => ({ num, type: 'TOKEN' })),
  tokens: known.map((num) => ({ token_id: `0.0.${num}`, decimals: num % 19 })),
  tokenaccounts: Object.entries(holding).flatMap(([num, count]) =>
    // One more was given away again.
    Array.from({ length: count + 1 }, (_, index) => ({
      account_id: `0.0.${num}`,
      token_id: `0.0.${2001 + index}`,
      associated: index < count,
      balance: index % 2 === 0 ? index : greatest - BigInt(index),
      created_timestamp: 1,
    })),
  ),
};

const told = 'id tokenId balance amount decimals timestamp token { symbol decimals }';

describe('tokens of accounts over a mirror node', () => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backends.at(-1) as (typeof backends)[number], setup);
    return () => server.close();
  });

  const page = (args: string, more = '') => `tokens(${args}) {
    edges { cursor node { ${told} ${more} } } timestamp totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const anyArguments = fc
    .tuple(
      fc.constantFrom('first', 'last'),
      fc.constantFrom(0, 1, 2, 3, 4, 48, 49, 50, 51, 60, 61, 100, 150),
      fc.constantFrom('', 'order: ASC', 'order: DESC'),
    )
    .map(([end, size, order]) => `${end}: ${size} ${order}`);
  const places: readonly ((ids: readonly number[], tokens: string) => string)[] = [
    (ids, tokens) => ids.map((id) => `a${id}: account(id: ${id}) { memo ${tokens} }`).join(' '),
    (ids, tokens) => `accounts(filter: { account: { in: [${ids}] } }) { nodes { ${tokens} } }`,
    (ids, tokens) =>
      `balances(filter: { account: { in: [${ids}] } }) { nodes { account { ${tokens} } } }`,
    (ids, tokens) =>
      `nodes(ids: [${ids.map((id) => `"${Buffer.from(`Account:0.0.${id}`).toString('base64url')}"`)}]) { ... on Account { ${tokens} } }`,
  ];

  it('are the same out of rows and out of the list below each', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...places),
      fc.subarray(holders, { minLength: 1 }),
      anyArguments,
      async (place, ids, args) => {
        const [row, list] = [page(args), page(args, 'relationship { kycStatus }')];
        const [carried, listed] = [
          await ask(server, `{ ${place(ids, row)} }`),
          await ask(server, `{ ${place(ids, list)} }`),
        ];
        expect(carried.errors).toEqual([]);
        expect(carried.data).toEqual(without('relationship', listed.data));
      },
    );
    await fc.assert(property, { numRuns: Number(process.env['FUZZ_RUNS'] ?? 15) });
  });

  const callsOf = async (query: string) => {
    server.calls.length = 0;
    const { errors } = await ask(server, query);
    expect(errors).toEqual([]);
    return [...server.calls].sort();
  };
  const few = '[1001, 1002, 1003, 1049]';

  it('cost no call beside the one of all the rows', async () => {
    const below = (tokens: string) =>
      `{ balances(filter: { account: { in: ${few} } }) { nodes { account { ${tokens} } } } }`;
    const read = ['many account ×4', 'page balances'];
    expect(await callsOf(below('tokens { nodes { tokenId balance } }'))).toEqual(read);
    expect(await callsOf(below('memo tokens { edges { node { tokenId } } }'))).toEqual(read);
    const accounts = `{ accounts(filter: { account: { in: ${few} } }) { nodes { tokens { nodes { balance } } } } }`;
    expect(await callsOf(accounts)).toEqual(['page accounts']);
    expect(await callsOf('{ account(id: 1003) { memo tokens { nodes { balance } } } }')).toEqual([
      'one account',
    ]);
  });

  it('are read below an account whose row may be cut, and of it alone', async () => {
    const all = `{ accounts { nodes { tokens(first: 60) { nodes { balance } } } } }`;
    expect(await callsOf(all)).toEqual(['page accounts', 'pages accountTokens ×2']);
  });

  it('are read below each where more is asked for than a row has', async () => {
    const below = (tokens: string) =>
      `{ accounts(filter: { account: { in: ${few} } }) { nodes { ${tokens} } } }`;
    for (const tokens of [
      'tokens { nodes { relationship { kycStatus } } }',
      'tokens { nodes { amount } }',
      'tokens { edges { node { token { entityId decimals } } } }',
      'tokens(filter: { token: { gt: 5 } }) { nodes { balance } }',
    ]) {
      expect(await callsOf(below(tokens)), tokens).toContain('pages accountTokens ×4');
    }
  });
});

/** The same without the members of a name. */
const without = (name: string, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, own) => (key === name ? undefined : own)));

describe('tokens of an account of which a mirror node tells nothing right', () => {
  const token = { token_id: '0.0.77', balance: 1 };
  it.each([
    ['no balance', { balance: null }],
    ['no tokens', { balance: { balance: 1, timestamp: null } }],
    ['tokens that are none', { balance: { balance: 1, timestamp: null, tokens: 'many' } }],
    ['a token without an id', { balance: { balance: 1, timestamp: null, tokens: [token, {}] } }],
  ])('with %s are read below it', async (_what, balance) => {
    const server = await openStub(({ path }) =>
      path.endsWith('/tokens')
        ? { body: { tokens: [token], links: { next: null } } }
        : { body: { account: '0.0.5', memo: 'm', ...balance } },
    );
    const { data, errors } = await ask(
      server,
      '{ account(id: 5) { memo tokens { nodes { tokenId } } } }',
    );
    await server.close();
    expect([data.account, errors]).toEqual([
      { memo: 'm', tokens: { nodes: [{ tokenId: '0.0.77' }] } },
      [],
    ]);
    expect(server.stub.calls).toHaveLength(2);
  });
});
