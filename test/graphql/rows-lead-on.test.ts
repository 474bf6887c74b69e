// Rows lead on to what they name: the NFT of a token and a serial number, and the transaction of a time.
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

// biome-ignore lint/suspicious/noExplicitAny: each query has a shape of its own
type Answer = any;

const { coinContract, fiftyTokens } = sampleIds;

describe.each(bothLedgers)('over %s', (name) => {
  const both = bothServers();
  const read = async (query: string): Promise<{ data: Answer; calls: readonly string[] }> => {
    const server = both.of(name);
    server.calls.length = 0;
    const { data, errors } = await ask(server, query);
    expect(errors).toEqual([]);
    return { data, calls: [...server.calls] };
  };

  it('an NFT that was moved is the one that has its number, read together with others', async () => {
    const transfers = (fields: string) =>
      read(
        `{ transactions(first: 60, filter: { type: { eq: CRYPTOTRANSFER } }) { nodes { nftTransfers { tokenId serialNumber ${fields} } } } }`,
      );
    const { data, calls } = await transfers('nft { tokenId serialNumber createdTimestamp }');
    const moved = data.transactions.nodes.flatMap((one: Answer) => one.nftTransfers);
    expect(moved.length).toBeGreaterThan(3);
    for (const { tokenId, serialNumber, nft } of moved) {
      expect(nft).toMatchObject({ tokenId, serialNumber });
      expect(nft.createdTimestamp).toMatch(/^\d+\.\d{9}$/);
    }
    const different = new Set(moved.map((one: Answer) => `${one.tokenId}/${one.serialNumber}`));
    expect(calls).toEqual(['page transactions', `many nft ×${different.size}`]);
    expect((await transfers('nft { id }')).calls).toEqual(['page transactions']);
  });

  it('an airdrop is of an NFT where it has a serial number', async () => {
    const { data, calls } = await read(
      `{ account(id: "${fiftyTokens}") { pendingAirdrops(first: 9) { nodes { serialNumber nft { serialNumber metadata } } } } }`,
    );
    const { nodes } = data.account.pendingAirdrops;
    const numbers = nodes.map((one: Answer) => one.serialNumber);
    expect(nodes.map((one: Answer) => one.nft?.serialNumber ?? null)).toEqual(numbers);
    const some = numbers.filter((number: string | null) => number !== null).length;
    expect(some).toBeGreaterThan(1);
    expect(some).toBeLessThan(numbers.length);
    expect(calls.slice(1)).toEqual([`many nft ×${some}`]);
  });

  it.each([
    ['logs(first: 3) { nodes { timestamp', '} }', (data: Answer) => data.logs.nodes],
    [
      'contractResults(first: 3) { nodes { timestamp',
      '} }',
      (data: Answer) => data.contractResults.nodes,
    ],
    [
      `contract(id: "${coinContract}") { results(first: 3) { nodes { timestamp`,
      '} } }',
      (data: Answer) => data.contract.results.nodes,
    ],
    [
      'account(id: "0.0.40796") { stakingRewards(first: 3) { nodes { timestamp',
      '} } }',
      (data: Answer) => data.account.stakingRewards.nodes,
    ],
    [
      'schedules(first: 2, order: DESC) { nodes { signatures { timestamp: consensusTimestamp',
      '} } }',
      (data: Answer) => data.schedules.nodes.flatMap((one: Answer) => one.signatures),
    ],
  ])('%s leads to the transaction of that time', async (start, end, rowsOf) => {
    const told = await read(`{ ${start} transaction { consensusTimestamp } ${end} }`);
    const rows = rowsOf(told.data);
    expect(rows.length).toBeGreaterThan(1);
    for (const { timestamp, transaction } of rows) {
      expect(transaction).toEqual({ consensusTimestamp: timestamp });
    }
    const whole = await read(`{ ${start} transaction { consensusTimestamp name } ${end} }`);
    const found = rowsOf(whole.data).filter((one: Answer) => one.transaction !== null);
    expect(found.length).toBeGreaterThan(0);
    for (const { timestamp, transaction } of found) {
      expect(transaction.consensusTimestamp).toBe(timestamp);
      expect(transaction.name).toMatch(/^[A-Z]+$/);
    }
    const further = whole.calls.slice(told.calls.length);
    expect(further).toEqual([expect.stringMatching(/^(?:many transaction ×\d|one transaction)$/)]);
  });
});
