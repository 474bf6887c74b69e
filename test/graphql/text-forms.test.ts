// What a text can name follows from its form: each id finds its look-up, and no text at all is a mistake.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longZeroAddress, printAlias } from '../../src/contract/entity.js';
import { printTimestamp } from '../../src/contract/values.js';
import { type Sought, soughtBy, ways } from '../../src/graphql/build/text-forms.js';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');
const num = fc.bigInt(1n, (1n << 38n) - 1n);
const int64 = fc.bigInt(0n, (1n << 63n) - 1n);
/** No time of a ledger is before 2001, and its seconds have ten digits. */
const nanoseconds = fc.bigInt(10n ** 18n, (1n << 63n) - 1n);
const key = fc.tuple(fc.constantFrom('02', '03'), bytes(32)).map(([sign, x]) => sign + hex(x));
const runs = { numRuns: 40 };
const entities = ['contract', 'account', 'token', 'topic', 'schedule'];

const has = (text: string, by: string, wanted: string) =>
  expect(soughtBy(text)).toContainEqual({ by, key: wanted });
const waysOf = (text: string) => soughtBy(text).map(({ by }) => by);
const spelled = (text: string) => [text, `  ${text}\n`];

describe('the form of a text', () => {
  it('tells an id of any spelling, of whatever it may be, in at most five look-ups', () => {
    fc.assert(
      fc.property(num, (n) => {
        for (const text of [`0.0.${n}`, `0.${n}`, `0.0.${n}-abcde`].flatMap(spelled)) {
          for (const by of entities) has(text, by, `0.0.${n}`);
          expect(soughtBy(text).length).toBeLessThanOrEqual(5);
        }
        for (const by of entities) has(`${n}`, by, `0.0.${n}`);
        has(`${n}`, 'block', `${n}`);
        const address = longZeroAddress(n) as string;
        for (const text of [address, address.slice(2)]) {
          has(text, 'account', address);
          has(text, 'topic', `0.0.${n}`);
          expect(soughtBy(text)).toHaveLength(soughtBy(`0.0.${n}`).length);
        }
      }),
      runs,
    );
  });

  it('tells addresses, aliases and keys', () => {
    fc.assert(
      fc.property(bytes(20), key, bytes(32), (own, ecdsa, ed25519) => {
        const address = hex(own);
        for (const text of [address, `0x${address}`, `0x${address.toUpperCase()}`])
          has(text, 'account', `0x${address}`);
        for (const raw of [ecdsa, hex(ed25519)]) {
          const prefix = raw === ecdsa ? '3a21' : '1220';
          const alias = printAlias(Buffer.from(prefix + raw, 'hex'));
          const der = raw === ecdsa ? '302d300706052b8104000a032200' : '302a300506032b6570032100';
          for (const text of [raw, `0x${raw}`, raw.toUpperCase(), der + raw]) {
            has(text, 'account', alias);
            has(text, 'accounts with key', raw);
          }
          for (const text of [alias, `0.0.${alias}`, `0x${prefix}${raw}`]) {
            expect(soughtBy(text)).toEqual([{ by: 'account', key: alias }]);
          }
        }
        expect(soughtBy(printAlias(own))).toEqual([{ by: 'account', key: printAlias(own) }]);
      }),
      runs,
    );
  });

  it('tells blocks and transactions by all that they are called', () => {
    fc.assert(
      fc.property(int64, bytes(48), num, nanoseconds, (n, hash, payer, time) => {
        has(`${n}`, 'block', `${n}`);
        expect(soughtBy(`0x${n.toString(16)}`)).toEqual([{ by: 'block', key: `${n}` }]);
        const digits = hex(hash);
        for (const text of [digits, `0x${digits}`]) {
          expect(soughtBy(text)).toEqual([
            { by: 'transaction', key: `0x${digits}` },
            { by: 'block', key: `0x${digits}` },
          ]);
        }
        has(digits.slice(0, 64), 'block', `0x${digits.slice(0, 64)}`);
        for (const text of [hash].map((one) => Buffer.from(one).toString('base64'))) {
          // All of its characters being hex digits too is as good as never, but for made-up bytes.
          if (!/^[\da-f]*$/i.test(text)) has(text, 'transaction', `0x${digits}`);
        }
        const at = printTimestamp(time) as string;
        const [seconds, fraction] = at.split('.');
        const iso = `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
        for (const text of [at, iso]) {
          expect(soughtBy(text)).toEqual([
            { by: 'transaction', key: at },
            { by: 'block at', key: at },
          ]);
        }
        const id = `0.0.${payer}-${seconds}-${fraction}`;
        for (const end of ['', '?scheduled=true', '/1', '?scheduled=false/2']) {
          expect(soughtBy(`0.0.${payer}@${at}${end}`)).toEqual(soughtBy(id + end));
          expect(soughtBy(id + end)).toEqual([{ by: 'transaction', key: id + end }]);
        }
      }),
      runs,
    );
  });

  it('tells nodes by small numbers, and NFTs by token and serial number', () => {
    has('3', 'node', '3');
    expect(waysOf('1000')).not.toContain('node');
    for (const text of ['0.0.2003/1', '0.0.2003@1', '0.0.2003#1'])
      expect(soughtBy(text)).toEqual([{ by: 'nft', key: '0.0.2003/1' }]);
    expect(soughtBy('0.0.2003/0')).toEqual([]);
  });

  it.each([
    ...['', ' ', '\n', '🙂'.repeat(26), 'x'.repeat(101)],
    ...['0x', '0.0.', '0.0', '.', '99999999999999999999', '0.0.274877906944', '1024.0.1'],
    ...['0.0.2@', '0.0.2-', '0.0.2?scheduled', '0x1234567890abcdef0'],
    ...['abc\u0000def', 'abc\ud800def', '\u0007\u0007\u0007'],
  ])('allows nothing, or only what it is: %j', (text) => {
    const sought = soughtBy(text);
    expect(sought.every(({ by }) => by !== 'tokens called so')).toBe(true);
    if (!/^[\d.]+$/.test(text)) expect(sought).toEqual([]);
  });

  it.each([
    'abc',
    'HBAR',
    'USDC',
    '🙂',
    'Café Crème',
    '日本の庭',
    '1inch',
    '24-7 Coin',
    '50% off',
    'x'.repeat(100),
  ])('can be the name of a token: %s', (text) =>
    expect(soughtBy(text)).toEqual([{ by: 'tokens called so', key: text }]),
  );

  it.each(['a', 'Q2', '$', '-1', 'é'])('can be the symbol of a token: %s', (text) =>
    expect(soughtBy(text)).toEqual([{ by: 'tokens called so', key: text }]),
  );

  it('is none of a text that is too long for all of them', () => {
    for (const piece of ['x', '1', '0x', 'A', '0.0.1', '1-', ' '])
      expect(soughtBy(piece.repeat(10_000))).toEqual([]);
  });

  it('of any text allows each look-up once, in the one order, and never throws', () => {
    const pieces = fc.constantFrom(
      '0.0.',
      '0x',
      '@',
      '-',
      '.',
      '/',
      '1',
      'ab',
      'AB',
      '?scheduled',
      ' ',
      '%',
    );
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(pieces, fc.nat().map(String)), { maxLength: 12 })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(any, (text) => {
        const sought: readonly Sought[] = soughtBy(text);
        const places = sought.map(({ by }) => ways.indexOf(by));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(sought.length).toBeLessThanOrEqual(7);
      }),
      { numRuns: 200 },
    );
  });
});
