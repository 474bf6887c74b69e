// What belongs to a transaction: each is what the ledger has by another way, and nothing is asked where it can not be.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer();

async function read(query: string) {
  const { data, errors } = await ask(server, query);
  expect(errors).toEqual([]);
  return data;
}

const ofType = (type: string, fields: string, first = 40) =>
  `{ transactions(first: ${first}, filter: { type: { eq: ${type} } }) { nodes { ${fields} } } }`;

describe('what belongs to a transaction', () => {
  it('is the result of each call that there is', async () => {
    const { contractResults } = await read(
      '{ contractResults(first: 100, filter: { internal: true }) { nodes { timestamp hash } } }',
    );
    expect(contractResults.nodes.length).toBeGreaterThan(50);
    const some = contractResults.nodes.slice(0, 25) as { timestamp: string; hash: string }[];
    const found = await read(
      `{ ${some.map(({ timestamp }, index) => `t${index}: transaction(ref: "${timestamp}") { contractResult { timestamp hash } }`).join(' ')} }`,
    );
    expect(Object.values(found)).toEqual(some.map((contractResult) => ({ contractResult })));
  });

  it('is the message of each that has sent one', async () => {
    const fields = 'consensusTimestamp entityId result message { consensusTimestamp topicId }';
    const { transactions } = await read(ofType('CONSENSUSSUBMITMESSAGE', fields));
    expect(transactions.nodes.length).toBeGreaterThan(20);
    for (const { consensusTimestamp, entityId, message } of transactions.nodes) {
      expect(message).toEqual({ consensusTimestamp, topicId: entityId });
    }
  });

  it('is the tokens that it has associated', async () => {
    const fields = 'consensusTimestamp entityId associatedTokens { entityId name }';
    const { transactions } = await read(ofType('TOKENASSOCIATE', fields, 10));
    let known = 0;
    for (const { consensusTimestamp, entityId, associatedTokens } of transactions.nodes) {
      const { account } = await read(
        `{ account(id: "${entityId}") { tokens(first: 1000) { nodes { relationship { createdTimestamp } token { entityId name } } } } }`,
      );
      type Held = { relationship: { createdTimestamp: string }; token: object };
      const own = (account.tokens.nodes as Held[]).filter(
        ({ relationship }) => relationship.createdTimestamp === consensusTimestamp,
      );
      expect(associatedTokens).toEqual(own.map(({ token }) => token));
      known += own.length;
    }
    expect(known).toBeGreaterThan(0);
  });

  it('is the rate that its fee is counted by', async () => {
    const { transactions } = await read(
      '{ transactions(first: 9) { nodes { chargedFee chargedFeeUsd exchangeRate { centEquivalent hbarEquivalent } } } }',
    );
    for (const { chargedFee, chargedFeeUsd, exchangeRate } of transactions.nodes) {
      const { centEquivalent, hbarEquivalent } = exchangeRate;
      const tinycents = (BigInt(chargedFee) * BigInt(centEquivalent)) / BigInt(hbarEquivalent);
      expect(BigInt(chargedFeeUsd.replace('.', ''))).toBe(tinycents);
    }
  });

  it('is asked of nothing else', async () => {
    server.calls.length = 0;
    const fields = 'contractResult { hash } message { text } associatedTokens { name }';
    const { transactions } = await read(ofType('TOKENMINT', fields));
    expect(transactions.nodes.length).toBeGreaterThan(5);
    expect(server.calls).toEqual(['page transactions']);
  });

  it('is what has created an account, and what a schedule has executed', async () => {
    const { accounts, schedules } = await read(`{
      accounts(first: 20, order: DESC) { nodes { entityId createdTimestamp createTransaction { consensusTimestamp name entityId } } }
      schedules(first: 9, order: DESC) { nodes { entityId executedTimestamp createTransaction { name entityId } executedTransaction { consensusTimestamp scheduled schedule { entityId } } } }
    }`);
    for (const { entityId, createdTimestamp, createTransaction } of accounts.nodes) {
      const name = 'CRYPTOCREATEACCOUNT';
      expect(createTransaction).toEqual({ consensusTimestamp: createdTimestamp, name, entityId });
    }
    for (const one of schedules.nodes) {
      const { entityId, executedTimestamp: at } = one;
      expect(one.createTransaction).toEqual({ name: 'SCHEDULECREATE', entityId });
      expect(one.executedTransaction).toEqual(
        at && { consensusTimestamp: at, scheduled: true, schedule: { entityId } },
      );
    }
  });
});
