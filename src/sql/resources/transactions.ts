// Transactions: the rows of a page with their transfers, rewards and fee limits.
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { readMember } from '../../contract/check.js';
import { decodeEntityId, systemEntity } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { printKey } from '../../contract/keys.js';
import {
  apartMembers,
  type TransactionRow,
  transactions as transactionList,
} from '../../contract/resources/transactions.js';
import { printTransactionId } from '../../contract/transaction-reference.js';
import { resultName } from '../../contract/transaction-results.js';
import { transactionTypes } from '../../contract/transaction-types.js';
import { printTimestamp } from '../../contract/values.js';
import type { ItemRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { base64 } from '../query/bytes.js';
import { type ListQuery, shown, wants } from '../query/query.js';
import { direction } from '../query/seek.js';
import { storedId, storedList, storedMember } from '../query/stored.js';
import { customFeeLimits } from './custom-fee-limits.js';
import { transactionTimes } from './transaction-times.js';

/** Transfers are found by payer too, as in the reference: one that names another payer is not shown. */
export const ofTransaction = (row: Sql) => sql`${row}.consensus_timestamp = t.consensus_timestamp
  and ${row}.payer_account_id = t.payer_account_id`;

/** Yes or no as the third number of a transfer. */
const approval = sql`coalesce(c.is_approval, false)::int::bigint`;

// The contract looks for rewards only where the account that pays them takes part.
const rewarder = () => systemEntity(800n);

/** Transfers of `t`, as numbers: account, amount, whether approved, and of tokens which one. */
const moved = () => sql`left join lateral (select
    array_agg(array[c.entity_id, c.amount, ${approval}] order by c.entity_id, c.amount) as transfers,
    bool_or(c.entity_id = ${rewarder()}) as is_rewarded
  from crypto_transfer as c where ${ofTransaction(sql`c`)}) as moved on true`;

/** The transactions `t` of the times in a relation, with what they have moved. */
export const transactionsAt = (times: Sql, request: ItemRequest): Sql => {
  const isMoved = wants(request, 'transfers', 'staking_reward_transfers');
  return sql`${times} as s join transaction as t using (consensus_timestamp) ${isMoved ? moved() : empty}`;
};

/** What can be left out, by the member that is made of it. */
const apart: Readonly<Record<(typeof apartMembers)[number], Sql>> = {
  bytes: sql`encode(t.transaction_bytes, 'hex') as bytes`,
  max_custom_fees: sql`case when t.max_custom_fees is not null then (
    select json_agg(encode(bytes, 'hex') order by place)
    from unnest(t.max_custom_fees) with ordinality as fee_limit(bytes, place)) end as fee_limits`,
  nft_transfers: sql`t.nft_transfer`,
  staking_reward_transfers: sql`case when moved.is_rewarded then array(
    select array[s.account_id, s.amount] from staking_reward_transfer as s
    where s.consensus_timestamp = t.consensus_timestamp order by s.account_id) end as rewards`,
  token_transfers: sql`array(select array[c.account_id, c.amount, ${approval}, c.token_id]
    from token_transfer as c where ${ofTransaction(sql`c`)}
    order by c.token_id, c.account_id, c.amount) as token_transfers`,
  transfers: sql`moved.transfers`,
};

const plain = sql`t.consensus_timestamp, t.type, t.result, t.payer_account_id, t.valid_start_ns,
  t.valid_duration_seconds, t.node_account_id, t.entity_id, t.max_fee, t.charged_tx_fee, t.scheduled,
  t.nonce, t.parent_consensus_timestamp, t.high_volume, t.high_volume_pricing_multiplier,
  encode(t.memo, 'hex') as memo, encode(t.transaction_hash, 'hex') as hash,
  encode(t.batch_key, 'hex') as batch_key`;

export const transactionColumns = (request: ItemRequest): Sql =>
  join([
    plain,
    ...apartMembers.filter((member) => wants(request, member)).map((member) => apart[member]),
  ]);

const text = (value: Int64 | null) => (value === null ? null : value.toString());

/** Rows of so many numbers each, one behind the other. */
const rowsOf =
  <T>(width: number, make: (row: Int64[]) => T) =>
  (numbers: readonly Int64[] | null): T[] => {
    const rows: T[] = [];
    for (let at = 0; at < (numbers?.length ?? 0); at += width) {
      rows.push(make((numbers as readonly Int64[]).slice(at, at + width)));
    }
    return rows;
  };

const transfer = ([id, amount, approved]: Int64[]) => ({
  account: decodeEntityId(id as Int64),
  amount: amount as Int64,
  is_approval: approved === 1,
});

const nftTransfer = (transfer: Row) => ({
  is_approval: transfer['is_approval'] ?? false,
  receiver_account_id: storedId(transfer['receiver_account_id']),
  sender_account_id: storedId(transfer['sender_account_id']),
  serial_number: transfer['serial_number'],
  token_id: storedId(transfer['token_id']),
});

const reward = ([id, amount]: Int64[]) => ({
  account: decodeEntityId(id as Int64),
  amount: amount as Int64,
});

const tokenTransfer = (numbers: Int64[]) => ({
  token_id: decodeEntityId(numbers[3] as Int64),
  ...transfer(numbers),
});

const transfers = rowsOf(3, transfer);
const tokenTransfers = rowsOf(4, tokenTransfer);
const rewards = rowsOf(2, reward);
const movedNfts = storedMember(transactionList.row, 'nft_transfers');
const nftTransfers = (stored: unknown) => movedNfts(storedList(stored, nftTransfer));
const feeLimits = (all: string[] | null) =>
  all === null
    ? []
    : readMember('Transaction.max_custom_fees', 'a list of CustomFeeLimit', all.join(' '), () =>
        customFeeLimits(all),
      );

export function transactionItem(row: Row): TransactionRow {
  const validStart = printTimestamp(row['valid_start_ns']) as string;
  return {
    batch_key: printKey(row['batch_key']),
    bytes: shown(row['bytes'], base64),
    charged_tx_fee: row['charged_tx_fee'],
    consensus_timestamp: printTimestamp(row['consensus_timestamp']) as string,
    entity_id: decodeEntityId(row['entity_id']),
    high_volume: row['high_volume'],
    high_volume_pricing_multiplier: row['high_volume_pricing_multiplier'],
    max_fee: text(row['max_fee']),
    max_custom_fees: shown(row['fee_limits'], feeLimits),
    memo_base64: base64(row['memo']),
    name: transactionTypes[row['type']] ?? 'UNKNOWN',
    nft_transfers: shown(row['nft_transfer'], nftTransfers),
    node: decodeEntityId(row['node_account_id']),
    nonce: row['nonce'],
    parent_consensus_timestamp: printTimestamp(row['parent_consensus_timestamp']),
    result: resultName(row['result']),
    scheduled: row['scheduled'],
    staking_reward_transfers: shown(row['rewards'], rewards),
    token_transfers: shown(row['token_transfers'], tokenTransfers),
    transaction_hash: base64(row['hash']),
    transaction_id: printTransactionId(row['payer_account_id'], row['valid_start_ns']),
    transfers: shown(row['transfers'], transfers),
    valid_duration_seconds: text(row['valid_duration_seconds']),
    valid_start_timestamp: validStart,
  };
}

export const transactions: ListQuery<TransactionRow> = {
  unindexed: ['result', 'type'],
  indexed: ['account.id', 'transactiontype'],
  select: (request) =>
    sql`select ${transactionColumns(request)} from ${transactionsAt(transactionTimes(request), request)}
    order by t.consensus_timestamp ${direction(request.order)}`,
  item: transactionItem,
};
