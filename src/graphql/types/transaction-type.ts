// Conditions on the type of a transaction: the known ones as an enum, and others by name.
import { equals, typedBy } from '../../contract/operators.js';
import { defaultLimits, type Filter } from '../../contract/resource.js';
import { transactions } from '../../contract/resources/transactions.js';
import { transactionTypes } from '../../contract/transaction-types.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { readFilters } from '../build/filters.js';

const TransactionType = builder.enumType('TransactionType', {
  description: 'Types of transactions, in the words of the contract.',
  values: Object.fromEntries(
    Object.entries(transactionTypes).map(([code, name]) => [
      name,
      { description: `Number ${code} of the protocol.` },
    ]),
  ),
});

export const TransactionTypeFilter = builder.inputType('TransactionTypeFilter', {
  description: 'Conditions on the type of a transaction; any of `in` and `names` may hold.',
  fields: (t) => ({
    eq: t.field({ type: TransactionType, description: 'This type.' }),
    in: t.field({
      type: [TransactionType],
      description: 'Any of these types; not together with `eq`.',
    }),
    names: t.stringList({
      description:
        'Any of these types by name, for those that are newer than this schema; a ledger that does not know one refuses it. Not together with `eq`.',
    }),
  }),
});

export interface GivenTypes {
  readonly eq?: string | null | undefined;
  readonly in?: readonly string[] | null | undefined;
  readonly names?: readonly string[] | null | undefined;
}

const isName = (text: string) => /^[A-Z0-9_]{1,100}$/.test(text);

/**
 * `within`: what the field of these types is in, which is the filter of a list, or nothing.
 * @throws LedgerError BAD_USER_INPUT that names the field, before any call is made
 */
export function readTypes(given: GivenTypes | null | undefined, within = 'filter.'): Filter[] {
  const { eq, in: known, names } = given ?? {};
  const filters = readFilters(
    transactions,
    { type: 'transactiontype' },
    { type: { eq, in: known } },
    within,
  );
  const field = `${within}type.names`;
  if (names == null) return filters;
  const shown = names.join(', ');
  if (eq != null) throw badInput(field, shown, 'must not be combined with eq');
  const wrong = names.find((name) => !isName(name));
  const rule = 'must be 1 to 100 names of types, such as CRYPTOTRANSFER';
  if (wrong !== undefined) throw badInput(field, wrong, rule);
  const all = [...filters.map(({ value }) => value), ...names];
  if (names.length === 0 || all.length > defaultLimits.repeats) {
    throw badInput(field, `${all.length} types`, rule);
  }
  return all.map((value) => typedBy(field, equals('transactiontype', value)));
}
