/** The blocks (record files) of the sample ledger, and its transactions as rows. */
import { blockLength, firstBlockNumber, second, windowStart } from './clock.js';
import type { Transaction } from './posting.js';
import type { Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** `transactions` must be in the order of their consensus times. */
export function blockTables(random: Random, transactions: readonly Transaction[]): SampleTable[] {
  const blocks: unknown[][] = [];
  const rows: unknown[][] = [];
  const hashes: unknown[][] = [];
  let previous = random.hex(48);
  let first = 0;
  while (first < transactions.length) {
    const start = transactions[first] as Transaction;
    const block = Number((start.at - windowStart) / blockLength);
    const end = windowStart + BigInt(block + 1) * blockLength;
    let next = first;
    let calls = 0n;
    for (let each = transactions[next]; each && each.at < end; each = transactions[++next]) {
      rows.push(transactionRow(each, next - first));
      const { hash } = each;
      hashes.push([each.at, `\\x${hash.slice(0, 64)}`, each.payer, `\\x${hash.slice(64)}`]);
      if (each.type === 7) calls += BigInt(random.between(21_000, 900_000));
    }
    const last = transactions[next - 1] as Transaction;
    const hash = random.hex(48);
    const loaded = end / second + 1n;
    blocks.push([
      recordFileName(start.at),
      loaded,
      loaded + 1n,
      hash,
      previous,
      start.at,
      last.at,
      next - first,
      // The network was upgraded in the middle of the window.
      ...(block < 1_500 ? [0, 75, 0] : [0, 76, 1]),
      random.hex(48),
      firstBlockNumber + block,
      // -1 is how the importer says that it does not know.
      block % 500 === 7 ? -1n : calls,
      calls > 0n && random.chance(0.4) ? `\\x${random.hex(256)}` : block % 700 === 9 ? null : '\\x',
      random.between(600, 3_000) + (next - first) * 900,
      // SHA-384, and version 6 of the record file format.
      0,
      6,
    ]);
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

function transactionRow(each: Transaction, index: number): unknown[] {
  return [
    each.at,
    each.type,
    each.result,
    each.payer,
    each.validStart,
    each.node === null ? null : 120,
    each.node,
    each.entity,
    each.initialBalance,
    each.maxFee,
    each.fee,
    `\\x${Buffer.from(each.memo).toString('hex')}`,
    `\\x${each.hash}`,
    each.scheduled,
    each.nonce,
    each.parent,
    index,
    each.nftTransfer,
  ];
}
