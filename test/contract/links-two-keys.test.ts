// Links of lists with two sort keys: every row once, whatever bounds both keys have, and an end.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filtersAfter } from '../../src/contract/filters-after.js';
import { printNextLink } from '../../src/contract/next-link.js';
import { comparePositions } from '../../src/contract/position.js';
import { readQuery } from '../../src/contract/query.js';
import { defaultLimits, type List, type Order } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import { entityId, type Kind, naturalNumber, timestamp } from '../../src/contract/values.js';
import { meetsOwnBounds } from '../../src/remote/next-page.js';
import { readSearch } from '../../src/rest/search.js';
import { expectAll, type Meets, meetsOne, type Row, shuffled, tail } from '../support/follow.js';
import { nthValue, numberOf } from '../support/nth-value.js';

describe('two sort keys', () => {
  const key = (parameter: string, kind: List['sort'][0]['kind']) => ({
    parameter,
    kind,
    of: () => null,
  });
  const range = (kind: List['sort'][0]['kind']) =>
    ({
      kind,
      operators: ['eq', 'gt', 'gte', 'lt', 'lte'],
      repeat: 'all',
      description: '',
    }) as const;
  const pairs = [
    ['nfts', key('token.id', entityId), key('serialnumber', naturalNumber()), 'desc'],
    ['allowances', key('spender.id', entityId), key('token.id', entityId), 'asc'],
    ['logs', key('timestamp', timestamp), key('index', naturalNumber()), 'desc'],
  ] as const;

  /** A bound on the second key goes with the end of the first one's range (contract A.14). */
  const meetsPair: Meets = ({ sort }, filters, [a = 0n, b = 0n]) => {
    const of = (index: number) =>
      filters
        .filter(({ parameter }) => parameter === sort[index]?.parameter)
        .map((f) => [f, numberOf(sort[index]?.kind as Kind, f.value)] as const);
    const [first, second] = [of(0), of(1)];
    const isPinned = first.some(([{ operator }]) => operator === 'eq');
    return [first, second].every((own, index) =>
      own.every(([f, bound]) => {
        const direction = f.operator.slice(0, 2);
        const partner = (index === 0 ? second : first).find(([o]) =>
          o.operator.startsWith(direction),
        );
        if (isPinned || direction === 'eq' || !partner)
          return meetsOne(f, index === 0 ? a : b, bound);
        if (index === 0)
          return meetsOne({ ...f, operator: direction === 'gt' ? 'gte' : 'lte' }, a, bound);
        return a !== partner[1] || meetsOne(f, b, bound);
      }),
    );
  };

  const orders = fc.constantFrom<Order>('asc', 'desc');
  const positionIn = ({ sort }: List, row: Row) =>
    sort.map(({ kind }, index) => nthValue(kind, row[index] as bigint));

  type Key = (typeof pairs)[number][1 | 2];

  const listOf = (name: string, first: Key, second: Key, order: Order) =>
    ({
      ...(lists.find((each) => each.name === 'schedules') as List),
      ...{ name, order, together: true, sort: [first, second], path: `/api/v1/${name}` },
      parameters: { [first.parameter]: range(first.kind), [second.parameter]: range(second.kind) },
    }) as List;

  const conditions = (first: Key, second: Key) => {
    const text = ({ parameter, kind }: Key, operator: string, value: bigint) =>
      `${parameter}=${operator}:${nthValue(kind, value)}`;
    const low = fc.bigInt(0n, 3n);
    const high = fc.bigInt(3n, 7n);
    const strictness = fc.constantFrom('', 'e');
    return fc.oneof(
      fc
        .tuple(fc.boolean(), fc.boolean(), strictness, strictness, low, high)
        .map(([lower, upper, e, f, l, h]) => [
          ...(lower ? [text(first, `gt${e}`, l)] : []),
          ...(upper ? [text(first, `lt${f}`, h)] : []),
        ]),
      fc
        .tuple(low, fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq'), high)
        .map(([l, o, h]) => [text(first, 'eq', l), text(second, o, h)]),
      fc
        .tuple(fc.boolean(), fc.boolean(), strictness, strictness, low, high, high)
        .map(([lower, upper, e, f, l, h, s]) => [
          ...(lower ? [text(first, 'gte', l), text(second, `gt${e}`, s)] : []),
          ...(upper ? [text(first, 'lte', h), text(second, `lt${f}`, s)] : []),
        ]),
      fc
        .tuple(low, high, low)
        .map(([l, h, s]) => [text(first, 'gte', l), text(first, 'lt', h), text(second, 'eq', s)]),
    );
  };

  const rows = fc.uniqueArray(fc.tuple(fc.bigInt(1n, 5n), fc.bigInt(1n, 6n)), {
    maxLength: 20,
    selector: String,
  });

  test.each(pairs)(
    'of %s, whatever bounds and equalities there are',
    (name, first, second, order) => {
      const list = listOf(name, first, second, order);
      const search = fc
        .tuple(conditions(first, second), tail)
        .chain(([c, t]) => shuffled([...c, ...t]));
      fc.assert(
        fc.property(search, rows, (query, all) => expectAll(list, query, all, meetsPair)),
        {
          numRuns: 1000,
        },
      );
    },
  );

  test.each(pairs)('of %s are asked for beyond a place, and all that is there', (...pair) => {
    const [name, first, second, order] = pair;
    const list = listOf(name, first, second, order);
    const place = fc.tuple(fc.bigInt(0n, 6n), fc.bigInt(0n, 7n));
    fc.assert(
      fc.property(conditions(first, second), rows, place, orders, (texts, all, at, way) => {
        const { filters } = readQuery(list, readSearch(texts.join('&'), 100), defaultLimits);
        const after = filtersAfter(list.sort, way, filters, positionIn(list, at));
        const isBeyond = (row: Row) =>
          comparePositions(list.sort, way, positionIn(list, row), positionIn(list, at)) > 0;
        // Bounds that the place has taken the place of are looked at again in what comes.
        const found = all.filter(
          (row) =>
            after !== null &&
            meetsPair(list, after, row) &&
            meetsOwnBounds(list, filters, positionIn(list, row)),
        );
        expect(found).toEqual(all.filter((row) => isBeyond(row) && meetsPair(list, filters, row)));
      }),
      { numRuns: 500 },
    );
  });

  test('of one instant stay as they were asked for, however its ends are spelled', () => {
    const search = 'timestamp=lte:2&timestamp=gte:2.000000000&limit=1';
    const list = lists.find(({ name }) => name === 'logs') as List;
    const asked = { path: '/logs', query: readSearch(search, 100), list, order: 'desc' } as const;
    expect(printNextLink(asked, ['2.000000000', '1'])).toBe(`/logs?${search}&index=lt:1`);
  });
});
