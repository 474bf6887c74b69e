// The blocks (record files) of the sample ledger, and its transactions as rows.

import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import { blockLength, firstBlockNumber, second, windowStart } from './clock.js';
import type { Transaction } from './posting.js';
import type { Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/**
 * `transactions` must be in the order of their consensus times; `before` is the hash of the block
 * that comes before the first.
 */
export function blockTables(
  random: Random,
  transactions: readonly Transaction[],
  before = random.hex(48),
): SampleTable[] {
  const blocks: MirrorRow<'record_file'>[] = [];
  const rows: MirrorRow<'transaction'>[] = [];
  const hashes: MirrorRow<'transaction_hash'>[] = [];
  let previous = before;
  let first = 0;
  while (first < transactions.length) {
    const start = transactions[first] as Transaction;
    const block = Number((start.at - windowStart) / blockLength);
    const end = windowStart + BigInt(block + 1) * blockLength;
    let next = first;
    let calls = 0n;
    let known = 0n;
    for (let each = transactions[next]; each && each.at < end; each = transactions[++next]) {
      rows.push(transactionRow(each, next - first));
      const { hash } = each;
      hashes.push({
        consensus_timestamp: each.at,
        hash: `\\x${hash.slice(0, 64)}`,
        payer_account_id: each.payer,
        hash_suffix: `\\x${hash.slice(64)}`,
      });
      known += each.gas ?? 0n;
      if (each.type === typeNumbers.CONTRACTCALL && each.gas === null)
        calls += BigInt(random.between(21_000, 900_000));
    }
    const last = transactions[next - 1] as Transaction;
    const hash = random.hex(48);
    const loaded = end / second + 1n;
    // The network was upgraded in the middle of the window.
    const [minor, patch] = block < 1_500 ? [75, 0] : [76, 1];
    blocks.push({
      name: recordFileName(start.at),
      load_start: loaded,
      load_end: loaded + 1n,
      hash,
      prev_hash: previous,
      consensus_start: start.at,
      consensus_end: last.at,
      count: next - first,
      hapi_version_major: 0,
      hapi_version_minor: minor,
      hapi_version_patch: patch,
      file_hash: random.hex(48),
      index: firstBlockNumber + block,
      // -1 is how the importer says that it does not know.
      gas_used: block % 500 === 7 ? -1n : calls + known,
      logs_bloom:
        calls > 0n && random.chance(0.4)
          ? `\\x${random.hex(256)}`
          : block % 700 === 9
            ? null
            : '\\x',
      size: random.between(600, 3_000) + (next - first) * 900,
      // SHA-384, and version 6 of the record file format.
      digest_algorithm: 0,
      version: 6,
    });
    previous = hash;
    first = next;
  }
  return [
    sampleTable('record_file', blocks),
    sampleTable('transaction', rows),
    sampleTable('transaction_hash', hashes),
  ];
}

/** For example 2026-11-20T10_20_00.123456789Z.rcd.gz. */
function recordFileName(at: bigint): string {
  const date = new Date(Number(at / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_');
  return `${date}.${String(at % second).padStart(9, '0')}Z.rcd.gz`;
}

function transactionRow(each: Transaction, index: number): MirrorRow<'transaction'> {
  return {
    consensus_timestamp: each.at,
    type: each.type,
    result: each.result,
    payer_account_id: each.payer,
    valid_start_ns: each.validStart,
    valid_duration_seconds: each.node === null ? null : 120,
    node_account_id: each.node,
    entity_id: each.entity,
    initial_balance: each.initialBalance,
    max_fee: each.maxFee,
    charged_tx_fee: each.fee,
    memo: `\\x${Buffer.from(each.memo).toString('hex')}`,
    transaction_hash: `\\x${each.hash}`,
    scheduled: each.scheduled,
    nonce: each.nonce,
    parent_consensus_timestamp: each.parent,
    index,
    nft_transfer: each.nftTransfer,
    inner_transactions: each.inner ? `{${each.inner.join()}}` : null,
  };
}
