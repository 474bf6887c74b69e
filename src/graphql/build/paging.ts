// The words of paging: what is asked for, what a walk has read, and what a client is shown of it.
import type { List, Order, Position } from '../../contract/resource.js';

/** What the arguments of a connection ask for of a list, checked. */
export interface Asked<T> {
  readonly list: List<T>;
  readonly size: number;
  readonly after?: Position;
  readonly before?: Position;
  /** Order of the edges. */
  readonly order: Order;
  /** Whether the page is taken from the end (`last`). */
  readonly fromEnd: boolean;
}

/** How many items there are in all; null where that is not told. */
export type Count = () => Promise<number | null> | null;

export const unknownCount: Count = () => null;

export interface Connection<T> {
  /** Whether nothing was found, or of a list that is still read nothing on its first page. */
  readonly isEmpty: boolean;
  readonly totalCount: ReturnType<Count>;
  readonly nodes: T[];
  readonly edges: { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: PageInfo;
  /** The contract's body timestamp, for lists that have one. */
  readonly timestamp: string | null;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** Items of a walk, in the order in which they were read. */
export interface Walked<T> {
  readonly items: readonly T[];
  readonly next: Position | null;
  readonly timestamp: string | null;
  /** Whether there is more, where no position tells. */
  readonly isMore?: boolean;
  /** Whether the ledger has all that belongs to the list. */
  readonly isWhole?: boolean;
  /** Why no more was read, though more was asked for and `next` tells where it is. */
  readonly stopped?: unknown;
}
