// Airdrops of the sample ledger: some wait, some were claimed or cancelled; and who may move all NFTs of a token.
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { day, timestampRange, windowStart } from './clock.js';
import { known } from './ids.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';
import type { Token } from './tokens.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_123;

/** How many airdrops the two accounts have that the documents name, as sender and as receiver. */
const each = 36;

type Airdrop = MirrorRow<'token_airdrop'>;
type Allowance = MirrorRow<'nft_allowance'>;

/** What an airdrop has become: most of them still wait. */
const states = ['PENDING', 'PENDING', 'PENDING', 'PENDING', 'CLAIMED', 'CANCELLED'] as const;

export function airdropTables(
  fungible: readonly Token[],
  nonFungible: readonly Token[],
  people: readonly Party[],
): SampleTable[] {
  const random = createRandom(seed);
  const since = () => timestampRange(windowStart - random.bigBelow(90n * day));
  const others = people.filter(({ num }) => num > known.issuer);

  function airdrop(sender: number, receiver: number, index: number): Airdrop {
    // The greatest amount that there can be, whole NFTs, and usual amounts.
    const isGreatest = index === 1;
    const nft = index % 3 === 0 ? random.pick(nonFungible).num : null;
    return {
      amount: nft ? null : isGreatest ? 9_223_372_036_854_775_807n : random.amount(2, 9),
      receiver_account_id: receiver,
      sender_account_id: sender,
      serial_number: nft ? index + 1 : 0,
      state: states[index % states.length] as string,
      timestamp_range: since(),
      token_id: nft ?? (isGreatest ? known.maxToken : (fungible[index] as Token).num),
    };
  }

  /** Of two neighbours each, so that both keys behind the first are needed for a place. */
  const partner = (index: number): number => (others[index >> 1] as Party).num;
  const indexes = Array.from({ length: each }, (_, index) => index);
  const airdrops = [
    ...indexes.map((index) => airdrop(known.issuer, partner(index), index)),
    ...indexes.map((index) => airdrop(partner(index), known.fiftyTokens, index)),
  ];

  const allowance = (owner: number, spender: number, index: number): Allowance => ({
    // One in eight was revoked again.
    approved_for_all: index % 8 !== 7,
    owner,
    payer_account_id: owner,
    spender,
    timestamp_range: since(),
    token_id: (nonFungible[index % nonFungible.length] as Token).num,
  });
  const allowances = [
    ...indexes.map((index) => allowance(known.manyTokens, partner(index), index)),
    ...indexes.map((index) => allowance(partner(index), known.manyTokens, index)),
  ];

  // Last, since what comes behind it in the stream would be others.
  const few = indexes.slice(0, states.length);
  airdrops.push(...few.map((index) => airdrop(partner(index), known.manyTokens, index)));

  return [sampleTable('token_airdrop', airdrops), sampleTable('nft_allowance', allowances)];
}
