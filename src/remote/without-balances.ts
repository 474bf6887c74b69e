// Lists of accounts without their balances, where nobody wants them: less to find, send and read.
import { type AccountRow, isSyntheticTreasury } from '../contract/accounts.js';
import type { List } from '../contract/resource.js';
import type { Page, PageRequest } from '../ledger.js';

/** Whether nobody wants the balances that a list carries, and no condition is about them. */
export const leavesBalancesOut = (list: List, { filters, parts }: PageRequest): boolean =>
  parts?.balance === false &&
  Object.hasOwn(list.parameters, 'balance') &&
  filters.every(({ parameter }) => parameter !== 'account.balance' && parameter !== 'balance');

/** A mirror node shows its own stand-in of the treasury only where it leaves balances out. */
export const withoutSynthetic = <T>(page: Page<T>): Page<T> => ({
  ...page,
  items: page.items.filter((item) => !isSyntheticTreasury(item as AccountRow)),
});
