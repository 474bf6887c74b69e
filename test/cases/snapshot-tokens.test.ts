// CASE-06, of the past: a snapshot lists 50 tokens of an account, and says that it may have more.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { all, idsOf, past, places, rowOf, type Tokens } from '../support/sixty-tokens.js';

describe.each(places)('CASE-06, 60 tokens of one account in a snapshot of $name', ({ start }) => {
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

  describe.each(['ASC', 'DESC'])('in order %s', (order) => {
    const then = rowOf(past, order);

    it('says of no tokens at all that there are some', async () => {
      const { pageInfo } = await tokens(then, { first: 0 });
      expect(pageInfo.hasNextPage).toBe(true);
    });

    it('never ends a snapshot in silence at 50, from either end', async () => {
      for (const size of [50, 100]) {
        const first = await tokens(then, { first: size });
        expect(idsOf(first)).toEqual(all.slice(0, 50));
        expect(first.pageInfo.hasNextPage).toBe(true);
        const after = first.pageInfo.endCursor;
        for (const count of [10, 0]) {
          const codes = await refusal(then, { first: count, after });
          expect(codes).toEqual(['UPSTREAM_PAGINATION']);
        }

        const last = await tokens(then, { last: size });
        expect(idsOf(last)).toEqual(all.slice(-50));
        expect(last.pageInfo.hasPreviousPage).toBe(true);
        const before = last.pageInfo.startCursor;
        expect(await refusal(then, { last: 10, before })).toEqual(['UPSTREAM_PAGINATION']);
      }
    });
  });
});

it('gives no tokens of now where a snapshot is not there in the order that begins with them', async () => {
  const tokens = Array.from({ length: 50 }, (_, at) => ({
    token_id: `0.0.${900 - at}`,
    balance: 1,
  }));
  const row = { account: '0.0.7', balance: 5, tokens };
  const server = await openStub(({ path, query }) => {
    if (path.endsWith('/tokens')) {
      return { body: { tokens: tokens.slice(-1), links: { next: null } } };
    }
    const balances = query.get('order') === 'asc' ? [] : [row];
    return { body: { timestamp: '1500.000000000', balances, links: { next: null } } };
  });
  const { data, errors } = await ask(
    server,
    '{ balances(at: "2000", first: 1) { nodes { balance tokens(first: 1) { nodes { tokenId } } } } }',
  );
  expect(data.balances.nodes).toEqual([{ balance: '5', tokens: null }]);
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BAD_RESPONSE']);
  await server.close();
});
