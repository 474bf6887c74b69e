// Custom fees of the sample's tokens, in the JSON that the database holds (contract.md C.2).
import type { Random } from './random.js';

export interface Fees {
  fixed: string | null;
  fractional: string | null;
  royalty: string | null;
  /** The fixed fee in hbar, when there is one: transfers then pay and assess it. */
  hbar: { amount: bigint; collector: number } | null;
}

export const noFees: Fees = { fixed: null, fractional: null, royalty: null, hbar: null };

/** JSON by hand: its integers are int64, which JSON.stringify cannot write. */
function object(members: Record<string, bigint | number | boolean | string | null>): string {
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}

interface Charging {
  readonly token: number;
  readonly nonFungible: boolean;
  /** A token that fees may be paid in. */
  readonly other: number;
  readonly collectors: readonly number[];
}

export function createFees(
  random: Random,
  { token, nonFungible, other, collectors }: Charging,
): Fees {
  const base = () => {
    return {
      all_collectors_are_exempt: random.chance(0.2),
      collector_account_id: random.pick(collectors),
    };
  };
  const fixed: string[] = [];
  let hbar: Fees['hbar'] = null;
  if (random.chance(0.5)) {
    const members = base();
    const amount = random.amount(5, 8);
    hbar = { amount, collector: members.collector_account_id };
    fixed.push(object({ ...members, amount, denominating_token_id: null }));
  }
  if (random.chance(0.4)) {
    // 2^53 + 1 smallest units now and then: the amount of a fee is an int64 as well.
    const amount = random.chance(0.1) ? 9_007_199_254_740_993n : random.amount(1, 6);
    fixed.push(
      object({
        ...base(),
        amount,
        denominating_token_id: random.chance(0.3) && !nonFungible ? token : other,
      }),
    );
  }
  const share = (): { numerator: number; denominator: number } => {
    return { numerator: random.between(1, 25), denominator: random.pick([100, 1_000, 10_000]) };
  };
  const shared: string[] = [];
  if (nonFungible || fixed.length === 0 || random.chance(0.5)) {
    if (nonFungible) {
      const { amount, token: paidIn } = {
        amount: random.amount(6, 10),
        token: random.chance(0.3) ? other : null,
      };
      const fallback = object({ amount, denominating_token_id: paidIn });
      shared.push(object({ ...base(), ...share(), fallback_fee: fallback }));
      if (random.chance(0.5)) shared.push(object({ ...base(), ...share(), fallback_fee: null }));
    } else {
      const minimum = random.chance(0.5) ? 0n : random.amount(1, 3);
      const maximum = random.chance(0.5) ? null : minimum + random.amount(3, 9);
      const limits = {
        maximum_amount: maximum,
        minimum_amount: minimum,
        net_of_transfers: random.chance(0.3),
      };
      shared.push(object({ ...base(), ...share(), ...limits }));
    }
  }
  const list = (items: string[]): string | null =>
    items.length === 0 ? null : `[${items.join(',')}]`;
  return {
    fixed: list(fixed),
    fractional: nonFungible ? null : list(shared),
    royalty: nonFungible ? list(shared) : null,
    hbar,
  };
}
