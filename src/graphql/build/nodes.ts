// Objects by global id: canonical keys, and each with an answer or an error of its own.
import { type Kind, readOrNull } from '../../contract/values.js';
import { badInput, type LedgerError } from '../../errors.js';
import { settled } from '../../ledger.js';
import { decodeGlobalID, isGlobalID, noType } from '../reading/global-id.js';

/** What a client gives as a global id, by what it says; `of` is the type that it has to be of, where one is meant. */
export function wrongId(argument: string, text: string, of?: string): LedgerError {
  const { typename } = decodeGlobalID(text);
  const type = of ?? (typename === noType ? undefined : typename);
  const meant = type === undefined ? 'a global id' : `a global id of ${type}`;
  const isOther = typename !== noType && typename !== type;
  const rule = isOther ? `and is one of ${typename}` : 'as a field `id` gave it';
  return badInput(argument, text, `must be ${meant}, ${rule}`);
}

/**
 * The key in a global id of this type as a client gives it.
 * @throws LedgerError BAD_USER_INPUT for any other text, and for what is of the past
 */
export function ownKey(type: string, argument: string, text: string): string {
  const one = decodeGlobalID(text);
  if (one.typename !== type || !isGlobalID(one)) throw wrongId(argument, text, type);
  if (!one.id.includes('@')) return one.id;
  const rule = `must be a global id of ${type}, and is one of the past, which \`node\` takes`;
  throw badInput(argument, text, rule);
}

/** The same in what may also be an id of the ledger, which stays as it is. */
export const givenKey = (type: string, argument: string, text: string): string =>
  decodeGlobalID(text).typename === noType ? text : ownKey(type, argument, text);

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
