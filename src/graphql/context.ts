// What every resolver is handed: the ledger's loaders and the limits of one operation.
import type { GraphQLResolveInfo } from 'graphql';
import type { Ledger, Operation, Parts } from '../ledger.js';
import type { Live } from '../live/live.js';
import { Ahead } from './ahead.js';
import { type AgeNote, type Loaders, makeLoaders } from './loaders.js';
import { selectsAnywhere } from './selection.js';

export interface Context {
  readonly loaders: Loaders;
  readonly operation: Operation;
  readonly ahead: Ahead;
  /** Items of a connection at the most. */
  readonly maxPage: number;
  /** What can be subscribed to, and by whom; missing where there is no server. */
  readonly subscriber?: { readonly live: Live; readonly client: string };
  /** Whether the operation marks lists whose items may come while others are still read. */
  readonly streams?: boolean;
  /** What the operation wants of accounts, wherever it selects them. */
  accountParts(info: GraphQLResolveInfo): Parts;
}

/** A context for one operation; loaders live no longer than it does. */
export function makeContext(
  ledger: Ledger,
  operation: Operation,
  maxPage: number,
  note: AgeNote = () => {},
): Context {
  let parts: Parts | undefined;
  return {
    loaders: makeLoaders(ledger, operation, () => parts, note),
    operation,
    ahead: new Ahead(),
    maxPage,
    accountParts(info) {
      parts ??= { balance: selectsAnywhere(info, 'Account', 'balance') };
      return parts;
    },
  };
}
