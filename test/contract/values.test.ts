// Every kind of value has one canonical text, which all its spellings lead to.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printAlias } from '../../src/contract/entity.js';
import {
  accountReference,
  blockNumber,
  blockReference,
  entityId,
  entityIdOrEvm,
  flag,
  type Kind,
  naturalNumber,
  plainEntityId,
  printTimestamp,
  publicKey,
  readOrNull,
  text as textOf,
  timestamp,
  word,
} from '../../src/contract/values.js';

const ids = fc
  .tuple(
    fc.bigInt(0n, 1023n),
    fc.bigInt(0n, 65_535n),
    fc.oneof(fc.bigInt(1n, 2n ** 38n - 1n), fc.constantFrom(1n, 2n ** 38n - 1n)),
  )
  .map((parts) => parts.join('.'));
const hex = (digits: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)).filter((text) => text.length === digits);
const der = '302a300506032b6570032100';
const alias = fc.uint8Array({ minLength: 1, maxLength: 40 }).map(printAlias);

/** Each kind with texts that it may take, in all the spellings that it knows. */
const table: readonly (readonly [string, Kind, fc.Arbitrary<string>])[] = [
  ['a plain id', plainEntityId, ids],
  [
    'an id',
    entityId,
    fc.oneof(
      ids,
      hex(16).map((low) => `0x${low.padStart(40, '0')}`),
    ),
  ],
  [
    'an id or address',
    entityIdOrEvm,
    fc.oneof(
      ids,
      hex(40),
      hex(40).map((h) => `0.0.${h}`),
    ),
  ],
  [
    'an account',
    accountReference,
    fc.oneof(
      ids,
      hex(40),
      alias,
      alias.map((a) => `0.0.${a}`),
    ),
  ],
  ['a timestamp', timestamp, fc.stringMatching(/^\d{1,10}(\.\d{1,9})?$/)],
  ['a number', naturalNumber(), fc.stringMatching(/^\d{1,20}$/)],
  ['a number of a block', blockNumber, fc.stringMatching(/^(\d{1,20}|0x[0-9A-Fa-f]{1,17})$/)],
  [
    'a block',
    blockReference,
    fc.oneof(
      hex(64),
      hex(96).map((h) => `0x${h}`),
      fc.nat().map(String),
    ),
  ],
  [
    'a public key',
    publicKey,
    fc.oneof(
      hex(64),
      hex(66),
      hex(88),
      hex(64).map((h) => `${der}${h}`),
    ),
  ],
  ['a flag', flag, fc.constantFrom('true', 'TRUE', 'False')],
];

test.each(['abc\ud800', '\udc00abc', 'ab\ud800c'])('half a character is no text: %j', (half) => {
  expect(textOf(1, 100).read(half)).toBeNull();
  expect(textOf(1, 100).read('abc\u{1f600}')).toBe('abc\u{1f600}');
});

describe('the canonical text', () => {
  test.each(table)('of %s is its own canonical text', (_, kind, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = readOrNull(kind, text);
        if (canonical !== null) expect(readOrNull(kind, canonical)).toBe(canonical);
        if (canonical !== null && kind.toInt64 && kind.fromInt64) {
          const value = kind.toInt64(canonical);
          const isExact = value !== null && value < 2n ** 63n - 1n;
          if (isExact && !canonical.endsWith('.0')) expect(kind.fromInt64(value)).toBe(canonical);
        }
      }),
    );
  });

  test.each(table)(
    'of %s, and all that it takes, matches the pattern of the documents',
    (_, kind, texts) => {
      fc.assert(
        fc.property(texts, (text) => {
          const canonical = readOrNull(kind, text);
          if (canonical === null) return;
          expect(canonical).toMatch(new RegExp(`^(${kind.pattern})$`));
          expect(text.toLowerCase()).toMatch(new RegExp(`^(${kind.pattern})$`, 'i'));
        }),
      );
    },
  );
});

