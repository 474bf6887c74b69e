// Transactions that belong together: what one has caused, scheduled, or has inside, and its duplicates.
import { sound, WrongMember } from '../../contract/check.js';
import { addTo } from '../../contract/grouped.js';
import { type ScheduleRow, schedule } from '../../contract/resources/schedules.js';
import {
  assessedCustomFee,
  type TransactionBody,
  type TransactionDetail,
  transaction,
} from '../../contract/resources/transaction.js';
import { transactions } from '../../contract/resources/transactions.js';
import type { Static } from '../../contract/shape.js';
import { builder } from '../build/builder.js';
import { toAccount, toEach, toToken, toTransaction } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { Schedule, Transaction, type TransactionSource } from '../build/refs.js';
import { priceIn } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { readOnce } from '../reading/read-once.js';

/** Rows of the look-up: what they leave out is not there. */
const whole = new WeakSet<object>();

/** All that share the id of a transaction, and what is inside of a batch. */
interface Family {
  readonly rows: readonly TransactionDetail[];
  /** Of each row, once somebody asks who is whose; or what is wrong with the first that can not be told. */
  places?: readonly InFamily[] | WrongMember;
}

/** Of each look-up: of a thousand rows each may be held against each other, and none is read anew for that. */
const families = new WeakMap<TransactionBody, Family>();

/**
 * What is in a body is known from then on: each transaction by its time and, where `id` says that all
 * of an id were asked for, those inside of batches by their own ids.
 */
function familyIn(body: TransactionBody, { loaders }: Context, id: string | null): Family {
  const known = families.get(body);
  if (known) return known;
  const rows = sound(body.transactions);
  const read = loaders.of(transaction);
  const inside = new Map<string, TransactionDetail[]>();
  for (const row of rows) {
    whole.add(row);
    const { consensus_timestamp: at, transaction_id: own } = row;
    if (typeof at === 'string') read.prime(at, { transactions: [row] });
    if (id !== null && typeof own === 'string' && own !== id) addTo(inside, own, row);
  }
  for (const [own, transactions] of inside) {
    // What such a schedule executes may come too late to be among them.
    if (transactions.some(({ name }) => name === 'SCHEDULECREATE')) continue;
    read.prime(own, { transactions });
  }
  const family: Family = { rows };
  families.set(body, family);
  return family;
}

/** The transactions of a body, known to be whole from now on; `id` where all that share it were asked for. */
export const wholeRows = (
  body: TransactionBody | null,
  context: Context,
  id: string | null,
): readonly TransactionDetail[] => (body === null ? [] : familyIn(body, context, id).rows);

/** One read for all fields of all transactions of an id. */
async function familyOf({ transaction_id }: TransactionSource, context: Context) {
  const id = sound(transaction_id);
  const body = await context.loaders.of(transaction).load(id);
  return body === null ? nobody : familyIn(body, context, id);
}

const nobody: Family = { rows: [] };

/** Members by which the transactions of a family are told apart. */
export const familyMembers = [
  'consensus_timestamp',
  'name',
  'nonce',
  'parent_consensus_timestamp',
  'scheduled',
  'transaction_id',
] as const;

/** What a transaction is seen as in costs that has been asked for by its id: all of its family has come along. */
export const withFamily = 'Query.transaction by its id';

/** One read of it for all fields of a transaction that need it. */
const familyCost = {
  shares: 'family',
  freeBelow: [
    withFamily,
    'Transaction.children',
    'Transaction.duplicates',
    'Transaction.scheduledTransaction',
  ],
} satisfies FieldCost;

/** What is found by the schedule of a transaction, which is read once for all fields that need it. */
export const scheduleCost = {
  ...familyCost,
  thenShares: 'schedule',
  gives: true,
} satisfies FieldCost;

/** Of children it is the transaction that has them, or that one's own parent. */
const parentCost = {
  shares: 'parent',
  rows: 1,
  gives: true,
  freeById: true,
  freeBelow: ['Transaction.innerTransactions'],
  sharedBelow: ['Transaction.children'],
} satisfies FieldCost;

/** Reads of the family. */
const family = {
  looksAt: familyMembers,
  cost: { ...familyCost, gives: true } satisfies FieldCost,
};

/** By what a transaction is told from others of its family. @throws WrongMember of what can not be told */
const placeOf = (row: TransactionSource) => ({
  id: sound(row.transaction_id),
  at: sound(row.consensus_timestamp),
  nonce: sound(row.nonce),
  scheduled: sound(row.scheduled),
  parent: sound(row.parent_consensus_timestamp),
});

type InFamily = ReturnType<typeof placeOf>;

function placesOf(rows: readonly TransactionDetail[]): InFamily[] | WrongMember {
  try {
    return rows.map(placeOf);
  } catch (error) {
    if (error instanceof WrongMember) return error;
    throw error;
  }
}

/** Caused by a transaction: that says so itself, or shares all else with it and says nothing. */
function isChild(one: InFamily, of: InFamily): boolean {
  if (one.nonce === 0 || one.id !== of.id || one.at === of.at) return false;
  if (one.parent === of.at) return true;
  // Of one inside of a batch the children name the batch.
  return of.nonce === 0 && one.scheduled === of.scheduled && one.parent === of.parent;
}

