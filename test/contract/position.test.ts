// Positions: as cursors, in their order, and as the filters of the page that follows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, comparedOf, compareTexts } from '../../src/contract/compared.js';
import { filtersAfter } from '../../src/contract/filters-after.js';
import { positionInLink } from '../../src/contract/next-link.js';
import {
  boundsAfter,
  comparePositions,
  positionOf,
  printCursor,
  readCursor,
} from '../../src/contract/position.js';
import type { List, Order } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import { entityId, naturalNumber, timestamp } from '../../src/contract/values.js';
import { nthValue } from '../support/nth-value.js';

const byName = (name: string) => lists.find((list) => list.name === name) as List;
const balances = byName('balances');
const pair = [
  { parameter: 'token.id', kind: entityId, of: (row: readonly string[]) => row[0] as string },
  {
    parameter: 'serialnumber',
    kind: naturalNumber(),
    of: (row: readonly string[]) => row[1] as string,
  },
];
const pairs = { ...balances, name: 'pairs', sort: pair } as unknown as List;
const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

const positions = (list: List) =>
  fc.tuple(
    ...list.sort.map(({ kind }) =>
      fc.bigInt(1n, 2n ** 38n - 1n).map((value) => nthValue(kind, value)),
    ),
  );

describe('the order of two texts', () => {
  const num = fc.oneof(fc.bigInt(0n, 2n ** 38n - 1n), fc.bigInt(990n, 1020n));
  const id = fc
    .tuple(fc.constantFrom(0n, 1n, 511n, 512n, 1023n), fc.constantFrom(0n, 1n, 10n), num)
    .map((parts) => parts.join('.'));
  const usual = num.map((value) => `0.0.${value}`);
  const time = fc
    .tuple(fc.bigInt(0n, 9_999_999_999n), fc.constantFrom('000000000', '000000001', '999999999'))
    .map((parts) => parts.join('.'));
  test.each([
    ['ids of any realm', entityId, id],
    ['ids of the usual realm', entityId, usual],
    ['times', timestamp, time],
    ['numbers', naturalNumber(), num.map(String)],
  ] as const)('of %s is the order of what the database compares', (_, kind, texts) => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const [x, y] = [a, b].map((text) => comparedOf(kind, text) ?? 0n) as [bigint, bigint];
        expect(compareTexts(kind, a, b)).toBe(compare(x, y));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a cursor', () => {
  test.each([...lists, pairs].map((list) => [list.name, list] as const))(
    'of %s leads back to its position',
    (_, list) => {
      fc.assert(
        fc.property(positions(list), (position) => {
          const cursor = printCursor(list, position);
          expect(readCursor(list, 'after', cursor)).toEqual(position);
          expect(cursor).toMatch(/^[\w-]+$/);
          for (const other of lists) {
            if (other !== list) expect(() => readCursor(other, 'after', cursor)).toThrow();
          }
        }),
        { numRuns: 20 },
      );
    },
  );

  test('of an item comes from what the contract prints of it', () => {
    const row = { account: '0.0.1002', balance: 1, tokens: [] };
    expect(positionOf(balances, row)).toEqual(['0.0.1002']);
    expect(positionOf(byName('blocks'), { number: 9007199254740993n })).toEqual([
      '9007199254740993',
    ]);
  });

  test.each([
    ['nothing', ''],
    ['no base64', '!!!'],
    ['base64 of another alphabet', `${encode(['balances', '0.0.5'])}==`],
    ['no JSON', Buffer.from('balances').toString('base64url')],
    ['JSON that is no list', encode({ 0: 'balances' })],
    ['another list', encode(['accounts', '0.0.5'])],
    ['no position', encode(['balances'])],
    ['a position too long', encode(['balances', '0.0.5', '0.0.6'])],
    ['a number', encode(['balances', 5])],
    ['null', encode(['balances', null])],
    ['a short id', encode(['balances', '5'])],
    ['an id that can not exist', encode(['balances', '0.0.274877906944'])],
    ['an address, which has no place in the order', encode(['balances', `0x${'ab'.repeat(20)}`])],
    ['an alias, which has no place in the order', encode(['balances', 'AAAAAAAA'])],
    ['an operator', encode(['balances', 'gt:0.0.5'])],
    ['spaces around the JSON', Buffer.from(' ["balances","0.0.5"]').toString('base64url')],
  ])('is refused that holds %s', (_, cursor) => {
    expect(() => readCursor(balances, 'after', cursor)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        detail: { argument: 'after' },
        message: expect.stringContaining('must be a cursor of this list'),
      }),
    );
  });

  test('that is any text is refused, or is the very one that its position prints', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((t) => encode(JSON.parse(t))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(printCursor(balances, readCursor(balances, 'after', text))).toBe(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'BAD_USER_INPUT' });
        }
      }),
    );
  });
});

