// Writes a transaction of the sample ledger: its rows, and what it does to the balances.

import { success } from '../contract/transaction-results.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { second } from './clock.js';
import type { Holding, Holdings } from './holdings.js';
import { known, nodeAccounts } from './ids.js';
import type { Nfts } from './nfts.js';
import type { Random } from './random.js';
import type { Schedule } from './schedules.js';
import type { Token } from './tokens.js';

/** Whose balance a transaction moves. */
export type Purse = Pick<Party, 'num' | 'balance' | 'balanceAt'>;

/** What transactions are written into. */
export interface Books {
  readonly random: Random;
  readonly people: ReadonlyMap<number, Purse>;
  /** Changed since the last snapshot. */
  readonly changedPeople: Set<Purse>;
  readonly changedHoldings: Set<Holding>;
  readonly transactions: Transaction[];
  readonly rows: Rows;
}

export interface World {
  random: Random;
  people: Map<number, Party>;
  tokens: Map<number, Token>;
  holdings: Holdings;
  /** Tokens that may be sent: alive, not paused, and not the one whose whole supply stays put. */
  fungible: readonly Token[];
  nonFungible: readonly Token[];
  nfts: Nfts;
  schedules: Schedule[];
  topics: readonly number[];
  /** Those who pay for transactions: alive, and rich enough. */
  payers: Party[];
  /** Changed since the last snapshot. */
  changedPeople: Set<Party>;
  changedHoldings: Set<Holding>;
  transactions: Transaction[];
  rows: Rows;
}

interface Rows {
  cryptoTransfers: MirrorRow<'crypto_transfer'>[];
  tokenTransfers: MirrorRow<'token_transfer'>[];
  entityTransactions: MirrorRow<'entity_transaction'>[];
  assessedFees: MirrorRow<'assessed_custom_fee'>[];
  rewards: MirrorRow<'staking_reward_transfer'>[];
}

export const emptyRows = (): Rows => ({
  cryptoTransfers: [],
  tokenTransfers: [],
  entityTransactions: [],
  assessedFees: [],
  rewards: [],
});

export interface Transaction {
  at: bigint;
  type: number;
  result: number;
  payer: number;
  validStart: bigint;
  node: number | null;
  entity: number | null;
  initialBalance: bigint;
  maxFee: bigint | null;
  fee: bigint;
  memo: string;
  hash: string;
  scheduled: boolean;
  nonce: number;
  parent: bigint | null;
  /** Payer and start of validity of each that is inside of a batch. */
  inner?: readonly bigint[];
  nftTransfer: string | null;
  /** Gas that a call has taken, where its story says so. */
  gas: bigint | null;
}

export interface Posting {
  at: bigint;
  type: number;
  payer: Purse;
  result?: number;
  entity?: number;
  fee?: bigint;
  memo?: string;
  initialBalance?: bigint;
  /** Who pays the fee, when it is not the payer of the transaction id (scheduled transactions). */
  feePayer?: Purse;
  scheduledFrom?: bigint;
  childOf?: Transaction;
  /** The batch that it is part of. */
  insideOf?: Transaction;
  /** Where it is the very same transaction as another. */
  validStart?: bigint;
  transfers?: (readonly [account: Purse, amount: bigint])[];
  tokenTransfers?: (readonly [holding: Holding, amount: bigint])[];
  /** An NFT transfer moves serial numbers: it has no rows in token_transfer. */
  nftTransfer?: string;
  gas?: bigint;
}

/** Who the importer leaves out of entity_transaction: they take part in everything. */
const everywhere = new Set<number>([
  known.feeCollector,
  known.stakingRewards,
  known.nodeRewards,
  ...nodeAccounts,
]);

export function post(world: Books, posting: Posting): Transaction {
  const { random } = world;
  const { at, type, payer, childOf, scheduledFrom } = posting;
  const result = posting.result ?? success;
  const fee = childOf ? 0n : (posting.fee ?? random.amount(6, 7));
  const plain = !childOf && scheduledFrom === undefined;
  const node = plain ? random.pick(nodeAccounts) : null;
  const transaction: Transaction = {
    at,
    type,
    result,
    payer: payer.num,
    validStart:
      posting.validStart ??
      childOf?.validStart ??
      scheduledFrom ??
      at - second - random.bigBelow(9n * second),
    node,
    entity: posting.entity ?? null,
    initialBalance: posting.initialBalance ?? 0n,
    maxFee: plain ? random.pick([100_000_000n, 200_000_000n, 1_000_000_000n]) : null,
    fee,
    memo: posting.memo ?? '',
    hash: random.hex(48),
    scheduled: scheduledFrom !== undefined,
    nonce: childOf ? 1 : 0,
    parent: posting.insideOf?.at ?? childOf?.at ?? null,
    nftTransfer: posting.nftTransfer ?? null,
    gas: posting.gas ?? null,
  };
  world.transactions.push(transaction);

  const moves = new Map<number, bigint>();
  const move = (account: number, amount: bigint): void => {
    if (amount !== 0n) moves.set(account, (moves.get(account) ?? 0n) + amount);
  };
  if (fee > 0n) {
    // The node has its part; of the rest a tenth goes to the stakers' rewards.
    const nodePart = node === null ? 0n : fee / 20n;
    const rewardPart = fee / 10n;
    move((posting.feePayer ?? payer).num, -fee);
    if (node !== null) move(node, nodePart);
    move(known.stakingRewards, rewardPart);
    move(known.feeCollector, fee - nodePart - rewardPart);
  }
  const own = { consensus_timestamp: at, payer_account_id: payer.num };
  const touched = new Set<number>([payer.num]);
  if (posting.entity !== undefined) touched.add(posting.entity);
  if (result === success) {
    for (const [party, amount] of posting.transfers ?? []) move(party.num, amount);
    for (const [holding, amount] of posting.tokenTransfers ?? []) {
      holding.balance += amount;
      holding.balanceAt = at;
      world.changedHoldings.add(holding);
      touched.add(holding.account);
      if (posting.nftTransfer !== undefined) continue;
      world.rows.tokenTransfers.push({
        ...own,
        token_id: holding.token,
        account_id: holding.account,
        amount,
        is_approval: false,
      });
    }
  }
  for (const [account, amount] of moves) {
    if (amount === 0n) continue;
    const party = world.people.get(account) as Purse;
    party.balance += amount;
    party.balanceAt = at;
    world.changedPeople.add(party);
    touched.add(account);
    world.rows.cryptoTransfers.push({ ...own, entity_id: account, amount, is_approval: false });
  }
  for (const entity of touched) {
    if (everywhere.has(entity)) continue;
    world.rows.entityTransactions.push({ ...own, entity_id: entity, result, type });
  }
  return transaction;
}
