// CASE-06: an account's tokens are complete, though a row of balances lists 50 of them at most.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import {
  all,
  holders,
  idsOf,
  live,
  places,
  rowOf,
  stubbed,
  type Tokens,
} from '../support/sixty-tokens.js';

const page = '{ edges { node { tokenId } } pageInfo { hasNextPage hasPreviousPage endCursor } }';

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

  it('finds a token beyond the 50th by its id, and none that is not associated', async () => {
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

    it('says of no tokens at all whether there are any, within the row and beyond it', async () => {
      const none = await tokens(now, { first: 0 });
      expect(none.edges).toEqual([]);
      expect(none.pageInfo.hasNextPage).toBe(true);
      expect((await tokens(now, { last: 0 })).pageInfo.hasPreviousPage).toBe(true);
      for (const [query, isMore] of [
        [now, true],
        [rowOf(live, order, '0.0.1050'), false],
      ] as const) {
        const after = (await tokens(query, { first: 50 })).pageInfo.endCursor;
        const beyond = await tokens(query, { first: 0, after });
        expect(beyond.pageInfo.hasNextPage).toBe(isMore);
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

  it('takes 50 tokens out of the row alone, and only what follows from the account', async () => {
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

  it('reads one row of the account where nothing else can say whether there is more', async () => {
    const query = rowOf(live, 'ASC');
    const { data } = await ask(server, query, { first: 50 });
    const { endCursor: after } = data.balances.edges[0].node.tokens.pageInfo;
    server.stub.reset();
    await ask(server, query, { first: 0 });
    await ask(server, query, { first: 0, after });
    const asked = server.stub.calls.map((call) => [call.path, call.query.get('limit')]);
    expect(asked.filter(([path]) => path !== '/api/v1/balances')).toEqual([
      ['/api/v1/accounts/0.0.1006/tokens', '1'],
    ]);
  });
});
