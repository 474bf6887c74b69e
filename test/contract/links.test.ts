// Following links.next visits every row that the request asks for exactly once, and ends.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lists } from '../../src/contract/index.js';
import { comparePositions, printNextLink } from '../../src/contract/position.js';
import { type Query, readQuery } from '../../src/contract/query.js';
import {
  defaultLimits,
  type Filter,
  type List,
  type Order,
  type Position,
} from '../../src/contract/resource.js';
import { entityId, naturalNumber, timestamp } from '../../src/contract/values.js';
import { readSearch } from '../../src/rest/search.js';

type Row = readonly bigint[];
type Meets = (list: List, filters: readonly Filter[], row: Row) => boolean;

const limits = { ...defaultLimits, maxPage: 4 };

/** Reads a list in memory as a client does: page after page, by nothing but the links. */
function follow(list: List, search: string, rows: readonly Row[], meets: Meets): Position[] {
  const seen: Position[] = [];
  let link: string | null = `${list.path}?${search}`;
  for (let pages = 0; link !== null; pages += 1) {
    expect(pages, `endless at ${link}`).toBeLessThan(rows.length + 2);
    const query: Query = readSearch(link.split('?')[1] as string, limits.repeats);
    const { filters, limit, order = list.order } = readQuery(list, query, limits);
    const page = inOrder(
      list,
      order,
      rows.filter((row) => meets(list, filters, row)),
    ).slice(0, limit);
    seen.push(...page);
    const last: Position | undefined = page.at(-1);
    const isFull = last !== undefined && page.length === limit;
    link = isFull ? printNextLink(list.path, query, list.sort, order, last) : null;
  }
  return seen;
}

function expectAll(list: List, search: string, rows: readonly Row[], meets: Meets): void {
  const query = readSearch(search, limits.repeats);
  const { filters, order = list.order } = readQuery(list, query, limits);
  const wanted = rows.filter((row) => meets(list, filters, row));
  expect(follow(list, search, rows, meets)).toEqual(inOrder(list, order, wanted));
}

const inOrder = (list: List, order: Order, rows: readonly Row[]): Position[] =>
  rows
    .map((row) => list.sort.map(({ kind }, key) => kind.fromInt64?.(row[key] as bigint) as string))
    .sort((a, b) => comparePositions(list.sort, order, a, b));

function meetsOne({ operator }: Filter, value: bigint, bound: bigint): boolean {
  if (operator === 'eq') return value === bound;
  if (operator === 'ne') return value !== bound;
  if (operator === 'gt') return value > bound;
  if (operator === 'gte') return value >= bound;
  return operator === 'lt' ? value < bound : value <= bound;
}

/** One key: repeated values mean what the declaration says. */
const meetsKey: Meets = ({ sort, parameters }, filters, [value = 0n]) => {
  const { parameter, kind } = sort[0] as List['sort'][0];
  const own = filters.filter((filter) => filter.parameter === parameter);
  const met = (filter: Filter) => meetsOne(filter, value, kind.toInt64?.(filter.value) as bigint);
  const equal = own.filter(({ operator }) => operator === 'eq');
  if (parameters[parameter]?.repeat !== 'any') return own.every(met);
  const others = own.filter(({ operator }) => operator !== 'eq');
  return (equal.length === 0 || equal.some(met)) && others.every(met);
};

const small = fc.bigInt(0n, 13n);
const numbers = fc.uniqueArray(fc.bigInt(1n, 12n), { maxLength: 12 });
const tail = fc.tuple(
  fc.constantFrom('', 'limit=1', 'limit=2', 'limit=3', 'limit=99', 'Limit=1'),
  fc.constantFrom('', 'order=asc', 'order=desc', 'order=DESC'),
);
const shuffled = (parts: readonly string[]) =>
  fc.shuffledSubarray([...parts], { minLength: parts.length }).map((all) => all.join('&'));

const paged = lists.map((list) => [list.name, list] as const);

describe('one sort key', () => {
  test.each(paged)('of %s, whatever bounds and equalities there are', (_, list) => {
    const { parameter, kind } = list.sort[0] as List['sort'][0];
    const operators = list.parameters[parameter]?.operators ?? [];
    const condition = fc
      .tuple(fc.constantFrom('', ...operators.map((operator) => `${operator}:`)), small)
      .map(([operator, value]) => `${parameter}=${operator}${kind.fromInt64?.(value)}`);
    // Without its parameter the list can not be asked for bounds of the key.
    const conditions =
      operators.length > 0 ? fc.array(condition, { maxLength: 4 }) : fc.constant([]);
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
          small,
        )
        .map(
          ([odd, operator, value]) => `${parameter}=${odd}${operator}${kind.fromInt64?.(value)}`,
        );
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
        .map((f) => [f, sort[index]?.kind.toInt64?.(f.value) as bigint] as const);
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

  test.each(pairs)(
    'of %s, whatever bounds and equalities there are',
    (name, first, second, order) => {
      const list = {
        ...(lists.find((each) => each.name === 'schedules') as List),
        ...{ name, order, sort: [first, second], path: `/api/v1/${name}` },
        parameters: {
          [first.parameter]: range(first.kind),
          [second.parameter]: range(second.kind),
        },
      } as List;
      const text = (
        { parameter, kind }: typeof first | typeof second,
        operator: string,
        value: bigint,
      ) => `${parameter}=${operator}:${kind.fromInt64?.(value)}`;
      const low = fc.bigInt(0n, 3n);
      const high = fc.bigInt(3n, 7n);
      const strictness = fc.constantFrom('', 'e');
      const conditions = fc.oneof(
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
      const rows = fc.uniqueArray(fc.tuple(fc.bigInt(1n, 5n), fc.bigInt(1n, 6n)), {
        maxLength: 20,
        selector: String,
      });
      const search = fc.tuple(conditions, tail).chain(([c, t]) => shuffled([...c, ...t]));
      fc.assert(
        fc.property(search, rows, (query, all) => expectAll(list, query, all, meetsPair)),
        {
          numRuns: 1000,
        },
      );
    },
  );
});
