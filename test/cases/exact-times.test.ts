// CASE-04: a time keeps its nine digits, in both shapes of the contract and on the way out.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

const query = (id: string) =>
  `{ token(id: "${id}") {
    createdTimestamp expiryTimestamp modifiedTimestamp decimals totalSupply } }`;
const exact = {
  createdTimestamp: '1706825561.156945003',
  expiryTimestamp: '1706825707.000718075',
  modifiedTimestamp: '1706825561.156945003',
  decimals: 6,
  totalSupply: '10000000000000000',
};

describe.each(backends)('CASE-04, times in rows on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    const created = 1706825561156945003n;
    server = await open(backend, {
      entities: [
        { num: 429274, type: 'TOKEN', expiration_timestamp: 1706825707000718075n },
        { num: 429275, type: 'TOKEN' },
      ],
      tokens: [
        {
          token_id: 429274,
          created_timestamp: created,
          decimals: 6,
          total_supply: '10000000000000000',
        },
        { token_id: 429275, created_timestamp: 1, decimals: 6 },
      ],
    });
    return server.close;
  });

  it('keeps text and nanoseconds alike', async () => {
    expect((await ask(server, query('0.0.429274'))).data.token).toEqual(exact);
  });

  it('keeps the first nanosecond, and null for none', async () => {
    expect((await ask(server, query('0.0.429275'))).data.token).toMatchObject({
      createdTimestamp: '0.000000001',
      expiryTimestamp: null,
    });
  });
});

describe('CASE-04, times of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  const body = (id: string, created: string, expiry: string) =>
    `{"token_id":"${id}",
      "created_timestamp":"${created}","expiry_timestamp":${expiry},
      "modified_timestamp":"1706825561.156945003","decimals":"6",
      "total_supply":"10000000000000000"}`;

  beforeAll(async () => {
    server = await openStub(({ path }) => {
      if (path === '/api/v1/tokens/0.0.429274') {
        return { body: body('0.0.429274', '1706825561.156945003', '1706825707000718075') };
      }
      if (path === '/api/v1/tokens/0.0.429275') {
        return { body: body('0.0.429275', '0.000000001', 'null') };
      }
      return { body: '{"timestamp":null,"balances":[],"links":{"next":null}}' };
    });
    return server.close;
  });
  beforeEach(() => server.stub.reset());

  it('keeps text and nanoseconds alike', async () => {
    expect((await ask(server, query('0.0.429274'))).data.token).toEqual(exact);
  });

  it('keeps the first nanosecond, and null for none', async () => {
    expect((await ask(server, query('0.0.429275'))).data.token).toMatchObject({
      createdTimestamp: '0.000000001',
      expiryTimestamp: null,
    });
  });

  it.each([
    ['a literal', '{ balances(at: "1749231090.342963449") { timestamp } }', undefined],
    [
      'a variable',
      'query ($at: Timestamp) { balances(at: $at) { timestamp } }',
      { at: '1749231090.342963449' },
    ],
    ['an ISO time', '{ balances(at: "2025-06-06T17:31:30.342963449Z") { timestamp } }', undefined],
  ])('sends an instant on as exactly its text, given as %s', async (_name, asked, variables) => {
    await ask(server, asked, variables);
    expect(server.stub.calls.map((call) => call.query.getAll('timestamp'))).toEqual([
      ['lte:1749231090.342963449'],
    ]);
  });

  it('refuses an instant that has gone through a float, without a call', async () => {
    const literal = await ask(server, '{ balances(at: 1749231090.342963449) { timestamp } }');
    const variable = await ask(
      server,
      'query ($at: Timestamp) { balances(at: $at) { timestamp } }',
      { at: Number('1749231090.342963449') },
    );
    for (const { errors } of [literal, variable]) {
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
    }
    expect(server.urls()).toEqual([]);
  });
});
