// In which order holders are asked for: who has most first, where the ledger can tell that.
import { useEffect, useState } from 'react';
import type { BalanceOrder } from './gql/graphql.js';
import { hasCode } from './states.js';

/** Set when a ledger has refused it: a mirror node does, and so does a database without the index. */
let isKnownToRefuse = false;

/** The order for holders at an instant, undefined for now: of the past there is only that by account. */
export function useHoldersOrder(at: string | undefined) {
  const [isRefused, setRefused] = useState(isKnownToRefuse);
  const orderBy: BalanceOrder = at === undefined && !isRefused ? 'BALANCE' : 'ACCOUNT';
  const refuse = () => {
    isKnownToRefuse = true;
    setRefused(true);
  };
  return { orderBy, refuse };
}

/** Whether an error is the refusal of an order, of which `refuse` is told. */
export function useRefusal(error: Error | undefined, refuse?: () => void): boolean {
  const isRefusal = refuse !== undefined && hasCode(error, 'NOT_ANSWERABLE');
  useEffect(() => {
    if (isRefusal) refuse?.();
  });
  return isRefusal;
}
