// Costs of operations that come again: which ids a client asks about makes no difference, but of which types they are.
import { createHash } from 'node:crypto';
import type { OperationDefinitionNode } from 'graphql';
import { wayOf } from '../../contract/transaction-reference.js';
import { entityId, readOrNull } from '../../contract/values.js';
import type { Cost } from './cost.js';
import { typeNamed } from './named-types.js';

/** Shapes of variables that are told apart for one operation. */
const maxShapes = 50;
/** Members of variables that are looked at; what is larger is measured each time. */
const maxMembers = 200;
/** Characters of a shape that is kept as it is; of a longer one its hash is. */
const maxShape = 60;

export class KnownCosts {
  readonly #known = new WeakMap<OperationDefinitionNode, Map<string, Cost>>();

  /** The cost for variables of this shape; `measure` gives null for variables that are wrong. */
  find(
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
    measure: () => Cost | null,
  ): Cost | null {
    const shape = shapeOf(operation, variables);
    if (shape === null) return measure();
    const known = this.#known.get(operation) ?? new Map<string, Cost>();
    const found = known.get(shape);
    if (found) return found;
    const cost = measure();
    if (!cost) return null;
    this.#known.set(operation, known.set(shape, cost));
    // The oldest goes, whatever is asked now: one that comes again is measured once more.
    const [oldest] = known.size > maxShapes ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return cost;
  }
}

/** An account is found out first where it is named by anything but an id. */
const formOf = (text: string) =>
  wayOf(text) ?? (readOrNull(entityId, text) === null ? 'text' : 'entity');

/**
 * Text of everything in declared variables that can matter for the cost: numbers, booleans, nulls,
 * lengths and names, the types of global ids, the ways of references to transactions, and of any other
 * text whether it is an id of an entity, or empty. Null for variables that are too many.
 */
function shapeOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string | null {
  let members = 0;
  const shape = (value: unknown): string => {
    members += 1;
    if (members > maxMembers) return '';
    // Whatever its type: in a representation, which has none, text of any type may be an id.
    const type = typeNamed(value);
    if (type !== null) return JSON.stringify(type);
    if (typeof value === 'string') return value === '' ? '""' : `"${formOf(value)}"`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map(shape).join()}]`;
    const entries = Object.entries(value);
    return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${shape(member)}`).join()}}`;
  };
  const text = variableDefinitions
    .map(({ variable: { name } }) => shape(variables[name.value]))
    .join();
  if (members > maxMembers) return null;
  return text.length > maxShape ? createHash('sha256').update(text).digest('base64url') : text;
}
