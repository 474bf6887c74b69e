// CASE-17: accounts by a public key in any of its spellings, with their balances.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

const key = '3c3d546321ff6f63d701d2ec5c277095874e19f4a235bee1e6bb19258bf362be';
const der = `302a300506032b6570032100${key}`;
const mixed = key.replace(/[a-f]/g, (digit, at: number) => (at % 2 ? digit.toUpperCase() : digit));
const spellings = [
  ['in lower case', key],
  ['in upper case', key.toUpperCase()],
  ['in mixed case', mixed],
  ['behind 0x', `0x${key}`],
  ['in DER form', der],
  ['in DER form in upper case behind 0x', `0x${der.toUpperCase()}`],
] as const;
const tooShort = key.slice(1);

const query = `query ($key: Hex, $order: Order, $after: String) {
  accounts(first: 1, filter: { publicKey: $key }, order: $order, after: $after) {
    edges { node { entityId balance { balance } } } pageInfo { hasNextPage endCursor } } }`;
const edge = (entityId: string, balance: string) => ({
  node: { entityId, balance: { balance } },
});

describe.each(backends)('CASE-17, accounts by a public key on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [
        { num: 7, balance: 20, public_key: key },
        { num: 8, balance: 25 },
        { num: 9, balance: 30, public_key: key },
      ],
    });
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  it.each(spellings)('%s are two pages with balances', async (_name, given) => {
    const first = await ask(server, query, { key: given });
    expect(first.data.accounts.edges).toEqual([edge('0.0.7', '20')]);
    expect(first.data.accounts.pageInfo.hasNextPage).toBe(true);
    const after = first.data.accounts.pageInfo.endCursor;
    const second = await ask(server, query, { key: given, after });
    expect(second.data.accounts.edges).toEqual([edge('0.0.9', '30')]);
    expect(server.calls).toEqual(['page accounts', 'page accounts']);
  });

  it('are swapped in falling order', async () => {
    const first = await ask(server, query, { key, order: 'DESC' });
    const after = first.data.accounts.pageInfo.endCursor;
    const second = await ask(server, query, { key, order: 'DESC', after });
    expect([first, second].map(({ data }) => data.accounts.edges)).toEqual([
      [edge('0.0.9', '30')],
      [edge('0.0.7', '20')],
    ]);
  });

  it('are the balances by that key, too', async () => {
    const { data } = await ask(
      server,
      `{ balances(filter: { publicKey: "0x${der}" }) { nodes { accountId balance } } }`,
    );
    expect(data.balances.nodes).toEqual([
      { accountId: '0.0.9', balance: '30' },
      { accountId: '0.0.7', balance: '20' },
    ]);
  });

  it('are refused for a key that is one digit short, without a call', async () => {
    const { errors } = await ask(server, query, { key: tooShort });
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'filter.publicKey' },
    ]);
    expect(server.calls).toEqual([]);
  });
});

describe('CASE-17, accounts by a public key of a stub', () => {
  it('are asked for with the one spelling of the key, and with their balances', async () => {
    const server = await openStub(() => ({
      body: '{"accounts":[{"account":"0.0.7","balance":{"balance":20}}],"links":{"next":null}}',
    }));
    for (const [, given] of spellings) await ask(server, query, { key: given });
    const urls = new Set(server.urls());
    expect([...urls]).toEqual([`/api/v1/accounts?account.publickey=${key}&limit=1&order=asc`]);
    await server.close();
  });
});
