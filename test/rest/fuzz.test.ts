// Whatever a client sends, the answer is a body of the contract or one of its errors, and soon.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filledPath } from '../../src/contract/path-key.js';
import { parametersOf } from '../../src/contract/query.js';
import { operators } from '../../src/contract/resource.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { type Kind, readOrNull } from '../../src/contract/values.js';
import { sampleClient } from '../support/get.js';

const get = sampleClient();

/** The same requests each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 40);
const slowest = 2000;
const resources = [...lists, ...lookups];

const known = [
  ...new Set(resources.flatMap(({ parameters }) => Object.keys(parameters))),
  ...['limit', 'order'],
];
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length'];
const evm = 'ab'.repeat(20);
// Accounts 0.0.1002 and 0.0.1005 of the sample have these.
const aliasOfKey = 'HIQQEFHNHK4O3CLOR7FDH4XKJI4C544WCQO6TWXSZSCMZ7H4VYNA4OZK';
const evmOfKey = '0x30fc3916a546b037a9d899b98e01b4896c99d025';

/** Values at the limits of what is taken, by what they look like. */
const likely = [
  ...['0', '1', '2', '25', '100', '101', '-1', '1.5', '1e3', '0x10', '0X10', 'NaN', 'null', ''],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '18446744073709551616'],
  ...['1002', '0.1002', '0.0.1002', '0.0.0', '0.0.0.1', '1023.65535.274877906943', '1024.0.1'],
  ...['274877906943', '274877906944', '999999999999', '1234567890123', '1795176000', '0.0.2001'],
  ...['3001', '9000002', '91204001', evmOfKey, '1795175000.5'],
  ...[
    '1795176000.000000000',
    '9999999999.999999999',
    '9223372036.854775807',
    '9223372036.854775808',
  ],
  ...[evm, `0x${evm}`, `0.0.${evm}`, '3ea'.padStart(40, '0'), `0x${'3ea'.padStart(40, '0')}`],
  ...[aliasOfKey, `0.0.${aliasOfKey}`, 'AAAAAAAA', 'AA', 'AAA', 'aaaaaaaa', '22222222222222222222'],
  ...['true', 'FALSE', 'asc', 'DESC', 'credit', 'success', 'fail', 'CRYPTOTRANSFER', 'all'],
  ...['totalcoins', 'base64', 'utf-8', 'BLOCK_NODE'],
  ...[
    'FUNGIBLE_COMMON',
    'a'.repeat(64),
    '1'.repeat(64),
    'a'.repeat(66),
    'b'.repeat(88),
    'b'.repeat(96),
  ],
  ...[
    'ferry',
    '%',
    '_',
    "'",
    "'; drop table entity; --",
    '\\',
    '\\x00',
    '$1',
    '{}',
    '[]',
    '(',
    '*',
  ],
];

const raw = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...likely) },
  { weight: 1, arbitrary: fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\0', '\n', '\r\n', '\t', '\u0007', '\ud800', '\u2028', 'é', '💸'),
  },
  { weight: 1, arbitrary: fc.nat(800).map((length) => '7'.repeat(length)) },
);

/** A text in a URL: escaped, half escaped, or with escapes that are none. */
const encoded = fc
  .tuple(raw, fc.constantFrom('whole', 'whole', 'whole', 'bare', 'broken', 'twice'))
  .map(([text, how]) => {
    const whole = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
    if (how === 'bare') return text.replaceAll(/[\ud800-\udfff#?/]/g, '+');
    if (how === 'broken') return `${whole}%${whole.slice(0, 1)}`;
    return how === 'twice' ? encodeURIComponent(whole) : whole;
  });

const name = fc
  .oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...inherited, 'foo', 'account', 'account.id ', '', '.'),
    },
  )
  .chain((text) =>
    fc.constantFrom(
      ...[text, text, text, text, text.toUpperCase(), encodeURIComponent(text).replace('.', '%2E')],
      ...[`${text}[]`, `${text}%5B%5D`, `${text}[0]`, `${text}[x]`, `${text}[x][y]`, `${text}[`],
    ),
  );

const operator = fc.constantFrom(
  '',
  '',
  '',
  ...operators.map((o) => `${o}:`),
  'GT:',
  'x:',
  ':',
  'gt:lt:',
);
const pair = fc
  .tuple(name, fc.constantFrom('=', '=', '=', '=', '', '=='), operator, encoded)
  .map(([key, equals, before, value]) => `${key}${equals}${before}${value}`);
const search = fc
  .tuple(
    fc.array(
      fc
        .tuple(pair, fc.constantFrom(1, 1, 1, 1, 2, 3))
        .map(([text, times]) => `${text}&`.repeat(times)),
      { maxLength: 5 },
    ),
    fc.constantFrom('', '', 'limit=2', 'limit=1', '&&', '?', 'limit=101'),
  )
  .map(([pairs, end]) => pairs.join('') + end);

