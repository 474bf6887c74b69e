// What a transaction has moved beside its fee: its transfers, out of which the fee is taken.
import type { Int64 } from '../../contract/json.js';

export interface Moved {
  readonly account: string | null;
  readonly amount: Int64;
}

/** What a transaction says of its fee. */
export interface Fee {
  readonly tinybars: bigint;
  /** Who has paid it. */
  readonly payer: string;
  /** The node that has its part of it. */
  readonly node: string | null;
  /** Rewards that were paid along with it, out of where a part of the fee goes. */
  readonly rewards: bigint;
}

/** Accounts that have the rest of every fee, by their numbers: the network's own, rewards of stakers, of nodes, and of all fees. */
const collectors = [98, 800, 801, 802];
/** Account that rewards are paid from. */
const rewarding = 800;

const beside = (account: string, number: number) => account.replace(/\d+$/, String(number));

/**
 * Each transfer without the fee. A ledger adds what an account has paid or received to its part of
 * the fee, so that null is what can not be told: who collects fees has received other hbars too.
 */
export function netOf<T extends Moved>(transfers: readonly T[], fee: Fee): T[] | null {
  const rewardsFrom = beside(fee.payer, rewarding);
  const collecting = new Set([fee.node, ...collectors.map((one) => beside(fee.payer, one))]);
  const collected = transfers.filter(({ account }) => collecting.has(account));
  if (fee.tinybars === 0n) return [...transfers];
  // A part of the fee that is just what was paid out as rewards makes even, and hides both.
  if (fee.rewards !== 0n && !transfers.some(({ account }) => account === rewardsFrom)) return null;
  // Of what another transaction has paid for there is nothing to take out.
  if (collected.length === 0) return [...transfers];
  const total = collected.reduce((sum, { amount }) => sum + BigInt(amount), fee.rewards);
  const isPaid = transfers.some(({ account }) => account === fee.payer);
  if (total !== fee.tinybars || !isPaid || collecting.has(fee.payer)) return null;
  return transfers.flatMap((one): T[] => {
    const net = collecting.has(one.account)
      ? one.account === rewardsFrom
        ? -fee.rewards
        : 0n
      : BigInt(one.amount) + (one.account === fee.payer ? fee.tinybars : 0n);
    return net === 0n ? [] : [{ ...one, amount: net }];
  });
}
