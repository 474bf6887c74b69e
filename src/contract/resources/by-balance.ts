// Balances in the order of their amounts: what people ask for, and no endpoint of the contract gives.

import { furtherList } from '../further-list.js';
import type { List, Parameter } from '../resource.js';
import { entityId, naturalNumber } from '../values.js';
import { balances } from './balances.js';
import { tokenBalances } from './tokens.js';

/** The same rows by amount and, where amounts are equal, by account; live, under these conditions alone. */
function byBalance<T extends { readonly account: string; readonly balance: unknown }>(
  list: List<T>,
  name: string,
): List<T> {
  const { 'account.id': account, 'account.balance': balance } = list.parameters;
  return furtherList(list, {
    name,
    reason:
      'A mirror node gives balances in the order of account ids alone; a server over its database can give them by amount',
    parameters: { 'account.id': account as Parameter, 'account.balance': balance as Parameter },
    sort: [
      {
        parameter: 'account.balance',
        kind: naturalNumber(),
        of: ({ balance }) => balance as bigint | number | null,
      },
      { parameter: 'account.id', kind: entityId, of: ({ account }) => account },
    ],
  });
}

export const balancesByAmount = byBalance(balances, 'balancesByAmount');
export const holdersByAmount = byBalance(tokenBalances, 'holdersByAmount');
