// The everyday transactions of the sample ledger: payments, payouts, tokens, messages, calls.
import { typeNumbers } from '../contract/transaction-types.js';
import type { Party } from './accounts.js';
import type { Holding } from './holdings.js';
import { known } from './ids.js';
import { moveNft } from './nfts.js';
import { post, type World } from './posting.js';
import { memo } from './words.js';

/** The well-known accounts show up often, so that their pages have something to show. */
const regulars = [
  known.manyTokens,
  known.fiftyTokens,
  known.manyTokensToo,
  known.ecdsaAlias,
  known.ed25519Alias,
  known.maxHolder,
];

/** At most a fiftieth of what someone has leaves in one transaction. */
function affordable(world: World, party: Party): bigint {
  const most = party.balance / 50n;
  const wanted = world.random.amount(4, 11);
  return wanted < most ? wanted : most;
}

function someone(world: World, everyone: readonly Party[]): Party {
  const { random, people } = world;
  if (random.chance(0.06)) return people.get(random.pick(regulars)) as Party;
  const party = random.pick(everyone);
  return party.deleted ? someone(world, everyone) : party;
}

export function traffic(world: World, everyone: readonly Party[], at: bigint): void {
  const { random } = world;
  const payer = random.chance(0.08)
    ? (world.people.get(random.pick(regulars)) as Party)
    : random.pick(world.payers);
  const kind = random.fraction();
  if (kind < 0.22) {
    // Topic messages are the bulk of the real network's traffic; only their fees matter here.
    post(world, {
      at,
      type: typeNumbers.CONSENSUSSUBMITMESSAGE,
      payer,
      entity: random.pick(world.topics),
      fee: random.amount(5, 6),
    });
  } else if (kind < 0.55) {
    payment(world, payer, someone(world, everyone), at);
  } else if (kind < 0.7) {
    const receivers = new Set<Party>();
    while (receivers.size < 8) receivers.add(someone(world, everyone));
    receivers.delete(payer);
    const amount = affordable(world, payer) / 8n;
    const shares = [...receivers].map((party) => [party, amount] as const);
    const transfers = [[payer, -amount * BigInt(shares.length)] as const, ...shares];
    post(world, { at, type: typeNumbers.CRYPTOTRANSFER, payer, memo: 'payout', transfers });
  } else if (kind < 0.88) {
    tokenTransfer(world, payer, false, at);
  } else if (kind < 0.92) {
    tokenTransfer(world, payer, true, at);
  } else if (kind < 0.97) {
    post(world, {
      at,
      type: typeNumbers.CONTRACTCALL,
      payer,
      entity: known.contract,
      fee: random.amount(7, 8),
    });
  } else {
    mint(world, payer, at);
  }
}

function payment(world: World, payer: Party, receiver: Party, at: bigint): void {
  const { random, people, rows } = world;
  if (payer === receiver || random.chance(0.06)) {
    // Too little money, a wrong signature, a late arrival: only the fee is charged.
    post(world, { at, type: typeNumbers.CRYPTOTRANSFER, payer, result: random.pick([28, 7, 4]) });
    return;
  }
  const amount = affordable(world, payer);
  const transfers: (readonly [Party, bigint])[] = [
    [payer, -amount],
    [receiver, amount],
  ];
  if (
    receiver.stakedNode !== null &&
    receiver.stakedNode >= 0 &&
    !receiver.declineReward &&
    random.chance(0.6)
  ) {
    const reward = random.amount(5, 8);
    transfers.push([people.get(known.stakingRewards) as Party, -reward], [receiver, reward]);
    rows.rewards.push({
      account_id: receiver.num,
      amount: reward,
      consensus_timestamp: at,
      payer_account_id: payer.num,
    });
  }
  post(world, { at, type: typeNumbers.CRYPTOTRANSFER, payer, memo: memo(random), transfers });
}

function tokenTransfer(world: World, payer: Party, nonFungible: boolean, at: bigint): void {
  const { random, holdings, people, rows } = world;
  const token = random.pick(nonFungible ? world.nonFungible : world.fungible);
  const holders = (holdings.byToken.get(token.num) ?? []).filter(
    (holding) => holding.associated && !people.get(holding.account)?.deleted,
  );
  const senders = holders.filter((holding) => holding.balance > 0n);
  if (senders.length === 0 || holders.length < 2) {
    payment(world, payer, people.get(known.fiftyTokens) as Party, at);
    return;
  }
  const from = random.pick(senders);
  let to = random.pick(holders);
  while (to === from) to = random.pick(holders);
  const amount = nonFungible
    ? 1n
    : 1n + random.bigBelow(from.balance) / random.pick([1n, 10n, 1_000n]);
  const moved: (readonly [Holding, bigint])[] = [
    [from, -amount],
    [to, amount],
  ];
  const transfers: (readonly [Party, bigint])[] = [];
  const charge = token.fees.hbar;
  const collector = charge && people.get(charge.collector);
  if (charge && collector && collector !== payer && payer.balance > charge.amount * 2n) {
    transfers.push([payer, -charge.amount], [collector, charge.amount]);
    rows.assessedFees.push({
      amount: charge.amount,
      collector_account_id: charge.collector,
      consensus_timestamp: at,
      token_id: null,
      effective_payer_account_ids: `{${payer.num}}`,
      payer_account_id: payer.num,
    });
  }
  const draw = random.between(1, Number(token.totalSupply));
  const serial = nonFungible ? moveNft(world.nfts, { from, to, at }, draw) : 0;
  const nft =
    `[{"is_approval":false,"receiver_account_id":${to.account},"sender_account_id":${from.account},` +
    `"serial_number":${serial},"token_id":${token.num}}]`;
  const common = { at, type: typeNumbers.CRYPTOTRANSFER, payer, transfers, tokenTransfers: moved };
  post(world, nonFungible ? { ...common, nftTransfer: nft } : common);
}

function mint(world: World, payer: Party, at: bigint): void {
  const { random, holdings } = world;
  const token = random.pick(world.fungible);
  const amount = 1n + token.totalSupply / 1_000n;
  const treasury = holdings.byToken
    .get(token.num)
    ?.find((holding) => holding.account === token.treasury);
  if (!treasury || !token.supplyKey || token.totalSupply + amount > token.maxSupply) {
    post(world, { at, type: typeNumbers.TOKENMINT, payer, entity: token.num, result: 7 });
    return;
  }
  token.totalSupply += amount;
  post(world, {
    at,
    type: typeNumbers.TOKENMINT,
    payer,
    entity: token.num,
    tokenTransfers: [[treasury, amount]],
  });
}
