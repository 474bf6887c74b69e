// Members of an upstream as the contract has them now: older mirror nodes left more forms undecoded.
import { Kind } from '@sinclair/typebox';
import { type Key, readKey } from '../contract/keys.js';
import { Component, keyShape, type Shape } from '../contract/shape.js';

/** What a member is now; the same value where it is that already. */
type Reader = (value: unknown) => unknown;

function keyNow(value: unknown): unknown {
  const key = value as Partial<Key> | null | undefined;
  const isLeft = key?._type === 'ProtobufEncoded' && typeof key.key === 'string';
  return isLeft ? readKey(key.key as string) : value;
}

/** A list that was the bytes that it lies in, of which there are none: those of access lists were. */
const listNow: Reader = (value) => (value === '0x' ? [] : value);

/** A word of 32 bytes, which may be a row's place: there is one spelling of that. */
const wordNow: Reader = (value) =>
  typeof value === 'string' && /[A-FX]/.test(value) ? value.toLowerCase() : value;
const isWord = ({ [Kind]: kind, pattern }: Shape): boolean =>
  kind === 'Hex' && pattern.includes('{64');

const readers = new WeakMap<Shape, readonly (readonly [string, Reader])[]>();

/** Members of a row that have been printed otherwise. */
function readersOf(row: Shape) {
  let found = readers.get(row);
  if (!found) {
    const properties = Object.entries<Shape & { [Component]?: Shape }>(row['properties']);
    found = properties.flatMap(([name, shape]) => {
      if (shape[Component] === keyShape) return [[name, keyNow] as const];
      if (isWord(shape)) return [[name, wordNow] as const];
      return shape[Kind] === 'Array' ? [[name, listNow] as const] : [];
    });
    readers.set(row, found);
  }
  return found;
}

/** The same item with such members in the contract's form; a body may be shared, so it is not changed. */
export function asPrintedNow<T>(row: Shape, item: T): T {
  let printed: Record<string, unknown> | undefined;
  for (const [name, read] of readersOf(row)) {
    const value = (item as Record<string, unknown> | null)?.[name];
    const now = read(value);
    if (now === value) continue;
    printed ??= { ...(item as Record<string, unknown>) };
    printed[name] = now;
  }
  return (printed ?? item) as T;
}
