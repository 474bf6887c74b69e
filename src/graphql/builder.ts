// The Pothos builder: scalars, Relay conventions, and the words that every connection shares.
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Int64 } from '../contract/json.js';
import { badInput } from '../errors.js';
import type { Context } from './context.js';

export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: {
    Int64: { Input: string; Output: Int64 | string };
    Decimal: { Input: string; Output: string };
    EntityId: { Input: string; Output: string };
    AccountRef: { Input: string; Output: string };
    Timestamp: { Input: string; Output: string };
    Hex: { Input: string; Output: string };
    Base64: { Input: string; Output: string };
  };
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
}>({
  plugins: [RelayPlugin],
  relay: {
    cursorType: 'String',
    brandLoadedObjects: true,
    idFieldOptions: { description: 'Global id, for `node` and for client caches.' },
    nodeTypeOptions: { description: 'Anything that has a global id.' },
    nodeQueryOptions: { description: 'The object of a global id; null when there is none.' },
    nodesQueryOptions: {
      description: 'The objects of several global ids, in their order; null where there is none.',
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
    encodeGlobalID: (typename, id) => Buffer.from(`${typename}:${id}`).toString('base64url'),
    decodeGlobalID,
  },
});

function decodeGlobalID(globalId: string): { typename: string; id: string } {
  const parts = /^(\w+):(.+)$/.exec(Buffer.from(globalId, 'base64url').toString());
  if (!/^[\w-]+$/.test(globalId) || !parts) {
    throw badInput('id', globalId, 'must be a global id, as a field `id` gave it');
  }
  return { typename: parts[1] as string, id: parts[2] as string };
}

export const Order = builder.enumType('Order', {
  description: 'Direction of a list along its sort key.',
  values: {
    ASC: { value: 'asc', description: 'From the lowest to the highest.' },
    DESC: { value: 'desc', description: 'From the highest to the lowest.' },
  } as const,
});

builder.queryType({ description: 'Reads of the ledger. A look-up of something unknown is null.' });
