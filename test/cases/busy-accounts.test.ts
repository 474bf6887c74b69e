// CASE-22: an account whose transactions are slow to read answers all else at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { type Handler, ledgerStub } from '../support/stub.js';

const slow = 3000;
const busy = '0.0.98';
const key = { _type: 'ED25519', key: 'ab'.repeat(32) };
const rows = ledgerStub({
  accounts: [busy, '0.0.99'].map((account) => ({ account, balance: { balance: 5 }, key })),
  transactions: [{ consensus_timestamp: '1700000000.000000001', name: 'CRYPTOTRANSFER' }],
});

/** A mirror node that needs long for an account with its transactions, and then gives up. */
const handler: Handler = (call) => {
  const isInner = call.path.startsWith(`/api/v1/accounts/${busy}`);
  const isLeftOut = call.query.get('transactions') === 'false';
  return isInner && !isLeftOut ? { delay: slow, status: 503, body: '' } : rows(call);
};

describe('CASE-22, a busy account of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  let began: number;

  beforeEach(async () => {
    server = await openStub(handler);
    began = Date.now();
  });
  afterEach(() => server.close());

  const inTime = () => expect(Date.now() - began).toBeLessThan(1000);

  it.each([busy, '0x0000000000000000000000000000000000000062'])(
    'answers at once by %s',
    async (id) => {
      const { data, errors } = await ask(
        server,
        `{ account(id: "${id}") { entityId balance { balance } key { key } } }`,
      );
      inTime();
      expect(errors).toEqual([]);
      expect(data.account).toEqual({
        entityId: busy,
        balance: { balance: '5' },
        key: { key: key.key },
      });
      expect(server.urls()).toEqual([`/api/v1/accounts/${id}?transactions=false`]);
    },
  );

  it('answers at once beside another account', async () => {
    const { data } = await ask(
      server,
      '{ a: account(id: "0.0.98") { entityId } b: account(id: "0.0.99") { balance { balance } } }',
    );
    inTime();
    expect(data).toEqual({ a: { entityId: busy }, b: { balance: { balance: '5' } } });
  });

  it.each([busy, '0x0000000000000000000000000000000000000062'])(
    'gives the transactions of %s out of their own list',
    async (id) => {
      const { data, errors } = await ask(
        server,
        `{ account(id: "${id}") { transactions(first: 1) { edges { node { id name } } } } }`,
      );
      inTime();
      expect(errors).toEqual([]);
      expect(data.account.transactions.edges).toMatchObject([{ node: { name: 'CRYPTOTRANSFER' } }]);
      const urls = server.urls();
      const ofAccount = urls.filter((url) => url.startsWith('/api/v1/accounts/'));
      for (const url of ofAccount) expect(url).toContain('?transactions=false');
      expect(urls.filter((url) => !ofAccount.includes(url))).toEqual([
        expect.stringMatching(/^\/api\/v1\/transactions\?account\.id=0\.0\.98&limit=1\b/),
      ]);
    },
  );

  it('serves its transactions by REST from their own list, never from inside the account', async () => {
    const response = await fetch(`${server.url}/api/v1/accounts/${busy}?limit=1`);
    const body = await response.json();
    inTime();
    expect(response.status).toBe(200);
    expect(body.transactions).toHaveLength(1);
    const urls = server.urls().sort();
    expect(urls[0]).toBe(`/api/v1/accounts/${busy}?transactions=false`);
    expect(urls.slice(1)).toEqual([
      expect.stringMatching(/^\/api\/v1\/transactions\?account\.id=0\.0\.98&limit=1\b/),
    ]);
  });
});
