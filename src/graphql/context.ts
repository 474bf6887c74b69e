// What every resolver is handed: the ledger's loaders and the limits of one operation.
import type { Ledger, Operation } from '../ledger.js';
import { type Loaders, makeLoaders } from './loaders.js';

export interface Context {
  readonly loaders: Loaders;
  readonly operation: Operation;
  /** Items of a connection at the most. */
  readonly maxPage: number;
}

/** A context for one operation; loaders live no longer than it does. */
export function makeContext(ledger: Ledger, operation: Operation, maxPage: number): Context {
  return { loaders: makeLoaders(ledger, operation), operation, maxPage };
}
