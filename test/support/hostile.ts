// Hostile input for /graphql: values at the limits, and queries, variables and headers made of them.
import fc from 'fast-check';
import {
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../src/graphql/schema.js';

const cursor = (text: string) => Buffer.from(text).toString('base64url');

/** Texts at the limits of what scalars, cursors and global ids take. */
const texts = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'NaN',
    'null',
    'undefined',
    '[object Object]',
    '\0',
    '\u2028',
    '💸',
  ],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['0.0.1010', '0.0.2001', '1.2.3', '0.0.', '0.0.1.2', '0.0.-1', '0.0.8/..', '0.0.8?limit=1'],
  ...[
    `0x${'0'.repeat(37)}3f2`,
    'ab'.repeat(20),
    `0x${'g'.repeat(40)}`,
    `HIQQ${'A'.repeat(52)}`,
    'AAAAAAAA',
  ],
  ...[
    '1795176000.000000000',
    '9999999999.999999999',
    '1.1.1',
    '2026-11-20T12:00:00Z',
    '2026-13-40T99:99:99Z',
    '-1.5',
  ],
  ...[
    "'; drop table entity; --",
    '\\',
    '%',
    '_',
    '$1',
    '#{7*7}',
    '{{7*7}}',
    '<script>',
    '../../etc/passwd',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...[
    cursor('accounts:["0.0.1010"]'),
    cursor('["0.0.1010"]'),
    cursor('blocks:["x"]'),
    cursor('{"a":1}'),
    cursor('['),
    'e30',
    '===',
    'é',
  ],
  ...[
    'Account:0.0.1010',
    'Account:',
    ':',
    'Balance:0.0.1010@1',
    'TokenBalance:0.0.1010/0.0.2001@9',
    'Query:1',
    '__proto__:1',
  ].map(cursor),
  'a'.repeat(5000),
  '7'.repeat(400),
];

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String) },
);

const literal = fc.oneof(
  { weight: 6, arbitrary: text.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 1002 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      '1.5',
      '1e400',
      '99999999999999999999',
      'ASC',
      '[]',
      '{}',
      '[[[[1]]]]',
      '$v',
      '$w',
      '"""a"""',
    ),
  },
);

/** A literal that looks like a value of a type, most of the time. */
function literalOf(type: GraphQLInputType, depth = 3): fc.Arbitrary<string> {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (depth === 0) return literal;
  if (isListType(bare)) {
    const items = fc.array(literalOf(bare.ofType, depth - 1), { maxLength: 4 });
    return items.map((all) => `[${all.join(' ')}]`);
  }
  if (isEnumType(bare))
    return fc.constantFrom(...bare.getValues().map(({ name }) => name), 'WRONG');
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields());
    return fc
      .subarray(fields, { maxLength: Math.min(2, fields.length) })
      .chain((some) =>
        fc.tuple(
          ...some.map(({ name, type: inner }) =>
            literalOf(inner, depth - 1).map((v) => `${name}: ${v}`),
          ),
        ),
      )
      .map((all) => `{ ${all.join(' ')} }`);
  }
  if (bare.name === 'Int') return fc.oneof(fc.integer({ min: -1, max: 101 }).map(String), literal);
  return literal;
}

/** Some fields of a type, with arguments, so many levels deep. */
function selectionOf(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields());
  const some = fc.subarray(fields, {
    minLength: 1,
    maxLength: Math.min(depth > 3 ? 2 : 4, fields.length),
  });
  return some
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ name, args, type: result }) => {
          const given = fc
            .subarray([...args], { maxLength: Math.min(3, args.length) })
            .chain((few) =>
              fc.tuple(...few.map((one) => literalOf(one.type).map((v) => `${one.name}: ${v}`))),
            );
          const inner = getNamedType(result);
          const below = isObjectType(inner)
            ? depth > 0
              ? selectionOf(inner, depth - 1)
              : fc.constant('{ __typename }')
            : fc.constant(
                'getFields' in inner || 'getTypes' in inner
                  ? '{ __typename ... on Account { memo } }'
                  : '',
              );
          return fc
            .tuple(given, below, fc.constantFrom('', '', '', 'a: ', '__proto__: '))
            .map(
              ([all, rest, alias]) =>
                `${alias}${name}${all.length > 0 ? `(${all.join(' ')})` : ''} ${rest}`,
            );
        }),
      ),
    )
    .map((all) => `{ ${all.join(' ')} }`);
}

const wellFormed = fc
  .integer({ min: 1, max: 5 })
  .chain((depth) => selectionOf(schema.getQueryType() as GraphQLObjectType, depth));

/** The same text with a piece cut out, doubled, or replaced. */
const damaged = fc
  .tuple(
    wellFormed,
    fc.nat(),
    fc.nat(40),
    fc.constantFrom('', '{', '}', '(', '...F', '@skip(if: $v)', '"', '\0', '#', '$', '!', '""""'),
  )
  .map(([whole, at, length, piece]) => {
    const start = at % (whole.length + 1);
    return whole.slice(0, start) + piece + whole.slice(start + length);
  });

const withVariables = wellFormed.map((body) => `query ($v: String, $w: Int = 3) ${body}`);

const query = fc.oneof(
  { weight: 6, arbitrary: wellFormed },
  { weight: 3, arbitrary: withVariables },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: text },
);

const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 1, 'text', true, [], {}, 1e308),
  fc.dictionary(
    fc.constantFrom('v', 'w', 'x', 'toString', 'a'.repeat(300)),
    fc.oneof(text, fc.integer(), fc.jsonValue({ maxDepth: 5 })),
  ),
);

const header = fc.constantFrom<Record<string, string>>(
  ...[{}, {}, {}, {}],
  ...[
    { accept: 'text/html' },
    { accept: 'multipart/mixed' },
    { accept: 'text/event-stream' },
    { accept: 'x/y' },
    { accept: '*/*;q=x' },
  ],
  ...[
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'x' },
    { 'content-type': '' },
  ],
  ...[
    { 'content-encoding': 'gzip' },
    { 'if-none-match': '*' },
    { 'x-forwarded-for': '1.1.1.1\'"' },
    { 'x-request-id': 'a'.repeat(2000) },
  ],
  { cookie: 'a'.repeat(4000) },
);

export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send?: string;
}

const inBody = fc
  .tuple(query, json, json, fc.constantFrom<unknown>(undefined, undefined, 'A', 7, null), header)
  .map(
    ([text_, variables, extensions, operationName, headers]): HostileRequest => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      send: JSON.stringify({ query: text_, variables, extensions, operationName }),
    }),
  );

const inSearch = fc.tuple(query, text, text, header).map(
  ([text_, variables, id, headers]): HostileRequest => ({
    method: 'GET',
    path: `/graphql?${new URLSearchParams({ query: text_.slice(0, 3000), variables: variables.slice(0, 300), documentId: id.slice(0, 300) })}`,
    headers,
  }),
);

const noObject = fc
  .tuple(fc.oneof(fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary', maxLength: 300 })), header)
  .map(
    ([send, headers]): HostileRequest => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      send,
    }),
  );

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  { weight: 6, arbitrary: inBody },
  { weight: 2, arbitrary: inSearch },
  { weight: 1, arbitrary: noObject },
);
