// Lists without their balances, where nobody wants them: less to find, send and read.
import type { List } from '../contract/resource.js';
import type { Page, PageRequest } from '../ledger.js';

/** The flag that leaves the balances of a list out, where nobody wants them and no condition is about them. */
export function unwantedBalances(
  { parts: has }: List,
  { filters, parts }: PageRequest,
): string | undefined {
  if (parts?.balance !== false || !has?.balance) return undefined;
  const { flag, conditions } = has.balance;
  const isAbout = (name: string) => name === flag || conditions.includes(name);
  return filters.some(({ parameter }) => isAbout(parameter)) ? undefined : flag;
}

/** A page without the items that a list with balances does not have. */
export const withoutExtras = <T>({ parts }: List<T>, page: Page<T>): Page<T> => ({
  ...page,
  items: page.items.filter((item) => !parts?.balance?.isExtra(item)),
});