describe('positions', () => {
  test('are in the order of their int64, key by key', () => {
    const int64 = fc
      .bigInt(-(2n ** 63n), 2n ** 63n - 1n)
      .filter((v) => (v & (2n ** 38n - 1n)) !== 0n);
    const keys = fc.tuple(int64, fc.bigInt(0n, 3n));
    fc.assert(
      fc.property(keys, keys, fc.boolean(), (a, b, isSame) => {
        const second = isSame ? ([a[0], b[1]] as const) : b;
        const text = ([id, serial]: readonly [bigint, bigint]) => [
          entityId.fromInt64?.(id) as string,
          `${serial}`,
        ];
        const [x, y] = a[0] === second[0] ? [a[1], second[1]] : [a[0], second[0]];
        const sign = x === y ? 0 : x > y ? 1 : -1;
        expect(comparePositions(pair, 'asc', text(a), text(second))).toBe(sign);
        expect(comparePositions(pair, 'desc', text(a), text(second))).toBe(sign === 0 ? 0 : -sign);
      }),
    );
    expect(comparePositions(balances.sort, 'asc', ['1023.0.1'], ['0.0.1'])).toBe(-1);
  });

  test.each<[Order, string, string]>([
    ['asc', 'gte', 'gt'],
    ['desc', 'lte', 'lt'],
  ])('become bounds in order %s: inclusive, the last one strict', (order, inclusive, strict) => {
    const none = () => false;
    expect(boundsAfter(pair, order, ['0.0.5', '7'], none)).toEqual([
      { parameter: 'token.id', operator: inclusive, value: '0.0.5' },
      { parameter: 'serialnumber', operator: strict, value: '7' },
    ]);
    expect(boundsAfter(pair, order, ['0.0.5', '7'], (name) => name === 'token.id')).toEqual([
      { parameter: 'serialnumber', operator: strict, value: '7' },
    ]);
    expect(boundsAfter(pair, order, ['0.0.5', '7'], (name) => name === 'serialnumber')).toEqual([
      { parameter: 'token.id', operator: strict, value: '0.0.5' },
    ]);
  });

  test('take the place of the filters that they go past, and of no others', () => {
    const filters = [
      { parameter: 'account.id', operator: 'gte', value: '0.0.1' },
      { parameter: 'account.balance', operator: 'gt', value: '1' },
      { parameter: 'account.id', operator: 'lt', value: '0.0.9' },
      { parameter: 'account.id', operator: 'ne', value: '0.0.4' },
    ] as const;
    const { sort } = balances;
    expect(filtersAfter(sort, 'asc', filters, ['0.0.5'])).toEqual([
      ...filters.slice(1),
      { parameter: 'account.id', operator: 'gt', value: '0.0.5' },
    ]);
    expect(filtersAfter(sort, 'desc', filters, ['0.0.5'])).toEqual([
      ...filters.filter(({ operator }) => operator !== 'lt'),
      { parameter: 'account.id', operator: 'lt', value: '0.0.5' },
    ]);
  });

  test.each([
    ['token.id', '0.0.9', []],
    ['token.id', '0.0.5', ['serialnumber gt 7']],
    ['token.id', '0.0.4', null],
    ['serialnumber', '9', ['token.id gte 0.0.5']],
    ['serialnumber', '7', ['token.id gt 0.0.5']],
    ['serialnumber', '6', ['token.id gt 0.0.5']],
  ])('where %s is pinned to %s leave what lies beyond 0.0.5 and 7', (parameter, value, bounds) => {
    const pin = { parameter, operator: 'eq', value } as const;
    const all = filtersAfter(pair, 'asc', [pin], ['0.0.5', '7']);
    const added = all?.filter((filter) => filter !== pin);
    expect(added?.map((one) => Object.values(one).join(' ')) ?? null).toEqual(bounds);
  });

  test('are read from the bounds of a link, whatever its host, path and order', () => {
    const link = 'http://evil.example/x?limit=2&account.id=lt:0.0.9&account.id=gt:5';
    expect(positionInLink(balances.sort, 'asc', link)).toEqual(['0.0.5']);
    expect(positionInLink(balances.sort, 'desc', link)).toEqual(['0.0.9']);
    expect(positionInLink(pair, 'desc', '/n?token.id=lte:0.0.5&serialnumber=lt:7')).toEqual([
      '0.0.5',
      '7',
    ]);
    // A key that is pinned has no bound, and stays what it is.
    expect(positionInLink(pair, 'desc', '/n?token.id=5&serialnumber=lt:7')).toEqual(['0.0.5', '7']);
    for (const poor of [
      '/n',
      '/n?token.id=lte:0.0.5',
      '/n?token.id=5&token.id=6&serialnumber=lt:7',
      '',
    ]) {
      expect(positionInLink(pair, 'desc', poor)).toBeNull();
    }
  });
});
