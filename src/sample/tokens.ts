// The tokens of the sample ledger: what they are, what they were, and what using them costs.
import type { Party } from './accounts.js';
import { windowStart } from './clock.js';
import { createFees, type Fees, noFees } from './fees.js';
import { type Birth, known } from './ids.js';
import type { KeyRing } from './keys.js';
import type { Random } from './random.js';
import { memo, tokenName } from './words.js';

const maxInt64 = 9_223_372_036_854_775_807n;

export interface Token {
  num: number;
  created: bigint;
  nonFungible: boolean;
  name: string;
  symbol: string;
  decimals: number;
  treasury: number;
  adminKey: string | null;
  publicKey: string | null;
  memo: string;
  deleted: boolean | null;
  freezeKey: string | null;
  freezeDefault: boolean;
  kycKey: string | null;
  supplyKey: string | null;
  wipeKey: string | null;
  pauseKey: string | null;
  feeScheduleKey: string | null;
  metadataKey: string | null;
  pauseStatus: 'NOT_APPLICABLE' | 'PAUSED' | 'UNPAUSED';
  initialSupply: bigint;
  totalSupply: bigint;
  maxSupply: bigint;
  finite: boolean;
  metadata: string | null;
  modified: bigint;
  /** The name and supply before the present version, if there was one. */
  former: { name: string; totalSupply: bigint; memo: string } | null;
  fees: Fees;
  formerFees: { fees: Fees; from: bigint; to: bigint } | null;
  feesFrom: bigint;
}

type Made = 'num' | 'created' | 'nonFungible' | 'name' | 'symbol' | 'decimals';

/** A token as most are made: its keys are those of who issues it, and its supply has an end. */
export const tokenOf = (
  { num: treasury, key, publicKey }: Party,
  own: Pick<Token, Made | 'totalSupply' | 'maxSupply'>,
): Token => ({
  ...own,
  treasury,
  adminKey: key,
  publicKey,
  memo: '',
  deleted: false,
  freezeKey: null,
  freezeDefault: false,
  kycKey: null,
  supplyKey: key,
  wipeKey: key,
  pauseKey: null,
  feeScheduleKey: null,
  metadataKey: null,
  pauseStatus: 'NOT_APPLICABLE',
  initialSupply: own.nonFungible ? 0n : own.totalSupply,
  finite: true,
  metadata: '',
  modified: own.created,
  former: null,
  fees: noFees,
  formerFees: null,
  feesFrom: own.created,
});

/** As much as fits into `decimals` places without leaving int64. */
function fungibleSupply(random: Random, decimals: number): bigint {
  if (random.chance(0.05)) return maxInt64 - random.bigBelow(1_000n);
  const unit = 10n ** BigInt(decimals);
  const most = (maxInt64 / unit).toString().length;
  const whole =
    most > 3 ? random.amount(3, Math.min(most - 1, 11)) : 1n + random.bigBelow(maxInt64 / unit);
  return whole * unit;
}

export function createTokens(
  random: Random,
  keys: KeyRing,
  births: readonly Birth[],
  issuers: readonly Party[],
) {
  const tokens = new Map<number, Token>();
  const own = births.filter((birth) => birth.kind === 'token');
  own.forEach((birth, index) => {
    const largest = birth.num === known.maxToken;
    const nonFungible = birth.num === known.nftToken || (!largest && random.chance(0.24));
    // Every number of places from 0 to 18 comes round; eight is the habit of the network.
    const decimals = nonFungible || largest ? 0 : random.chance(0.3) ? 8 : index % 19;
    const initialSupply = nonFungible ? 0n : largest ? maxInt64 : fungibleSupply(random, decimals);
    // NFT supplies are counted when their owners are known.
    const totalSupply = initialSupply;
    const finite = largest || random.chance(0.35);
    const [name, symbol] = largest
      ? (['Everything There Is', 'MAXINT'] as const)
      : birth.num === known.nftToken
        ? (['Harbour Ferries', 'FERRY'] as const)
        : tokenName(index - 2, nonFungible);
    const admin = random.chance(0.85) ? keys.any() : null;
    const freezeKey = keys.optional(0.25);
    const pauseKey = keys.optional(0.2);
    const token: Token = {
      num: birth.num,
      created: birth.created,
      nonFungible,
      name,
      symbol,
      decimals,
      treasury: issuerAt(random, issuers, birth.created).num,
      adminKey: admin?.key ?? null,
      publicKey: admin?.publicKey ?? null,
      memo: memo(random),
      deleted:
        birth.num > known.nftToken && random.chance(0.04)
          ? true
          : random.chance(0.01)
            ? null
            : false,
      freezeKey,
      freezeDefault: freezeKey !== null && random.chance(0.2),
      kycKey: keys.optional(0.12),
      supplyKey: keys.optional(0.6),
      wipeKey: keys.optional(0.2),
      pauseKey,
      feeScheduleKey: keys.optional(0.25),
      metadataKey: keys.optional(0.1),
      pauseStatus:
        pauseKey === null ? 'NOT_APPLICABLE' : random.chance(0.1) ? 'PAUSED' : 'UNPAUSED',
      initialSupply,
      totalSupply,
      maxSupply: !finite ? maxInt64 : nonFungible ? 10_000n : supplyCap(totalSupply),
      finite,
      metadata: random.chance(0.3) ? null : random.chance(0.6) ? '' : metadata(random, birth.num),
      modified: birth.created,
      former: null,
      fees: noFees,
      formerFees: null,
      feesFrom: birth.created,
    };
    tokens.set(token.num, token);
    if (random.chance(0.25)) {
      token.former = {
        name: `${name.slice(0, 90)} (old)`,
        totalSupply: initialSupply / 2n,
        memo: '',
      };
      token.modified = birth.created + 1n + random.bigBelow(windowStart - birth.created);
    }
  });
  const fungible = [...tokens.values()]
    .filter((token) => !token.nonFungible)
    .map((token) => token.num);
  for (const token of tokens.values()) addFees(random, token, fungible, issuers);
  return tokens;
}

/** Someone who was there before the token; `issuers` are in the order of their birth. */
function issuerAt(random: Random, issuers: readonly Party[], at: bigint): Party {
  const older = issuers.filter((party) => (party.created ?? 0n) < at);
  return random.pick(older);
}

const supplyCap = (supply: bigint): bigint => (supply > maxInt64 / 2n ? maxInt64 : supply * 2n);

function metadata(random: Random, num: number): string {
  return Buffer.from(`ipfs://bafy${random.hex(12)}/${num}.json`).toString('hex');
}

function addFees(
  random: Random,
  token: Token,
  fungible: readonly number[],
  collectors: readonly Party[],
): void {
  if (token.num !== known.nftToken && !random.chance(0.4)) return;
  token.fees = createFees(random, {
    token: token.num,
    nonFungible: token.nonFungible,
    other: random.pick(fungible),
    collectors: collectors.map((party) => party.num),
  });
  if (!random.chance(0.3)) return;
  const to = token.created + 1n + random.bigBelow(windowStart - token.created);
  token.formerFees = { fees: noFees, from: token.created, to };
  token.feesFrom = to;
}
