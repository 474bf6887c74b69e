// The network in GraphQL: its nodes, stake, supply, rates and prices.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
type Body = any;

const server = sampleServer();

const answer = (path: string) => fetch(`${server.url}/api/v1${path}`);
const get = async (path: string): Promise<Body> => parseJson(await (await answer(path)).text());

describe('in GraphQL', () => {
  it('sums are US dollars by the rate of their hour, which is read once for all of them', async () => {
    server.calls.length = 0;
    const { data } = await ask(
      server,
      '{ transactions(first: 100) { nodes { consensusTimestamp chargedFee chargedFeeUsd } } }',
    );
    const { nodes } = data.transactions;
    const hours = new Set(
      nodes.map((node: Body) => Math.floor(Number(node.consensusTimestamp) / 3600)),
    );
    expect(server.calls).toHaveLength(1 + hours.size);
    for (const { consensusTimestamp, chargedFee, chargedFeeUsd } of nodes.slice(0, 5)) {
      const { current_rate } = await get(`/network/exchangerate?timestamp=${consensusTimestamp}`);
      const { cent_equivalent: cents, hbar_equivalent: hbars } = current_rate;
      const tinycents = (BigInt(chargedFee) * BigInt(cents)) / BigInt(hbars);
      expect(BigInt(chargedFeeUsd.replace('.', ''))).toBe(tinycents);
      expect(chargedFeeUsd).toMatch(/^\d+\.\d{10}$/);
    }
  });

  it('each transfer has its sum, of the rate of its transaction, and no call of its own', async () => {
    server.calls.length = 0;
    const sums = 'hbars usd';
    const { data } = await ask(
      server,
      `{ transactions(first: 100) { nodes { consensusTimestamp exchangeRate { centEquivalent hbarEquivalent }
        transfers { ${sums} } netTransfers { ${sums} } stakingRewards { ${sums} } } } }`,
    );
    const { nodes } = data.transactions;
    const hours = new Set(
      nodes.map((node: Body) => Math.floor(Number(node.consensusTimestamp) / 3600)),
    );
    const rates = server.calls.filter((call) => call.includes('exchangeRate'));
    expect(rates.length).toBeLessThanOrEqual(hours.size);
    let told = 0;
    for (const { exchangeRate, transfers, netTransfers, stakingRewards } of nodes) {
      for (const { hbars, usd } of [...transfers, ...(netTransfers ?? []), ...stakingRewards]) {
        const tinybars = BigInt(hbars.replace('.', ''));
        const { centEquivalent, hbarEquivalent } = exchangeRate;
        const tinycents = (tinybars * BigInt(centEquivalent)) / BigInt(hbarEquivalent);
        expect(BigInt(usd.replace('.', ''))).toBe(tinycents);
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(80);
  });

  it('sums are read of no rate where they are not selected, nor nodes of accounts', async () => {
    server.calls.length = 0;
    await ask(
      server,
      '{ accounts(first: 100) { nodes { stakedNodeId stakedNode { nodeId id } } } }',
    );
    expect(server.calls).toHaveLength(1);
  });

  it('the nodes that accounts are staked to come in one call', async () => {
    server.calls.length = 0;
    const { data } = await ask(
      server,
      '{ accounts(first: 100) { nodes { stakedNodeId stakedNode { nodeId description stake account { entityId } } balance { usd } } } }',
    );
    const staked = data.accounts.nodes.filter((one: Body) => one.stakedNodeId !== null);
    expect(staked.length).toBeGreaterThan(3);
    for (const { stakedNodeId, stakedNode } of staked) {
      expect(stakedNode.nodeId).toBe(stakedNodeId);
    }
    // The accounts, their nodes, and the rate; what only has the id of an account costs none.
    expect(server.calls).toHaveLength(3);
  });

  it('the network at a time is what was known then', async () => {
    const { data } = await ask(
      server,
      `{ network {
        now: exchangeRate { timestamp }
        then: exchangeRate(at: "1795003205") { timestamp current { expirationTime } }
        never: exchangeRate(at: "5") { timestamp }
        supply(at: "5") { timestamp }
        fees(at: "1795003202.5") { timestamp }
        node(nodeId: 12345) { id }
      } }`,
    );
    const { now, then, ...others } = data.network;
    expect(Number(now.timestamp)).toBeGreaterThan(Number(then.timestamp));
    expect(then.current.expirationTime).toBe('1795006800.000000000');
    expect(others).toEqual({
      never: null,
      supply: null,
      fees: { timestamp: '1568412000.000000001' },
      node: null,
    });
  });
});
