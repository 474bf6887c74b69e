// Every kind of value has one canonical text, which all its spellings lead to.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printAlias } from '../../src/contract/entity.js';
import * as kinds from '../../src/contract/values.js';

const ids = fc
  .tuple(
    fc.bigInt(0n, 1023n),
    fc.bigInt(0n, 65_535n),
    fc.oneof(fc.bigInt(1n, 2n ** 38n - 1n), fc.constantFrom(1n, 2n ** 38n - 1n)),
  )
  .map((parts) => parts.join('.'));
const hex = (digits: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)).filter((text) => text.length === digits);
const alias = fc.uint8Array({ minLength: 1, maxLength: 40 }).map(printAlias);

/** Texts of a kind beside those of the ids: what each kind takes in its own spellings. */
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  plainEntityId: ids,
  entityId: fc.oneof(
    ids,
    hex(16).map((low) => `0x${low.padStart(40, '0')}`),
  ),
  entityIdOrEvm: fc.oneof(
    ids,
    hex(40),
    hex(40).map((text) => `0.0.${text.toUpperCase()}`),
  ),
  accountReference: fc.oneof(
    ids,
    hex(40),
    alias,
    alias.map((text) => `0.0.${text}`),
  ),
  timestamp: fc.stringMatching(/^\d{1,10}(\.\d{1,9})?$/),
  blockNumber: fc.stringMatching(/^(\d{1,18}|0x[0-7][0-9A-Fa-f]{0,15})$/),
  blockReference: fc.oneof(
    hex(64),
    hex(96).map((h) => `0x${h.toUpperCase()}`),
    fc.nat().map(String),
  ),
  publicKey: fc.oneof(
    hex(64),
    hex(66),
    hex(88),
    hex(64).map((key) => `302a300506032b6570032100${key}`),
  ),
  flag: fc.constantFrom('true', 'TRUE', 'False'),
};

describe('the canonical text', () => {
  test.each(Object.keys(texts))('of %s is its own canonical text', (name) => {
    const kind = kinds[name as 'timestamp'];
    fc.assert(
      fc.property(texts[name] as fc.Arbitrary<string>, (text) => {
        const canonical = kinds.readOrNull(kind, text);
        if (canonical !== null) expect(kinds.readOrNull(kind, canonical)).toBe(canonical);
      }),
    );
  });

  test.each(Object.keys(texts))('of %s matches the pattern of the documents', (name) => {
    const { pattern, read } = kinds[name as 'timestamp'];
    fc.assert(
      fc.property(texts[name] as fc.Arbitrary<string>, (text) => {
        const canonical = kinds.readOrNull({ ...kinds.flag, read }, text);
        if (canonical !== null) expect(canonical).toMatch(new RegExp(`^(${pattern})$`));
      }),
    );
  });
});

describe('a timestamp', () => {
  test.each([
    ['0', '0.000000000', 0n],
    ['1.5', '1.500000000', 1_500_000_000n],
    ['0001.000000001', '1.000000001', 1_000_000_001n],
    ['1234567890.123456789', '1234567890.123456789', 1_234_567_890_123_456_789n],
    ['9999999999.999999999', '9999999999.999999999', 2n ** 63n - 1n],
  ])('%s is %s', (text, canonical, nanoseconds) => {
    expect(kinds.timestamp.read(text)).toBe(canonical);
    expect(kinds.timestamp.toInt64?.(canonical)).toBe(nanoseconds);
  });

  test('goes through its int64 and back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), (nanoseconds) => {
        const text = kinds.printTimestamp(nanoseconds) as string;
        expect(kinds.timestamp.read(text)).toBe(text);
        expect(kinds.timestamp.toInt64?.(text)).toBe(nanoseconds);
      }),
    );
    expect(kinds.printTimestamp(2345)).toBe('0.000002345');
    expect(kinds.printTimestamp(null)).toBeNull();
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
  ])('is not %j', (text) => expect(kinds.timestamp.read(text)).toBeNull());
});

describe('a number', () => {
  const { naturalNumber } = kinds;

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
    expect(naturalNumber(19, 1n).read('0')).toBeNull();
    expect(naturalNumber(10).read('12345678901')).toBeNull();
  });

  test.each(['', '-1', '+1', '1.0', '0x1', '1e3', ' 1', '１'])('is not %j', (text) =>
    expect(naturalNumber().read(text)).toBeNull(),
  );

  test('of a block is decimal or hexadecimal, its reference also a hash of 64 or 96 digits', () => {
    expect(kinds.blockNumber.read('0x1F')).toBe('31');
    expect(kinds.blockNumber.read('31')).toBe('31');
    for (const text of ['0X1F', '1F', '0x', '0x8000000000000000', '0x10000000000000000']) {
      expect(kinds.blockNumber.read(text)).toBeNull();
    }
    for (const digits of [64, 96]) {
      expect(kinds.blockReference.read('AB'.repeat(digits / 2))).toBe(
        `0x${'ab'.repeat(digits / 2)}`,
      );
      expect(kinds.blockReference.read(`0x${'1'.repeat(digits)}`)).toBe(`0x${'1'.repeat(digits)}`);
    }
    for (const text of ['0x1F', '1test', 'ab'.repeat(31), 'ab'.repeat(33), '-1', '']) {
      expect(kinds.blockReference.read(text)).toBeNull();
    }
  });
});

describe('other kinds', () => {
  test('a public key is lower-case hex, without the DER header of ED25519', () => {
    const key = 'AbCd'.repeat(16);
    const canonical = key.toLowerCase();
    for (const text of [key, `0x${key}`, `302A300506032B6570032100${key}`]) {
      expect(kinds.publicKey.read(text)).toBe(canonical);
    }
    expect(kinds.publicKey.read(`02${key}`)).toBe(`02${canonical}`);
    expect(kinds.publicKey.read(`0x${'1'.repeat(88)}`)).toBe('1'.repeat(88));
    for (const text of ['', 'ab', key.slice(1), `0X${key}`, `${key}\n`, key.replace('A', 'g')]) {
      expect(kinds.publicKey.read(text)).toBeNull();
    }
  });

  test('a word takes any letter case, text counts bytes', () => {
    expect(kinds.word('asc', 'desc').read('DESC')).toBe('desc');
    expect(kinds.word('asc', 'desc').read('des')).toBeNull();
    expect(kinds.flag.read('FALSE')).toBe('false');
    const name = kinds.text(3, 100);
    expect([name.read('ab'), name.read('abc'), name.read('é')]).toEqual([null, 'abc', null]);
    expect(name.read('é'.repeat(50))).toBe('é'.repeat(50));
    expect(name.read('é'.repeat(51))).toBeNull();
  });
});
