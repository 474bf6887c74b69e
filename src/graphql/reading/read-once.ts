// What fields of a row read in common.
import type { Context } from './context.js';

/** Read for one field of a row it is there for all of them, of which an operation may have fifty thousand. */
export function readOnce<T>(
  { wholes }: Context,
  by: unknown,
  row: unknown,
  read: () => Promise<T>,
): Promise<T> {
  let known = wholes.get(by) as Map<unknown, Promise<T>> | undefined;
  if (!known) {
    known = new Map();
    wholes.set(by, known);
  }
  let found = known.get(row);
  if (!found) {
    found = read();
    known.set(row, found);
  }
  return found;
}
