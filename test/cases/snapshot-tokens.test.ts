// CASE-06, of the past: a snapshot lists 50 tokens of an account, and says that it may have more.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
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
