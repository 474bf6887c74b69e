// Transactions by what they are called: `transaction`, `transactionsById`, and the block of each.

import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { equals, typedBy } from '../../contract/operators.js';
import { type BlockRow, block } from '../../contract/resources/blocks.js';
import { type TransactionDetail, transaction } from '../../contract/resources/transaction.js';
import { timeOf } from '../../contract/timestamps.js';
import {
  isEthereumHash,
  namedBy,
  type TransactionMeant,
  transactionMeant,
  type Way,
  wayOf,
} from '../../contract/transaction-reference.js';
import { printTimestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { transactionParts } from '../build/links.js';
import { givenKey } from '../build/nodes.js';
import { Block, Transaction, type TransactionSource } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { assumedItems } from '../costing/cost-lists.js';
import type { Context } from '../reading/context.js';
import type { Loaders } from '../reading/loaders.js';
import { blockOfRow } from './block.js';
import { byItsCall, keepResult, resultBy } from './contract-result-loading.js';
import { wholeRows, withFamily } from './transaction-family.js';

/** What is meant, and the arguments that it came by, where a client has typed it: what is not named is in the key. */
interface Asked extends TransactionMeant {
  readonly by?: { readonly key: string } & { readonly [name in 'nonce' | 'scheduled']?: string };
}

/**
 * The one of several that an id or a hash means: nonce 0 and not scheduled, where nothing else is
 * said, and of duplicates the one that was not refused as such.
 * @throws WrongMember of what can not be told from others
 */
function meant(
  rows: readonly TransactionDetail[],
  { key, scheduled, nonce }: TransactionMeant,
): TransactionSource | null {
  // Those inside of a batch have ids of their own.
  const own = key.includes('-') ? rows.filter((row) => sound(row.transaction_id) === key) : rows;
  const isSaid = nonce !== undefined || scheduled !== undefined;
  // There is nothing to tell it from.
  if (own.length === 1 && !isSaid) return own[0] as TransactionSource;
  const fits = own.filter((row) => hasSaid(row, { scheduled, nonce: nonce ?? 0 }));
  const all = fits.length > 0 || isSaid ? fits : own;
  const first = all.filter((row) => scheduled !== undefined || !sound(row.scheduled));
  const among = first.length > 0 ? first : all;
  const isFirst = ({ result }: TransactionDetail) => sound(result) !== 'DUPLICATE_TRANSACTION';
  return (among.length > 1 && among.find(isFirst)) || (among[0] ?? null);
}

/** Whether a transaction has what is said beside an id. @throws WrongMember of what can not be told */
const hasSaid = (
  row: TransactionDetail,
  { scheduled, nonce }: Omit<TransactionMeant, 'key'>,
): boolean =>
  (nonce === undefined || sound(row.nonce) === nonce) &&
  (scheduled === undefined || sound(row.scheduled) === scheduled);

/** The one of a time, out of a list, which leaves out what only single transactions have. */
async function loadAt(
  time: string,
  asked: Asked,
  { loaders }: Context,
): Promise<readonly TransactionDetail[]> {
  const body = await loaders.of(transaction).load(time);
  return sound(body?.transactions ?? []).filter((row) => hasSaid(row, asked));
}

/** All transactions that are meant; by a time, and by the hash of Ethereum, it is one at the most. */
async function loadAll(
  asked: Asked,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<readonly TransactionDetail[]> {
  transactionParts(context, info);
  const { loaders } = context;
  const { by } = asked;
  if (isEthereumHash(asked.key)) {
    const result = await resultBy(asked.key, context, info, by?.key);
    if (!result) return [];
    const rows = await loadAt(sound(result.timestamp), asked, context);
    for (const row of rows) keepResult(result, row, context);
    return rows;
  }
  const key = by ? loaders.typed(asked.key, by.key) : asked.key;
  const way = namedBy(key).by;
  if (way === 'time') return loadAt(key, asked, context);
  const filters = (['nonce', 'scheduled'] as const).flatMap((name) => {
    if (asked[name] === undefined) return [];
    const condition = equals(name, String(asked[name]));
    return [by ? typedBy(by[name] ?? by.key, condition) : condition];
  });
  const body = await loaders.of(transaction, filters).load(key);
  return wholeRows(body, context, way === 'id' && filters.length === 0 ? key : null);
}

/** The transaction that is meant by an id, a hash or a time; null when there is none. */
export async function loadMeant(
  asked: Asked,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TransactionSource | null> {
  // What is executed by a schedule may be far from all else of its id: it is asked for by itself.
  const scheduled = asked.scheduled === true ? true : undefined;
  const all = await loadAll({ ...asked, nonce: undefined, scheduled }, context, info);
  return meant(all, asked);
}

/** The block that a consensus time lies in. */
export async function blockAt(at: string, loaders: Loaders): Promise<BlockRow | null> {
  const time = timeOf(at);
  const found = time === null ? null : await loaders.of(block).load(printTimestamp(time) as string);
  const begin = found && timeOf(sound(sound(found.timestamp).from));
  return time !== null && begin !== null && begin <= time ? found : null;
}

/**
 * What a reference costs: by the hash of Ethereum the call is read before it. By the ways that are
 * `whole` all comes along that shares the id.
 */
function costBy(
  reference: unknown,
  whole: readonly Way[] = [],
): { readonly calls: number; readonly via?: string } {
  const way = typeof reference === 'string' ? wayOf(reference) : undefined;
  if (way === 'ethereum') return { calls: 2, via: byItsCall };
  const isWhole = way !== undefined && whole.includes(way);
  return { calls: 1, ...(isWhole && { via: withFamily }) };
}

builder.queryFields((t) => ({
  transaction: t.field({
    type: Transaction,
    nullable: true,
    description:
      'One transaction; null when there is none. By the hash of Ethereum it is found by what came of its call, so that one without a result is not there. Of several with one id or hash it is the one that is meant first: nonce 0 and not scheduled, where the reference says nothing else.',
    args: {
      ref: t.arg({ type: 'TransactionRef', required: true, description: 'The transaction.' }),
    },
    extensions: {
      cost: {
        loads: 'batch',
        rows: assumedItems,
        by: ({ ref }) => costBy(ref, ['id', 'one of id']),
      } satisfies FieldCost,
    },
    resolve(_root, { ref }, context, info) {
      const asked = transactionMeant(givenKey('Transaction', 'ref', ref));
      return loadMeant({ ...asked, by: { key: 'ref' } }, context, info);
    },
  }),
  transactionsById: t.field({
    type: [Transaction],
    nullable: true,
    description:
      'All transactions of one id or hash by consensus time: children, duplicates and what was scheduled among them, and last what is inside of a batch. A consensus time, and the hash that Ethereum knows a call by, name that one transaction only. Empty when there are none.',
    args: {
      id: t.arg({
        type: 'TransactionRef',
        required: true,
        description: 'Id, hash or consensus time.',
      }),
      nonce: t.arg.int({ description: 'Only with this nonce.' }),
      scheduled: t.arg.boolean({
        description: 'Only what was executed by a schedule, or was not.',
      }),
    },
    extensions: {
      cost: {
        loads: 'batch',
        // What is inside of a batch has ids of its own, and may have relatives that lack.
        by: ({ id }) => costBy(id),
      } satisfies FieldCost,
    },
    async resolve(_root, { id, nonce, scheduled }, context, info) {
      const asked = transactionMeant(givenKey('Transaction', 'id', id));
      if (nonce != null && nonce < 0) throw badInput('nonce', nonce, 'must not be negative');
      const wanted = { nonce: nonce ?? asked.nonce, scheduled: scheduled ?? asked.scheduled };
      const by = {
        key: 'id',
        ...(nonce != null && { nonce: 'nonce' }),
        ...(scheduled != null && { scheduled: 'scheduled' }),
      };
      return loadAll({ key: asked.key, ...wanted, by }, context, info);
    },
  }),
}));

builder.objectFields(Transaction, (t) => ({
  block: t.field({
    type: Block,
    nullable: true,
    description:
      'The block that it is in; null where the ledger does not have it yet, or any more.',
    extensions: {
      looksAt: ['consensus_timestamp'],
      cost: { loads: 'each', freeBelow: ['Block.transactions'] } satisfies FieldCost,
    },
    resolve: (row, _args, { loaders }) =>
      blockOfRow.get(row) ?? blockAt(sound(row.consensus_timestamp), loaders),
  }),
}));
