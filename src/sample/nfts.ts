// The NFTs of the sample ledger: who holds each serial number, who may move it, and who did before.
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { timestampRange, windowStart } from './clock.js';
import type { Holding, Holdings } from './holdings.js';
import { createRandom, type Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';
import type { Token } from './tokens.js';

/** What can change of an NFT. */
export interface State {
  /** Null once it is burnt. */
  readonly owner: number | null;
  readonly spender: number | null;
  readonly delegatingSpender: number | null;
}

export interface Nft {
  readonly token: number;
  readonly serial: number;
  readonly created: bigint;
  readonly metadata: string | null;
  state: State;
  since: bigint;
  readonly past: { readonly state: State; readonly from: bigint; readonly to: bigint }[];
}

export interface Nfts {
  readonly all: Nft[];
  readonly byHolding: Map<Holding, Nft[]>;
}

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_121;

export const unspent = { spender: null, delegatingSpender: null } as const;

/** One NFT for each that the holders have before the window, and a few that were burnt. */
export function createNfts(
  tokens: Iterable<Token>,
  { byToken }: Holdings,
  people: readonly Party[],
): Nfts {
  const random = createRandom(seed);
  const nfts: Nfts = { all: [], byHolding: new Map() };
  for (const token of tokens) {
    if (!token.nonFungible) continue;
    const holders = byToken.get(token.num) ?? [];
    const owners: (Holding | null)[] = holders.flatMap((holding) =>
      Array.from({ length: Number(holding.balance) }, () => holding),
    );
    for (let burnt = random.below(4); burnt > 0; burnt--) {
      owners.splice(random.below(owners.length + 1), 0, null);
    }
    const span = (windowStart - token.created) / BigInt(owners.length + 1);
    owners.forEach((holding, index) => {
      const created = token.created + BigInt(index) * span + 1n + random.bigBelow(span);
      const nft: Nft = {
        token: token.num,
        serial: index + 1,
        created,
        metadata: metadata(random, token.num, index + 1),
        state: { owner: token.treasury, ...unspent },
        since: created,
        past: [],
      };
      grow(random, nft, holding, people);
      nfts.all.push(nft);
      if (holding) nfts.byHolding.set(holding, [...(nfts.byHolding.get(holding) ?? []), nft]);
    });
  }
  return nfts;
}

function metadata(random: Random, token: number, serial: number): string | null {
  const kind = random.fraction();
  if (kind < 0.02) return null;
  if (kind < 0.05) return '';
  // Not everything that is written there is text.
  if (kind < 0.08) return `ff${random.hex(15)}`;
  return Buffer.from(`ipfs://bafy${token}/${serial}.json`).toString('hex');
}

/** What happened to it before the window: sold, burnt, or given into another's hands. */
function grow(random: Random, nft: Nft, holding: Holding | null, people: readonly Party[]): void {
  const later = (): bigint => nft.since + 1n + random.bigBelow((windowStart - nft.since) / 2n);
  if (holding === null) {
    change(nft, { owner: null, ...unspent }, later());
    return;
  }
  if (holding.account !== nft.state.owner) {
    change(nft, { owner: holding.account, ...unspent }, later());
  }
  if (!random.chance(0.12)) return;
  const spender = random.pick(people).num;
  const delegatingSpender = random.chance(0.2) ? random.pick(people).num : null;
  change(nft, { owner: holding.account, spender, delegatingSpender }, later());
}

/** Gives an NFT another state from an instant on; what it was stays in its past. */
export function change(nft: Nft, state: State, at: bigint): void {
  nft.past.push({ state: nft.state, from: nft.since, to: at });
  nft.state = state;
  nft.since = at;
}

/** Moves one of a holder's NFTs, the one that `draw` falls on, and tells its serial number. */
export function moveNft(
  { byHolding }: Nfts,
  { from, to, at }: { readonly from: Holding; readonly to: Holding; readonly at: bigint },
  draw: number,
): number {
  const own = byHolding.get(from) ?? [];
  const [nft] = own.splice(draw % own.length, 1) as [Nft];
  change(nft, { owner: to.account, ...unspent }, at);
  byHolding.set(to, [...(byHolding.get(to) ?? []), nft]);
  return nft.serial;
}

const hex = (text: string | null): string | null => (text === null ? null : `\\x${text}`);

function row(
  { token, serial, created, metadata }: Nft,
  state: State,
  range: string,
): MirrorRow<'nft'> {
  return {
    account_id: state.owner,
    created_timestamp: created,
    deleted: state.owner === null,
    metadata: hex(metadata),
    serial_number: serial,
    token_id: token,
    delegating_spender: state.delegatingSpender,
    spender: state.spender,
    timestamp_range: range,
  };
}

export function nftTables({ all }: Nfts): SampleTable[] {
  const past = all.flatMap((nft) =>
    nft.past.map(({ state, from, to }) => row(nft, state, timestampRange(from, to))),
  );
  const present = all.map((nft) => row(nft, nft.state, timestampRange(nft.since)));
  return [sampleTable('nft', present), sampleTable('nft_history', past)];
}
