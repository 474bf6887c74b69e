// Objects by global id: canonical keys, and each with an answer or an error of its own.
import { type Kind, plainEntityId, readOrNull } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { settled } from '../../ledger.js';
import { decodeGlobalID, noType } from '../reading/global-id.js';

/** The key in a global id's own part; it must be canonical, so that an object has one id only. */
export function nodeKey(kind: Kind, id: string, what: string): string {
  if (readOrNull(kind, id) !== id) throw badInput('id', id, `must be a global id of ${what}`);
  return id;
}

/** The same of a key of several parts: so many as there are kinds, and no more. */
export function nodeKeys(kinds: readonly Kind[], id: string, what: string): string[] {
  const parts = id.split('/');
  const isCanonical = (kind: Kind, part: number) =>
    readOrNull(kind, parts[part] ?? '') === parts[part];
  if (parts.length === kinds.length && kinds.every(isCanonical)) return parts;
  throw badInput('id', id, `must be a global id of ${what}`);
}

/**
 * The key in what a client gives as an id, which may be a global id of this type.
 * @throws LedgerError BAD_USER_INPUT for a global id of another type
 */
export function givenKey(type: string, argument: string, text: string, kind: Kind = plainEntityId) {
  const { typename, id } = decodeGlobalID(text);
  if (typename === noType) return text;
  if (typename !== type || readOrNull(kind, id) !== id) {
    const came =
      typename !== type
        ? `and is one of ${typename}`
        : id.includes('@')
          ? 'and is one of the past, which `node` takes'
          : 'as a field `id` gave it';
    throw badInput(argument, text, `must be a global id of ${type}, ${came}`);
  }
  return id;
}

/** A part of a key in what a client gives, in its canonical spelling, checked before anything is read by it. */
export function givenPart(argument: string, text: string, kind: Kind): string {
  const part = readOrNull(kind, text);
  if (part === null) throw badInput(argument, text, `must be ${kind.rule}`);
  return part;
}

/** Loads several nodes; an error stands in the place of its node, where the executor raises it. */
export function loadNodes<T, I>(
  ids: readonly I[],
  load: (id: I) => T | null | Promise<T | null>,
): Promise<(T | null)[]> {
  const one = async (id: I) => load(id);
  return Promise.all(ids.map((id) => settled(one(id)) as Promise<T | null>));
}
