// Fills the sample's accounts with money, a past and a few well-known characters.
import { closeVersion, createParty, type Party, systemParties, totalSupply } from './accounts.js';
import { windowStart } from './clock.js';
import { type Birth, known } from './ids.js';
import type { KeyRing } from './keys.js';
import type { Random } from './random.js';
import { memo } from './words.js';

/** 2^53 + 1, the first whole number that a JavaScript number cannot hold. */
const unsafe = 9_007_199_254_740_993n;

const characters = new Map<number, { memo: string; balance: bigint }>([
  [
    known.manyTokens,
    { memo: 'Harbour Museum: collection wallet', balance: 30_000_000_000_000_007n },
  ],
  [known.fiftyTokens, { memo: 'Wallet with exactly fifty tokens', balance: 50_000_000_000n }],
  [known.noTokens, { memo: 'Wallet without tokens', balance: unsafe }],
  [known.manyTokensToo, { memo: 'Index fund, two hundred tokens', balance: unsafe + 2n }],
  [known.ecdsaAlias, { memo: 'ECDSA key alias', balance: 12_345_678_900n }],
  [known.ed25519Alias, { memo: 'ED25519 key alias', balance: 98_765_432_100n }],
  [known.hollow, { memo: 'lazy-created account', balance: 777n }],
  [known.deleted, { memo: 'Closed on 2026-11-20', balance: 4_200_000_000n }],
  [known.contract, { memo: 'Ferry timetable contract', balance: 100_000_000n }],
  [
    known.maxHolder,
    { memo: 'Holds the largest balance an int64 can say', balance: 1_000_000_000_000n },
  ],
  [known.fiftyOneTokens, { memo: 'One token more than fifty', balance: 51n }],
  [known.digitsMemo, { memo: 'id 9223372036854775807', balance: 1n }],
  [known.jsonMemo, { memo: '{"x":9007199254740993}', balance: 0n }],
  [known.issuer, { memo: 'Issues the first tokens', balance: 5_000_000_000_000n }],
]);

/** All accounts and contracts that exist when the window opens, by number. */
export function createPeople(
  random: Random,
  keys: KeyRing,
  births: readonly Birth[],
): Map<number, Party> {
  const people = new Map<number, Party>();
  for (const party of systemParties(random, keys)) people.set(party.num, party);
  for (const birth of births) {
    if (birth.kind !== 'account' && birth.kind !== 'contract') continue;
    const character = characters.get(birth.num);
    const hollow =
      birth.num === known.hollow || (!character && birth.kind === 'account' && random.chance(0.05));
    const party = createParty(random, keys, birth, hollow);
    people.set(party.num, party);
    party.balanceAt = birth.created + random.bigBelow(windowStart - birth.created);
    if (character) {
      party.memo = character.memo;
      party.balance = character.balance;
      party.deleted = false;
      if (birth.num === known.contract) party.evmAddress = random.hex(20);
      if (birth.num === known.manyTokens) rewrite(random, keys, party, 2);
      continue;
    }
    if (random.chance(0.025)) closeAccount(random, party);
    else {
      const kind = random.fraction();
      party.balance =
        kind < 0.08 ? 0n : kind < 0.09 ? unsafe + random.bigBelow(unsafe) : random.amount(3, 13);
      if (!hollow && random.chance(0.25)) rewrite(random, keys, party, random.between(1, 2));
    }
  }
  const treasury = people.get(known.treasury) as Party;
  let others = 0n;
  for (const party of people.values()) others += party.balance;
  treasury.balance = totalSupply - others;
  return people;
}

/** The newest that are alive, oldest first. */
export const newestOf = (
  people: ReadonlyMap<number, Party>,
  type: Party['type'],
  count: number,
): Party[] =>
  [...people.values()]
    .filter((party) => party.type === type && !party.deleted)
    .sort((a, b) => a.num - b.num)
    .slice(-count);

/** Gives a party earlier versions, with another memo and at times another key. */
function rewrite(random: Random, keys: KeyRing, party: Party, times: number): void {
  const { key, publicKey, memo: present, balance, balanceAt } = party;
  let at = party.modified;
  for (let index = 0; index < times; index++) {
    const former = random.chance(0.3) && !party.alias ? keys.ed25519() : { key, publicKey };
    Object.assign(party, { key: former.key, publicKey: former.publicKey, memo: memo(random) });
    party.balance = balance / BigInt(random.between(2, 9));
    at += 1n + random.bigBelow((windowStart - at) / 2n);
    party.balanceAt = at - 1n;
    closeVersion(party, at);
  }
  Object.assign(party, { key, publicKey, memo: present, balance, balanceAt });
  if (party.balanceAt < party.modified) party.balanceAt = party.modified;
}

/** Deleted long before the window: what was left went to the obtainer. */
function closeAccount(random: Random, party: Party): void {
  party.balance = random.amount(3, 9);
  const at = party.modified + 1n + random.bigBelow(windowStart - party.modified);
  party.balanceAt = party.modified;
  closeVersion(party, at);
  party.balance = 0n;
  party.balanceAt = at;
  party.deleted = true;
  party.obtainer = random.chance(0.7) ? known.feeCollector : known.manyTokens;
}
