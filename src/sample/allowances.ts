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
type Versions = { present: Row; past?: Row };

export function allowanceTables(world: World): SampleTable[] {
  const { payers, holdings } = world;
  const random = createRandom(seed);
  const hbars: Versions[] = [];
  const tokens: (Versions & { token: number })[] = [];
  for (const { owner, hbars: count, spenders, tokens: kinds } of givers) {
    const others = payers.filter(({ num }) => num !== owner);
    for (const { num } of others.slice(0, count)) hbars.push(allowance(random, owner, num));
    const held = (holdings.byAccount.get(owner) ?? []).filter(
      ({ associated, token }) => associated && !world.tokens.get(token)?.nonFungible,
    );
    for (const { num } of others.slice(count, count + spenders)) {
      for (const { token } of held.slice(0, kinds)) {
        tokens.push({ token, ...allowance(random, owner, num) });
      }
    }
  }
  const former = <V extends Versions>(all: readonly V[]) =>
    all.flatMap((one) => (one.past ? [{ ...one, present: one.past }] : []));
  const rowsOf = (all: readonly Versions[]) => all.map(({ present }) => present);
  const tokenRows = (all: typeof tokens) =>
    all.map(({ token, present }) => ({ ...present, token_id: token }));
  return [
    sampleTable('crypto_allowance', rowsOf(hbars)),
    sampleTable('crypto_allowance_history', rowsOf(former(hbars))),
    sampleTable('token_allowance', tokenRows(tokens)),
    sampleTable('token_allowance_history', tokenRows(former(tokens))),
  ];
}

/** One in eight is revoked: nothing is left of it but that it was there. */
function allowance(random: Random, owner: number, spender: number): Versions {
  const given = windowStart - 400n * day + random.bigBelow(300n * day);
  const again = given + 1n + random.bigBelow(90n * day);
  const kind = random.fraction();
  const granted = kind < 0.05 ? maxInt64 : random.amount(3, 12);
  const own = { owner, spender, payer_account_id: owner };
  const at = (from: bigint, to?: bigint) => ({ timestamp_range: timestampRange(from, to) });
  const whole = { ...own, amount_granted: granted, amount: granted };
  const isRevoked = kind > 0.875;
  if (isRevoked) {
    const none = { ...own, amount_granted: 0n, amount: 0n };
    return { present: { ...none, ...at(again) }, past: { ...whole, ...at(given, again) } };
  }
  const left = kind < 0.4 ? granted : granted - random.bigBelow(granted);
  const present = { ...whole, amount: kind > 0.82 ? 0n : left, ...at(given) };
  if (kind < 0.7) return { present };
  // Granted anew: another amount than before.
  const past = {
    ...whole,
    amount_granted: granted / 2n,
    amount: granted / 3n,
    ...at(given, again),
  };
  return { present: { ...present, ...at(again) }, past };
}
