// What the newest accounts and contracts of the sample have, since lists begin with them: tokens, consents, calls.
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { timestampRange } from './clock.js';
import { callNewContracts } from './first-calls.js';
import { type Holding, heldSince } from './holdings.js';
import { known } from './ids.js';
import { unspent } from './nfts.js';
import { newestOf } from './people.js';
import { post, type World } from './posting.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';
import { tokenOf } from './tokens.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_133;

/** As many as a page shows that nobody has asked for another size, and one that welcomes them. */
export const newcomerCount = 26;

/** Nanoseconds behind a slot's own transaction, where nothing else is. */
const behind = 311n;

/** Numbers of the transaction types. */
const type = { create: 29, mint: 37, approve: 48, airdrop: 78 } as const;

const told = [
  { num: known.shells, name: 'Harbour Shells', symbol: 'SHELL', decimals: 2 },
  { num: known.tidePoints, name: 'Tide Points', symbol: 'TIDE', decimals: 8 },
  { num: known.pierTickets, name: 'Pier Tickets', symbol: 'PIER', decimals: 0 },
] as const;

const supplyOf = (decimals: number): bigint => 1_000_000n * 10n ** BigInt(decimals);

/** Nobody pays a fee for it, so that no balance of hbars depends on it; all is after the last snapshot. */
export function welcomeNewcomers(world: World, times: readonly bigint[]): SampleTable[] {
  const own = { ...world, random: createRandom(seed) };
  const everyone = newestOf(world.people, 'ACCOUNT', newcomerCount);
  const [host, ...guests] = everyone as [Party, ...Party[]];
  // Behind the births of the last of them, and before the blocks that documents show as the newest.
  const [making, minting, giving, approving] = [18, 16, 14, 12].map(
    (slot) => (times[times.length - slot] as bigint) + behind,
  ) as [bigint, bigint, bigint, bigint];
  const holdings = new Map(
    told.map(({ num }) => [
      num as number,
      everyone.map((party) =>
        heldSince(party.num, num, party === host ? making + 10n : giving - 10n),
      ),
    ]),
  );
  const held = (token: number, place: number) =>
    (holdings.get(token) as Holding[])[place] as Holding;

  told.forEach(({ num, name, symbol, decimals }, index) => {
    const at = making + BigInt(index);
    const nonFungible = num === known.pierTickets;
    const totalSupply = nonFungible ? BigInt(guests.length) : supplyOf(decimals);
    const maxSupply = totalSupply * 10n;
    const token = { num, created: at, nonFungible, name, symbol, decimals, totalSupply, maxSupply };
    world.tokens.set(num, tokenOf(host, token));
    world.holdings.byToken.set(num, holdings.get(num) as Holding[]);
    post(own, {
      ...{ at, type: type.create, payer: host, entity: num, fee: 0n },
      ...(!nonFungible && { tokenTransfers: [[held(num, 0), totalSupply]] }),
    });
  });

  const moved = (serial: number, from: number | null, to: number) =>
    `{"is_approval":false,"receiver_account_id":${to},"sender_account_id":${from},` +
    `"serial_number":${serial},"token_id":${known.pierTickets}}`;
  const ticket = known.pierTickets;
  post(own, {
    ...{ at: minting, type: type.mint, payer: host, entity: ticket, fee: 0n },
    tokenTransfers: [[held(ticket, 0), BigInt(guests.length)]],
    nftTransfer: `[${guests.map((_, index) => moved(index + 1, null, host.num)).join(',')}]`,
  });

  const hbars: MirrorRow<'crypto_allowance'>[] = [];
  const tokens: MirrorRow<'token_allowance'>[] = [];
  const tickets: MirrorRow<'nft_allowance'>[] = [];
  const airdrops: MirrorRow<'token_airdrop'>[] = [];
  guests.forEach((guest, index) => {
    const at = giving + BigInt(index) * 3n;
    const place = index + 1;
    const drop = (token: number, amount: bigint): [Holding, bigint][] => [
      [held(token, 0), -amount],
      [held(token, place), amount],
    ];
    post(own, {
      ...{ at, type: type.airdrop, payer: host, fee: 0n, memo: 'welcome' },
      tokenTransfers: [
        ...drop(known.shells, own.random.amount(3, 6)),
        ...drop(known.tidePoints, own.random.amount(8, 12)),
      ],
    });
    post(own, {
      ...{ at: at + 1n, type: type.airdrop, payer: host, fee: 0n },
      tokenTransfers: drop(ticket, 1n),
      nftTransfer: `[${moved(place, host.num, guest.num)}]`,
    });
    world.nfts.all.push({
      token: ticket,
      serial: place,
      created: minting,
      metadata: Buffer.from(`Pier ${1 + (index % 5)}, seat ${place}`).toString('hex'),
      state: { owner: guest.num, ...unspent },
      since: at + 1n,
      past: [{ state: { owner: host.num, ...unspent }, from: minting, to: at + 1n }],
    });

    // Each lets the one before it spend something, and has an airdrop that it has not claimed.
    const given = approving + BigInt(index);
    const spender = (everyone[index] as Party).num;
    const consent = { owner: guest.num, payer_account_id: guest.num, spender };
    const range = { timestamp_range: timestampRange(given) };
    post(own, { at: given, type: type.approve, payer: guest, fee: 0n });
    const granted = own.random.amount(6, 10);
    const amounts = { amount_granted: granted, amount: granted };
    hbars.push({ ...consent, ...amounts, ...range });
    tokens.push({ ...consent, ...amounts, ...range, token_id: known.shells });
    tickets.push({ ...consent, ...range, token_id: ticket, approved_for_all: true });
    airdrops.push({
      amount: own.random.amount(2, 5),
      receiver_account_id: guest.num,
      sender_account_id: host.num,
      serial_number: 0,
      state: 'PENDING',
      timestamp_range: timestampRange(at + 1n),
      token_id: known.shells,
    });
  });
  return [
    ...callNewContracts(own, guests, approving + 100n),
    sampleTable('crypto_allowance', hbars),
    sampleTable('token_allowance', tokens),
    sampleTable('nft_allowance', tickets),
    sampleTable('token_airdrop', airdrops),
  ];
}
