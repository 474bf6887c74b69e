// What accounts let others spend: given before the window, spent since in part or whole, and revoked.
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, timestampRange, windowStart } from './clock.js';
import { known } from './ids.js';
import type { World } from './posting.js';
import { createRandom, type Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_132;

const maxInt64 = 9_223_372_036_854_775_807n;

/** How many spenders an account has of its hbars, and of each of how many tokens. */
const givers: readonly { owner: number; hbars: number; spenders: number; tokens: number }[] = [
  { owner: known.manyTokens, hbars: 31, spenders: 7, tokens: 5 },
  { owner: known.fiftyTokens, hbars: 3, spenders: 2, tokens: 2 },
  { owner: known.maxHolder, hbars: 1, spenders: 1, tokens: 1 },
];

type Row = MirrorRow<'crypto_allowance'>;

export function allowanceTables(world: World): SampleTable[] {
  const { payers, holdings } = world;
  const random = createRandom(seed);
  const hbars: Row[] = [];
  const tokens: MirrorRow<'token_allowance'>[] = [];
  for (const { owner, hbars: count, spenders, tokens: kinds } of givers) {
    const others = payers.filter(({ num }) => num !== owner);
    for (const { num } of others.slice(0, count)) hbars.push(allowance(random, owner, num));
    const held = (holdings.byAccount.get(owner) ?? []).filter(
      ({ associated, token }) => associated && !world.tokens.get(token)?.nonFungible,
    );
    for (const { num } of others.slice(count, count + spenders)) {
      for (const { token } of held.slice(0, kinds)) {
        tokens.push({ token_id: token, ...allowance(random, owner, num) });
      }
    }
  }
  return [sampleTable('crypto_allowance', hbars), sampleTable('token_allowance', tokens)];
}

/** One in eight is revoked: nothing is left of it but that it was there. */
function allowance(random: Random, owner: number, spender: number): Row {
  const given = windowStart - 400n * day + random.bigBelow(300n * day);
  const again = given + 1n + random.bigBelow(90n * day);
  const kind = random.fraction();
  const granted = kind < 0.05 ? maxInt64 : random.amount(3, 12);
  const row = { owner, spender, payer_account_id: owner };
  if (kind > 0.875) {
    return { ...row, amount_granted: 0n, amount: 0n, timestamp_range: timestampRange(again) };
  }
  const left = kind < 0.4 ? granted : granted - random.bigBelow(granted);
  return {
    ...row,
    amount_granted: granted,
    amount: kind > 0.82 ? 0n : left,
    // From 0.7 on it was granted anew.
    timestamp_range: timestampRange(kind < 0.7 ? given : again),
  };
}