const isInside = (one: InFamily, of: InFamily) =>
  one.nonce === 0 && one.id !== of.id && one.parent === of.at;

const isDuplicate = (one: InFamily, of: InFamily) =>
  one.id === of.id && one.at !== of.at && one.nonce === of.nonce && one.scheduled === of.scheduled;

const isExecuted = (one: InFamily, of: InFamily) =>
  one.id === of.id && one.scheduled && one.nonce === 0;

/** A transaction with all of its family, each by its place in it. */
async function inFamily(row: TransactionSource, context: Context) {
  const own = placeOf(row);
  const family = await familyOf(row, context);
  family.places ??= placesOf(family.rows);
  const { rows, places } = family;
  if (places instanceof WrongMember) throw places;
  return { own, rows, places };
}

/** Those of its family that stand so to a transaction. */
const relativesOf = (
  row: TransactionSource,
  is: (one: InFamily, of: InFamily) => boolean,
  context: Context,
): Promise<TransactionSource[]> =>
  readOnce(context, inFamily, row, () => inFamily(row, context)).then(({ own, rows, places }) =>
    rows.filter((_row, at) => is(places[at] as InFamily, own)),
  );

async function findSchedule(row: TransactionSource, context: Context): Promise<ScheduleRow | null> {
  const created = sound(row.scheduled)
    ? (await familyOf(row, context)).rows.find(
        ({ name, entity_id: id }) => sound(name) === 'SCHEDULECREATE' && sound(id),
      )
    : row;
  const isAbout = created && sound(created.name).startsWith('SCHEDULE') && sound(created.entity_id);
  return isAbout ? context.loaders.of(schedule).load(isAbout) : null;
}

/** The schedule that a transaction is about, or that has executed it; null for all else. */
export const scheduleOf = (row: TransactionSource, context: Context): Promise<ScheduleRow | null> =>
  readOnce(context, findSchedule, row, () => findSchedule(row, context));

type FeeRow = Static<typeof assessedCustomFee>;

const AssessedCustomFee = builder.objectRef<FeeRow>('AssessedCustomFee').implement({
  description: meaningOf(assessedCustomFee),
  fields: (t) =>
    members(t, assessedCustomFee, {
      units: 'amount',
      amount: { member: 'amount', ...priceIn('units', 'token_id') },
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
      collectorAccountId: 'collector_account_id',
      collectorAccount: { member: 'collector_account_id', ...toAccount },
      effectivePayerAccountIds: { member: 'effective_payer_account_ids', type: ['EntityId'] },
      effectivePayerAccounts: { member: 'effective_payer_account_ids', ...toEach(toAccount) },
    }),
});

builder.objectFields(Transaction, (t) => {
  const relatives = (
    description: string,
    is: (one: InFamily, of: InFamily) => boolean,
    mayHave: (row: TransactionSource) => boolean = () => true,
  ) =>
    t.field({
      type: [Transaction],
      nullable: true,
      description,
      extensions: family,
      resolve: (row, _args, context) => (mayHave(row) ? relativesOf(row, is, context) : []),
    });
  return {
    ...members(t, transactions.row, {
      parent: {
        member: 'parent_consensus_timestamp',
        ...toTransaction('The transaction that has caused it, or the batch that it is inside of'),
        cost: parentCost,
      },
    }),
    children: relatives('Transactions that it has caused, by consensus time.', isChild),
    duplicates: relatives(
      'Others with the same id, nonce and way of execution: it was sent more than once.',
      isDuplicate,
    ),
    innerTransactions: relatives(
      'Transactions inside of a batch, by consensus time; empty for all else.',
      isInside,
      ({ name }) => sound(name) === 'ATOMICBATCH',
    ),
    scheduledTransaction: t.field({
      type: Transaction,
      nullable: true,
      description:
        'What was executed by the schedule that it has created; null before that, and for all else.',
      extensions: family,
      async resolve(row, _args, context) {
        if (sound(row.name) !== 'SCHEDULECREATE') return null;
        const [executed = null] = await relativesOf(row, isExecuted, context);
        return executed;
      },
    }),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      description: 'The schedule that it is about, or that has executed it; null for all else.',
      extensions: {
        looksAt: [...familyMembers, 'entity_id'],
        cost: scheduleCost,
      },
      resolve: (row, _args, context) => scheduleOf(row, context),
    }),
    assessedCustomFees: t.field({
      type: [AssessedCustomFee],
      nullable: true,
      description:
        'Custom fees of tokens that were paid along with it; null where the ledger does not have it by its id.',
      extensions: { ...family, looksAt: [...familyMembers, 'assessed_custom_fees'] },
      async resolve(row, _args, context) {
        const at = sound(row.consensus_timestamp);
        const own = whole.has(row)
          ? row
          : (await familyOf(row, context)).rows.find((one) => one.consensus_timestamp === at);
        return own ? (sound(own.assessed_custom_fees) ?? []) : null;
      },
    }),
  };
});