const wild = fc
  .tuple(fc.constantFrom(...resources), encoded, fc.constantFrom('', '', '', '/', '//'), search)
  .map(([{ path }, key, slash, text]) => {
    const start = path.replace('{id}', key.replaceAll(/[?#]/g, '+')) + slash;
    return text === '' ? start : `${start}?${text}`;
  });

const fitting = (kind: Kind) => likely.filter((text) => readOrNull(kind, text) !== null);

/** Requests that have all the parameters of a resource right, each one by itself. */
const plausible = fc.constantFrom(...resources).chain((resource) => {
  const pairs = Object.entries(parametersOf(resource)).flatMap(([key, parameter]) => {
    const values = fitting(parameter.kind);
    const before = parameter.operators.map((each) => (each === 'eq' ? '' : `${each}:`));
    const text = fc
      .tuple(fc.constantFrom(...before), fc.constantFrom(...values))
      .map(([a, b]) => a + b);
    return text.map((value) => `${key}=${encodeURIComponent(value)}`);
  });
  const keys = (resource.keys ?? []).map(({ kind }) => fc.constantFrom(...fitting(kind)));
  const chosen =
    pairs.length > 0 ? fc.array(fc.oneof(...pairs), { maxLength: 4 }) : fc.constant([]);
  return fc
    .tuple(fc.tuple(...keys), chosen)
    .map(([key, parts]) => `${filledPath(resource.path, key)}?${parts.join('&')}`);
});

const request = fc.oneof(wild, plausible);

/** Sends a request and, where the answer has a next page, that one too. */
async function expectAnswer(path: string, isLink = false): Promise<void> {
  const began = performance.now();
  const { status, headers, body, text } = await get(path);
  const shown = [path, status, text.slice(0, 300)].join('\n');
  expect([200, 400, 404], shown).toContain(status);
  expect(performance.now() - began, shown).toBeLessThan(slowest);
  const isPlain = status === 200 && /\/network\/supply\/?\?.*q=/i.test(path);
  const type = isPlain ? 'text/plain; charset=UTF-8' : 'application/json; charset=utf-8';
  expect(headers['content-type'], shown).toBe(type);
  if (isPlain) return;
  if (status !== 200) {
    expect(isLink, `a link leads to an error: ${shown}`).toBe(false);
    expect(headers['cache-control'], shown).toBeUndefined();
    expect(Object.keys(body), shown).toEqual(['_status']);
    expect(body._status.messages.length, shown).toBeGreaterThan(0);
    for (const { message, detail = '', data = '0x0', ...others } of body._status.messages) {
      expect([typeof message, typeof detail], shown).toEqual(['string', 'string']);
      expect(data, shown).toMatch(/^0x[0-9a-fA-F]+$/);
      expect(others, shown).toEqual({});
      expect(message, shown).not.toMatch(/select|syntax|relation|at Object|node_modules/);
    }
    return;
  }
  expect(headers['cache-control'], shown).toMatch(/^public, max-age=\d+$/);
  expect(body._status, shown).toBeUndefined();
  const next = body.links?.next ?? null;
  expect(headers.link, shown).toBe(next === null ? undefined : `<${next}>; rel="next"`);
  if (next !== null && !isLink) await expectAnswer(next, true);
}

describe('any request', () => {
  test('is answered by the contract', { timeout: 20_000 + numRuns * 1000 }, async () => {
    const batch = fc.array(request, { minLength: 10, maxLength: 10 });
    const all = fc.asyncProperty(batch, async (paths) => {
      await Promise.all(paths.map((path) => expectAnswer(path)));
    });
    await fc.assert(all, { seed, numRuns });
  });

  // Found by the requests above, or by others of their kind.
  test.each([
    '/api/v1/balances?timestamp=gt:9223372036.854775807',
    '/api/v1/balances?timestamp=gt:9999999999',
    '/api/v1/tokens/0.0.2001/balances?timestamp=gt:9999999999',
    `/api/v1/balances?account.id=${aliasOfKey}&limit=1`,
    `/api/v1/balances?account.id=${evmOfKey}&limit=1`,
    '/api/v1/blocks?block.number=gt:9223372036854775807',
    '/api/v1/transactions?timestamp=lt:0&timestamp=ne:0',
    '/api/v1/accounts?account.id=1002&account.id=ne:1002&limit=1',
  ])('such as %s is too', (path) => expectAnswer(path));

  test("that is longer than a server takes is refused in the contract's form", async () => {
    const { status, body } = await get(`/api/v1/balances?timestamp=${'7'.repeat(20_000)}`);
    expect([400, 404, 414, 431]).toContain(status);
    expect(body._status?.messages).toHaveLength(1);
  });
});
