// Following links.next visits every row that the request asks for exactly once, and ends.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printNextLink } from '../../src/contract/next-link.js';
import type { Filter, List } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import { type Kind, readOrNull } from '../../src/contract/values.js';
import { expectAll, type Meets, meetsOne, shuffled, tail } from '../support/follow.js';
import { nthValue, numberOf } from '../support/nth-value.js';

/** One key: repeated values mean what the declaration says. */
const meetsKey: Meets = ({ sort, parameters }, filters, [value = 0n]) => {
  const { parameter, kind } = sort[0] as List['sort'][0];
  const own = filters.filter((filter) => filter.parameter === parameter);
  const met = (filter: Filter) => meetsOne(filter, value, numberOf(kind, filter.value));
  const equal = own.filter(({ operator }) => operator === 'eq');
  if (parameters[parameter]?.repeat !== 'any') return own.every(met);
  const others = own.filter(({ operator }) => operator !== 'eq');
  return (equal.length === 0 || equal.some(met)) && others.every(met);
};

/** Around the numbers of the rows, as far as the kind has them. */
const around = (kind: Kind) =>
  fc.bigInt(readOrNull(kind, nthValue(kind, 0n)) === null ? 1n : 0n, 13n);
const numbers = fc.uniqueArray(fc.bigInt(1n, 12n), { maxLength: 12 });
const paged = lists
  .filter(({ sort }) => sort.length === 1)
  .map((list) => [list.name, list] as const);

describe('one sort key', () => {
  test.each(paged)('of %s, whatever bounds and equalities there are', (_, list) => {
    const { parameter, kind } = list.sort[0] as List['sort'][0];
    const { operators = [], values } = list.parameters[parameter] ?? {};
    const condition = fc
      .tuple(fc.constantFrom('', ...operators.map((operator) => `${operator}:`)), around(kind))
      .map(([operator, value]) => `${parameter}=${operator}${nthValue(kind, value)}`);
    // Without its parameter the list can not be asked for bounds of the key.
    const conditions =
      operators.length > 0
        ? fc.array(condition, { maxLength: Math.min(4, values?.maximum ?? 4) })
        : fc.constant([]);
    const search = fc.tuple(conditions, tail).chain(([c, t]) => shuffled([...c, ...t]));
    fc.assert(
      fc.property(search, numbers, (text, values) => {
        expectAll(
          list,
          text,
          values.map((value) => [value]),
          meetsKey,
        );
      }),
      { numRuns: 500 },
    );
  });

  test.each(paged.filter(([, list]) => list.flow === 2))(
    'of %s, also with what the second flow ignores before an operator',
    (_, list) => {
      const { parameter, kind } = list.sort[0] as List['sort'][0];
      const condition = fc
        .tuple(
          fc.constantFrom('', 'x:', 'gt:', 'lte:', ':'),
          fc.constantFrom('eq:', 'gte:', 'gt:', 'lte:'),
          around(kind),
        )
        .map(([odd, operator, value]) => `${parameter}=${odd}${operator}${nthValue(kind, value)}`);
      const search = fc
        .tuple(fc.array(condition, { maxLength: 2 }), tail)
        .chain(([c, t]) => shuffled([...c, ...t]));
      fc.assert(
        fc.property(search, numbers, (text, values) => {
          expectAll(
            list,
            text,
            values.map((value) => [value]),
            meetsKey,
          );
        }),
      );
    },
  );

  test.each(['AAAAAAAA', `0x${'ab'.repeat(20)}`])(
    'of balances, with the alias or address %s among the accounts',
    (reference) => {
      const balances = lists.find(({ name }) => name === 'balances') as List;
      const resolved: Meets = (list, filters, row) => {
        const ids = filters.map((f) => (f.value === reference ? { ...f, value: '0.0.5' } : f));
        return meetsKey(list, ids, row);
      };
      const rows = [[3n], [5n], [7n]];
      for (const others of ['', '&account.id=3', '&account.id=3&account.id=7']) {
        for (const search of [
          `account.id=${reference}${others}&limit=1`,
          `limit=1${others}&account.id=${reference}`,
        ]) {
          expect(() => expectAll(balances, search, rows, resolved), search).not.toThrow();
        }
      }
    },
  );
});

test.each([
  ['transactions', '9223372036.854775807'],
  ['blocks', '9223372036854775807'],
])('none leads beyond the greatest number that a ledger holds: of %s', (name, greatest) => {
  const list = lists.find((one) => one.name === name) as List;
  const next = (position: string) =>
    printNextLink({ path: '/x', query: new Map(), list, order: 'asc' }, [position]);
  expect(next(greatest)).toBeNull();
  expect(next(greatest.replace(/7$/, '6'))).toMatch(/=gt:\d+/);
});
