// Keys out of global ids: canonical text of their kind, or a clear refusal.
import { type Kind, readOrNull } from '../contract/values.js';
import { badInput } from '../errors.js';

/** The key in a global id's own part; it must be canonical, so that an object has one id only. */
export function nodeKey(kind: Kind, id: string, what: string): string {
  if (readOrNull(kind, id) !== id) throw badInput('id', id, `must be a global id of ${what}`);
  return id;
}
