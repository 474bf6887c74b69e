// Objects that are named by their global ids: of which types they are, and what it takes to read one.
import type { GraphQLNamedType } from 'graphql';
import { decodeGlobalID } from '../reading/global-id.js';
import type { FieldCost } from './cost-arguments.js';

/** How objects of a type are read by their global ids; left out, each parent's row by itself. */
export interface NodeCost extends Pick<FieldCost, 'loads' | 'calls' | 'apart'> {
  /** Whether those that ids name are looked up one by one, where links lead to rows that are read together. */
  readonly alone?: true;
  /** Whether those that must be fresh are looked up one by one. */
  readonly aloneFresh?: true;
}

export const nodeCostOf = ({ extensions }: GraphQLNamedType): NodeCost =>
  (extensions['byId'] ?? {}) as NodeCost;

/** How many objects of a type are named as they are, and as they were, each at a time of its own. */
export interface Named {
  now: number;
  past: number;
}

/** What ids and representations of routers name, by type; those that name nothing are left out. */
export function typesNamed(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, Named> {
  const types = new Map<string, Named>();
  for (const one of Object.values(given).flat()) {
    const type = typeNamed(one);
    if (type === null) continue;
    const [name = '', past] = type.split('@');
    const named = types.get(name) ?? { now: 0, past: 0 };
    named[past === undefined ? 'now' : 'past'] += 1;
    types.set(name, named);
  }
  return types;
}

/** The type of an id or of a representation, with `@` for what it was at a time; null for neither. */
export function typeNamed(value: unknown): string | null {
  if (typeof value === 'string') {
    const { typename, id } = decodeGlobalID(value);
    if (typename === '') return null;
    return id.includes('@') ? `${typename}@` : typename;
  }
  const { __typename: type, id } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return null;
  return typeof id === 'string' ? (typeNamed(id) ?? type) : type;
}
