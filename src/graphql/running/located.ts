// Errors at their places: lines and columns are looked for once per field, however many objects it fails for.
import { type ASTNode, GraphQLError, type GraphQLErrorOptions, locatedError } from 'graphql';
import { LedgerError, withoutStack } from '../../errors.js';

type Placed = Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations'>;

const places = new WeakMap<readonly ASTNode[], Placed>();

function placeOf(nodes: readonly ASTNode[]): Placed {
  let place = places.get(nodes);
  if (!place) {
    // Kept as long as the document: an error with a stack would keep all that the operation has read.
    const error = withoutStack(() => new GraphQLError('', { nodes }));
    const { source, positions, locations } = error;
    place = { nodes: error.nodes, source, positions, locations };
    places.set(nodes, place);
  }
  return place;
}

/** An error at the place of another one: to count the lines of the text again costs more than all else. */
export const errorAt = (
  { nodes, source, positions, locations }: Placed,
  message: string,
  options: Pick<GraphQLErrorOptions, 'path' | 'extensions' | 'originalError'>,
): GraphQLError =>
  withoutStack(() =>
    Object.assign(new GraphQLError(message, options), { nodes, source, positions, locations }),
  );

/** What `locatedError` of graphql-js gives. */
export const located = (
  thrown: unknown,
  nodes: readonly ASTNode[],
  path: readonly (string | number)[],
): GraphQLError =>
  thrown instanceof LedgerError
    ? errorAt(placeOf(nodes), thrown.message, { path, originalError: thrown })
    : locatedError(thrown as Error, nodes, path);