describe('a timestamp', () => {
  test.each([
    ['0', '0.000000000', 0n],
    ['1.5', '1.500000000', 1_500_000_000n],
    ['0001.000000001', '1.000000001', 1_000_000_001n],
    ['1234567890.123456789', '1234567890.123456789', 1_234_567_890_123_456_789n],
    ['9999999999.999999999', '9999999999.999999999', 2n ** 63n - 1n],
  ])('%s is %s', (text, canonical, nanoseconds) => {
    expect(timestamp.read(text)).toBe(canonical);
    expect(timestamp.toInt64?.(canonical)).toBe(nanoseconds);
  });

  test('goes through its int64 and back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), (nanoseconds) => {
        const text = printTimestamp(nanoseconds) as string;
        expect(timestamp.read(text)).toBe(text);
        expect(timestamp.toInt64?.(text)).toBe(nanoseconds);
      }),
    );
    expect(printTimestamp(2345)).toBe('0.000002345');
    expect(printTimestamp(-5)).toBe('-0.000000005');
    expect(printTimestamp(-1_500_000_000n)).toBe('-1.500000000');
    expect(printTimestamp(-(2n ** 63n))).toBe('-9223372036.854775808');
    expect(printTimestamp(2n ** 63n - 1n)).toBe('9223372036.854775807');
    expect(printTimestamp(12_345_678_901_000_000_000n)).toBe('12345678901.000000000');
    expect(printTimestamp(null)).toBeNull();
  });

  test.each([
    '',
    '.5',
    '1.',
    '1.0000000001',
    '12345678901',
    '-1',
    '+1',
    '1e3',
    '1,5',
    '1 ',
    '１',
    '1\n',
  ])('is not %j', (text) => expect(timestamp.read(text)).toBeNull());
});

describe('a number', () => {
  test('is any int64 from its least on, without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.nat(3), (value, zeros) => {
        const text = `${'0'.repeat(zeros)}${value}`;
        const isRead = text.length <= 19;
        expect(naturalNumber().read(text)).toBe(isRead ? `${value}` : null);
        expect(naturalNumber().toInt64?.(`${value}`)).toBe(value);
      }),
    );
    expect(naturalNumber().read('9223372036854775808')).toBeNull();
    expect(naturalNumber(1n).read('0')).toBeNull();
  });

  test.each(['', '-1', '+1', '1.0', '0x1', '1e3', ' 1', '１'])('is not %j', (text) =>
    expect(naturalNumber().read(text)).toBeNull(),
  );

  test('of a block is decimal or hexadecimal, its reference also a hash of 64 or 96 digits', () => {
    expect(blockNumber.read('0x1F')).toBe('31');
    expect(blockNumber.read('31')).toBe('31');
    expect(blockNumber.read(`0x${'0'.repeat(30)}1f`)).toBe('31');
    for (const text of ['0X1F', '1F', '0x', '0x8000000000000000', '0x10000000000000000']) {
      expect(blockNumber.read(text)).toBeNull();
    }
    for (const digits of [64, 96]) {
      expect(blockReference.read('AB'.repeat(digits / 2))).toBe(`0x${'ab'.repeat(digits / 2)}`);
      expect(blockReference.read(`0x${'1'.repeat(digits)}`)).toBe(`0x${'1'.repeat(digits)}`);
    }
    for (const text of ['0x1F', '1test', 'ab'.repeat(31), 'ab'.repeat(33), '-1', '']) {
      expect(blockReference.read(text)).toBeNull();
    }
  });
});

describe('other kinds', () => {
  test('a public key is lower-case hex, without the DER header of ED25519', () => {
    const key = 'AbCd'.repeat(16);
    const canonical = key.toLowerCase();
    for (const text of [key, `0x${key}`, `302A300506032B6570032100${key}`]) {
      expect(publicKey.read(text)).toBe(canonical);
    }
    expect(publicKey.read(`02${key}`)).toBe(`02${canonical}`);
    expect(publicKey.read(`0x${'1'.repeat(88)}`)).toBe('1'.repeat(88));
    // A key that only begins like the header is all of it the key.
    const alike = der.padEnd(64, '1');
    expect(publicKey.read(alike)).toBe(alike);
    for (const text of ['', 'ab', key.slice(1), `0X${key}`, `${key}\n`, key.replace('A', 'g')]) {
      expect(publicKey.read(text)).toBeNull();
    }
  });

  test('a word takes any letter case, text counts bytes', () => {
    expect(word('asc', 'desc').read('DESC')).toBe('desc');
    expect(word('asc', 'desc').read('des')).toBeNull();
    expect(flag.read('FALSE')).toBe('false');
    const name = textOf(3, 100);
    expect([name.read('ab'), name.read('abc'), name.read('é')]).toEqual([null, 'abc', null]);
    expect(name.read('é'.repeat(50))).toBe('é'.repeat(50));
    expect(name.read('é'.repeat(51))).toBeNull();
  });
});
