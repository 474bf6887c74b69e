// Keyset paging over several sort keys as PostgreSQL answers it: bounds that go together, every row once.
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  comparePositions,
  isExhausted,
  positionOf,
  printCursor,
  readCursor,
} from '../../src/contract/position.js';
import type { Filter, List, Operator, Order, Position } from '../../src/contract/resource.js';
import * as t from '../../src/contract/shape.js';
import { entityId, naturalNumber } from '../../src/contract/values.js';
import { startOperation } from '../../src/operation.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { seek } from '../../src/sql/query/seek.js';
import { openEmpty } from '../support/ledgers.js';

const row = t.object('An airdrop.', {
  a: t.entityId('Who receives it.'),
  b: t.entityId('The token.'),
  c: t.nullable(t.digits('The serial; null where there is none, which the table holds as 0.')),
});
type Row = t.Static<typeof row>;

const range: readonly Operator[] = ['eq', 'gt', 'gte', 'lt', 'lte'];
const parameter = (kind: typeof entityId) =>
  ({ kind, operators: range, repeat: 'all', description: '' }) as const;

const list: List<Row> = {
  is: 'list',
  name: 'airdrops',
  description: '',
  path: '/api/v1/airdrops',
  documents: { area: { name: 'tokens', description: '' }, operation: 'getAirdrops' },
  row,
  items: 'airdrops',
  order: 'asc',
  together: true,
  sort: [
    { parameter: 'receiver.id', kind: entityId, of: (row) => row.a },
    { parameter: 'token.id', kind: entityId, of: (row) => row.b },
    { parameter: 'serialnumber', kind: naturalNumber(), of: (row) => row.c, absent: '0' },
  ],
  flow: 2,
  maxAge: 1,
  parameters: {
    'receiver.id': parameter(entityId),
    'token.id': parameter(entityId),
    serialnumber: parameter(naturalNumber()),
  },
};

const columns = { 'receiver.id': sql`a`, 'token.id': sql`b`, serialnumber: sql`c` };
const size = 4;
let database: EmbeddedDatabase;
let all: Position[];

beforeAll(async () => {
  database = await openEmpty();
  await database.exec(`create table keys (a bigint, b bigint, c bigint, primary key (a, b, c));
    insert into keys select a, b, c from generate_series(1, ${size}) a, generate_series(1, ${size}) b,
      generate_series(0, ${size}) c where (a + b) % 3 > 0 or c = 0`);
  all = (await database.run('select a, b, c from keys order by a, b, c')).map((row) =>
    positionOf(list, itemOf(row)),
  );
});
afterAll(() => database.close());

const itemOf = ({ a, b, c }: Readonly<Record<string, unknown>>): Row => ({
  a: `0.0.${a}`,
  b: `0.0.${b}`,
  c: Number(c) === 0 ? null : String(c),
});

async function page(filters: readonly Filter[], order: Order, limit: number, after?: Position) {
  const request = { filters, order, limit, ...(after && { after }) };
  const statement = sql`select a, b, c from ${raw('keys')} ${seek(list, request, columns)}`;
  const operation = startOperation({ timeout: 20_000, calls: 1 });
  const rows = await database.query(statement, operation);
  operation.end();
  return rows.map((row) => positionOf(list, itemOf(row)));
}

async function walk(filters: readonly Filter[], order: Order, limit: number): Promise<Position[]> {
  const seen: Position[] = [];
  for (let after: Position | undefined; ; ) {
    const rows = await page(filters, order, limit, after);
    seen.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < limit || isExhausted(list.sort, { order, filters }, last))
      return seen;
    // As a client goes on: by the text of a cursor.
    after = readCursor(list, 'after', printCursor(list, last));
  }
}

/** Whether a position lies in the range, key by key as contract A.14 tells it. */
function isInside(position: Position, filters: readonly Filter[], index = 0): boolean {
  const numbers = list.sort.map(({ kind }, key) => kind.toInt64?.(position[key] as string) ?? 0n);
  const of = (key: number, ...operators: readonly string[]) =>
    filters.find(
      (f) => f.parameter === list.sort[key]?.parameter && operators.includes(f.operator),
    );
  const numberOf = (key: number, f: Filter) => list.sort[key]?.kind.toInt64?.(f.value) ?? 0n;
  const equalHold = list.sort.every((_key, key) => {
    const equal = of(key, 'eq');
    return !equal || numbers[key] === numberOf(key, equal);
  });
  const isBeside = list.sort.every((_key, key) => {
    const bound = of(key, 'eq') && of(key, 'lt', 'lte');
    if (!bound) return true;
    const [here, value] = [numbers[key] as bigint, numberOf(key, bound)];
    return here < value || (here === value && bound.operator === 'lte');
  });
  const meets = (sign: 'g' | 'l', key: number): boolean => {
    if (key >= list.sort.length) return true;
    const bound = of(key, `${sign}t`, `${sign}te`);
    if (of(key, 'eq') || !bound) return meets(sign, key + 1);
    const value = numberOf(key, bound);
    const here = numbers[key] as bigint;
    if (here === value) return bound.operator.endsWith('e') && meets(sign, key + 1);
    return sign === 'g' ? here > value : here < value;
  };
  return equalHold && isBeside && meets('g', index) && meets('l', index);
}

const id = fc.integer({ min: 0, max: size + 1 }).map((n) => `0.0.${n}`);
const number = fc.integer({ min: 0, max: size + 1 }).map(String);
const conditions = (name: string, value: fc.Arbitrary<string>) => {
  const one = (...operators: Operator[]) =>
    fc
      .tuple(fc.constantFrom(...operators), value)
      .map(([operator, text]): Filter[] => [{ parameter: name, operator, value: text }]);
  const none = fc.constant<Filter[]>([]);
  return fc.oneof(
    none,
    one('eq'),
    fc.tuple(one('eq'), one('lt', 'lte')).map((f) => f.flat()),
    fc
      .tuple(fc.oneof(none, one('gt', 'gte')), fc.oneof(none, one('lt', 'lte')))
      .map((f) => f.flat()),
  );
};
const filters = fc
  .tuple(
    conditions('receiver.id', id),
    conditions('token.id', id),
    conditions('serialnumber', number),
  )
  .map((parts) => parts.flat());

describe('a list with three sort keys', () => {
  it('gives each row of its range once, in order, by pages of any size in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom<Order>('asc', 'desc'),
        fc.integer({ min: 1, max: 11 }),
        async (asked, order, limit) => {
          const wanted = all
            .filter((position) => isInside(position, asked))
            .sort((a, b) => comparePositions(list.sort, order, a, b));
          expect(await walk(asked, order, limit)).toEqual(wanted);
        },
      ),
      { numRuns: 150, seed: 11 },
    );
  });

  it.each([7, 11])('is walked whole by pages of %i', async (limit) => {
    expect(await walk([], 'asc', limit)).toEqual(all);
    expect(await walk([], 'desc', limit)).toEqual([...all].reverse());
  });
});
