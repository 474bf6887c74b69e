// Lists as CSV to their end, and cells that no spreadsheet runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { openSample, remote } from '../support/ledgers.js';
import { linesOf, runQueryLine } from '../support/run-query.js';
import { startStub } from '../support/stub.js';

describe('mirrorql query --format csv', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openSample('embedded');
  });
  afterAll(() => ledger.close());

  const run = (args: readonly string[], { over = ledger, maxPage = 50 } = {}) =>
    runQueryLine(over, args, maxPage);

  it.each([
    [
      'nfts',
      'token { symbol } serialNumber metadataText',
      'token.symbol,serialNumber,metadataText',
    ],
    ['hbarAllowances', 'spenderId tinybars', 'spenderId,tinybars'],
    ['tokenAllowances', 'spenderId tokenId units amount', 'spenderId,tokenId,units,amount'],
    ['stakingRewards', 'timestamp tinybars', 'timestamp,tinybars'],
  ])('writes %s of an account as CSV to their end', async (field, fields, header) => {
    const owner = field === 'stakingRewards' ? '0.0.1002' : '0.0.1001';
    const query = `{ account(id: "${owner}") { ${field}(first: 7) { nodes { ${fields} } } } }`;
    const { code, output } = await run([query, '--all', '--format', 'csv']);
    expect(code).toBe(0);
    const [first, ...rest] = linesOf(output);
    expect(first).toBe(header);
    expect(rest.length).toBeGreaterThan(22);
    expect(new Set(rest).size).toBe(rest.length);
  });

  it('writes transactions as CSV to their end, of an account and of all, a line each', async () => {
    const fields = 'consensusTimestamp transactionId name result chargedFeeHbars memo';
    const header = fields.split(' ').join();
    for (const list of [
      `account(id: "0.0.1012") { transactions(first: 7) { nodes { ${fields} transfers { accountId hbars } } } }`,
      `transactions(first: 7, filter: { type: { eq: CRYPTOTRANSFER } }) { nodes { ${fields} transfers { accountId hbars } } }`,
    ]) {
      const { code, output } = await run([`{ ${list} }`, '--all', '--format', 'csv'], {
        maxPage: 100,
      });
      expect(code).toBe(0);
      const [first, ...rest] = linesOf(output);
      expect(first).toBe(`${header},transfers`);
      expect(rest.length).toBeGreaterThan(30);
      expect(new Set(rest).size).toBe(rest.length);
      expect(rest[0]).toMatch(/^\d{10}\.\d{9},0\.0\.\d+[@-]\d+[.-]\d{9},[A-Z]+,[A-Z_]+,[\d.]+,/);
    }
  });

  it.each([
    ['pendingAirdrops', '0.0.1002', 'amount tokenId senderId', 5],
    ['outstandingAirdrops', '0.0.1014', 'units tokenId receiverId', 5],
    ['nftAllowances', '0.0.1001', 'spenderId tokenId approvedForAll', 3],
    ['hooks', '0.0.1002', 'hookId contractId', 1],
  ])('writes %s of %s as CSV', async (field, owner, fields, least) => {
    const query = `{ account(id: "${owner}") { ${field}(first: 7) { nodes { ${fields} } } } }`;
    const { code, output } = await run([query, '--all', '--format', 'csv']);
    expect(code).toBe(0);
    const [first, ...rest] = linesOf(output);
    expect(first).toBe(fields.split(' ').join());
    expect(rest.length).toBeGreaterThanOrEqual(least);
    expect(new Set(rest).size).toBe(rest.length);
  });

  it('keeps a spreadsheet from running what somebody has written, and leaves numbers alone', async () => {
    const memos = ['=1+1', '+A1', '-5', '@SUM(1)', '\tx', '\rx', '-x', '+1.5', "'=1", 'a=1', ''];
    const rows = memos.map((memo, at) => ({
      consensus_timestamp: `1700000000.0000000${99 - at}`,
      memo_base64: Buffer.from(memo).toString('base64'),
      transaction_hash: '+/v7+/v7',
      charged_tx_fee: -1,
    }));
    const stub = await startStub(() => ({ body: { transactions: rows, links: { next: null } } }));
    const over = remote(stub.url, { retries: 0 });
    const query = '{ transactions(first: 11) { nodes { memo transactionHash chargedFee } } }';
    const { output } = await run([query, '--format', 'csv'], { over });
    const whole = await run([query, '--format', 'ndjson'], { over });
    await over.close();
    await stub.close();
    const shown = [
      "'=1+1",
      "'+A1",
      '-5',
      "'@SUM(1)",
      "'\tx",
      '"\'\rx"',
      "'-x",
      '+1.5',
      "'=1",
      'a=1',
      '',
    ];
    const fee = JSON.parse(linesOf(whole.output)[0] as string).chargedFee;
    expect(output).toBe(
      [
        'memo,transactionHash,chargedFee',
        ...shown.map((memo) => `${memo},+/v7+/v7,${fee}`),
        '',
      ].join('\r\n'),
    );
    expect(linesOf(whole.output).map((line) => JSON.parse(line).memo)).toEqual(memos);
  });
});
