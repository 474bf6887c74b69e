// One transaction by its id or its hash, with all that share its id.
import { equals } from '../operators.js';
import type { Filter, Lookup } from '../resource.js';
import * as t from '../shape.js';
import { timeOf } from '../timestamps.js';
import { namedBy, notTransactionId, transactionIdOrHash } from '../transaction-reference.js';
import { resultName, successfulResults } from '../transaction-results.js';
import { flag, naturalNumber } from '../values.js';
import { apartMembers, area, transactionRow, transactions } from './transactions.js';

export const assessedCustomFee = t.object(
  'A custom fee of a token that a transaction has paid.',
  {
    amount: t.int64(
      'Amount in tinybars, or in the smallest unit of the token that it was paid in.',
    ),
    collector_account_id: t.nullable(t.entityId('Account that has received the fee.')),
    effective_payer_account_ids: t.list(
      t.entityId('An account that has paid.'),
      'Accounts that have paid the fee; empty where the ledger does not say.',
    ),
    token_id: t.nullable(t.entityId('Token that the fee was paid in; null for hbar.')),
  },
  'AssessedCustomFee',
);

const transactionDetail = t.object(
  'A transaction with the custom fees that it has paid.',
  {
    ...transactionRow.properties,
    assessed_custom_fees: t.optional(
      t.list(assessedCustomFee, 'Custom fees that were paid along with it; left out for none.'),
    ),
  },
  'TransactionDetail',
);

export type TransactionDetail = t.Static<typeof transactionDetail>;

const transactionBody = t.object(
  'Transactions that one id or hash names, by consensus time.',
  {
    transactions: t.list(
      transactionDetail,
      'The transaction and its duplicates, those that it has caused and scheduled, and last what a batch has inside.',
    ),
  },
  'TransactionByIdResponse',
);

export type TransactionBody = t.Static<typeof transactionBody>;

const successes = new Set<string>(successfulResults.map(resultName));

/** Whether a schedule was created, and not just tried to be. */
const isCreation = ({ name, result }: TransactionDetail): boolean =>
  name === 'SCHEDULECREATE' && successes.has(result);

/** Minutes that a schedule may wait to be executed. */
export const longestSchedule = 89_285n;
const minute = 60_000_000_000n;

/** Whether what was scheduled may yet be executed, so that the body would grow (contract I.1). */
function mayGrow({ transactions: rows }: TransactionBody, now: number): boolean {
  const oldest = BigInt(now) * 1_000_000n - longestSchedule * minute;
  const isYoung = (time: unknown) => (timeOf(time) ?? oldest) > oldest;
  return (
    rows.some((row) => isCreation(row) && isYoung(row.consensus_timestamp)) &&
    !rows.some((row) => row.scheduled && !isCreation(row))
  );
}

/** The condition with which one of several is meant, if one is given. */
const givenValue = (filters: readonly Filter[], name: string): string | undefined =>
  filters.findLast(({ parameter }) => parameter === name)?.value;

/** Whether every transaction of a body is one that was asked for, or may be inside of a batch that was. */
function isAsked(key: string, { transactions: rows }: TransactionBody, filters: readonly Filter[]) {
  const named = namedBy(key);
  const nonce = givenValue(filters, 'nonce');
  const scheduled = givenValue(filters, 'scheduled');
  const isOwn = (row: TransactionDetail | null): boolean => {
    if (named.by === 'id') return row?.transaction_id === key;
    if (named.by === 'time') return row?.consensus_timestamp === key;
    const hash = row?.transaction_hash;
    return typeof hash === 'string' && Buffer.from(hash, 'base64').toString('hex') === named.hex;
  };
  // What is inside of a batch is looked up by its ids, which the batch does not show: all that has
  // one of them comes along, also of one that never got its turn.
  const isBatch = named.by === 'id' && rows.some((row) => isOwn(row) && row.name === 'ATOMICBATCH');
  return rows.every(
    (row) =>
      (isBatch || isOwn(row)) &&
      (nonce === undefined || String(row?.nonce) === nonce) &&
      (scheduled === undefined || String(row?.scheduled) === scheduled),
  );
}

export const transaction: Lookup<TransactionBody> = {
  is: 'lookup',
  name: 'transaction',
  description: 'One transaction, and those that share its id.',
  path: '/api/v1/transactions/{id}',
  documents: { area, operation: 'getTransaction', example: '0.0.1014-1795175682-965058832' },
  row: transactionBody,
  parts: { members: [...apartMembers, 'assessed_custom_fees'] },
  several: 'transactions',
  keys: [
    {
      parameter: 'transactionIdOrHash',
      kind: transactionIdOrHash,
      refusal: notTransactionId,
      tellsIds: true,
      description: 'Id of the transaction, or its hash of 48 bytes in hex or base64.',
    },
  ],
  flow: 2,
  goesBy: isAsked,
  maxAge: (body, now, filters, key) =>
    namedBy(key).by === 'id' && !givenValue(filters, 'scheduled') && mayGrow(body, now) ? 5 : 600,
  elsewhere: (key) =>
    namedBy(key).by === 'time'
      ? { list: transactions, filters: [equals('timestamp', key)] }
      : undefined,
  parameters: {
    nonce: {
      kind: naturalNumber(0n, (1n << 31n) - 1n),
      operators: ['eq'],
      repeat: 'last',
      description: '0, or the place among the transactions that one has caused; left out, any.',
    },
    scheduled: {
      kind: flag,
      operators: ['eq'],
      repeat: 'last',
      description: 'Whether it was executed by a schedule; left out, either.',
    },
  },
};
