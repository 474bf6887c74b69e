// Types of connections: one for each type of nodes, named and described by what those are called.
import type { ObjectRef } from '@pothos/core';
import type { ConnectionShape } from '@pothos/plugin-relay';
import { mostCounted } from '../../ledger.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { builder, type Types } from './builder.js';
import type { Connection } from './paging.js';

/** Rows of an index are a hundred times cheaper than items that are given. */
const countedRows = mostCounted / 100;

interface ConnectionType {
  /** What several nodes are called, as in "Which rewards." */
  readonly many: string;
  readonly ref: object;
  readonly edge: object;
}

/** By the type of the nodes, so that a field has to name no more than that. */
const connections = new Map<object, ConnectionType>();

interface Called {
  /** One node in words, such as "a reward", and several. */
  readonly one: string;
  readonly many: string;
  /** What the `timestamp` of a page is, where pages have one. */
  readonly timestamp?: string;
  /** What the edge is, where it is more than a node in a page. */
  readonly edge?: string;
}

const capitalized = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The connection of a type of nodes; made once, beside the type. */
export function connectionOf<N>(
  type: ObjectRef<Types, N>,
  { one, many, timestamp, edge: meaning = `${capitalized(one)} in a page.` }: Called,
): ObjectRef<Types, ConnectionShape<Types, N, false>> {
  const { name } = type;
  const edge = builder.edgeObject({ type, name: `${name}Edge`, description: meaning });
  const ref = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of ${many}.`,
      fields: (t) => ({
        totalCount: t.int({
          nullable: true,
          description: `How many ${many} there are in all under these conditions, wherever the page begins: where an index of the database tells it, and up to ${mostCounted}; null otherwise, for states of the past, and over a mirror node.`,
          extensions: { cost: { loads: 'count', rows: countedRows } satisfies FieldCost },
          resolve: (page) => (page as unknown as Connection<N>).totalCount,
        }),
        ...(timestamp !== undefined && {
          timestamp: t.field({
            type: 'Timestamp',
            description: timestamp,
            resolve: (page) => (page as unknown as Connection<N>).timestamp,
          }),
        }),
      }),
    },
    edge as object,
  );
  connections.set(type, { many, ref, edge });
  return ref as never;
}

/** The connection of these nodes. @throws where `connectionOf` has not made any */
export function connectionTo(type: ObjectRef<Types, never>): ConnectionType {
  const known = connections.get(type);
  if (!known) throw new Error(`${type.name} has no connection`);
  return known;
}

/** Its edge, for what gives one node with its place. */
export const edgeOf = <N>(type: ObjectRef<Types, N>) =>
  connectionTo(type as never).edge as ObjectRef<Types, { cursor: string; node: N }>;
