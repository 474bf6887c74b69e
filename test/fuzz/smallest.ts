// What is left of a request when everything is taken out that its failure does not need.
import { type ASTNode, Kind, parse, print, visit } from 'graphql';
import type { FuzzRequest } from './operations.js';

const kinds: readonly string[] = [
  Kind.OPERATION_DEFINITION,
  Kind.FRAGMENT_DEFINITION,
  Kind.FIELD,
  Kind.FRAGMENT_SPREAD,
  Kind.INLINE_FRAGMENT,
  Kind.DIRECTIVE,
  Kind.ARGUMENT,
  Kind.OBJECT_FIELD,
  Kind.VARIABLE_DEFINITION,
];

/** The query without its part of this number, counted from the start; null where there is none. */
function without(query: string, number: number): string | null {
  let count = 0;
  const cut = (node: ASTNode) => {
    if (!kinds.includes(node.kind)) return undefined;
    count += 1;
    return count - 1 === number ? null : undefined;
  };
  try {
    const made = visit(parse(query), { enter: cut });
    return count > number ? print(made) : null;
  } catch {
    return '';
  }
}

/** Takes out one part after the other as long as it still fails. */
export async function smallest(
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let best = request;
  for (let number = 0; ; ) {
    const query = without(best.query, number);
    if (query === null) return best;
    const smaller = { ...best, query };
    const isStill = query !== '' && (await fails(smaller).catch(() => false));
    if (isStill) best = smaller;
    else number += 1;
  }
}
