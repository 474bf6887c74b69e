// What a mirror node answers by the contract, though not in the words of the question, is believed.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { open, openStub, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const alias = 'CIQEN25ORE2F73TRYSYMMBVPR2HU4PPFGTQENJTIGVLLELP4PZ2M76A';
const address = 'ac384c53f03855fa1b3616052f8ba32c6c2a2fec';
const start = 1_700_000_000_000_000_000n;
const at = (offset: number) => String(start + BigInt(offset));
const sent = { type: 14, nodeAccountId: '0.0.3', transfers: [] };

const setup = {
  accounts: [
    { num: 8, alias, evm_address: address, timestamp_range: '[2000000000,)' },
    { num: 8, memo: 'nameless', timestamp_range: '[1000000000,2000000000)' },
  ],
  nfts: [{ token_id: 300, serial_number: 5, account_id: 8 }],
  transactions: [
    {
      ...{ ...sent, type: 74, result: 391, payerAccountId: '0.0.8' },
      ...{ consensus_timestamp: at(10), valid_start_timestamp: at(0) },
      inner_transactions: [9, at(1), 9, at(2)],
    },
    {
      ...{ ...sent, result: 10, payerAccountId: '0.0.9' },
      ...{ consensus_timestamp: at(11), valid_start_timestamp: at(1) },
      parent_consensus_timestamp: at(10),
    },
    // The second came alone before, was refused, and never got its turn inside.
    {
      ...{ ...sent, result: 12, payerAccountId: '0.0.9' },
      ...{ consensus_timestamp: at(5), valid_start_timestamp: at(2) },
    },
  ],
};

describe('over the REST face of a mirror node', () => {
  let server: Running;
  beforeAll(async () => {
    server = await open('the REST face', setup);
    return server.close;
  });

  it('an NFT is found by the address that stands for its token', async () => {
    const { status, body } = await get(
      server,
      `/api/v1/tokens/0x${'12c'.padStart(40, '0')}/nfts/5`,
    );
    expect([status, body.token_id, body.serial_number]).toEqual([200, '0.0.300', 5]);
  });

  it.each([alias, `0x${address}`])(
    '%s finds what its account was before it had it',
    async (ref) => {
      const { status, body } = await get(server, `/api/v1/accounts/${ref}?timestamp=1.5`);
      expect([status, body.memo, body.alias]).toEqual([200, 'nameless', null]);
      const { data, errors } = await ask(server, `{ account(id: "${ref}", at: "1.5") { memo } }`);
      expect([errors, data]).toEqual([[], { account: { memo: 'nameless' } }]);
    },
  );

  it('a batch comes with what is known of an inside that never got its turn', async () => {
    const { status, body } = await get(server, '/api/v1/transactions/0.0.8-1700000000-0');
    const times = body.transactions.map(
      (row: { consensus_timestamp: string }) => row.consensus_timestamp,
    );
    expect([status, times]).toEqual([
      200,
      [10, 5, 11].map((offset) => `1700000000.${String(offset).padStart(9, '0')}`),
    ]);
  });
});

it('of an account as it was no name is told by some as null, and left out by others', async () => {
  const account = '0.0.8';
  for (const body of [{ account, alias: null }, { account }]) {
    const server = await openStub(() => ({ body }));
    const { data, errors } = await ask(
      server,
      `{ account(id: "${alias}", at: "1.5") { entityId } }`,
    );
    await server.close();
    expect([data, errors]).toEqual([{ account: { entityId: account } }, []]);
  }
});

it('of an account as it was another name is not believed', async () => {
  const server = await openStub(() => ({
    body: { account: '0.0.8', alias: 'AAAQ', evm_address: null },
  }));
  const { errors } = await ask(server, `{ account(id: "${alias}", at: "1.5") { entityId } }`);
  await server.close();
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BAD_RESPONSE']);
});
