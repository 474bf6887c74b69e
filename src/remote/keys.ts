// Keys of an upstream as the contract has them now: older mirror nodes left more forms undecoded.
import { type Key, readKey } from '../contract/keys.js';
import { Component, keyShape, type Shape } from '../contract/shape.js';

const members = new WeakMap<Shape, readonly string[]>();

/** Members of a row that are keys. */
function keysOf(row: Shape): readonly string[] {
  let names = members.get(row);
  if (!names) {
    const properties = Object.entries<Shape & { [Component]?: Shape }>(row['properties']);
    names = properties.flatMap(([name, shape]) => (shape[Component] === keyShape ? name : []));
    members.set(row, names);
  }
  return names;
}

/** The same item with its keys in the contract's form; a body may be shared, so it is not changed. */
export function withPrintedKeys<T>(row: Shape, item: T): T {
  let printed: Record<string, unknown> | undefined;
  for (const name of keysOf(row)) {
    const key = (item as Record<string, unknown> | null)?.[name] as Partial<Key> | null | undefined;
    if (key?._type !== 'ProtobufEncoded' || typeof key.key !== 'string') continue;
    printed ??= { ...(item as Record<string, unknown>) };
    printed[name] = readKey(key.key);
  }
  return (printed ?? item) as T;
}
