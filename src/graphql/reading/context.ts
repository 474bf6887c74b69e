// What every resolver is handed: the ledger's loaders and the limits of one operation.
import type { GraphQLResolveInfo } from 'graphql';
import { printJson } from '../../contract/json.js';
import type { List, Lookup } from '../../contract/resource.js';
import type { PassedOn } from '../../contract/resources/passed-on.js';
import { LedgerError } from '../../errors.js';
import type { Ledger, Operation, Parts, PassedAnswer } from '../../ledger.js';
import type { Live } from '../../live/live.js';
import { type AgeNote, type Loaders, makeLoaders } from './loaders.js';
import { Prefetch } from './prefetch.js';
import { Warnings } from './stopped-lists.js';

export interface Context {
  readonly loaders: Loaders;
  readonly operation: Operation;
  readonly prefetch: Prefetch;
  /** Items of a connection at the most. */
  readonly maxPage: number;
  /** What can be subscribed to, and by whom; missing where there is no server. */
  readonly subscriber?: { readonly live: Live; readonly client: string };
  /** Whether the operation marks lists whose items may come while others are still read. */
  readonly streams?: boolean;
  /** Lists of the answer that stop early, and why. */
  readonly warnings: Warnings;
  /** Notes that a list stops early; such an answer is not to be kept. */
  warn(at: Pick<GraphQLResolveInfo, 'path'>, error: unknown): void;
  /**
   * Passes a body of JSON on, once; what comes back is never kept.
   * @throws LedgerError NOT_ANSWERABLE where nothing can answer it
   */
  pass(what: PassedOn, body: unknown): Promise<PassedAnswer>;
  /** What was read of rows that are not whole, by how it is read and by row. */
  readonly wholes: Map<unknown, Map<unknown, Promise<unknown>>>;
  /** What the operation wants of the items of a resource, wherever it selects them; found out once. */
  wants(resource: List | Lookup, find: () => Parts): Parts;
}

/** A context for one operation; loaders live no longer than it does. */
export function makeContext(
  ledger: Ledger,
  operation: Operation,
  maxPage: number,
  note: AgeNote = () => {},
): Context {
  const wanted = new Map<List | Lookup, Parts>();
  const warnings = new Warnings();
  return {
    loaders: makeLoaders(ledger, operation, (lookup) => wanted.get(lookup), note),
    operation,
    prefetch: new Prefetch(),
    maxPage,
    warnings,
    wholes: new Map(),
    warn(at, error) {
      note(0);
      warnings.add(at, error);
    },
    async pass(what, body) {
      note(0);
      if (!ledger.pass) throw new LedgerError('NOT_ANSWERABLE', what.answeredBy.reason);
      const headers = { 'content-type': 'application/json' };
      const sent = { path: what.path, search: '', headers, body: Buffer.from(printJson(body)) };
      return ledger.pass(what, sent, operation);
    },
    wants(resource, find) {
      const parts = wanted.get(resource) ?? find();
      wanted.set(resource, parts);
      return parts;
    },
  };
}
