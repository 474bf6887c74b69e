// Interfaces and data that are made to hurt whoever reads them: each is refused, or answered in no time.
import { expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import {
  type Decoded,
  decodeError,
  decodeEvent,
  decodeInput,
  decodeOutput,
} from '../../src/graphql/build/abi.js';
import { startOperation } from '../../src/operation.js';

const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const nested = (depth: number) =>
  `function f() returns (${'('.repeat(depth)}uint256 x${')'.repeat(depth)} y)`;

/** An operation that may read as much as any. */
const payer = () => startOperation({ timeout: 15_000, calls: 1, values: 50_000 });

/** What comes of it, and within which time; a refusal is the client's own mistake and nothing else. */
function outcomeOf(decode: () => Decoded | null): Decoded | null | 'refused' {
  const began = performance.now();
  const outcome = () => {
    try {
      return decode();
    } catch (error) {
      expect(error).toBeInstanceOf(LedgerError);
      expect((error as LedgerError).code).toBe('BAD_USER_INPUT');
      expect((error as LedgerError).message.length).toBeLessThan(600);
      return 'refused';
    }
  };
  const found = outcome();
  expect(performance.now() - began).toBeLessThan(500);
  return found;
}

it.each([
  ['a long name', `function ${'a'.repeat(100_000)}()`],
  ['tuples 100 deep', nested(100)],
  ['tuples 900 deep', nested(900)],
  ['spaces without end', `function f(${' '.repeat(1900)}`],
  ['words without end', `function f(${'uint256 indexed '.repeat(100)}`],
  ['commas', `function f(${','.repeat(1900)})`],
  ['brackets without end', `function f(uint256${'['.repeat(1900)} x)`],
  ['parentheses that do not close', `function f${'('.repeat(1900)}`],
  ['a list of lists of lists', `function f() returns (uint256${'[]'.repeat(900)} x)`],
  ['a great list', 'function f() returns (uint256[1000][1000][1000] x)'],
  ['a list as long as all numbers', `function f() returns (uint256[${'9'.repeat(300)}] x)`],
  ['a type that is none', 'function f() returns (uint257 x)'],
  ['a name of the prototype', 'function f() returns (uint256 __proto__, uint256 constructor)'],
  ['two items', 'function f() function g()'],
  ['no text', ''],
])('an interface with %s is refused or answered in no time', (_name, abi) => {
  const data = `0x${word(32).repeat(200)}`;
  for (const text of [abi, abi.replace('function f() returns', 'function f')]) {
    outcomeOf(() => decodeOutput(text, data, payer()));
    outcomeOf(() => decodeInput(text, data, payer()));
  }
  outcomeOf(() => decodeEvent(abi.replace('function', 'event'), [`0x${word(1)}`], data, payer()));
  outcomeOf(() => decodeError(abi.replace('function', 'error'), data, payer()));
});

const greatest = 2n ** 256n - 1n;
it.each([
  ['says that it is longer than it is', 'bytes', [word(32), word(1_000_000)]],
  ['says that it is as long as can be', 'bytes', [word(32), word(greatest)]],
  ['says that a list has as many items as can be', 'uint256[]', [word(32), word(greatest)]],
  ['says that a list has 2^32 items of nothing', '()[]', [word(32), word(2 ** 32)]],
  ['begins behind its end', 'string', [word(greatest), word(1)]],
  ['begins in itself', 'bytes[]', [word(32), word(1000), ...Array(20).fill(word(0))]],
  ['has lists that are each other', 'uint256[][][][]', [word(32), ...Array(100).fill(word(32))]],
  ['is cut in the middle of a digit', 'uint256', ['0'.repeat(63)]],
  ['is nothing', 'uint256', []],
])('data that %s is answered in no time', (_name, type, words) => {
  const data = `0x${words.join('')}`;
  outcomeOf(() => decodeOutput(`function f() returns (${type} x)`, data, payer()));
});

it('a megabyte of data is read once, and shown whole', () => {
  const size = 2 ** 20;
  const data = `0x${word(32)}${word(size)}${'ab'.repeat(size)}`;
  const found = decodeOutput('function f() returns (bytes x)', data, payer());
  expect(found?.values[0]?.value).toHaveLength(2 + 2 * size);
  const list = `0x${word(32)}${word(size / 32)}${word(7).repeat(size / 32)}`;
  const numbers = outcomeOf(() =>
    decodeOutput('function f() returns (uint256[] x)', list, payer()),
  ) as Decoded;
  expect(JSON.parse(numbers.values[0]?.value ?? '[]')).toHaveLength(size / 32);
});

it.each([
  [
    'spaces inside of tuples',
    (i: number) => `(${'('.repeat(95)}uint256${' '.repeat(1600)}x${i}${')'.repeat(95)} y)`,
  ],
  ['tuples without end', (i: number) => `(${'('.repeat(900)}uint256 x${i}${')'.repeat(900)} y)`],
  ['commas', (i: number) => `(uint256 x${i}${','.repeat(1900)})`],
])('as many interfaces of %s as a request has room for are read at once', (_name, inputs) => {
  const began = performance.now();
  for (let i = 0; i < 100; i += 1) {
    outcomeOf(() =>
      decodeOutput(`function f${inputs(i)} returns (uint256 z)`.slice(0, 2000), '0x', payer()),
    );
  }
  expect(performance.now() - began).toBeLessThan(1500);
});

it('a list whose items all are one and the same long one is of something else', () => {
  const inner = [word(100), ...Array.from({ length: 100 }, () => word(7))];
  const outer = [word(32), word(90), ...Array.from({ length: 90 }, () => word(90 * 32))];
  const data = `0x${[...outer, ...inner].join('')}`;
  const read = (abi: string) => decodeOutput(abi, data, payer());
  expect(read('function f() returns (uint256[] x)')).not.toBeNull();
  expect(read('function f() returns (uint256[][] x)')).toBeNull();
});

it('what is read out of data is paid for, word by word', () => {
  const data = `0x${word(32)}${word(1998)}${word(7).repeat(1998)}`;
  const abi = 'function f() returns (uint256[] x)';
  decodeOutput(abi, null, payer());
  const one = payer();
  const read = () => decodeOutput(abi, data, one);
  for (let i = 0; i < 25; i += 1) expect(read()).not.toBeNull();
  expect(read).toThrow('The operation needs more than the 50000 values');
});

it('more interfaces than are kept are not read anew for each row without end', () => {
  const words = Array(85).fill('uint256').join();
  const interfaces = Array.from({ length: 150 }, (_, i) => `function f${i}(${words})`);
  const one = payer();
  const rows = () => {
    for (let row = 0; row < 100; row += 1)
      for (const abi of interfaces) decodeInput(abi, '0x', one);
  };
  const began = performance.now();
  expect(rows).toThrow('The operation needs more than the 50000 values');
  expect(performance.now() - began).toBeLessThan(500);
  // Those of which there are fewer are read once.
  const few = payer();
  for (let row = 0; row < 100; row += 1)
    for (const abi of interfaces.slice(0, 100)) decodeInput(abi, '0x', few);
  expect(few.values).toBeLessThan(20_000);
});
