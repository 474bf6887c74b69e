// A node for whose account the address book has a 0: it is there, and its account is not, on both ledgers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openChanging, remote, serve } from '../support/ledgers.js';

const opened: { close(): Promise<void> }[] = [];
const servers = new Map<string, Awaited<ReturnType<typeof serve>>>();
const query = `{
  network { nodes { nodes { nodeId accountId account { entityId } } } }
  account(id: "0.0.4") { operatedNode { nodeId } }
}`;

beforeAll(async () => {
  const tables = await openChanging('embedded', { accounts: [{ num: 4 }] });
  opened.push(tables.ledger);
  await tables.run("insert into address_book values (1, null, 102, 3, '')");
  for (const [node, account] of [
    [0, 0],
    [1, 4],
    [2, 5],
  ]) {
    await tables.run(
      `insert into address_book_entry (consensus_timestamp, node_id, node_account_id) values (1, ${node}, ${account})`,
    );
  }
  await tables.run("insert into node (node_id, account_id, timestamp_range) values (2, 0, '[1,)')");
  await tables.release();
  const mirror = await serve(tables.ledger);
  const over = remote(mirror.url);
  const face = await serve(over);
  opened.push(mirror, over, face);
  servers.set('sql', mirror).set('remote', face);
});
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
});

it.each(['sql', 'remote'])('is told with null: %s', async (name) => {
  const server = servers.get(name) as Awaited<ReturnType<typeof serve>>;
  const { data, errors } = await ask(server, query);
  expect(errors).toEqual([]);
  expect(data.network.nodes.nodes).toEqual([
    { nodeId: '0', accountId: null, account: null },
    { nodeId: '1', accountId: '0.0.4', account: { entityId: '0.0.4' } },
    { nodeId: '2', accountId: null, account: null },
  ]);
  // Who looks for the node of an account passes by those that have none.
  expect(data.account).toEqual({ operatedNode: { nodeId: '1' } });
  const { body } = await get(server, '/api/v1/network/nodes');
  const accounts = body.nodes.map((node: { node_account_id: unknown }) => node.node_account_id);
  expect(accounts).toEqual([null, '0.0.4', null]);
});
