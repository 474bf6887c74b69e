// The accounts and contracts of the sample ledger, as they are when the block window opens.
import { day, genesis, now, windowStart } from './clock.js';
import { type Birth, known, nodeAccounts } from './ids.js';
import { emptyKeyList, type Key, type KeyRing, noKey } from './keys.js';
import type { Random } from './random.js';
import { memo } from './words.js';

interface Version {
  key: string | null;
  publicKey: string | null;
  memo: string;
  deleted: boolean | null;
  from: bigint;
  to: bigint;
  balance: bigint;
  balanceAt: bigint;
}

export interface Party {
  num: number;
  type: 'ACCOUNT' | 'CONTRACT';
  created: bigint | null;
  key: string | null;
  publicKey: string | null;
  alias: string | null;
  evmAddress: string | null;
  memo: string;
  deleted: boolean | null;
  obtainer: number | null;
  balance: bigint;
  balanceAt: bigint;
  /** The start of the present version; earlier ones are in `past`. */
  modified: bigint;
  past: Version[];
  autoRenewPeriod: number | null;
  expiration: bigint | null;
  receiverSigRequired: boolean | null;
  maxAutomaticAssociations: number | null;
  ethereumNonce: number | null;
  declineReward: boolean;
  stakedAccount: number | null;
  stakedNode: number | null;
  stakePeriodStart: number | null;
}

/** Total supply of hbar: 50 billion, in tinybars. */
export const totalSupply = 5_000_000_000_000_000_000n;

const today = Number(now / day);

/** Ends the present version at `at`; the caller then changes the party. */
export function closeVersion(party: Party, at: bigint): void {
  const { key, publicKey, memo: text, deleted, modified: from, balance, balanceAt } = party;
  party.past.push({ key, publicKey, memo: text, deleted, from, to: at, balance, balanceAt });
  party.modified = at;
}

function hollowKey(random: Random): { key: Key; address: string } {
  return { key: random.chance(0.8) ? emptyKeyList : noKey, address: random.hex(20) };
}

/** A party without money; `born` is null for the accounts of the genesis block. */
export function createParty(random: Random, keys: KeyRing, birth: Birth, hollow: boolean): Party {
  const contract = birth.kind === 'contract';
  let key = contract ? (random.chance(0.5) ? keys.ed25519() : noKey) : keys.any();
  let alias: string | null = null;
  let evmAddress = contract && random.chance(0.6) ? random.hex(20) : null;
  if (birth.num === known.ecdsaAlias) key = keys.ecdsa();
  if (birth.num === known.ed25519Alias) key = keys.ed25519();
  if (hollow) {
    const made = hollowKey(random);
    key = made.key;
    alias = made.address;
    evmAddress = made.address;
  } else if (
    birth.num === known.ecdsaAlias ||
    (!contract && key.evmAddress && random.chance(0.7))
  ) {
    evmAddress = key.evmAddress;
    // Accounts are made from the key or, more often today, from its address.
    alias = birth.num === known.ecdsaAlias || random.chance(0.6) ? key.key : key.evmAddress;
  } else if (
    birth.num === known.ed25519Alias ||
    (key.key?.startsWith('1220') && random.chance(0.12))
  ) {
    alias = contract ? null : key.key;
  }
  const staked = !contract && birth.num > known.jsonMemo && random.chance(0.14);
  const toAccount = staked && random.chance(0.12);
  return {
    num: birth.num,
    type: contract ? 'CONTRACT' : 'ACCOUNT',
    created: birth.created,
    key: key.key,
    publicKey: key.publicKey,
    alias,
    evmAddress,
    memo: hollow ? 'lazy-created account' : memo(random),
    deleted: random.chance(0.01) ? null : false,
    obtainer: null,
    balance: 0n,
    balanceAt: birth.created,
    modified: birth.created,
    past: [],
    autoRenewPeriod: random.chance(0.97) ? 7_776_000 : null,
    expiration: random.chance(0.4) ? birth.created + 90n * day : null,
    receiverSigRequired: random.chance(0.04) ? true : random.chance(0.04) ? null : false,
    maxAutomaticAssociations: hollow ? -1 : random.pick([0, 0, 0, -1, -1, 1, 10, 1_000, null]),
    ethereumNonce: contract ? 1 : random.chance(0.1) ? random.between(1, 5_000) : 0,
    declineReward: random.chance(0.03),
    stakedAccount: toAccount ? random.pick([known.manyTokens, known.maxHolder]) : null,
    stakedNode: staked && !toAccount ? random.below(nodeAccounts.length) : -1,
    stakePeriodStart: staked && !toAccount ? today - random.between(1, 500) : -1,
  };
}

/** 0.0.2 to 0.0.10, 0.0.98, 0.0.800 and 0.0.801: one key, made with the ledger. */
export function systemParties(random: Random, keys: KeyRing): Party[] {
  const { treasury, feeCollector, stakingRewards, nodeRewards } = known;
  const key = keys.ed25519();
  return [treasury, ...nodeAccounts, feeCollector, stakingRewards, nodeRewards].map(
    (num): Party => {
      const created = genesis + BigInt(num);
      const party = createParty(random, keys, { kind: 'account', num, created }, false);
      const node = num >= 3 && num <= 10;
      return {
        ...party,
        created: num === treasury ? null : created,
        key: key.key,
        publicKey: key.publicKey,
        alias: null,
        evmAddress: null,
        memo: '',
        deleted: false,
        balance:
          num === treasury
            ? 0n
            : num === stakingRewards
              ? 3_500_012_345_678_901n
              : random.amount(9, 13),
        balanceAt: windowStart - random.bigBelow(day),
        expiration: null,
        receiverSigRequired: false,
        maxAutomaticAssociations: 0,
        ethereumNonce: 0,
        declineReward: node,
      };
    },
  );
}
