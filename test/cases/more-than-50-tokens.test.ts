// CASE-06: an account's tokens are complete, though a row of balances lists 50 of them at most.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../ask.js';
import { type Call, type Handler, ledgerStub } from '../stub.js';
import { backends, open, openStub } from './backends.js';

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `0.0.${from + index}`);
const all = ids(2001, 60);
const holders = { '0.0.1006': all, '0.0.1050': ids(2001, 50) };
const snapshotTime = '1700000000.000000000';
const page = '{ edges { node { tokenId } } pageInfo { hasNextPage hasPreviousPage endCursor } }';
const rowOf = (at: string, order: string, id = '0.0.1006') =>
  `query ($first: Int, $after: String, $last: Int, $before: String) {
    balances(first: 1, filter: { account: { eq: "${id}" } }, order: ${order} ${at}) { edges { node {
      tokens(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { tokenId } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } } }`;
const live = '';
const past = `at: "${snapshotTime}"`;

interface Tokens {
  readonly edges: readonly { readonly cursor: string; readonly node: { tokenId: string } }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}
const idsOf = ({ edges }: Tokens) => edges.map(({ node }) => node.tokenId);

/** A mirror node that pages by 25 at the most, and cuts rows of balances after 50 tokens. */
const stubbed: Handler = (call: Call) => {
  if (call.path !== '/api/v1/balances') {
    const query = new URLSearchParams(call.query);
    query.set('limit', String(Math.min(Number(query.get('limit') ?? 25), 25)));
    return ledgerStub({
      accounts: [{ account: '0.0.1006', balance: null }],
      accountTokens: Object.fromEntries(
        Object.entries(holders).map(([id, held]) => [
          id,
          held.map((token_id) => ({ token_id, balance: 1 })),
        ]),
      ),
    })({ ...call, query });
  }
  const account = call.query.get('account.id') as keyof typeof holders;
  const held =
    call.query.get('order') === 'desc' ? [...holders[account]].reverse() : holders[account];
  const tokens = held.slice(0, 50).map((token_id) => ({ token_id, balance: 1 }));
  const body = { balances: [{ account, balance: 0, tokens }], links: { next: null } };
  return { body: { timestamp: snapshotTime, ...body } };
};

const rows = {
  accounts: [
    { num: 1006, balance: 0 },
    { num: 1050, balance: 0 },
  ],
  tokenaccounts: Object.entries(holders).flatMap(([account_id, held]) =>
    held.map((token_id) => ({ account_id, token_id, balance: 1, created_timestamp: 1 })),
  ),
  balances: [
    { timestamp: 1700000000000000000n, id: 2, balance: 1 },
    ...Object.entries(holders).map(([id, held]) => ({
      timestamp: 1700000000000000000n,
      id,
      balance: 0,
      tokens: held.map((token_num) => ({ token_num, balance: 1 })),
    })),
  ],
};

const places = [
  ...backends.map((name) => ({ name, start: () => open(name, rows) })),
  { name: 'a stub', start: () => openStub(stubbed) },
];

