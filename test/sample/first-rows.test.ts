// The first rows of a list show what the ledger can tell: a nested list is not empty in all of them.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

/** Lists that are asked for with no arguments, and lists below their rows. */
const below: readonly (readonly [list: string, path: string, lists: readonly string[]])[] = [
  ['accounts', '', ['hbarAllowances', 'tokens', 'transactions', 'stakingRewards', 'nfts']],
  [
    'balances',
    'account',
    ['tokens', 'nfts', 'hbarAllowances', 'tokenAllowances', 'nftAllowances', 'transactions'],
  ],
  ['balances', 'account', ['nftAllowancesReceived', 'pendingAirdrops']],
  ['balances', '', ['tokens']],
  ['contracts', '', ['results', 'logs', 'state']],
  ['tokens', '', ['balances', 'nfts']],
  ['blocks', '', ['transactions']],
  ['contractResults', '', ['logs', 'actions']],
];

describe('the first rows of the sample', () => {
  const server = sampleServer();

  it.each(below)('of %s have something in what is below %s: %j', async (list, path, lists) => {
    for (const one of lists) {
      const nested = `${one}(first: 1) { edges { cursor } }`;
      const row = path === '' ? nested : `${path} { ${nested} }`;
      const { data, errors } = await ask(server, `{ ${list} { nodes { ${row} } } }`);
      expect(errors).toEqual([]);
      const rows = data[list].nodes.map((node: typeof data) => (path === '' ? node : node[path]));
      const full = rows.filter((node: typeof data) => node[one].edges.length > 0);
      expect(rows.length, one).toBe(25);
      expect(full.length, `${list}.${one}`).toBeGreaterThan(0);
    }
  });

  it('are of accounts of which each holds tokens and an NFT, and lets another spend', async () => {
    const { data, errors } = await ask(
      server,
      `{ balances { nodes { account {
        tokens(first: 1) { nodes { amount } }
        nfts(first: 1) { nodes { serialNumber } }
        hbarAllowances(first: 1) { nodes { hbars } }
      } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.balances.nodes).toHaveLength(25);
    for (const { account } of data.balances.nodes) {
      for (const list of [account.tokens, account.nfts, account.hbarAllowances]) {
        expect(list.nodes.length).toBeGreaterThan(0);
      }
    }
  });

  it('are of contracts of which each was called, and keeps something', async () => {
    const { data } = await ask(
      server,
      '{ contracts { nodes { results { nodes { gasUsed } } logs { nodes { data } } state { nodes { slot } } } } }',
    );
    expect(data.contracts.nodes).toHaveLength(25);
    for (const { results, logs, state } of data.contracts.nodes) {
      for (const list of [results, logs, state]) expect(list.nodes.length).toBeGreaterThan(0);
    }
  });
});
