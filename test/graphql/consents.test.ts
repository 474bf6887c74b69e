// Airdrops, NFT allowances and hooks in GraphQL: the same over a mirror node as out of a database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';

let ledgers: Ledger[];
let servers: Server[];
beforeAll(async () => {
  const embedded = await openSample('embedded');
  const first = await serve(embedded);
  const over = remote(first.url);
  ledgers = [embedded, over];
  servers = [first, await serve(over)];
});
afterAll(async () => {
  for (const server of [...(servers ?? [])].reverse()) await server.close();
  for (const ledger of [...(ledgers ?? [])].reverse()) await ledger.close();
});

// biome-ignore lint/suspicious/noExplicitAny: nodes of all connections
type Nodes = any[];

/** A connection of an account by pages, forwards or backwards, on one of the servers. */
async function walk(
  server: Server,
  account: string,
  field: string,
  given: string,
  of: string,
  size: string,
) {
  const nodes: Nodes = [];
  const isBack = size.startsWith('last');
  for (let at = ''; ; ) {
    const query = `{ account(id: "${account}") { list: ${field}(${size} ${given} ${at}) {
      nodes { id ${of} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    const { data, errors } = await ask(server, query);
    expect(errors).toEqual([]);
    const { nodes: page, pageInfo } = data.account.list;
    if (isBack) nodes.unshift(...page);
    else nodes.push(...page);
    if (!(isBack ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return nodes;
    at = isBack ? `before: "${pageInfo.startCursor}"` : `after: "${pageInfo.endCursor}"`;
    expect(nodes.length).toBeLessThan(200);
  }
}

const airdrop = 'senderId receiverId tokenId units amount serialNumber token { decimals }';
test.each([
  ['0.0.1014', 'outstandingAirdrops', '', airdrop, 24],
  ['0.0.1002', 'pendingAirdrops', '', airdrop, 24],
  ['0.0.1002', 'pendingAirdrops', 'order: DESC', airdrop, 24],
  ['0.0.1002', 'pendingAirdrops', 'filter: { type: NON_FUNGIBLE_UNIQUE }', airdrop, 12],
  ['0.0.1002', 'pendingAirdrops', 'filter: { type: FUNGIBLE_COMMON }, order: DESC', airdrop, 12],
  ['0.0.1002', 'pendingAirdrops', 'filter: { token: "0.0.2001" }', airdrop, 1],
  ['0.0.1001', 'nftAllowances', '', 'ownerId spenderId tokenId', 32],
  ['0.0.1001', 'nftAllowancesReceived', 'order: DESC', 'ownerId spenderId tokenId', 32],
  ['0.0.1002', 'hooks', '', 'hookId deleted adminKey { key } timestamp { from to }', 27],
] as const)(
  '%s: %s(%s) by pages of any size, both ways',
  async (account, field, given, of, count) => {
    const [whole, ...others] = await Promise.all([
      walk(servers[0] as Server, account, field, given, of, 'first: 100'),
      ...servers.flatMap((server) =>
        ['first: 7', 'last: 11'].map((size) => walk(server, account, field, given, of, size)),
      ),
    ]);
    expect(whole).toHaveLength(count);
    expect(new Set(whole?.map(({ id }) => id)).size).toBe(count);
    for (const other of others) expect(other).toEqual(whole);
  },
);

test('storage of a hook is there with its hook, now and at an instant, and by its id', async () => {
  const query = `{ account(id: "0.0.1002") { hooks(last: 1) { nodes {
    now: storage(first: 100) { nodes { id key value } }
    then: storage(first: 100, at: "1795176000") { nodes { value } } } } } }`;
  const [one, other] = await Promise.all(servers.map((server) => ask(server, query)));
  expect(other).toMatchObject({ data: one?.data, errors: [] });
  const hook = one?.data.account.hooks.nodes[0];
  expect([hook.now.nodes.length, hook.then.nodes.length]).toEqual([35, 41]);
  const slot = hook.now.nodes[20];
  const found = await ask(
    servers[1] as Server,
    `{ node(id: "${slot.id}") { ... on HookSlot { id key value } } }`,
  );
  expect(found.data.node).toEqual(slot);
});

test('what the contract does not take is refused by name, before any call', async () => {
  for (const [given, rule] of [
    ['pendingAirdrops(filter: { sender: { gte: "1", gt: "2" } })', /one lower bound for sender.id/],
    ['pendingAirdrops(filter: { sender: { ne: "1" } })', /filter.sender.ne.*takes no ne/],
    ['nftAllowances(filter: { token: { eq: "5" } })', /must have account.id present/],
  ] as const) {
    const { errors } = await ask(
      servers[1] as Server,
      `{ account(id: "0.0.1002") { ${given} { nodes { id } } } }`,
    );
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    expect(errors[0]?.message).toMatch(rule);
  }
});
