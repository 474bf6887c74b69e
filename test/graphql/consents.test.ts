// Airdrops, NFT allowances and hooks in GraphQL: the same over a mirror node as out of a database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
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

test('storage of a hook is there with its hook, now and at an instant, and by its id', async () => {
  const query = `{ account(id: "0.0.1002") { hooks(last: 1) { nodes {
    now: storage(first: 100) { nodes { id key value } }
    then: storage(first: 100, at: "1795176000") { nodes { id key value } } } } } }`;
  const [one, other] = await Promise.all(servers.map((server) => ask(server, query)));
  expect(other).toMatchObject({ data: one?.data, errors: [] });
  const hook = one?.data.account.hooks.nodes[0];
  expect([hook.now.nodes.length, hook.then.nodes.length]).toEqual([35, 41]);
  const ids = [...hook.now.nodes, ...hook.then.nodes].map(({ id }) => id);
  expect(new Set(ids).size).toBe(35 + 41);
  for (const slot of [hook.now.nodes[20], hook.then.nodes[20], hook.then.nodes[40]]) {
    const found = await ask(
      servers[1] as Server,
      `{ node(id: "${slot.id}") { ... on HookSlot { id key value } } }`,
    );
    expect(found.data.node).toEqual(slot);
  }
});

test('allowances of NFTs are chosen by their spenders, as those of other tokens are', async () => {
  const asking = (given: string) =>
    `{ account(id: "0.0.1001") { nftAllowances(${given}) { nodes { spenderId tokenId } } } }`;
  for (const server of servers) {
    const all = await ask(server, asking('first: 100'));
    const { spenderId, tokenId } = all.data.account.nftAllowances.nodes[0];
    const filter = `{ spender: { eq: "${spenderId}" }, token: { eq: "${tokenId}" } }`;
    const { data } = await ask(server, asking(`filter: ${filter}`));
    expect(data.account.nftAllowances.nodes).toEqual([{ spenderId, tokenId }]);
    expect(all.data.account.nftAllowances.nodes.length).toBeGreaterThan(1);
  }
});

test('what the contract does not take is refused by name, before any call', async () => {
  for (const [given, rule] of [
    ['pendingAirdrops(filter: { sender: { gte: "1", gt: "2" } })', /one lower bound for sender,/],
    ['pendingAirdrops(filter: { sender: { ne: "1" } })', /filter.sender.ne.*takes no ne/],
    ['nftAllowances(filter: { token: { eq: "5" } })', /token parameter must have spender present/],
  ] as const) {
    const { errors } = await ask(
      servers[1] as Server,
      `{ account(id: "0.0.1002") { ${given} { nodes { id } } } }`,
    );
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    expect(errors[0]?.message).toMatch(rule);
  }
});

const place = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const dropped = place('outstandingAirdrops', '0.0.500000', '0.0.5', '7');
const low = place('outstandingAirdrops', '0.0.5', '0.0.5', '7');
const allowed = place('nftAllowances', '0.0.10004', '0.0.2002');
test.each([
  [
    '0.0.1014',
    `outstandingAirdrops(last: 2, after: "${dropped}", filter: { receiver: { lt: "2" } })`,
  ],
  [
    '0.0.1014',
    `outstandingAirdrops(first: 2, after: "${dropped}", filter: { receiver: { lt: "2" } })`,
  ],
  [
    '0.0.1014',
    `outstandingAirdrops(first: 2, before: "${low}", filter: { receiver: { gt: "200" } })`,
  ],
  ['0.0.1014', `outstandingAirdrops(last: 2, before: "${low}", after: "${dropped}")`],
  [
    '0.0.1001',
    `nftAllowances(first: 2, after: "${allowed}", filter: { spender: { eq: "0.0.10004" }, token: { lt: "5" } })`,
  ],
  ['0.0.1001', `nftAllowances(last: 2, after: "${allowed}", filter: { spender: { lt: "7" } })`],
])('of %s nothing lies in a range that a place has gone past: %s', async (account, list) => {
  for (const server of servers) {
    const { data, errors } = await ask(
      server,
      `{ account(id: "${account}") { list: ${list} { nodes { id } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.account.list.nodes).toEqual([]);
  }
});

test('a bound beside the token that airdrops are of leaves them out, or is met by all', async () => {
  for (const server of servers) {
    const of = async (search: string) =>
      (await get(server, `/api/v1/accounts/0.0.1014/airdrops/outstanding?${search}`)).body.airdrops;
    const [{ token_id: token }] = await of('limit=1');
    const own = await of(`token.id=${token}`);
    expect(own.length).toBeGreaterThan(0);
    expect(await of(`token.id=${token}&token.id=lt:${token}`)).toEqual([]);
    expect(await of(`token.id=${token}&token.id=lte:5`)).toEqual([]);
    expect(await of(`token.id=${token}&token.id=lte:${token}`)).toEqual(own);
  }
});
