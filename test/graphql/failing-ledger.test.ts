// What a client is told when the ledger fails: a code, at its place, and nothing that is not its business.
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

describe('a failing ledger', () => {
  const servers: Server[] = [];
  afterAll(async () => {
    for (const one of servers) await one.close();
  });
  const over = async (failing: Partial<Ledger>, options: Parameters<typeof serve>[1] = {}) => {
    const started = await serve({ ...nothing, ...failing }, options);
    servers.push(started);
    return started;
  };
  const secret = 'connect ECONNREFUSED 10.1.2.3:5432 password=hunter2';

  it('is masked where its error is unknown', async () => {
    const failing = await over({ page: () => Promise.reject(new TypeError(secret)) });
    const { data, errors, text } = await ask(failing, '{ tokens { nodes { id } } }');
    expect(data).toEqual({ tokens: null });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'Internal error',
        path: ['tokens'],
        extensions: { code: 'INTERNAL' },
      }),
    ]);
    expect(text).not.toMatch(/ECONN|10\.1\.2\.3|hunter2|stack|node_modules/);
  });

  it.each(Object.keys(errorTable) as ErrorCode[])(
    'keeps the code %s and its details',
    async (code) => {
      const detail = { upstreamStatus: 429, retryAfter: 7 };
      const error = new LedgerError(code, undefined, detail, new Error(secret));
      const failing = await over({ page: () => Promise.reject(error) });
      const { errors, text } = await ask(failing, '{ tokens { nodes { id } } }');
      expect(errors[0]?.message).toBe(errorTable[code].message);
      expect(errors[0]?.extensions).toEqual({ code, ...detail });
      expect(text).not.toContain('hunter2');
    },
  );

  it.each([
    [new Error(secret), secret],
    [undefined, 'This needs an index on entity (balance, id)'],
  ])('is logged with its reason, be it %s behind it', async (cause, logged) => {
    const said = 'This needs an index on entity (balance, id)';
    const lines: object[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const page = () => Promise.reject(new LedgerError('NOT_ANSWERABLE', said, {}, cause));
    await ask(await over({ page }, { log }), '{ tokens { nodes { id } } }');
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'ledger failed', code: 'NOT_ANSWERABLE', cause: logged }),
    );
  });

  it('leaves the data that does not depend on it', async () => {
    const token = { token_id: '0.0.5', name: 'Five', symbol: 'V', decimals: 0 };
    const failing = await over({
      one: async (lookup) => (lookup.name === 'token' ? token : null) as never,
      page: () => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE')),
      many: async (_resource, keys) =>
        keys.map((key) => (key === '0.0.2' ? new LedgerError('UPSTREAM_TIMEOUT') : null)),
    });
    const query =
      '{ token(id: "5") { entityId } tokens { nodes { id } } a: account(id: "2") { memo } b: account(id: "3") { memo } }';
    const { data, errors } = await ask(failing, query);
    expect(data).toEqual({ token: { entityId: '0.0.5' }, tokens: null, a: null, b: null });
    const found = errors.map(({ path, extensions }) => [path?.[0], extensions['code']]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([
        ['tokens', 'UPSTREAM_UNAVAILABLE'],
        ['a', 'UPSTREAM_TIMEOUT'],
      ]),
    );
  });

  it('keeps the pages of a list that were read before the budget was spent', async () => {
    const paged = await over(
      {
        async page(_list, { limit, after }, operation) {
          operation.spend(1);
          const start = Number(after?.[0]?.slice(4) ?? 0) + 1;
          const items = Array.from({ length: limit }, (_, i) => ({ token_id: `0.0.${start + i}` }));
          return { items, next: [`0.0.${start + limit - 1}`], timestamp: null } as never;
        },
      },
      { operation: { calls: 2 } },
    );
    const query =
      '{ tokens(first: 250) { nodes { entityId } pageInfo { hasNextPage endCursor } } }';
    const { data, errors } = await ask(paged, query);
    expect(errors).toEqual([]);
    expect(data.tokens.nodes).toHaveLength(200);
    expect(data.tokens.nodes.at(-1)).toEqual({ entityId: '0.0.200' });
    expect(data.tokens.pageInfo.hasNextPage).toBe(true);
  });

  describe('never leaves a rejection without a handler, which would end the process', () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    const later = (milliseconds: number) =>
      new Promise((resolve) => setTimeout(resolve, milliseconds));
    beforeEach(() => {
      unhandled.length = 0;
      process.on('unhandledRejection', note);
      return () => {
        process.off('unhandledRejection', note);
      };
    });
    /** Answers late, and fails when its operation has ended by then. */
    const slow: Partial<Ledger> = {
      async one(_lookup, _key, _request, operation) {
        await later(50);
        if (operation.over !== undefined) throw new LedgerError('UPSTREAM_TIMEOUT');
        return null;
      },
    };

    it('when one of several ids is wrong', async () => {
      const failing = await over(slow);
      const ids = ['Token:0.0.5', 'Token:x'].map((id) => Buffer.from(id).toString('base64url'));
      const { data, errors } = await ask(failing, `{ nodes(ids: ${JSON.stringify(ids)}) { id } }`);
      await later(100);
      expect(unhandled).toEqual([]);
      // Of the neighbours each has its own answer: null, since there is no such token.
      expect(data).toEqual({ nodes: [null, null] });
      expect(errors.map(({ path }) => path)).toEqual([['nodes', 1]]);
    });

    it('when one of several ids is no id at all', async () => {
      const failing = await over(slow);
      const ids = ['x', Buffer.from('Token:0.0.5').toString('base64url')];
      const { data, errors } = await ask(failing, `{ nodes(ids: ${JSON.stringify(ids)}) { id } }`);
      expect(data).toEqual({ nodes: [null, null] });
      expect(errors.map(({ path }) => path)).toEqual([['nodes', 0]]);
      expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'ids' });
    });

    it('when a batch fails while others are under way', async () => {
      const failing = await over({
        ...slow,
        many: () => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE')),
      });
      const query = `{ a: account(id: "1") { memo } b: account(id: "2") { memo } c: account(id: "0x${'ab'.repeat(20)}") { memo } }`;
      const { errors } = await ask(failing, query);
      await later(100);
      expect(unhandled).toEqual([]);
      expect(errors.map(({ path }) => path?.[0])).toEqual(['a', 'b']);
    });
  });
});
