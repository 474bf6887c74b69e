// Transactions by who takes part with whom, and by how much goes over: what the contract has no parameter for.
import { sound } from '../../contract/check.js';
import { equals, typedBy } from '../../contract/operators.js';
import type { Filter } from '../../contract/resource.js';
import type { TransactionRow } from '../../contract/resources/transactions.js';
import { naturalNumber, plainEntityId, readOrNull } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import type { FurtherConditions, Keep } from '../build/further-conditions.js';

/** Accounts that a transaction gives something to, or takes something from. */
function takingPart(row: TransactionRow): Set<string | null> {
  return new Set([
    ...[...sound(row.transfers), ...sound(row.token_transfers)].map(({ account }) =>
      sound(account),
    ),
    ...sound(row.nft_transfers).flatMap((one) => [
      sound(one.sender_account_id),
      sound(one.receiver_account_id),
    ]),
  ]);
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Whether so many tinybars go to an account, or come from it: to or from any, where none is told. */
const moves = (row: TransactionRow, least: bigint, account?: string): boolean =>
  sound(row.transfers).some(
    (one) =>
      (account === undefined || sound(one.account) === account) &&
      size(BigInt(sound(one.amount))) >= least,
  );

const minTinybars = {
  type: 'Int64',
  description:
    'Only those in which at least so many tinybars are added to an account, or taken from it: to that of the list where it is one of an account.',
} as const;

/** An account as transfers name it. @throws LedgerError BAD_USER_INPUT, as for a global id */
function accountOf(argument: string, given: string): string {
  const account = readOrNull(plainEntityId, given);
  if (account === null) throw badInput(argument, given, `must be ${plainEntityId.rule}`);
  return account;
}

/** Two accounts, of which the ledger is asked for the transactions of the first. */
const pairOf = (given: readonly string[]): [string, string] => {
  const [one, other, ...more] = given.map((id) => accountOf('filter.between', id));
  if (one === undefined || other === undefined || more.length > 0 || one === other) {
    throw badInput('filter.between', given.join(', '), 'must be two different accounts');
  }
  return [one, other];
};

/** Rows in which another account takes part, and in which so much is moved, where either is asked. */
function keepWith(other?: string, least?: string, account?: string): Keep<TransactionRow> {
  const number = naturalNumber();
  if (least && number.read(least) === null) {
    throw badInput('filter.minTinybars', least, `must be ${number.rule}`);
  }
  return (rows) =>
    rows.map(
      (row) =>
        (!other || takingPart(row).has(other)) && (!least || moves(row, BigInt(least), account)),
    );
}

/** @throws LedgerError BAD_USER_INPUT for the account itself, which takes part in all that it has */
function counterpartyOf(account: string, given: string): string {
  const other = accountOf('filter.counterparty', given);
  if (other === account) throw badInput('filter.counterparty', given, 'must be another account');
  return other;
}

/** Conditions of all transactions. */
export const betweenAccounts: FurtherConditions<TransactionRow> = {
  fields: {
    between: {
      type: ['EntityId'],
      description:
        'Only those in which both of these two accounts get or give something: hbars, tokens or NFTs. Those of the first are looked through; put the quieter one there. Not together with `account`.',
    },
    minTinybars,
  },
  read: ({ between, minTinybars }) => keepWith(between && pairOf(between)[1], minTinybars),
};

/** The condition by which the ledger knows one of two accounts. @throws LedgerError beside another of accounts */
export function ofFirst(given: object | null | undefined): Filter[] {
  const { between, account } = (given ?? {}) as {
    readonly between?: readonly string[] | null;
    readonly account?: object | null;
  };
  if (!between) return [];
  if (account) {
    throw badInput('filter.between', between.join(', '), 'must not be combined with account');
  }
  return [typedBy('filter.between', equals('account.id', pairOf(between)[0]))];
}

/** Conditions of the transactions of an account. */
export const withAccount = (account: string): FurtherConditions<TransactionRow> => ({
  fields: ofAccount.fields,
  read: ({ counterparty, minTinybars }) =>
    keepWith(counterparty && counterpartyOf(account, counterparty), minTinybars, account),
});

export const ofAccount = {
  fields: {
    counterparty: {
      type: 'EntityId',
      description: 'Only those in which this account, too, gets or gives something.',
    },
    minTinybars,
  },
} as const;

/** A page is looked through in one call. */
export const transactionScans = { between: 1, counterparty: 1, minTinybars: 1 } as const;
