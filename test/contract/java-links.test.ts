// Links of the reference's endpoints in Java: where bounds stand in them, and every row once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printNextLink } from '../../src/contract/next-link.js';
import { nftAllowances } from '../../src/contract/resources/nft-allowances.js';
import { readExactSearch } from '../../src/rest/search.js';
import { list, read } from '../support/java-list.js';

describe('links', () => {
  const link = (search: string, position: readonly string[], order: 'asc' | 'desc' = 'asc') =>
    printNextLink({ path: '/p', query: readExactSearch(search), list, order }, position)?.slice(
      3,
    ) ?? null;

  test.each([
    [
      'limit=1&receiver.id=gte:4&order=desc',
      'desc',
      ['0.0.9', '0.0.3', '0'],
      'limit=1&receiver.id=gte:4&receiver.id=lte:0.0.9&order=desc&token.id=lt:0.0.3',
    ],
    [
      'limit=1&receiver.id=gt:5',
      'asc',
      ['0.0.9', '0.0.3', '0'],
      'limit=1&receiver.id=gte:0.0.9&token.id=gt:0.0.3',
    ],
    [
      'limit=1',
      'asc',
      ['0.0.9', '0.0.3', '7'],
      'limit=1&receiver.id=gte:0.0.9&token.id=gte:0.0.3&serialnumber=gt:7',
    ],
    [
      'limit=1&token.id=3',
      'asc',
      ['0.0.9', '0.0.3', '7'],
      'limit=1&token.id=3&receiver.id=gte:0.0.9&serialnumber=gt:7',
    ],
    ['receiver.id=9&token.id=3&serialnumber=7', 'asc', ['0.0.9', '0.0.3', '7'], null],
    [
      'limit=1&x=a%26b%0D%0A&Order=1',
      'asc',
      ['0.0.9', '0.0.3', '0'],
      'limit=1&x=a%26b%0D%0A&Order=1&receiver.id=gte:0.0.9&token.id=gt:0.0.3',
    ],
    [
      'receiver.id=ne:4&limit=1',
      'asc',
      ['0.0.9', '0.0.3', '0'],
      'receiver.id=ne:4&receiver.id=gte:0.0.9&limit=1&token.id=gt:0.0.3',
    ],
    [
      'receiver.id=ne:4&receiver.id=lte:20&limit=1',
      'asc',
      ['0.0.9', '0.0.3', '0'],
      'receiver.id=lte:20&receiver.id=gte:0.0.9&limit=1&token.id=gt:0.0.3',
    ],
    [
      'receiver.id=GTE:4&limit=1',
      'asc',
      ['0.0.9', '0.0.3', '0'],
      'limit=1&receiver.id=gte:0.0.9&token.id=gt:0.0.3',
    ],
  ] as const)('after ?%s', (search, order, position, wanted) => {
    expect(link(search, position, order)).toBe(wanted);
  });

  test.each([
    ['account.id=&limit=1', 'limit=1&account.id=gte:0.0.9&token.id=gt:0.0.3'],
    ['account.id=+&limit=1', 'limit=1&account.id=gte:0.0.9&token.id=gt:0.0.3'],
    ['owner=&account.id=&token.id=', 'owner=&account.id=gte:0.0.9&token.id=gt:0.0.3'],
    ['account.id=gte:4&token.id=', 'account.id=gte:0.0.9&token.id=gt:0.0.3'],
    ['account.id=lt:99&account.id=', 'account.id=lt:99&account.id=gte:0.0.9&token.id=gt:0.0.3'],
  ])('go on after ?%s, whose blanks pin nothing', (search, wanted) => {
    const asked = { path: '/p', query: readExactSearch(search), list: nftAllowances };
    const next = printNextLink({ ...asked, order: 'asc' }, ['0.0.9', '0.0.3']);
    expect(next).toBe(`/p?${wanted}`);
  });

  // A token is either fungible, and has no serial numbers, or has nothing else.
  const cell = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(2))
    .map(([receiver, token, serial]) => [receiver, token, token === 0 ? 0 : serial + 1]);
  const rows = fc.uniqueArray(cell, { maxLength: 20, selector: String });
  const texts = fc
    .tuple(fc.constantFrom('', 'gt:', 'gte:', 'lt:', 'LTE:', 'ne:'), fc.nat(4))
    .map(([o, n]) => o + n);
  const search = fc.record({
    'receiver.id': fc.array(texts, { maxLength: 2 }),
    'token.id': fc.array(texts, { maxLength: 2 }),
    serialnumber: fc.array(texts, { maxLength: 2 }),
    limit: fc.constantFrom(['1'], ['2'], ['3']),
    order: fc.constantFrom([], ['asc'], ['DESC']),
  });

  test('lead to every row once, whatever bounds and equalities there are', () => {
    fc.assert(
      fc.property(search, rows, (asked, all) => {
        const first = Object.entries(asked).flatMap(([name, values]) =>
          values.map((v) => `${name}=${v}`),
        );
        const start = read(first.join('&'));
        fc.pre(isOneRange(start.filters));
        const sign = start.order === 'desc' ? -1 : 1;
        const sorted = all
          .filter((row) => meets(start.filters, row as number[]))
          .sort((a, b) => sign * compare(a, b));
        const seen: unknown[] = [];
        for (let next: string | null = first.join('&'); next !== null; ) {
          const { filters, limit, order = 'asc' } = read(next);
          const page = sorted.filter((row) => meets(filters, row as number[])).slice(0, limit);
          seen.push(...page);
          const last = page.at(-1) as number[] | undefined;
          const position = last && [`0.0.${last[0]}`, `0.0.${last[1]}`, String(last[2])];
          next = position && page.length === limit ? link(next, position, order) : null;
          expect(seen.length).toBeLessThanOrEqual(sorted.length);
        }
        expect(seen).toEqual(sorted);
      }),
      { numRuns: 1500 },
    );
  });
});

