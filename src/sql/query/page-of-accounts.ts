// Pages of accounts and contracts among entities of all types.
import sql, { type Sql } from 'sql-template-tag';
import type { List } from '../../contract/resource.js';
import type { PageRequest } from '../../ledger.js';
import { type Columns, conditions, ordered, placeConditions, where } from './seek.js';

/**
 * Words of the statement: the type of a value is kept with its plan, also where the table has come to another.
 * Which type they are of the column says, whose own need not be among the names that a role sees.
 */
const types = [sql`'{ACCOUNT}'`, sql`'{CONTRACT}'`];

/**
 * The page as a relation `e`, in the order of the ids. Each type is read off the index of types: by the
 * ids alone all that is between two accounts would be looked through, such as hundreds of thousands of
 * schedules.
 */
export function pageOfAccounts<T>(
  list: List<T>,
  request: PageRequest,
  columns: Columns,
  further: readonly Sql[] = [],
): Sql {
  const { filters, order, limit } = request;
  const [type, id] = [sql`e.type`, sql`e.id`];
  const met = [
    ...further,
    ...conditions(list, filters, columns),
    ...placeConditions(list, request, [id]),
  ];
  const [accounts, contracts] = types.map((name) => {
    const all = [sql`${type} = any(${name})`, ...met];
    return sql`(select e.* from entity as e ${where(all)} ${ordered([type, id], order, limit)})`;
  });
  return sql`(select * from (${accounts} union all ${contracts}) as e
    ${ordered([id], order, limit)}) as e`;
}
