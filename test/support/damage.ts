// Rows as a healthy mirror node gives them, and the same with one member that is none of its kind.
import { Kind } from '@sinclair/typebox';
import type { Shape } from '../../src/contract/shape.js';

const right: Readonly<Record<string, unknown>> = {
  Text: 'AAAA',
  Hex: 'AAAA',
  Base64: 'AAAA',
  Digits: '5',
  EntityId: '0.0.1001',
  Timestamp: '1700000000.000000001',
  TransactionId: '0.0.1001-1700000000-000000001',
  Boolean: true,
  Int64: 5,
  Integer: 5,
  Int32: 5,
  Fraction: 0.25,
};
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  Text: [5, {}],
  Hex: ['xyz', '0x0g', 5, {}],
  Base64: ['<AA>', 5, {}],
  Digits: ['abc', '1.5', '9223372036854775808', 5, {}],
  EntityId: ['abc', 5, {}],
  Timestamp: ['abc', 1700000000, '1700000000.0000000001'],
  TransactionId: ['abc', 5],
  Boolean: ['yes', 0],
  Int64: ['abc', '5', 1.5, 9223372036854775808n, -9223372036854775809n, {}],
  Integer: ['abc', '5', 1.5, {}],
  Int32: ['abc', 2147483648, 1.5, {}],
  Fraction: ['0.25', 5, -0.5, 1 / 3, {}],
  Object: ['abc', []],
  Array: ['abc', {}],
};

type Members = Readonly<Record<string, Shape>>;
const isNullable = (shape: Shape) => Array.isArray(shape['type']);
export const membersOf = (shape: Shape) => Object.entries(shape['properties'] as Members);

/** A value as a healthy mirror node gives it, with everything that may be missing. */
export function whole(shape: Shape): unknown {
  if (shape[Kind] === 'Array') return [whole(shape['items'])];
  // A word of 32 bytes has a place in a list only with all its digits.
  if (/\{64[,}]/.test(shape['pattern'] ?? '')) return `0x${'0'.repeat(63)}5`;
  // So has what is asked for by a hash.
  if (shape[Kind] === 'Hex' && shape['examples']) return shape['examples'][0];
  if (shape[Kind] !== 'Object') return shape['enum']?.[0] ?? right[shape[Kind]];
  return Object.fromEntries(membersOf(shape).map(([name, member]) => [name, whole(member)]));
}

export interface Damage {
  readonly path: string;
  /** Of the member that is none of it. */
  readonly kind: string;
  readonly value: unknown;
  readonly row: object;
}

interface Put {
  readonly path: string;
  readonly kind: string;
  readonly value: unknown;
  readonly put: unknown;
}

/** The row once for each member below a shape and each value that is none of its kind. */
export function damages(shape: Shape, path = ''): Put[] {
  const kind = shape[Kind];
  const here = [...(wrong[kind] ?? []), ...(isNullable(shape) ? [] : [null])];
  const own = path === '' ? [] : here.map((value) => ({ path, kind, value, put: value }));
  if (shape[Kind] === 'Array') {
    return [...own, ...damages(shape['items'], `${path}[]`).map((d) => ({ ...d, put: [d.put] }))];
  }
  if (shape[Kind] !== 'Object') return own;
  const row = whole(shape) as object;
  const below = membersOf(shape).flatMap(([name, member]) =>
    damages(member, `${path}.${name}`).map((d) => ({ ...d, put: { ...row, [name]: d.put } })),
  );
  return [...own, ...below];
}
