// What a ledger holds can be walked over and filtered by, also beyond what a REST client may type.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const nums = [274877906943n, 274877906942n, 123456789012n, 12345678901n, 1234567890n];
const ids = nums.map((num) => `0.0.${num}`);
const balances = [9223372036854775807n, 100000000001n, 100000000000n, 12345678901n, 5n];

describe.each(backends)('ids of 12 digits and balances of 11 on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: nums.map((num, at) => ({ num, balance: balances[at] })),
    });
    return server.close;
  });

  it.each(['asc', 'desc'])('are walked over by links.next, %s', async (order) => {
    const found: string[] = [];
    let path: string | null = `/api/v1/balances?limit=1&order=${order}&account.balance=gt:0`;
    while (path !== null) {
      const { body, status } = await get(server, path);
      expect([path, status]).toEqual([path, 200]);
      found.push(...body.balances.map(({ account }: { account: string }) => account));
      path = body.links.next;
    }
    expect(found).toEqual(order === 'desc' ? ids : ids.toReversed());
  });

  it('are walked over by cursors', async () => {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const { data, errors } = await ask(
        server,
        `{ balances(first: 1 ${after}) { nodes { accountId } pageInfo { hasNextPage endCursor } } }`,
      );
      expect(errors).toEqual([]);
      const { nodes, pageInfo } = data.balances;
      found.push(...nodes.map((node: { accountId: string }) => node.accountId));
      if (!pageInfo.hasNextPage) break;
      after = `after: "${pageInfo.endCursor}"`;
    }
    expect(found).toEqual(ids);
  });

  // Also over the REST face, which holds what its clients type to ten digits, but not us.
  it('are filtered by', async () => {
    const of = async (filter: string) => {
      const { data, errors } = await ask(
        server,
        `{ balances(filter: ${filter}) { nodes { balance } } }`,
      );
      expect(errors).toEqual([]);
      return data.balances.nodes.map(({ balance }: { balance: string }) => BigInt(balance));
    };
    expect(await of('{ balance: { gt: 100000000000 } }')).toEqual(balances.slice(0, 2));
    expect(await of('{ balance: { lte: "100000000000" } }')).toEqual(balances.slice(2));
    expect(await of('{ account: { eq: "0.0.123456789012" } }')).toEqual([balances[2]]);
    expect(await of('{ account: { ne: "0.0.274877906943" } }')).toEqual(balances.slice(1));
    expect(await of(`{ account: { in: ["${ids[0]}", "${ids[4]}"] } }`)).toEqual([
      balances[0],
      balances[4],
    ]);
    expect(await of('{ balance: { eq: "9223372036854775807" } }')).toEqual(balances.slice(0, 1));
  });

  it.each([
    'account.id=123456789012',
    'account.id=eq:0.0.12345678901',
    'account.id=ne:12345678901',
    'account.balance=12345678901',
    'account.balance=gt:12345678901',
  ])('are refused where a REST client types them: %s', async (search) => {
    const { status, body } = await get(server, `/api/v1/balances?${search}`);
    const [name] = search.split('=');
    expect(status).toBe(400);
    expect(body._status.messages).toEqual([{ message: `Invalid parameter: ${name}` }]);
  });
});

describe.each(backends)(
  'prices of gas of 256 bits, as a sender may write them, on %s',
  (backend) => {
    const hash = `0x${'ab'.repeat(32)}`;
    const greatest = 2n ** 256n - 1n;
    const wei = `0x${greatest.toString(16)}`;
    let server: Running;

    beforeAll(async () => {
      const shared = { consensus_timestamp: '187654000123456', payer_account_id: 5000 };
      server = await open(backend, {
        contractresults: [
          { ...shared, contract_id: 5001, sender_id: 6001, transaction_hash: hash },
        ],
        ethereumtransactions: [
          { ...shared, hash, gas_price: wei, max_fee_per_gas: wei, max_priority_fee_per_gas: wei },
        ],
      });
      return server.close;
    });

    it('are exact in tinybars and in hbars', async () => {
      const { data, errors } = await ask(
        server,
        `{ contractResults(first: 1) { nodes { gasPrice gasPriceHbars maxFeePerGas maxFeePerGasHbars
        maxPriorityFeePerGas maxPriorityFeePerGasHbars } } }`,
      );
      const tinybars = String(greatest / 10n ** 10n);
      const hbars = `${tinybars.slice(0, -8)}.${tinybars.slice(-8)}`;
      expect(errors).toEqual([]);
      expect(Object.values(data.contractResults.nodes[0])).toEqual(
        Array(3).fill([tinybars, hbars]).flat(),
      );
    });
  },
);
