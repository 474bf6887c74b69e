// Lists of what an account owns, has allowed and has earned: each row once, by pages of any size, both ways, on every ledger.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, openSample, remote, serve } from '../support/ledgers.js';

const ledgers: Ledger[] = [];
const servers: Server[] = [];
const start = async (ledger: Ledger) => {
  ledgers.push(ledger);
  servers.push(await serve(ledger));
};
beforeAll(async () => {
  for (const engine of engines) await start(await openSample(engine));
  await start(remote(servers[0]?.url as string));
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
  for (const ledger of ledgers.toReversed()) await ledger.close();
});

/** Global ids of a connection by pages, forwards or backwards, on one of the servers. */
async function walk(server: Server, parent: string, field: string, given: string, of: string) {
  const nodes: object[] = [];
  const isBack = given.startsWith('last');
  // A cursor is a variable, so that all pages are of one text, which is read and checked once.
  const query = `query ($at: String) { parent: ${parent} { list: ${field}(${given} ${isBack ? 'before' : 'after'}: $at) {
    nodes { id ${of} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  const variables: { at?: string } = {};
  for (;;) {
    const { data, errors } = await ask(server, query, variables);
    expect(errors).toEqual([]);
    const { nodes: page, pageInfo } = data.parent.list;
    if (isBack) nodes.unshift(...page);
    else nodes.push(...page);
    if (!(isBack ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return nodes;
    variables.at = isBack ? pageInfo.startCursor : pageInfo.endCursor;
    expect(nodes.length).toBeLessThan(200);
  }
}

const account = (num: number) => `account(id: "0.0.${num}")`;
const airdrop = 'senderId receiverId tokenId units amount serialNumber token { decimals }';
const nft = 'tokenId serialNumber accountId spenderId metadata';

it.each([
  [account(1001), 'nfts', '', nft, 85],
  [account(1001), 'nfts', 'order: ASC, filter: { spender: { gt: "0.0.0" } }', nft, 12],
  [
    account(1001),
    'nfts',
    'filter: { token: { gte: "0.0.10307", lte: "0.0.1224575" } }',
    `${nft} token { name }`,
    62,
  ],
  ['token(id: "0.0.2002")', 'nfts', '', nft, 107],
  ['token(id: "0.0.2002")', 'nfts', 'order: ASC, filter: { serialNumber: { gt: 5 } }', nft, 102],
  [
    'nft(token: "0.0.2003", serialNumber: 1)',
    'transactions',
    '',
    'type nonce isApproval senderAccountId receiverAccountId',
    31,
  ],
  [account(1001), 'hbarAllowances', 'order: ASC', 'spenderId hbars amountGranted', 24],
  [account(1001), 'tokenAllowances', '', 'spenderId tokenId amount', 31],
  [account(1001), 'tokenAllowances', 'order: DESC', 'spenderId tokenId amountGranted', 31],
  [account(1001), 'nftAllowances', '', 'ownerId spenderId tokenId', 32],
  [account(1001), 'nftAllowancesReceived', 'order: DESC', 'ownerId spenderId tokenId', 32],
  [account(1001), 'stakingRewards', '', 'timestamp hbars', 23],
  [account(1014), 'outstandingAirdrops', '', airdrop, 24],
  [account(1002), 'pendingAirdrops', '', airdrop, 24],
  [account(1002), 'pendingAirdrops', 'order: DESC', airdrop, 24],
  [account(1002), 'pendingAirdrops', 'filter: { type: NON_FUNGIBLE_UNIQUE }', airdrop, 12],
  [account(1002), 'pendingAirdrops', 'filter: { type: FUNGIBLE_COMMON }, order: DESC', airdrop, 12],
  [account(1002), 'pendingAirdrops', 'filter: { token: "0.0.2001" }', airdrop, 1],
  [account(1002), 'hooks', '', 'hookId deleted adminKey { key } timestamp { from to }', 27],
] as const)('%s { %s(%s) } by 7 and by 11, both ways', async (parent, field, given, of, count) => {
  const whole = await walk(servers[0] as Server, parent, field, `first: 200 ${given}`, of);
  expect(whole).toHaveLength(count);
  expect(new Set(whole.map((node) => JSON.stringify(node))).size).toBe(count);
  for (const server of servers) {
    for (const size of ['first: 7', 'first: 11', 'last: 7', 'last: 11']) {
      expect(await walk(server, parent, field, `${size} ${given}`, of), size).toEqual(whole);
    }
  }
});

const asked = ['first: 3, after', 'last: 3, before', 'last: 2, after']
  .concat('order: DESC, first: 3, before', 'order: DESC, last: 3, after')
  .concat('first: 0, after', 'order: DESC, first: 0, before');
const cursors = new Map<string, readonly string[]>();
async function cursorsOf(parent: string, list: string): Promise<readonly string[]> {
  const query = `{ parent: ${parent} { list: ${list}(first: 100) { edges { cursor } } } }`;
  const { data } = await ask(servers[0] as Server, query);
  const found = data.parent.list.edges.map(({ cursor }: { cursor: string }) => cursor);
  cursors.set(list, found);
  return found;
}

it.each([
  [account(1001), 'nfts', 'token: { eq: "0.0.36046" }'],
  [account(1001), 'nfts', 'token: { eq: "0.0.36046" }, serialNumber: { gt: 96 }'],
  [account(1001), 'tokenAllowances', 'spender: { eq: "0.0.58839" }'],
  [account(1001), 'nftAllowances', 'spender: { eq: "0.0.10082" }'],
  [account(1014), 'outstandingAirdrops', 'receiver: { eq: "0.0.12051" }'],
  [account(1014), 'outstandingAirdrops', 'type: FUNGIBLE_COMMON, token: "0.0.61375"'],
  [account(1002), 'pendingAirdrops', 'type: NON_FUNGIBLE_UNIQUE, token: "0.0.1881362"'],
  [account(1002), 'pendingAirdrops', 'type: FUNGIBLE_COMMON'],
  [account(1002), 'pendingAirdrops', 'type: NON_FUNGIBLE_UNIQUE'],
  [account(1014), 'outstandingAirdrops', 'type: NON_FUNGIBLE_UNIQUE'],
] as const)('%s { %s } has places from without: { %s }', async (parent, list, filter) => {
  const places = cursors.get(list) ?? (await cursorsOf(parent, list));
  const some = places.filter((_place, index) => index % 5 === 0);
  const fields = some.flatMap((place, index) =>
    asked.map(
      (given, kind) =>
        `l${index}${kind}: ${list}(${given}: "${place}", filter: { ${filter} }) { nodes { id } pageInfo { hasNextPage hasPreviousPage } }`,
    ),
  );
  const query = `{ parent: ${parent} { ${fields.join(' ')} } }`;
  const [own, ...others] = await Promise.all(servers.map((server) => ask(server, query)));
  expect(own?.errors).toEqual([]);
  const lists = Object.values(own?.data.parent) as { nodes: unknown[] }[];
  expect(lists.some(({ nodes }) => nodes.length > 0)).toBe(true);
  for (const other of others) expect(other).toMatchObject({ data: own?.data, errors: [] });
});
