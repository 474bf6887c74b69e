// Who is associated with which token in the sample ledger, and holds how much of it.
import type { Party } from './accounts.js';
import { windowStart } from './clock.js';
import { known } from './ids.js';
import type { Random } from './random.js';
import type { Token } from './tokens.js';

export interface Holding {
  account: number;
  token: number;
  associated: boolean;
  automatic: boolean | null;
  created: bigint;
  modified: bigint;
  freeze: number | null;
  kyc: number | null;
  balance: bigint;
  balanceAt: bigint;
}

export interface Holdings {
  byToken: Map<number, Holding[]>;
  byAccount: Map<number, Holding[]>;
}

/** Associations that are promised to readers: how many are alive and how many have ended. */
const promised = new Map<number, { alive: number; ended: number }>([
  [known.manyTokens, { alive: 230, ended: 5 }],
  [known.manyTokensToo, { alive: 200, ended: 3 }],
  [known.fiftyTokens, { alive: 50, ended: 2 }],
  [known.fiftyOneTokens, { alive: 51, ended: 0 }],
  [known.noTokens, { alive: 0, ended: 0 }],
  [known.ecdsaAlias, { alive: 4, ended: 1 }],
  [known.ed25519Alias, { alive: 3, ended: 0 }],
  [known.hollow, { alive: 1, ended: 0 }],
  [known.deleted, { alive: 0, ended: 2 }],
  [known.contract, { alive: 2, ended: 0 }],
  [known.maxHolder, { alive: 6, ended: 0 }],
  [known.digitsMemo, { alive: 1, ended: 0 }],
  [known.jsonMemo, { alive: 0, ended: 0 }],
]);

/** A wallet of the crowd: nearly half have none, few have many. */
function crowdCount(random: Random): number {
  const kind = random.fraction();
  if (kind < 0.48) return 0;
  if (kind < 0.88) return random.between(1, 5);
  return kind < 0.985 ? random.between(6, 18) : random.between(19, 49);
}

/** An association that nothing is wrong with, and nothing has come of yet. */
export const heldSince = (account: number, token: number, at: bigint): Holding => ({
  account,
  token,
  associated: true,
  automatic: false,
  created: at,
  modified: at,
  freeze: null,
  kyc: null,
  balance: 0n,
  balanceAt: at,
});

/** Which account comes to hold a token, and since when. */
interface Association {
  readonly account: number;
  readonly token: Token;
  readonly at: bigint;
  /** False where it has ended again. */
  readonly associated?: boolean;
}

export function associate(
  holdings: Holdings,
  random: Random,
  { account, token, at, associated = true }: Association,
): Holding {
  const holding: Holding = {
    account,
    token: token.num,
    associated,
    automatic: random.chance(0.02) ? null : random.chance(0.4),
    created: at,
    modified: at,
    // Null means: as the token says.
    freeze: random.chance(0.5) ? null : token.freezeKey === null ? 0 : random.chance(0.1) ? 1 : 2,
    kyc: random.chance(0.5) ? null : token.kycKey === null ? 0 : random.chance(0.8) ? 1 : 2,
    balance: 0n,
    balanceAt: at,
  };
  for (const [index, key] of [
    [holdings.byToken, token.num],
    [holdings.byAccount, account],
  ] as const) {
    const list = index.get(key);
    if (list) list.push(holding);
    else index.set(key, [holding]);
  }
  return holding;
}

export function createHoldings(
  random: Random,
  people: Map<number, Party>,
  tokens: Map<number, Token>,
): Holdings {
  const holdings: Holdings = { byToken: new Map(), byAccount: new Map() };
  const list = [...tokens.values()];
  const between = (from: bigint, party: Party): bigint => {
    const start = from > (party.created ?? 0n) ? from : (party.created ?? 0n);
    return start + 1n + random.bigBelow(windowStart - start - 1n);
  };
  for (const token of list) {
    associate(holdings, random, { account: token.treasury, token, at: token.created });
  }
  for (const party of people.values()) {
    if (party.num < known.manyTokens || (party.deleted && party.num !== known.deleted)) continue;
    const promise = promised.get(party.num);
    const ended = promise ? promise.ended : random.chance(0.06) ? 1 : 0;
    const wanted = (promise ? promise.alive : crowdCount(random)) + ended;
    const had = new Set(holdings.byAccount.get(party.num)?.map((holding) => holding.token));
    // The largest holder has the largest token; the rest is drawn, low numbers more often.
    const first = party.num === known.maxHolder ? [tokens.get(known.maxToken) as Token] : [];
    for (let count = 0; count < wanted; count++) {
      let token = first[count];
      for (let tries = 0; !token || had.has(token.num); tries++) {
        const rank = tries < 40 ? random.fraction() ** 1.7 : random.fraction();
        token = list[Math.floor(rank * list.length)] as Token;
      }
      had.add(token.num);
      const at = between(token.created, party);
      const associated = count < wanted - ended;
      const holding = associate(holdings, random, { account: party.num, token, at, associated });
      holding.balanceAt = at + random.bigBelow(windowStart - at);
      if (!holding.associated) holding.modified = holding.balanceAt;
    }
  }
  for (const token of list) share(random, token, holdings.byToken.get(token.num) ?? []);
  return holdings;
}

/** Divides the supply among the holders; what they don't get stays with the treasury. */
function share(random: Random, token: Token, holders: readonly Holding[]): void {
  const treasury = holders[0] as Holding;
  if (token.num === known.maxToken) {
    const all = holders.find((holding) => holding.account === known.maxHolder) as Holding;
    all.balance = token.totalSupply;
    return;
  }
  let rest = token.nonFungible ? BigInt(random.between(5, 400)) : token.totalSupply;
  const part = rest / BigInt(holders.length + 1);
  let given = 0n;
  for (const holding of holders.slice(1)) {
    if (!holding.associated || random.chance(0.2)) continue;
    const most = token.nonFungible ? 4n : part / (random.chance(0.5) ? 1n : 1_000n);
    const amount = most > 0n ? random.bigBelow(most) : 0n;
    if (amount > rest) continue;
    holding.balance = amount;
    given += amount;
    rest -= amount;
  }
  treasury.balance = rest;
  if (token.nonFungible) token.totalSupply = given + rest;
}
