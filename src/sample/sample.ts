// The sample ledger for the embedded database: made up, lifelike, and the same every time.
import type { Party } from './accounts.js';
import { airdropTables } from './airdrops.js';
import { allowanceTables } from './allowances.js';
import { blockTables } from './blocks.js';
import { blockCount, firstBlockNumber, second, snapshotTimes } from './clock.js';
import { callCoin, callTables } from './contract-calls.js';
import { contractTables } from './contracts.js';
import { entityTables } from './entities.js';
import { createFamilies } from './families.js';
import { fileRows } from './files.js';
import { createHoldings } from './holdings.js';
import { hookTables } from './hooks.js';
import { known, pastBirths, slotTimes } from './ids.js';
import { createKeyRing } from './keys.js';
import { networkTables } from './network.js';
import { welcomeNewcomers } from './newcomers.js';
import { tellNftStory } from './nft-story.js';
import { createNfts, nftTables } from './nfts.js';
import { createPeople } from './people.js';
import { planWindow } from './plan.js';
import { emptyRows, type World } from './posting.js';
import { createRandom } from './random.js';
import { registeredNodeRows } from './registered-nodes.js';
import { pastRewards } from './rewards.js';
import { pastSchedules } from './schedules.js';
import { type Snapshots, takeSnapshot } from './snapshots.js';
import { type SampleTable, sampleTable } from './table.js';
import { perform } from './tasks.js';
import { scheduleTables, tokenTables } from './token-rows.js';
import { createTokens } from './tokens.js';
import { messageTables } from './topic-messages.js';
import { createTopics, topicTables } from './topics.js';
import { traffic } from './traffic.js';

type KnownIds = { readonly [name in keyof typeof known]: string };

const idTexts = Object.entries(known).map(
  ([name, num]) => [name, `0.0.${num}`] as [string, string],
);

const timestamp = (at: bigint): string => `${at / second}.${String(at % second).padStart(9, '0')}`;

/** What documentation, examples and tests may name; it never changes. */
export const sampleIds = {
  ...(Object.fromEntries(idTexts) as KnownIds),
  firstBlock: firstBlockNumber,
  lastBlock: firstBlockNumber + blockCount - 1,
  /** 11:15, 11:30 and 11:45 on 2026-11-20, as the API writes them. */
  snapshots: snapshotTimes.map(timestamp) as [first: string, second: string, third: string],
} as const;

export { now as sampleNow } from './clock.js';
export type { SampleTable } from './table.js';

/** Tinybars that make someone rich enough to pay for everything that happens in the window. */
const rich = 1_000_000_000_000n;

const seed = 20_261_120;

export function sampleLedger(): SampleTable[] {
  const random = createRandom(seed);
  const keys = createKeyRing(random);
  const births = pastBirths(random);
  const times = slotTimes(random);
  const plan = planWindow(random, times);
  const people = createPeople(random, keys, births);
  const payers = [...people.values()].filter(
    (party) =>
      party.num > known.issuer &&
      party.type === 'ACCOUNT' &&
      !party.deleted &&
      party.balance >= rich,
  );
  const issuers = [people.get(known.issuer) as Party, ...payers].slice(0, 60);
  const tokens = createTokens(random, keys, births, issuers);
  const usable = [...tokens.values()].filter(
    (token) => token.num !== known.maxToken && !token.deleted && token.pauseStatus !== 'PAUSED',
  );
  const topics = births.filter((birth) => birth.kind === 'topic');
  const holdings = createHoldings(random, people, tokens);
  const world: World = {
    random,
    people,
    tokens,
    payers,
    fungible: usable.filter((token) => !token.nonFungible),
    nonFungible: usable.filter((token) => token.nonFungible),
    holdings,
    nfts: createNfts(tokens.values(), holdings, payers),
    schedules: pastSchedules(random, keys, births, payers),
    topics: topics.map((topic) => topic.num),
    changedPeople: new Set(),
    changedHoldings: new Set(),
    transactions: [],
    rows: emptyRows(),
  };
  const snapshots: Snapshots = { accounts: [], tokens: [] };
  const due = [...snapshotTimes];
  const calls = callCoin(world);
  const families = createFamilies(world);
  const story = tellNftStory(world);
  const everyone = [...people.values()].filter((party) => party.num > known.issuer);
  times.forEach((at, slot) => {
    const next = due[0];
    if (next !== undefined && at > next) {
      takeSnapshot(world, snapshots, next);
      due.shift();
    }
    const task = plan.tasks[slot];
    if (!task || !perform(world, keys, task, at)) traffic(world, everyone, at);
    calls.next(slot, at);
    families.next(slot, at, calls.all.at(-1)?.transaction);
    story.next(slot, at);
  });
  const messages = messageTables(world, times);
  story.end();
  const welcome = welcomeNewcomers(world, times);
  // A child transaction was written after its parent, but comes before it.
  world.transactions.sort((a, b) => (a.at < b.at ? -1 : 1));
  const { rows } = world;
  const allTopics = createTopics(topics);
  return [
    ...entityTables(world, allTopics),
    ...topicTables(allTopics),
    ...messages,
    ...tokenTables(world),
    ...nftTables(world.nfts),
    ...allowanceTables(world),
    ...airdropTables(world.fungible, world.nonFungible, payers),
    ...hookTables(),
    ...scheduleTables(world),
    ...blockTables(random, world.transactions),
    ...contractTables(),
    ...callTables(calls.all, world.transactions),
    ...welcome,
    sampleTable('account_balance', snapshots.accounts),
    sampleTable('token_balance', snapshots.tokens),
    sampleTable('crypto_transfer', rows.cryptoTransfers),
    sampleTable('token_transfer', rows.tokenTransfers),
    sampleTable('entity_transaction', rows.entityTransactions),
    sampleTable('assessed_custom_fee', rows.assessedFees),
    sampleTable('file_data', fileRows()),
    ...networkTables(payers.map((payer) => payer.num)),
    sampleTable('registered_node', registeredNodeRows()),
    sampleTable('staking_reward_transfer', [...pastRewards(), ...rows.rewards]),
  ];
}
