// Lists of an answer that stop early: noted while it is made, told when it is finished.
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';

/** Where an answer stops early: the place in it, and the error that stopped it. */
export interface StoppedList {
  readonly path: readonly (string | number)[];
  readonly error: unknown;
}

/** The stops of one operation that its answer has not told yet. */
export class Warnings {
  #stops: StoppedList[] = [];

  add({ path }: Pick<GraphQLResolveInfo, 'path'>, error: unknown): void {
    this.#stops.push({ path: responsePathAsArray(path), error });
  }

  /** Those that are new since the last time. */
  take(): readonly StoppedList[] {
    const stops = this.#stops;
    if (stops.length > 0) this.#stops = [];
    return stops;
  }
}
