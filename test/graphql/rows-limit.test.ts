// The rows that an operation may read: who is beyond them fails alone, and who came before is answered.
import { describe, expect, it } from 'vitest';
import type { Ledger, Page } from '../../src/ledger.js';
import { ask } from '../support/ask.js';
import { overHttp } from '../support/batching.js';
import { counted, serve } from '../support/ledgers.js';

const pageOf = (...items: readonly object[]): Page<never> => ({
  items: items as never[],
  next: null,
  timestamp: '1.000000000',
});

/** A ledger that has all that it is asked for, each with what is asked. */
const everything: Ledger = {
  description: 'everything',
  kind: 'sql',
  batching: overHttp,
  one: async (_lookup, key) => ({ account: key, token_id: key, schedule_id: key }) as never,
  many: async (_of, keys) =>
    keys.map((key) => ({ account: key, token_id: key, schedule_id: key, memo: key }) as never),
  page: async (_list, { filters }) =>
    pageOf(...filters.map(({ value }) => ({ account: value, balance: 5, tokens: [] }))),
  pages: async (_list, requests) =>
    requests.map(({ filters }) =>
      filters.length === 0
        ? pageOf({ token_id: '0.0.9', balance: 1 })
        : pageOf(...filters.map(({ value }) => ({ token_id: value, balance: 1 }))),
    ),
  ready: async () => {},
  close: async () => {},
};

const each = (field: (id: number) => string) =>
  `{ ${[1, 2, 3, 4].map((id) => `a${id}: ${field(id)}`).join(' ')} }`;

describe('a limit of rows', () => {
  it.each([
    ['accounts', each((id) => `account(id: "0.0.${id}") { memo }`), 3, ['many account ×4']],
    ['schedules', each((id) => `schedule(id: "0.0.${id}") { entityId }`), 3, ['many schedule ×4']],
    [
      'balances',
      `{ ${[1, 2, 3, 4].map((id) => `a${id}: node(id: "${Buffer.from(`Balance:0.0.${id}`).toString('base64url')}") { id }`).join(' ')} }`,
      3,
      ['page balances'],
    ],
    [
      'pages',
      each((id) => `account(id: "0.0.${id}") { memo tokens { nodes { tokenId } } }`),
      // The four accounts are rows too.
      7,
      ['many account ×4', 'pages accountTokens ×4'],
    ],
  ])('answers three of four that were read together: %s', async (_name, query, rows, calls) => {
    const ledger = counted(everything);
    const server = await serve(ledger, { operation: { rows } });
    const { data, errors } = await ask(server, query);
    await server.close();
    expect(ledger.calls).toEqual(calls);
    expect(errors.map(({ path, extensions }) => [path?.[0], extensions['code']])).toEqual([
      ['a4', 'COST_LIMIT'],
    ]);
    const left = [data.a1, data.a2, data.a3].map((one) => one?.tokens ?? one);
    expect(left).not.toContain(null);
    expect(left).not.toContain(undefined);
  });

  it('answers three of four tokens that one account was asked about', async () => {
    const server = await serve(everything, { operation: { rows: 4 } });
    const tokens = [1, 2, 3, 4].map((id) => `t${id}: token(id: "0.0.${id}") { balance }`);
    const { data, errors } = await ask(server, `{ account(id: "0.0.7") { ${tokens.join(' ')} } }`);
    await server.close();
    expect(errors.map(({ path }) => path)).toEqual([['account', 't4']]);
    expect(data.account).toEqual({
      t1: { balance: '1' },
      t2: { balance: '1' },
      t3: { balance: '1' },
      t4: null,
    });
  });
});
