// Numbers in requests: what JavaScript would round is refused as it was written, and never another number.
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { parseExactJson, UnrepresentableNumber } from '../../src/graphql/build/exact-json.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer({ graphql: { cache: memoryStore(1_000_000) } });

const int64 = 'query ($n: Int64!) { block(number: $n) { number } }';
const size = 'query ($n: Int!) { blocks(first: $n) { nodes { number } } }';
const filter = `query ($n: BlocksFilter!) { blocks(filter: $n) { nodes { number } } }`;

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { message: string; extensions: Record<string, unknown> }[];
}

/** Variables as text: no client in JavaScript could write them. */
async function askWith(query: string, variables: string, method = 'POST'): Promise<Answer> {
  const search = new URLSearchParams({ query, variables });
  const response =
    method === 'GET'
      ? await fetch(`${server.url}/graphql?${search}`)
      : await fetch(`${server.url}/graphql`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: `{ "query": ${JSON.stringify(query)}, "variables": ${variables} }`,
        });
  return (await response.json()) as Answer;
}

const rounded = [
  '9007199254740990.6',
  '0.99999999999999999999',
  '1.0000000000000000001',
  '9007199254740993',
  '12345678901234567890123',
  '1e400',
  '1e-400',
  '4503599627370497.4999999999999',
];

describe('a number in variables that would be rounded', () => {
  const cases = rounded.flatMap((number) => ['POST', 'GET'].map((method) => ({ number, method })));

  it.each(cases)('is refused: $number by $method', async ({ number, method }) => {
    server.calls.length = 0;
    for (const [query, value] of [
      [int64, number],
      [size, number],
      [filter, `{ "number": { "gt": ${number} } }`],
    ] as const) {
      const { data, errors } = await askWith(query, `{"n":${value}}`, method);
      expect(data).toBeUndefined();
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: '$n' });
      expect(errors?.[0]?.message).toContain(number);
    }
    expect(server.calls).toEqual([]);
  });

  it('is not taken for what looks the same and was answered before', async () => {
    const nullable =
      'query ($n: Int64) { blocks(first: 1, filter: { number: { gte: $n } }) { nodes { number } } }';
    for (const known of ['null', '"1e400"', '"9007199254740993"', '1']) {
      await askWith(nullable, `{"n":${known}}`);
    }
    for (const number of ['1e400', '9007199254740993', '1.0000000000000000001']) {
      expect((await askWith(nullable, `{"n":${number}}`)).errors).toHaveLength(1);
    }
  });

  it.each([
    ['9007199254740991', null],
    ['12', null],
    ['12.0', null],
    ['1.2e1', null],
    ['120e-1', null],
    ['"9007199254740993"', null],
  ])('is not what this one is, which says what it is: %s', async (number, block) => {
    expect(await askWith(int64, `{"n":${number}}`)).toEqual({ data: { block } });
  });
});

it('is read as JSON reads it, everywhere but there', () => {
  for (const text of ['{"a":[1,2.5,-0,1e3,"9.99999999999999999999"],"b":{"c":12.0}}', '7', '"x"']) {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  }
  const read = parseExactJson('{"a":[9007199254740993,0.5],"__proto__":-9007199254740990.6}');
  expect(Object.entries(read as object)).toEqual([
    ['a', [new UnrepresentableNumber('9007199254740993'), 0.5]],
    ['__proto__', new UnrepresentableNumber('-9007199254740990.6')],
  ]);
  expect(() => parseExactJson('{"a":00.99999999999999999999}')).toThrow(SyntaxError);
});

describe('what names no argument', () => {
  const refusal = async (query: string) => {
    const { errors } = await askWith(query, '{}');
    expect(errors).toHaveLength(1);
    return errors?.[0];
  };

  it('is named by its variable where a default is wrong', async () => {
    const error = await refusal('query ($n: Int64 = "abc") { block(number: $n) { number } }');
    expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: '$n' });
    expect(error?.message).toMatch(/^\$n: Int64 must be a whole number.*"abc"$/);
    const inner = await refusal(
      'query ($f: BlocksFilter = { number: { gt: "x" } }) { blocks(filter: $f) { nodes { number } } }',
    );
    expect(inner?.extensions['argument']).toBe('$f.number.gt');
  });

  it('has the rule of what it was to be: a hash that is a number', async () => {
    const { message, extensions } = (await refusal('{ block(hash: "244702") { number } }')) ?? {};
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'hash' });
    expect(message).toBe(
      'hash: must be a block hash of 64 or 96 hex digits, 0x optional, but got "244702"',
    );
  });
});