describe.each(places)('CASE-06, 60 tokens of one account on $name', ({ start }) => {
  let server: { readonly url: string; close(): Promise<void> };

  beforeAll(async () => {
    server = await start();
    return server.close;
  });

  async function tokens(query: string, variables: Readonly<Record<string, unknown>>) {
    const { data, errors } = await ask(server, query, variables);
    expect(errors).toEqual([]);
    return data.balances.edges[0].node.tokens as Tokens;
  }

  /** Codes of the errors, which are all there is in place of the tokens. */
  async function refusal(query: string, variables: Readonly<Record<string, unknown>>) {
    const { data, errors, status } = await ask(server, query, variables);
    expect(status).toBe(200);
    expect(data.balances.edges[0].node.tokens).toBeNull();
    expect(errors[0]?.message).toContain('50 token balances');
    return errors.map(({ extensions }) => extensions['code']);
  }

  it('gives all of them in one page of the account', async () => {
    const { data } = await ask(
      server,
      `{ account(id: "0.0.1006") { tokens(first: 100) ${page} } }`,
    );
    expect(idsOf(data.account.tokens)).toEqual(all);
    expect(data.account.tokens.pageInfo.hasNextPage).toBe(false);
  });

  it('gives the last ones of the account from the end', async () => {
    const { data } = await ask(server, `{ account(id: "0.0.1006") { tokens(last: 5) ${page} } }`);
    expect(idsOf(data.account.tokens)).toEqual(all.slice(-5));
    expect(data.account.tokens.pageInfo).toMatchObject({
      hasNextPage: false,
      hasPreviousPage: true,
    });
  });

  it('finds a token beyond the 50th by its id, and null for one that is not associated', async () => {
    const { data } = await ask(
      server,
      `{ account(id: "0.0.1006") {
        held: token(id: "0.0.2055") { balance } other: token(id: "0.0.2061") { balance }
        tokens(filter: { token: { in: ["0.0.2055", "0.0.2061"] } }) ${page} } }`,
    );
    expect(data.account).toMatchObject({ held: { balance: '1' }, other: null });
    expect(idsOf(data.account.tokens)).toEqual(['0.0.2055']);
  });

  describe.each(['ASC', 'DESC'])('in a row of balances in order %s', (order) => {
    const now = rowOf(live, order);
    const then = rowOf(past, order);

    it('says after 50 that there are more, and goes on to the end', async () => {
      const first = await tokens(now, { first: 50 });
      expect(idsOf(first)).toEqual(all.slice(0, 50));
      expect(first.pageInfo.hasNextPage).toBe(true);
      const rest = await tokens(now, { first: 50, after: first.pageInfo.endCursor });
      expect(idsOf(rest)).toEqual(all.slice(50));
      expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    });

    it('gives each token once in pages of 7', async () => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const next: Tokens = await tokens(now, { first: 7, after });
        seen.push(...idsOf(next));
        after = next.pageInfo.hasNextPage ? next.pageInfo.endCursor : null;
      } while (after !== null && seen.length < 100);
      expect(seen).toEqual(all);
    });

    it('gives all of them in one page, from the start and from the end', async () => {
      expect(idsOf(await tokens(now, { first: 100 }))).toEqual(all);
      const fromEnd = await tokens(now, { last: 55 });
      expect(idsOf(fromEnd)).toEqual(all.slice(-55));
      expect(fromEnd.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = await tokens(now, { last: 55, before: fromEnd.pageInfo.startCursor });
      expect(idsOf(before)).toEqual(all.slice(0, 5));
      expect(before.pageInfo.hasPreviousPage).toBe(false);
    });

    it('never ends a snapshot in silence at 50, from either end', async () => {
      for (const size of [50, 100]) {
        const first = await tokens(then, { first: size });
        expect(idsOf(first)).toEqual(all.slice(0, 50));
        expect(first.pageInfo.hasNextPage).toBe(true);
        const after = first.pageInfo.endCursor;
        expect(await refusal(then, { first: 10, after })).toEqual(['UPSTREAM_PAGINATION']);

        const last = await tokens(then, { last: size });
        expect(idsOf(last)).toEqual(all.slice(-50));
        expect(last.pageInfo.hasPreviousPage).toBe(true);
        const before = last.pageInfo.startCursor;
        expect(await refusal(then, { last: 10, before })).toEqual(['UPSTREAM_PAGINATION']);
      }
    });

    it('ends after exactly 50 tokens when they are live', async () => {
      const query = rowOf(live, order, '0.0.1050');
      const first = await tokens(query, { first: 50 });
      expect(idsOf(first)).toEqual(holders['0.0.1050']);
      const rest = await tokens(query, { first: 50, after: first.pageInfo.endCursor });
      expect(rest.edges).toEqual([]);
      expect(rest.pageInfo).toMatchObject({ hasNextPage: false, endCursor: null });
      const whole = await tokens(query, { first: 100 });
      expect(idsOf(whole)).toEqual(holders['0.0.1050']);
      expect(whole.pageInfo.hasNextPage).toBe(false);
    });
  });
});

describe('CASE-06, calls to a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(stubbed);
    return server.close;
  });
  beforeEach(() => server.stub.reset());

  it('takes 50 tokens out of the row alone, and asks the account only for what follows', async () => {
    const { data } = await ask(server, rowOf(live, 'ASC'), { first: 50 });
    expect(server.stub.calls.map(({ path }) => path)).toEqual(['/api/v1/balances']);
    const { endCursor } = data.balances.edges[0].node.tokens.pageInfo;
    server.stub.reset();
    await ask(server, rowOf(live, 'ASC'), { first: 10, after: endCursor });
    const [row, ...rest] = server.stub.calls;
    expect(row?.path).toBe('/api/v1/balances');
    expect(rest.map(({ path, query }) => [path, query.get('token.id')])).toEqual([
      ['/api/v1/accounts/0.0.1006/tokens', 'gt:0.0.2050'],
    ]);
  });
});
