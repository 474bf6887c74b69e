// Keys of paths: none, one part, or several, such as a token and a serial number.
import type { List, Lookup } from './resource.js';

const separator = '/';

/** One text for the canonical parts of a key, by which maps and loaders tell keys apart. */
export const joinKey = (...parts: readonly string[]): string => parts.join(separator);

/** The canonical parts of a key. A part that stands alone may be any text; of several none has a slash. */
export const keyParts = ({ keys = [] }: Pick<List | Lookup, 'keys'>, key: string): string[] =>
  keys.length > 1 ? key.split(separator) : keys.map(() => key);

/** A path with each of its places (`{id}`) replaced, in order. */
export function filledPath(path: string, parts: readonly string[]): string {
  let filled = '';
  let end = 0;
  let next = 0;
  for (let start = path.indexOf('{'); start !== -1; start = path.indexOf('{', end)) {
    filled += path.slice(end, start) + (parts[next] ?? '');
    end = path.indexOf('}', start) + 1;
    next += 1;
  }
  return filled + path.slice(end);
}

/** Names of the places in a path. */
export const placesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** The first part of a key, which is the only one of most. */
export function firstKey({ keys: [first] = [], name }: Pick<List | Lookup, 'keys' | 'name'>) {
  if (!first) throw new TypeError(`${name} has no key`);
  return first;
}
