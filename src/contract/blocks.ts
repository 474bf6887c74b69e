// Blocks (record files): the list, and one by its number or hash.
import type { Int64 } from './json.js';
import { type List, type Lookup, operators, ranges } from './resource.js';
import { blockNumber, blockReference, timestamp } from './values.js';

export interface BlockRow {
  readonly count: Int64;
  readonly gas_used: Int64 | null;
  readonly hapi_version: string | null;
  readonly hash: string;
  readonly logs_bloom: string | null;
  readonly name: string;
  readonly number: Int64;
  readonly previous_hash: string;
  readonly size: Int64 | null;
  readonly timestamp: { readonly from: string; readonly to: string };
}

export const blocks: List<BlockRow> = {
  is: 'list',
  name: 'blocks',
  description: 'Blocks of transactions.',
  path: '/api/v1/blocks',
  items: 'blocks',
  order: 'desc',
  sort: [{ parameter: 'block.number', kind: blockNumber, of: (row) => row.number }],
  flow: 2,
  maxAge: 1,
  parameters: {
    'block.number': {
      kind: blockNumber,
      operators: ranges,
      repeat: 'all',
      description: 'Number of the block.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp of the end of the block.',
    },
  },
};

export const block: Lookup<BlockRow> = {
  is: 'lookup',
  name: 'block',
  description: 'One block.',
  path: '/api/v1/blocks/{id}',
  key: {
    parameter: 'hashOrNumber',
    kind: blockReference,
    description: 'Number of the block, or its hash of 64 or 96 hex digits.',
  },
  flow: 1,
  maxAge: () => 600,
  parameters: {},
};
