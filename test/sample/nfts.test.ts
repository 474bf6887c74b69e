// The sample ledger's NFTs agree with all else that it says: balances, supplies and transfers.
import { describe, expect, it } from 'vitest';
import { sampleLedger } from '../../src/sample/sample.js';

type Row = Readonly<Record<string, unknown>>;

const tables = new Map(sampleLedger().map((table) => [table.table, table]));

function rowsOf(name: string): Row[] {
  const { columns, rows } = tables.get(name) as NonNullable<ReturnType<typeof tables.get>>;
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

const nfts = rowsOf('nft');
const history = rowsOf('nft_history');
const keyOf = ({ token_id, serial_number }: Row) => `${token_id}/${serial_number}`;

describe('the NFTs of the sample', () => {
  it('are as many as the balances of their holders', () => {
    const counts = new Map<string, number>();
    for (const { account_id, token_id } of nfts) {
      if (account_id === null) continue;
      const key = `${account_id}/${token_id}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const tokens = new Set(nfts.map(({ token_id }) => token_id));
    const holdings = rowsOf('token_account').filter(({ token_id }) => tokens.has(token_id));
    expect(holdings.length).toBeGreaterThan(100);
    for (const { account_id, token_id, balance } of holdings) {
      expect(counts.get(`${account_id}/${token_id}`) ?? 0).toBe(Number(balance));
    }
  });

  it('have versions that follow one another without a gap', () => {
    const last = new Map(history.map((row) => [keyOf(row), row]));
    expect(last.size).toBeGreaterThan(1000);
    for (const nft of nfts) {
      const before = last.get(keyOf(nft));
      const since = /^\[(\d+),\)$/.exec(String(nft['timestamp_range']))?.[1];
      const end = before ? /,(\d+)\)$/.exec(String(before['timestamp_range']))?.[1] : since;
      expect(since).toBe(end);
    }
  });

  it('were with their sender before each transfer, and are with its receiver after it', () => {
    const moves = rowsOf('transaction').filter(
      ({ nft_transfer }) => nft_transfer !== null && nft_transfer !== '[]',
    );
    expect(moves.length).toBeGreaterThan(50);
    const versions = [...history, ...nfts];
    for (const { consensus_timestamp: at, nft_transfer } of moves) {
      const [moved] = JSON.parse(String(nft_transfer)) as Row[];
      const own = versions.filter((row) => keyOf(row) === keyOf(moved as Row));
      const before = own.find((row) => String(row['timestamp_range']).endsWith(`,${at})`));
      const after = own.find((row) => String(row['timestamp_range']).startsWith(`[${at},`));
      // Nobody had what is minted only now.
      expect(before?.['account_id'] ?? null).toBe(moved?.['sender_account_id']);
      expect(after?.['account_id']).toBe(moved?.['receiver_account_id']);
    }
  });

  it.each([
    ['burnt', ({ deleted }: Row) => deleted === true],
    ['in the hands of a spender', ({ spender }: Row) => spender !== null],
    ['delegated', ({ delegating_spender }: Row) => delegating_spender !== null],
    ['without metadata', ({ metadata }: Row) => metadata === null],
  ])('are in part %s', (_name, holds) => {
    expect(nfts.filter(holds).length).toBeGreaterThan(10);
  });
});
