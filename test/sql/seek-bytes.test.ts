// Lists in the order of bytes: their places, cursors and conditions as PostgreSQL compares them.
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExhausted, positionOf, printCursor, readCursor } from '../../src/contract/position.js';
import type { Filter, List, Operator, Order, Position } from '../../src/contract/resource.js';
import * as t from '../../src/contract/shape.js';
import { evmWord, type Kind, strippedWord } from '../../src/contract/values.js';
import { startOperation } from '../../src/operation.js';
import type { Row } from '../../src/sql/engines/database.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { askedKeys } from '../../src/sql/query/query.js';
import { seek } from '../../src/sql/query/seek.js';
import { openEmpty } from '../support/ledgers.js';

const row = t.object('A slot.', { slot: t.hex('Its number.', '^0x[0-9a-f]{64}$') });
type Slot = t.Static<typeof row>;

const listOf = (kind: Kind): List<Slot> => ({
  is: 'list',
  name: 'slots',
  description: '',
  path: '/api/v1/slots',
  documents: { area: { name: 'contracts', description: '' }, operation: 'getSlots' },
  row,
  items: 'slots',
  order: 'asc',
  sort: [{ parameter: 'slot', kind, of: ({ slot }) => slot }],
  flow: 2,
  maxAge: 1,
  parameters: {
    slot: { kind, operators: ['eq', 'gt', 'gte', 'lt', 'lte'], repeat: 'any', description: '' },
  },
});

const padded = (hex: string) => `0x${hex.padStart(64, '0')}`;
/** Numbers whose order is another one as soon as zeros are stripped, and both ends of all. */
const words = ['', '01', '0100', '0101', '02', '0200', '10', 'ff', 'ff00', '010000', 'f'.repeat(64)]
  .concat('80'.padEnd(64, '0'), '7f'.padEnd(64, 'f'), 'f'.repeat(63).concat('e'))
  .map(padded);

const tables = [
  ['padded', evmWord, (text: string) => text],
  ['stripped', strippedWord, (text: string) => text.replace(/^0x(00)*/, '')],
] as const;

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openEmpty();
  for (const [name, kind] of tables) {
    await database.exec(`create table ${name} (slot bytea primary key)`);
    for (const word of words.slice(0, -3)) {
      const hex = kind.toBytes?.(word).toString('hex');
      await database.run(`insert into ${name} values (decode($1, 'hex'))`, [hex]);
    }
  }
});
afterAll(() => database.close());

async function ask(statement: ReturnType<typeof sql>): Promise<readonly Row[]> {
  const operation = startOperation({ timeout: 20_000, calls: 1 });
  const rows = await database.query(statement, operation);
  operation.end();
  return rows;
}

async function walk(
  name: string,
  kind: Kind,
  filters: readonly Filter[],
  order: Order,
  limit: number,
) {
  const list = listOf(kind);
  const seen: string[] = [];
  for (let after: Position | undefined; ; ) {
    const request = { filters, order, limit, ...(after && { after }) };
    const rows = await ask(sql`select encode(slot, 'hex') as slot from ${raw(name)}
      ${seek(list, request, { slot: sql`slot` })}`);
    const slots = rows.map(({ slot }) => kind.fromBytes?.(Buffer.from(slot, 'hex')) as string);
    seen.push(...slots);
    const last = slots.at(-1);
    if (last === undefined || slots.length < limit) return seen;
    const position = positionOf(list, { slot: last });
    if (isExhausted(list.sort, { order, filters }, position)) return seen;
    // As a client goes on: by the text of a cursor.
    after = readCursor(list, 'after', printCursor(list, position));
  }
}

const operator = fc.constantFrom<Operator>('eq', 'gt', 'gte', 'lt', 'lte');
const filter = fc
  .tuple(operator, fc.constantFrom(...words))
  .map(([operator, value]): Filter => ({ parameter: 'slot', operator, value }));

describe.each(tables)('a list in the order of %s bytes', (name, kind, ordered) => {
  const meets = (word: string, { operator, value }: Filter): boolean => {
    const [a, b] = [ordered(word), ordered(value)];
    if (operator === 'eq') return a === b;
    if (a === b) return operator.endsWith('e');
    return a > b === operator.startsWith('gt');
  };

  it('gives each row of its range once, in order, by pages of any size in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(filter, { maxLength: 3 }),
        fc.constantFrom<Order>('asc', 'desc'),
        fc.integer({ min: 1, max: 12 }),
        async (filters, order, limit) => {
          const equal = filters.filter((f) => f.operator === 'eq');
          const others = filters.filter((f) => f.operator !== 'eq');
          const wanted = words
            .slice(0, -3)
            .filter((word) => equal.length === 0 || equal.some((f) => meets(word, f)))
            .filter((word) => others.every((f) => meets(word, f)))
            .sort((a, b) => (ordered(a) < ordered(b) ? -1 : 1));
          if (order === 'desc') wanted.reverse();
          expect(await walk(name, kind, filters, order, limit)).toEqual(wanted);
        },
      ),
      { numRuns: 100, seed: 7 },
    );
  });

  it('says that its range is used up where no other value can be in it', () => {
    const end = (filters: readonly Filter[], last: string, order: Order = 'asc') =>
      isExhausted(listOf(kind).sort, { order, filters }, [padded(last)]);
    const slot = (operator: Operator, hex: string): Filter => ({
      parameter: 'slot',
      operator,
      value: padded(hex),
    });
    expect(end([slot('lte', '02')], '02')).toBe(true);
    expect(end([slot('lte', '03')], '02')).toBe(false);
    expect(end([slot('gte', '02')], '02', 'desc')).toBe(true);
    expect(end([slot('eq', '02'), slot('eq', '03')], '02')).toBe(false);
    expect(end([slot('eq', '02'), slot('eq', '03')], '03')).toBe(true);
    // Between one and two there is 0x0100, where zeros are stripped.
    expect(end([slot('lt', '02')], '01')).toBe(name === 'padded');
    expect(end([], 'f'.repeat(64))).toBe(name === 'padded');
  });

  it('is asked for by several keys at once, whatever they are made of', async () => {
    const keys = words
      .slice(0, 3)
      .map((word, at) => [BigInt(at), kind.toBytes?.(word) as Buffer, `text ${at}`]);
    for (const some of [keys, keys.slice(0, 1)]) {
      const rows = await ask(sql`select ordinal, id, encode(id2, 'hex') as hex, id3
        from ${askedKeys(some, [...some.keys()])} order by ordinal`);
      expect(rows.map(({ hex }) => hex)).toEqual(
        some.map(([, bytes]) => (bytes as Buffer).toString('hex')),
      );
      expect(rows.map(({ id3 }) => id3)).toEqual(some.map(([, , text]) => text));
    }
  });
});

describe('a cursor in the order of bytes', () => {
  it.each(['0x1', '1', padded('AB').toUpperCase(), padded('ab').slice(2), `${padded('1')}0`, ''])(
    'is refused that holds %o, which is no spelling of a row',
    (text) => {
      const cursor = Buffer.from(JSON.stringify(['slots', text])).toString('base64url');
      expect(() => readCursor(listOf(evmWord), 'after', cursor)).toThrow('must be a cursor');
    },
  );
});
