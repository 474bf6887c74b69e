// Rewards that were paid before the window: their transactions are pruned, the rewards themselves are not.
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, second, windowStart } from './clock.js';
import { known } from './ids.js';
import { createRandom } from './random.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_122;

/** Days for which an account was paid each day; the first has the most to be paged through. */
const paid = new Map<number, number>([
  [known.fiftyTokens, 60],
  [known.manyTokens, 23],
  [known.ecdsaAlias, 1],
]);

export function pastRewards(): MirrorRow<'staking_reward_transfer'>[] {
  const random = createRandom(seed);
  return [...paid].flatMap(([account_id, days]) =>
    Array.from({ length: days }, (_, age) => ({
      account_id,
      amount: random.amount(4, 8),
      consensus_timestamp: windowStart - BigInt(age + 1) * day + random.bigBelow(3600n * second),
      payer_account_id: account_id,
    })),
  );
}
