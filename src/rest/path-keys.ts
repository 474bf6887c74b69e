// Keys in paths of the REST face: read part by part, and what is said of one that is none, or names nothing.
import { NoSuchEntityId } from '../contract/entity.js';
import { flowOf } from '../contract/flows.js';
import { joinKey } from '../contract/path-key.js';
import { contractError } from '../contract/query.js';
import type { KeyRule, List, Lookup } from '../contract/resource.js';
import { type ErrorMessage, LedgerError } from '../errors.js';

/** Canonical key of a path; its parts are checked in their order, and all of them where that is told. */
export function readKeys(resource: List | Lookup, texts: readonly string[]): string {
  const { keys = [], keysTogether } = resource;
  const wrong: ErrorMessage[] = [];
  const parts = keys.map((rule, part) => {
    try {
      return readKey(resource, rule, texts[part] ?? '');
    } catch (error) {
      const { messages = [] } = error instanceof LedgerError ? error.detail : {};
      if (!keysTogether || messages.length === 0) throw error;
      wrong.push(...messages);
      return '';
    }
  });
  if (wrong.length > 0) throw contractError(wrong);
  return joinKey(...parts);
}

/** One part of a key. @throws LedgerError 400 that names the path parameter. */
function readKey(resource: List | Lookup, rule: KeyRule, text: string): string {
  const { kind, parameter, refusal, tellsIds } = rule;
  const { words } = flowOf(resource);
  const own = typeof refusal === 'function' ? refusal(text) : refusal;
  let message = own === undefined ? words.key(parameter) : words.rule({ message: own });
  try {
    const key = kind.read(text);
    if (key !== null) return key;
  } catch (error) {
    if (!(error instanceof NoSuchEntityId)) throw error;
    if (tellsIds) message = { message: error.message };
  }
  throw contractError([message]);
}

/** What is said where a key names nothing. */
export function missing(resource: List | Lookup, key: string | undefined): LedgerError {
  const { missing: told } = resource;
  const own = typeof told === 'function' ? told(key ?? '') : told;
  return contractNotFound(flowOf(resource).words.missing(key, own));
}

/** A 404 of the contract. */
export const contractNotFound = (message: ErrorMessage) =>
  new LedgerError('NOT_FOUND', message.message, { messages: [message] });
