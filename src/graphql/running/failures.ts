// What could not be had, on its way to where there may be null; and errors in the order of the answer.
import { GraphQLError } from 'graphql';

/** Fields that may fail, each with an error of its own; the answer is refused where more do. */
export const maxFailures = 1000;

export const tooManyErrors = new GraphQLError(
  `More than ${maxFailures} fields of the answer have failed; ask for smaller pages (first, last) to see which`,
  { extensions: { code: 'COST_LIMIT' } },
);

/** A place in an answer, as resolvers are told it, with its order among its neighbours. */
export interface Place {
  readonly prev: Place | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
  readonly order: number;
}

/** Stands for a value that could not be had, until a place is found that may be null. */
export class Failure {
  readonly error: GraphQLError;
  readonly origin: Place;

  constructor(error: GraphQLError, origin: Place) {
    this.error = error;
    this.origin = origin;
  }
}

/** A failure and the place that it has made null; undefined is the answer itself. */
export interface Nulled {
  readonly failure: Failure;
  readonly at: Place | undefined;
}

/**
 * Errors as they are told when every field is read after the one before, whatever came first: in the
 * order of the answer, and none below a place that an earlier one has made null. Where both fields of
 * `{ account { id memo } }` fail and `id` must not be null, the account is null and only the error at
 * `account.id` is told.
 */
export function errorsInOrder(all: readonly Nulled[]): GraphQLError[] {
  const ordered = all.map((one) => ({ ...one, orders: alongPath(one.failure.origin, 'order') }));
  ordered.sort((a, b) => compare(a.orders, b.orders));
  const nulls = new Set<Place | undefined>();
  const errors: GraphQLError[] = [];
  for (const { failure, at } of ordered) {
    let place = at;
    while (place && !nulls.has(place)) place = place.prev;
    if (nulls.has(place)) continue;
    nulls.add(at);
    errors.push(failure.error);
  }
  return errors;
}

/** Something of a place and of all above it, from the top. */
export function alongPath<M extends 'key' | 'order'>(origin: Place, member: M): Place[M][] {
  const found: Place[M][] = [];
  for (let place: Place | undefined = origin; place; place = place.prev) found.push(place[member]);
  return found.reverse();
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((order, index) => order !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? -1);
}
