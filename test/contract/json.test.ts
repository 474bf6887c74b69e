// JSON keeps every digit of every integer, both ways, and is else what JSON.parse makes of it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { int64, parseJson, printJson } from '../../src/contract/json.js';

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;
const isSafe = (value: bigint) => Number.isSafeInteger(Number(value));

/** Values as the product makes them: what fits a number is one, what does not is a bigint. */
const { exact } = fc.letrec<{ exact: unknown }>((tie) => ({
  exact: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.bigInt(least, greatest).map((value) => int64(value.toString())),
    fc.maxSafeInteger(),
    fc.constantFrom(null, true, false, 0.5, -1.25e-7, 6.02e23),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^-?\d{15,40}$/),
    fc.array(tie('exact'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.stringMatching(/^\d{16,20}$/)), tie('exact'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
}));

describe('parse and print', () => {
  test('give back every value', () => {
    fc.assert(
      fc.property(exact, (value) => {
        expect(parseJson(printJson(value))).toEqual(value);
      }),
    );
  });

  test('give back every digit of an int64', () => {
    fc.assert(
      fc.property(fc.bigInt(least, greatest), (value) => {
        const text = `{"a":[${value}],"b":"${value}"}`;
        expect(printJson(parseJson(text))).toBe(text);
        const { a } = parseJson(text) as { a: unknown[] };
        expect(typeof a[0]).toBe(isSafe(value) ? 'number' : 'bigint');
      }),
    );
  });

  test.each([
    '9007199254740991',
    '9007199254740992',
    '-9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '18446744073709551616',
  ])('keep %s', (digits) => {
    expect(printJson(parseJson(digits))).toBe(digits);
    expect(printJson(parseJson(` [ ${digits} ,{"x" : ${digits}\n}] `))).toBe(
      `[${digits},{"x":${digits}}]`,
    );
  });

  test('leave what is printed as it was', () => {
    fc.assert(
      fc.property(exact, (value) => {
        const before = structuredClone(value);
        printJson(value);
        expect(value).toEqual(before);
      }),
    );
  });

  test('keep a member that is named as the prototype', () => {
    const text = '{"__proto__":{"a":9223372036854775807},"b":[9223372036854775807,"c"]}';
    expect(printJson(parseJson(text))).toBe(text);
  });

  test('leave out members that are undefined, with and without bigints', () => {
    expect(printJson({ a: undefined, b: [undefined], c: null })).toBe('{"b":[null],"c":null}');
    expect(printJson({ a: undefined, b: [undefined, 2n ** 60n] })).toBe(
      '{"b":[null,1152921504606846976]}',
    );
  });
});

describe('parse', () => {
  test('is JSON.parse for all JSON without long integers', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const long = /(?<![.\d])-?\d{16,}(?![.\deE])/.test(
          text.replace(/"(?:[^"\\]|\\.)*"/g, '""'),
        );
        fc.pre(!long);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['digits in a string', '{"memo":"id 9223372036854775807"}'],
    ['a string of digits', '["9223372036854775807"]'],
    ['JSON in a string', String.raw`{"memo":"{\"x\":9007199254740993}","y":1}`],
    ['a backslash before a quote', String.raw`["\\",12,"\\\"9007199254740993"]`],
    ['a key of digits', '{"9007199254740993":1}'],
    ['a long fraction', '[1.2345678901234567890,0.00000000000000000001]'],
    ['exponents', '[12345678901234567890e-5,1e400,-2E+30,1234567890123456e2]'],
    ['the mark that is used inside', '["int64:9007199254740993","_int64:1"]'],
    ['safe numbers of sixteen digits', '[9007199254740991,-1000000000000000]'],
  ])('leaves %s as they are', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('finds a long integer beside the mark that is used inside', () => {
    expect(parseJson('["int64:9007199254740993",9007199254740993]')).toEqual([
      'int64:9007199254740993',
      9007199254740993n,
    ]);
  });

  test.each(['int64:7', 'int64:x', '_int64:7'])(
    'leaves a string %s alone when it comes with escapes',
    (value) => {
      const escaped = `\\u${value.charCodeAt(0).toString(16).padStart(4, '0')}${value.slice(1)}`;
      const text = `{"memo":"${escaped}","balance":9007199254740993}`;
      expect(parseJson(text)).toEqual({ memo: value, balance: 9007199254740993n });
    },
  );

  test.each([
    '',
    '9007199254740993,',
    '[9007199254740993',
    '"9007199254740993',
    '"\\9007199254740993',
    '9007199254740993n',
    '+9007199254740993',
    '--9007199254740993',
    '9007199254740993 9007199254740993',
    '1.2.9007199254740993',
    '09007199254740993',
    '-09007199254740993',
    '00000000000000000000',
    '{9007199254740993:1}',
    '{ 9007199254740993 : 1}',
    '["a"9007199254740993]',
    '{"a":9007199254740993,}',
    '["9007199254740993\n"]',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test.each(['{9:1}', '[9', '[9 :', '9"', '-9-'])(
    'takes no time over long digits as in %s',
    (form) => {
      const began = performance.now();
      expect(() => parseJson(form.replace('9', '9'.repeat(1500)))).toThrow(SyntaxError);
      expect(performance.now() - began).toBeLessThan(200);
    },
  );

  test('accepts and refuses the same texts as JSON.parse', () => {
    const parses = (parse: (text: string) => unknown, text: string) => {
      try {
        parse(text);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
        return false;
      }
    };
    const piece = fc.constantFrom(
      ...['[', ']', '{', '}', ':', ',', '"', '\\', '-', '.', 'e', '0', '1', ' ', '"a"', 'null'],
      ...['9007199254740993', '-9007199254740993', '"9007199254740993"', '"a":', '\\u0069'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect([text, parses(parseJson, text)]).toEqual([text, parses(JSON.parse, text)]);
      }),
      { numRuns: 2000 },
    );
  });
});
