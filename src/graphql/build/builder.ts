// The Pothos builder: scalars, Relay conventions, and the words that every connection shares.
import SchemaBuilder, { brandWithType } from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Int64 } from '../../contract/json.js';
import '../costing/charge.js';
import type { Context } from '../reading/context.js';
import { entities } from '../reading/entities.js';
import '../reading/prefetched.js';
import '../reading/shown.js';
import { decodeGlobalID, encodeGlobalID, isGlobalID, noType } from '../reading/global-id.js';
import { wrongId } from './nodes.js';
import './ready-ids.js';

export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: {
    Int64: { Input: string; Output: Int64 | string };
    Decimal: { Input: string; Output: string };
    EntityId: { Input: string; Output: string };
    AccountRef: { Input: string; Output: string };
    Timestamp: { Input: string; Output: string };
    TransactionRef: { Input: string; Output: string };
    Hex: { Input: string; Output: string };
    Base64: { Input: string; Output: string };
  };
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
}>({
  plugins: [RelayPlugin, 'chargedLists', 'shown', 'prefetched', 'readyIds'],
  relay: {
    cursorType: 'String',
    // A second field for the same object is answered before the plugin has come to its brand.
    brandLoadedObjects: false,
    idFieldOptions: { description: 'Global id, for `node` and for client caches.' },
    nodeTypeOptions: { description: 'Anything that has a global id.' },
    nodeQueryOptions: {
      description: 'The object of a global id; null when there is none.',
      args: { id: { description: 'Global id, as a field `id` gave it.' } },
      async resolve(_root, { id }, context, info, resolveNode) {
        if (!isGlobalID(id)) throw wrongId('id', textOf(id));
        entities.get(id.typename)?.parts?.(context as never, info);
        return branded(await resolveNode(id), id.typename);
      },
    },
    nodesQueryOptions: {
      description: 'The objects of several global ids, in their order; null where there is none.',
      args: { ids: { description: 'Global ids, as fields `id` gave them.' } },
      async resolve(_root, { ids }, context, info, resolveNodes) {
        const asked = [...ids];
        const known = asked.filter(isGlobalID);
        for (const { typename } of known) entities.get(typename)?.parts?.(context as never, info);
        // The plugin resolves the argument's own list, whatever it is handed: leave in what is one.
        ids.splice(0, ids.length, ...known);
        // What another field has asked for is still a promise in its place.
        const nodes = await Promise.all(await resolveNodes(known));
        let next = 0;
        // A wrong id is an error in its own place and leaves the others alone.
        return asked.map((one) =>
          isGlobalID(one) ? branded(nodes[next++], one.typename) : wrongId('ids', textOf(one)),
        );
      },
    },
    pageInfoTypeOptions: { description: 'Where a page of a connection stands in the whole list.' },
    pageInfoFieldOptions: { description: 'Where this page stands in the whole list.' },
    hasNextPageFieldOptions: {
      description:
        'False: there is no more in this direction. True: go on; the ledger says so for every full page, so the page after the last full one can be empty.',
    },
    hasPreviousPageFieldOptions: {
      description: 'As `hasNextPage`, towards the start of the list.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first edge; null without edges.' },
    endCursorFieldOptions: {
      description:
        'Cursor from which the next page goes on; without edges it is set only when there is more.',
    },
    edgesFieldOptions: {
      description: 'The items of this page with their cursors.',
      nullable: { list: false, items: false },
    },
    nodesOnConnection: { description: 'The items of this page.' },
    nodeFieldOptions: { description: 'The item.', nullable: false },
    cursorFieldOptions: {
      description: "The item's place in the list; stays valid across restarts and new rows.",
    },
    firstArgOptions: { description: 'Items from the start, or after `after`. Default 25.' },
    afterArgOptions: { description: 'Only items after this cursor.' },
    lastArgOptions: { description: 'Items from the end, or before `before`.' },
    beforeArgOptions: { description: 'Only items before this cursor.' },
    encodeGlobalID,
    decodeGlobalID,
  },
});

export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** What makes the fields of an input. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** The object, which can tell its type from now on; an error has none. */
function branded<T>(node: T, typename: string): T {
  if (!(node instanceof Error)) brandWithType(node, typename as never);
  return node;
}

/** The text of what was given as a global id. */
const textOf = ({ typename, id }: ReturnType<typeof decodeGlobalID>): string =>
  typename === noType ? id : encodeGlobalID(typename, id);

export const Order = builder.enumType('Order', {
  description: 'Direction of a list along its sort key.',
  values: {
    ASC: { value: 'asc', description: 'From the lowest to the highest.' },
    DESC: { value: 'desc', description: 'From the highest to the lowest.' },
  } as const,
});

builder.queryType({ description: 'Reads of the ledger. A look-up of something unknown is null.' });
