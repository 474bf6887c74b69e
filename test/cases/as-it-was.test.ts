// What a client reads as it was: the state of then, under an id of its own, and nothing of now that looks like it.
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { get } from '../support/get.js';

const { manyTokens, maxToken, nftToken, storageContract, deleted } = sampleIds;
const [first = '', second = ''] = sampleIds.snapshots;
const between = '1795175700.5';

const both = bothServers();

describe.each(bothLedgers)('over %s', (name) => {
  const server = () => both.of(name);
  async function read(query: string) {
    const { data, errors } = await ask(server(), query);
    expect(errors, query).toEqual([]);
    return data;
  }

  it.each([manyTokens, deleted, maxToken, storageContract].map((id) => [id]))(
    'what %s was is an object of its own, found again by its id',
    async (id) => {
      const type = id === maxToken ? 'token' : id === storageContract ? 'contract' : 'account';
      const fields = 'id entityId memo createdTimestamp deleted';
      const data = await read(`{ now: ${type}(id: "${id}") { ${fields} }
        one: ${type}(id: "${id}", at: "${second}") { ${fields} }
        same: ${type}(id: "${id}", at: "${second}") { id }
        other: ${type}(id: "${id}", at: "${between}") { id }
        before: ${type}(id: "${id}", at: "5") { id } }`);
      expect(data.before).toBeNull();
      expect(data.one).toMatchObject({ entityId: id });
      expect(data.same.id).toBe(data.one.id);
      expect(new Set([data.now.id, data.one.id, data.other.id]).size).toBe(3);
      const typename = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
      const again = await read(
        `{ node(id: "${data.one.id}") { ... on ${typename} { ${fields} } } }`,
      );
      expect(again.node).toEqual(data.one);
    },
  );

  it.each([first, second, between])(
    'an account at %s is what the contract says of then',
    async (at) => {
      const path = `/api/v1/accounts/${manyTokens}?timestamp=lte:${at}&transactions=false`;
      const { body: was } = await get(both.upstream, path);
      const { account } = await read(`{ account(id: "${manyTokens}", at: "${at}") {
      memo ethereumNonce expiryTimestamp balance { balance timestamp id } stakedNodeId
      token(id: "${maxToken}") { balance timestamp } } }`);
      expect(account).toMatchObject({
        memo: was.memo,
        ethereumNonce: String(was.ethereum_nonce),
        expiryTimestamp: was.expiry_timestamp,
        balance: { timestamp: was.balance.timestamp },
      });
      // The contract's own number is more than JSON.parse can hold.
      expect(Number(account.balance.balance)).toBe(was.balance.balance);
      const held = was.balance.tokens.find(
        (one: { token_id: string }) => one.token_id === maxToken,
      );
      expect(account.token?.balance ?? null).toBe(held ? String(held.balance) : null);
    },
  );

  it('lists that go by time end there, and what the contract tells as of now alone is null', async () => {
    const { account } = await read(`{ account(id: "${manyTokens}", at: "${between}") {
      transactions(first: 5) { nodes { consensusTimestamp } }
      oldest: transactions(last: 1) { nodes { consensusTimestamp } }
      stakingRewards(first: 2) { nodes { timestamp } }
      tokens(first: 1) { nodes { tokenId } } nfts(first: 1) { nodes { id } }
      hbarAllowances(first: 1) { nodes { id } } schedules(first: 1) { nodes { id } } } }`);
    expect(account.transactions.nodes.length).toBe(5);
    for (const { consensusTimestamp } of account.transactions.nodes)
      expect(Number(consensusTimestamp)).toBeLessThanOrEqual(Number(between));
    expect(account.oldest.nodes.length).toBe(1);
    expect(account).toMatchObject({
      tokens: null,
      nfts: null,
      hbarAllowances: null,
      schedules: null,
    });
  });

  it.each([
    ['', ''],
    ['timestamp: { lt: "1795171000" }', 'timestamp: { lt: "1795171000" }'],
    ['timestamp: { gte: "1795172000" }', 'timestamp: { gte: "1795172000", lte: "1795172400" }'],
    ['timestamp: { lte: "1795175000" }', ''],
    ['timestamp: { gt: "1795172400", lt: "1795175000" }', 'timestamp: { lt: "1" }'],
    ['timestamp: { eq: "1795171040.287190063" }', 'timestamp: { eq: "1795171040.287190063" }'],
    [
      'timestamp: { eq: "1795171040.287190063" }, index: { eq: 0 }',
      'timestamp: { eq: "1795171040.287190063" }',
    ],
    ['timestamp: { eq: "1795175986.976366237" }', 'timestamp: { lt: "1" }'],
    ['timestamp: { eq: "1795175986.976366237" }, index: { eq: 0 }', 'timestamp: { lt: "1" }'],
    ['timestamp: { lte: "1795175000" }, index: { lte: 0 }', ''],
  ])('logs of a contract end there, under conditions too: %s', async (filter, same) => {
    const list = (conditions: string) =>
      `logs(first: 200, filter: { ${conditions} }) { nodes { id timestamp } pageInfo { hasNextPage } }`;
    const { then, now } = await read(`{ now: contract(id: "0.0.5001") {
      ${list(same || 'timestamp: { lte: "1795172400" }')} }
      then: contract(id: "0.0.5001", at: "1795172400") { ${list(filter)} } }`);
    expect(then.logs).toEqual(now.logs);
    expect(then.logs.nodes.length > 0).toBe(!same.includes('"1"'));
  });

  it('a token has the holders of then, and no NFTs', async () => {
    const page = 'timestamp nodes { accountId balance timestamp }';
    const { token, live } =
      await read(`{ live: token(id: "${maxToken}") { balances(first: 3, at: "${first}") { ${page} } }
      token(id: "${maxToken}", at: "${first}") { totalSupply balances(first: 3) { ${page} } } }`);
    expect(token.balances).toEqual(live.balances);
    expect(token.balances.nodes.length).toBe(3);
    const { token: collection } = await read(
      `{ token(id: "${nftToken}", at: "${second}") { name nfts(first: 1) { nodes { id } } } }`,
    );
    expect(collection).toMatchObject({ name: expect.any(String), nfts: null });
  });

  it('is one call for all that the look-up itself tells', async () => {
    server().calls.length = 0;
    await read(
      `{ account(id: "${manyTokens}", at: "${second}") { id memo key { key } createdTimestamp } }`,
    );
    await read(`{ token(id: "${maxToken}", at: "${second}") { id name supplyType totalSupply } }`);
    expect(server().calls).toEqual(['one account', 'one token']);
  });

  it.each(['Account', 'Token', 'Contract'])(
    'a global id of %s with no time behind it is refused',
    async (type) => {
      for (const own of [
        '0.0.1001@',
        '0.0.1001@x',
        '0.0.1001@1@2',
        '0.0.1001@1',
        '0.0.1001@1.000000000@2',
      ]) {
        const id = Buffer.from(`${type}:${own}`).toString('base64url');
        const { errors } = await ask(server(), `{ node(id: "${id}") { id } }`);
        expect(errors[0]?.extensions, own).toMatchObject({
          code: 'BAD_USER_INPUT',
          argument: 'id',
        });
      }
    },
  );
});
