// The life of a few NFTs inside of the window: minted, sold, lent to spenders, burnt and wiped.
import type { Party } from './accounts.js';
import { day, windowStart } from './clock.js';
import { type Holding, heldSince } from './holdings.js';
import { known } from './ids.js';
import { change, type Nft, unspent } from './nfts.js';
import { type Posting, post, type World } from './posting.js';
import { createRandom } from './random.js';
import { tokenOf } from './tokens.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_131;

/** Nanoseconds behind a slot's own transaction, where nothing else is. */
const behind = 211n;
/** One in so many slots has a chapter beside its own transaction. */
const spacing = 75;

const created = windowStart - 3n * day;
const minted = 6;

/** Numbers of the transaction types. */
const type = { transfer: 14, mint: 37, burn: 38, wipe: 39, approve: 48, revoke: 49 } as const;

type Chapter = (at: bigint) => void;

interface Story {
  /** Told of each slot, and of the time of its own transaction. */
  next(slot: number, at: bigint): void;
  /** Adds the token to the others when all has happened. */
  end(): void;
}

/** Nobody pays a fee in it, so that no balance of hbars depends on it. */
export function tellNftStory(world: World): Story {
  const own = { ...world, random: createRandom(seed) };
  const issuer = world.people.get(known.issuer) as Party;
  const parties = [issuer, ...world.payers.slice(3, 6)] as [Party, Party, Party, Party];
  const holdings = parties.map(({ num }) => heldSince(num, known.keepsakes, created + 1n));
  world.holdings.byToken.set(known.keepsakes, holdings);
  const holdingOf = (party: Party) => holdings[parties.indexOf(party)] as Holding;
  const nfts: Nft[] = [];

  const tell = (posting: Omit<Posting, 'fee'>) => post(own, { ...posting, fee: 0n });
  const moved = (serial: number, from: Party | null, to: Party | null, isApproval = false) =>
    `{"is_approval":${isApproval},"receiver_account_id":${to?.num ?? null},` +
    `"sender_account_id":${from?.num ?? null},"serial_number":${serial},"token_id":${known.keepsakes}}`;

  const mint: Chapter = (at) => {
    const serials = Array.from({ length: minted }, (_, index) => index + 1);
    tell({
      at,
      type: type.mint,
      payer: issuer,
      entity: known.keepsakes,
      tokenTransfers: [[holdingOf(issuer), BigInt(minted)]],
      nftTransfer: `[${serials.map((serial) => moved(serial, null, issuer)).join(',')}]`,
    });
    for (const serial of serials) {
      nfts.push({
        token: known.keepsakes,
        serial,
        created: at,
        metadata: Buffer.from(`Keepsake no. ${serial} of ${minted}`).toString('hex'),
        state: { owner: issuer.num, ...unspent },
        since: at,
        past: [],
      });
    }
  };
  const nftOf = (serial: number) => nfts[serial - 1] as Nft;

  /** `by` is who pays: the holder, or the spender that the holder has named. */
  const move =
    (serial: number, from: Party, to: Party, by = from): Chapter =>
    (at) => {
      tell({
        at,
        type: type.transfer,
        payer: by,
        tokenTransfers: [
          [holdingOf(from), -1n],
          [holdingOf(to), 1n],
        ],
        nftTransfer: `[${moved(serial, from, to, by !== from)}]`,
      });
      change(nftOf(serial), { owner: to.num, ...unspent }, at);
    };

  const allow =
    (serial: number, holder: Party, spender: Party | null, delegating: Party | null = null) =>
    (at: bigint) => {
      tell({ at, type: spender ? type.approve : type.revoke, payer: holder });
      const names = {
        spender: spender?.num ?? null,
        delegatingSpender: delegating?.num ?? null,
      };
      change(nftOf(serial), { owner: holder.num, ...names }, at);
    };

  const destroy =
    (serial: number, holder: Party, how: 'burn' | 'wipe'): Chapter =>
    (at) => {
      tell({
        at,
        type: type[how],
        payer: issuer,
        entity: known.keepsakes,
        tokenTransfers: [[holdingOf(holder), -1n]],
        // What is destroyed is moved to nobody: the record says nothing of it.
        nftTransfer: '[]',
      });
      change(nftOf(serial), { owner: null, ...unspent }, at);
    };

  const [, ann, ben, cai] = parties;
  const round = (): Chapter[] => [
    move(1, issuer, ann),
    move(1, ann, ben),
    allow(1, ben, cai),
    move(1, ben, cai, cai),
    allow(1, cai, ann, ben),
    allow(1, cai, null),
    move(1, cai, issuer),
  ];
  const chapters = [
    mint,
    move(2, issuer, ann),
    ...round(),
    move(2, ann, ben),
    destroy(3, issuer, 'burn'),
    ...round(),
    destroy(2, ben, 'wipe'),
    move(4, issuer, cai),
    ...round(),
    allow(4, cai, ben),
    ...round(),
    move(1, issuer, ann),
    allow(1, ann, ben, cai),
  ];

  return {
    next(slot, at) {
      if (slot % spacing === 11) chapters.shift()?.(at + behind);
    },
    end() {
      world.nfts.all.push(...nfts);
      const supply = nfts.filter(({ state }) => state.owner !== null).length;
      world.tokens.set(
        known.keepsakes,
        tokenOf(issuer, {
          num: known.keepsakes,
          created,
          nonFungible: true,
          name: 'Lighthouse Keepsakes',
          symbol: 'KEEP',
          decimals: 0,
          totalSupply: BigInt(supply),
          maxSupply: BigInt(minted),
        }),
      );
    },
  };
}
