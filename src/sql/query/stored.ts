// What columns of JSON hold. No type of the database promises any of it: what is otherwise than the importer writes it costs its member alone.
import { checker } from '../../contract/check.js';
import { decodeEntityId } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { kinds } from '../../contract/kinds.js';
import type { Shape, Static } from '../../contract/shape.js';
import type { Row } from '../engines/database.js';

/** A member that was made of such a column, with an error in the place of each part that is none of its kind. */
export function storedMember<R extends Shape, M extends keyof Static<R> & string>(
  row: R,
  member: M,
) {
  const { $id, properties }: Shape = row;
  const check = checker(properties[member], `${$id}.${member}`, 'UPSTREAM_BAD_DATA');
  return (made: unknown) =>
    (made === null ? made : check(made)) as Exclude<Static<R>[M], undefined>;
}

/** What is made of an object; anything else stays as it is, for the check to tell, and nothing is null. */
export const storedObject = (stored: unknown, make: (object: Row) => unknown): unknown =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? make(stored as Row)
    : (stored ?? null);

/** The same of each of a list, which is empty where there is none. */
export const storedList = (stored: unknown, make: (object: Row) => unknown): unknown =>
  Array.isArray(stored) ? stored.map((each) => storedObject(each, make)) : (stored ?? []);

/** The id of an encoded one; anything else stays as it is. */
export const storedId = (encoded: unknown): unknown =>
  kinds.Int64.holds(encoded) ? decodeEntityId(encoded as Int64) : (encoded ?? null);
