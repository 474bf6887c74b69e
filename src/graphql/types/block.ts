// Blocks: `block`, `blocks`.

import { sound } from '../../contract/check.js';
import { firstKey } from '../../contract/path-key.js';
import type { Filter } from '../../contract/resource.js';
import { type BlockRow, block, blocks } from '../../contract/resources/blocks.js';
import { type Kind, naturalNumber } from '../../contract/values.js';
import { badInput, LedgerError } from '../../errors.js';
import { builder, Order } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey, givenPart } from '../build/nodes.js';
import type { Connection } from '../build/paging.js';
import { Block, Transaction, type TransactionSource } from '../build/refs.js';
import type { ConnectionArguments } from '../build/walk.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { TimestampRange } from './timestamp-range.js';
import { connectTransactions, TransactionConnection } from './transaction.js';

/** The blocks of transactions that were read below them. */
export const blockOfRow = new WeakMap<object, BlockRow>();

/** Conditions by which a list has what lies in the time of a block; null where it is not known when that ends. */
export function withinTime({ timestamp }: BlockRow): Filter[] | null {
  const { from: first, to: last } = sound(timestamp);
  const [from, to] = [sound(first), sound(last)];
  if (from === null || to === null) return null;
  return [
    { parameter: 'timestamp', operator: 'gte', value: from },
    { parameter: 'timestamp', operator: 'lte', value: to },
  ];
}

/**
 * How many items a list has, if they are others than a block counts: of a whole list any other
 * number, of one of its pages a greater one. Null where they agree, or are still being read.
 */
function otherNumber(
  { nodes, pageInfo }: Connection<unknown>,
  { after, before }: ConnectionArguments,
  count: bigint,
): number | null {
  if (!Array.isArray(nodes)) return null;
  // What lies on the other side of a cursor is no page, and pageInfo need not know of it.
  const isPart = after != null || before != null;
  const isWhole = !isPart && !pageInfo.hasNextPage && !pageInfo.hasPreviousPage;
  const found = BigInt(nodes.length);
  return found > count || (isWhole && found < count) ? nodes.length : null;
}

entity(Block, {
  description: meaningOf(blocks.row),
  key: 'number',
  kinds: [naturalNumber()],
  id: ({ number }) => number.toString(),
  load: (id, { loaders }) => loaders.of(block).load(id),
  fields: (t) => ({
    ...members(t, blocks.row, {
      number: 'number',
      hash: 'hash',
      previousHash: 'previous_hash',
      count: 'count',
      gasUsed: 'gas_used',
      hapiVersion: 'hapi_version',
      logsBloom: 'logs_bloom',
      name: 'name',
      size: 'size',
      timestamp: { member: 'timestamp', type: TimestampRange },
    }),
    transactions: t.connection(
      {
        type: Transaction,
        description:
          'Transactions whose consensus time lies in that of the block, newest first by default; null where the ledger does not know when it ends. They are found by time, and `count` is what the record file says: where a whole list has another number, or a page more, `extensions.warnings` says so; one that is streamed is not compared.',
        args: {
          order: t.arg({ type: Order, description: 'Order by consensus time; default DESC.' }),
        },
        extensions: { cost: { apart: true } satisfies FieldCost },
        async resolve(block, args, context, info) {
          const { number, count } = block;
          const own = withinTime(block);
          if (!own) return null;
          const show = (row: TransactionSource) => {
            blockOfRow.set(row, block);
            return row;
          };
          const page = await connectTransactions(context, info, args, { own, show });
          const found = page && otherNumber(page, args, BigInt(sound(count)));
          if (found !== null) {
            const told = `Block ${number} counts ${count} transactions, but ${found} lie in its time`;
            context.warn(info, new LedgerError('UPSTREAM_BAD_DATA', told));
          }
          return page;
        },
      },
      TransactionConnection,
    ),
  }),
});

builder.queryField('block', (t) =>
  t.field({
    type: Block,
    description: 'One block by its number, its hash, or its global id; null when there is none.',
    args: {
      number: t.arg({ type: 'Int64', description: 'Number of the block.' }),
      hash: t.arg({ type: 'Hex', description: 'Hash, or its first 64 digits; 0x optional.' }),
      id: t.arg.id({ description: 'Global id, or the number.' }),
    },
    resolve(_root, { number, hash, id }, { loaders }) {
      const given = [number, hash, id].filter((one) => one != null);
      if (given.length !== 1) {
        throw badInput(
          'number',
          given[0] ?? 'nothing',
          'take either number or hash, or a global id',
        );
      }
      const named = id == null ? null : givenKey('Block', 'id', String(id));
      const argument = hash != null ? 'hash' : id == null ? 'number' : 'id';
      const key =
        hash == null
          ? givenPart(argument, String(number ?? named), blockNumber)
          : givenPart(argument, hash, blockHash);
      return loaders.of(block).load(loaders.typed(key, argument));
    },
  }),
);

const blockNumber: Kind = {
  ...naturalNumber(),
  rule: `a block number: ${naturalNumber().rule}`,
};

/** A block's hash; a number, which the contract takes in the same place, is none. */
const blockHash: Kind = {
  name: 'block hash',
  rule: 'a block hash of 64 or 96 hex digits, 0x optional',
  read: (text) => (/^\d{1,19}$/.test(text) ? null : firstKey(block).kind.read(text)),
};

connectionOf(Block, {
  one: 'a block',
  many: 'blocks',
  edge: 'A block with its place among the blocks.',
});

const filter = conditions('BlocksFilter', 'blocks', blocks, {
  number: 'block.number',
  timestamp: { by: 'timestamp', description: 'Time of the last transaction.' },
});

builder.queryField('blocks', (t) =>
  listField(t, {
    list: blocks,
    type: Block,
    description: 'Blocks by number, newest first by default.',
    by: 'number',
    filter,
  }),
);
