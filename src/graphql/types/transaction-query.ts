// Transactions by what they are called: `transaction`, `transactionsById`, and the block of each.
import { type BlockRow, block } from '../../contract/blocks.js';
import { sound } from '../../contract/check.js';
import type { Filter } from '../../contract/resource.js';
import { type TransactionDetail, transaction } from '../../contract/transaction.js';
import { type TransactionMeant, transactionMeant } from '../../contract/transaction-reference.js';
import { timestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { givenKey } from '../build/nodes.js';
import { Block, Transaction, type TransactionSource } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Loaders } from '../reading/loaders.js';
import { blockOfRow } from './block.js';
import { wholeRows } from './transaction-family.js';

const condition = (parameter: string, value: string): Filter => ({
  parameter,
  operator: 'eq',
  value,
  given: true,
});

/**
 * The one of several that an id or a hash means: nonce 0 and not scheduled, where nothing else is
 * said, and of duplicates the one that was not refused as such.
 */
function meant(
  rows: readonly TransactionDetail[],
  { key, scheduled, nonce }: TransactionMeant,
): TransactionSource | null {
  // Those inside of a batch have ids of their own.
  const own = key.includes('-') ? rows.filter((row) => row.transaction_id === key) : rows;
  const fits = own.filter(
    (row) => row.nonce === (nonce ?? 0) && (scheduled === undefined || row.scheduled === scheduled),
  );
  const isSaid = nonce !== undefined || scheduled !== undefined;
  const all = fits.length > 0 || isSaid ? fits : own;
  const first = all.filter((row) => scheduled !== undefined || !row.scheduled);
  const among = first.length > 0 ? first : all;
  return among.find(({ result }) => result !== 'DUPLICATE_TRANSACTION') ?? among[0] ?? null;
}

/** The transaction that is meant by an id, a hash or a time; null when there is none. */
export async function loadMeant(
  asked: TransactionMeant,
  loaders: Loaders,
): Promise<TransactionSource | null> {
  const { key, scheduled } = asked;
  // What is executed by a schedule may be far from all else of its id: it is asked for by itself.
  const filters = scheduled === true ? [condition('scheduled', 'true')] : [];
  const body = await loaders.of(transaction, filters).load(key);
  const isWhole = key.includes('-') || key.startsWith('0x');
  return meant(isWhole ? wholeRows(body) : (body?.transactions ?? []), asked);
}

/** The block that a consensus time lies in. */
export async function blockAt(at: string, loaders: Loaders): Promise<BlockRow | null> {
  const found = await loaders.of(block).load(at);
  return found && sound(found.timestamp).from <= at ? found : null;
}

builder.queryFields((t) => ({
  transaction: t.field({
    type: Transaction,
    nullable: true,
    description:
      'One transaction; null when there is none. Of several with one id or hash it is the one that is meant first: nonce 0 and not scheduled, where the reference says nothing else.',
    args: {
      ref: t.arg({ type: 'TransactionRef', required: true, description: 'The transaction.' }),
    },
    resolve(_root, { ref }, { loaders }) {
      const asked = transactionMeant(givenKey('Transaction', 'ref', ref, timestamp));
      loaders.typed(asked.key);
      return loadMeant(asked, loaders);
    },
  }),
  transactionsById: t.field({
    type: [Transaction],
    nullable: true,
    description:
      'All transactions of one id or hash by consensus time: children, duplicates and what was scheduled among them, and last what is inside of a batch. Empty when there are none.',
    args: {
      id: t.arg({ type: 'TransactionRef', required: true, description: 'Id, or hash.' }),
      nonce: t.arg.int({ description: 'Only with this nonce.' }),
      scheduled: t.arg.boolean({
        description: 'Only what was executed by a schedule, or was not.',
      }),
    },
    extensions: { cost: { shares: 'family' } satisfies FieldCost },
    async resolve(_root, { id, nonce, scheduled }, { loaders }) {
      const asked = transactionMeant(givenKey('Transaction', 'id', id, timestamp));
      if (nonce != null && nonce < 0) throw badInput('nonce', nonce, 'must not be negative');
      const wanted = { nonce: nonce ?? asked.nonce, scheduled: scheduled ?? asked.scheduled };
      const filters = Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined ? [] : [condition(name, String(value))],
      );
      return wholeRows(await loaders.of(transaction, filters).load(loaders.typed(asked.key)));
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
      cost: { loads: 'each', freeBelow: ['Block.transactions'] } satisfies FieldCost,
    },
    resolve: (row, _args, { loaders }) =>
      blockOfRow.get(row) ?? blockAt(sound(row.consensus_timestamp), loaders),
  }),
}));