const names = ['receiver.id', 'token.id', 'serialnumber'];
const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
};

/**
 * Whether bounds of a later key have some of the keys before it, or equalities. Without those the
 * reference's own links lose them (contract J.3 and A.15 taken together).
 */
const isOneRange = (filters: ReturnType<typeof read>['filters']): boolean =>
  filters.every(({ parameter, operator }) => {
    const earlier = names.slice(0, names.indexOf(parameter));
    const isBound = (name: string) =>
      filters.some(
        (f) =>
          f.parameter === name &&
          (f.operator === 'eq' || f.operator.startsWith(operator.slice(0, 2))),
      );
    return operator === 'eq' || earlier.every(isBound);
  });

/** Equalities hold by themselves; the bounds of a side are one tuple, up to the first strict one. */
function meets(filters: ReturnType<typeof read>['filters'], row: readonly number[]): boolean {
  const of = (index: number) => filters.filter(({ parameter }) => parameter === names[index]);
  const number = (text: string) => Number(text.split('.').at(-1));
  const pinned = [0, 1, 2].filter((index) => of(index).some(({ operator }) => operator === 'eq'));
  const equal = pinned.every((index) =>
    of(index).every((f) => f.operator !== 'eq' || number(f.value) === row[index]),
  );
  const side = (direction: 'gt' | 'lt') => {
    const mine: number[] = [];
    const bounds: number[] = [];
    let isStrict = false;
    for (const index of [0, 1, 2]) {
      const own = of(index).find(({ operator }) => operator.startsWith(direction));
      if (pinned.includes(index) || !own) continue;
      mine.push(row[index] as number);
      bounds.push(number(own.value));
      isStrict = own.operator === direction;
      if (isStrict) break;
    }
    const order = compare(mine, bounds) * (direction === 'gt' ? 1 : -1);
    return isStrict ? order > 0 : order >= 0;
  };
  // An upper bound beside an equality holds too.
  const beside = pinned.every((index) =>
    of(index).every(
      (f) =>
        !f.operator.startsWith('l') ||
        (row[index] as number) - number(f.value) < (f.operator === 'lte' ? 1 : 0),
    ),
  );
  return equal && beside && side('gt') && side('lt');
}
