// Blocks (record files): the list, and one by its number or hash.
import { ranges } from '../operators.js';
import { hasHash } from '../references.js';
import { type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import { timeOf } from '../timestamps.js';
import { blockNumber, blockReference, nanoseconds, timestamp } from '../values.js';

const area = { name: 'blocks', description: 'Blocks of transactions.' };

const blockRow = t.object(
  'A block: the transactions of one record file.',
  {
    count: t.int64('Transactions in the block, as the record file says.'),
    gas_used: t.nullable(t.int64('Gas that its contract calls used; null where it is not known.')),
    hapi_version: t.nullable(
      t.text("Version of the network's protocol, such as 0.56.1.", '^\\d+\\.\\d+\\.\\d+$'),
    ),
    hash: t.hex('Hash of the block in hex.', '^0x[0-9a-f]*$'),
    logs_bloom: t.nullable(
      t.hex(
        'Bloom filter over the contract logs in hex, 256 bytes; `0x` for none.',
        '^0x[0-9a-f]*$',
      ),
    ),
    name: t.text('Name of the record file.'),
    number: t.int64('Number of the block: its place in the chain.'),
    previous_hash: t.hex('Hash of the block before in hex.', '^0x[0-9a-f]*$'),
    size: t.nullable(t.int64('Bytes of the record file; null where they are not known.')),
    timestamp: t.timestampRange('Time of the first and of the last transaction.'),
  },
  'Block',
);

export type BlockRow = t.Static<typeof blockRow>;

export const blocks: List<BlockRow> = {
  is: 'list',
  name: 'blocks',
  description: 'Blocks of transactions.',
  path: '/api/v1/blocks',
  documents: { area, operation: 'getBlocks', body: 'BlocksResponse' },
  row: blockRow,
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

/** A consensus time, which a path does not take, names the first block that ends no earlier. */
export const isTime = (key: string): boolean => key.includes('.');

/** Whether a block ends at a time, or later. */
function endsBy(time: string, { timestamp: span }: BlockRow): boolean {
  const end = timeOf(span?.to);
  return end !== null && end >= nanoseconds(time);
}

export const block: Lookup<BlockRow> = {
  is: 'lookup',
  name: 'block',
  description: 'One block.',
  path: '/api/v1/blocks/{id}',
  documents: { area, operation: 'getBlock', example: '91204001' },
  row: blockRow,
  keys: [
    {
      parameter: 'hashOrNumber',
      kind: blockReference,
      description: 'Number of the block, or its hash of 64 or 96 hex digits.',
    },
  ],
  flow: 1,
  goesBy: (key, row) => (isTime(key) ? endsBy(key, row) : hasHash(key, row)),
  maxAge: () => 600,
  elsewhere: (key) =>
    isTime(key)
      ? {
          list: blocks,
          filters: [{ parameter: 'timestamp', operator: 'gte', value: key }],
          first: 'asc',
          every: 2_000_000_000n,
        }
      : undefined,
  parameters: {},
};
