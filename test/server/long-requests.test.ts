// Long requests: what one costs grows with its length and not with its square, in no library either.
import { type GraphQLError, parse, validate } from 'graphql';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { grouped } from '../../src/graphql/reading/batching.js';
import { explained } from '../../src/graphql/running/errors.js';
import { schema } from '../../src/graphql/schema.js';
import { readExactSearch, readSearch } from '../../src/rest/search.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

let server: Server;

beforeAll(async () => {
  const ledger = await openSample('embedded');
  server = await serve(ledger);
  return async () => {
    await server.close();
    await ledger.close();
  };
});
afterEach(() => vi.restoreAllMocks());

describe('a long request to /graphql', () => {
  it('has no list made of the letters of its body', async () => {
    const listed = vi.spyOn(Object, 'keys');
    const { data } = await ask(server, `query ${'N'.repeat(150_000)} { __typename }`);
    expect(data).toEqual({ __typename: 'Query' });
    const lengths = listed.mock.calls.map(([value]) =>
      typeof value === 'string' ? value.length : 0,
    );
    expect(Math.max(...lengths)).toBeLessThan(100);
  });

  it('has the parameters of its address read once, and not its address made again for each', async () => {
    const changed = vi.spyOn(URLSearchParams.prototype, 'set');
    const more = Array.from({ length: 3000 }, (_, index) => `&${index.toString(36)}=`).join('');
    const { status, text } = await get(server, `/graphql?query={__typename}${more}`);
    expect([status, text]).toEqual([200, '{"data":{"__typename":"Query"}}']);
    expect(changed).not.toHaveBeenCalled();
  });
});

it('a number of 100,000 digits is looked at once, and not from each of its zeros on', async () => {
  const variables = `{"a":1.${'0'.repeat(100_000)}1}`;
  const body = JSON.stringify({ query: '{ __typename }', variables: {} });
  const began = performance.now();
  const { text } = await get(server, '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    send: body.replace('{}', variables),
  });
  expect(text).toBe('{"data":{"__typename":"Query"}}');
  expect(performance.now() - began).toBeLessThan(5000);
});

it('mistakes in a long text are named by one walk through it', () => {
  const fields = Array.from(
    { length: 100 },
    (_, index) => `a${index}: block(number: {}) { number }`,
  );
  const document = parse(`{ ${fields.join(' ')} }`);
  const errors = validate(schema, document);
  let walks = 0;
  const { definitions } = document;
  const watched = Object.defineProperty({ ...document }, 'definitions', {
    get() {
      walks += 1;
      return definitions;
    },
  });
  const named = explained(watched, errors) as GraphQLError[];
  expect(named.map(({ extensions }) => extensions['argument'])).toEqual(Array(100).fill('number'));
  expect(walks).toBe(1);
});

describe('a list that grows by one value at a time', () => {
  const many = 1000;
  /** Values in all the lists that are put under a name while something runs. */
  function listed(name: string, run: () => unknown): number {
    const put = vi.spyOn(Map.prototype, 'set');
    run();
    return put.mock.calls
      .filter(([key]) => key === name)
      .reduce((sum, [, values]) => sum + (values as readonly unknown[]).length, 0);
  }

  it.each([
    ['as they came', 'a', () => readExactSearch('a&'.repeat(many))],
    [
      'whatever their letter case',
      'abcdefghij',
      () => {
        const spellings = Array.from({ length: many }, (_, bits) =>
          [...'abcdefghij'].map((letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)),
        );
        return readSearch(spellings.map((letters) => letters.join('')).join('&'), many);
      },
    ],
  ])('is not copied for each value of a parameter, %s', (_how, name, read) => {
    expect(listed(name, read)).toBe(many);
  });

  it('is not copied for each key of a batch', () => {
    const batch = grouped<number, number>(
      () => 'one',
      async (keys) => keys,
    );
    const keys = Array.from({ length: many }, (_, key) => key);
    expect(listed('one', () => batch(keys))).toBe(many);
  });
});
