// The ends of a connection, as a class: an object with getters of its own costs Node 20 a new shape each time.
import type { PageInfo } from './paging.js';

/** Both ends of a connection; cursors are printed when they are asked for. */
export class Ends implements PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #start: () => string | null;
  readonly #end: () => string | null;

  constructor(
    hasNextPage: boolean,
    hasPreviousPage: boolean,
    start: () => string | null,
    end: () => string | null,
  ) {
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.#start = start;
    this.#end = end;
  }

  get startCursor(): string | null {
    return this.#start();
  }

  get endCursor(): string | null {
    return this.#end();
  }
}
