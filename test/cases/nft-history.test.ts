// What has happened to an NFT: each transaction once, however its times come, and what is missing is said.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import { ask, type GraphqlAnswer } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const at = (n: number) => `123456789000000000${n}`;
const time = (n: number) => `1234567890.00000000${n}`;
const moved = (serial_number: number, sender: number | null, receiver: number | null) => ({
  token_id: 1500,
  serial_number,
  sender_account_id: sender,
  receiver_account_id: receiver,
  is_approval: false,
});
const transaction = (n: number, type: number, nft_transfer: unknown[] = []) => ({
  consensus_timestamp: at(n),
  payerAccountId: '0.0.1001',
  type,
  nft_transfer,
});

const setup: Setup = {
  entities: [{ num: 1500, type: 'TOKEN', deleted: true, timestamp_range: `[${at(8)},)` }],
  tokens: [{ token_id: '0.0.1500', type: 'NON_FUNGIBLE_UNIQUE' }],
  nfts: [
    // Deleted with its token, at the same time as it is.
    {
      token_id: 1500,
      serial_number: 1,
      account_id: null,
      created_timestamp: at(1),
      timestamp_range: `[${at(8)},)`,
    },
    {
      token_id: 1500,
      serial_number: 1,
      account_id: 1001,
      created_timestamp: at(1),
      timestamp_range: `[${at(1)},${at(3)})`,
    },
    // Whose transaction was pruned.
    {
      token_id: 1500,
      serial_number: 1,
      account_id: 1002,
      created_timestamp: at(1),
      timestamp_range: `[${at(3)},${at(4)})`,
    },
    {
      token_id: 1500,
      serial_number: 1,
      account_id: 1003,
      created_timestamp: at(1),
      timestamp_range: `[${at(4)},${at(8)})`,
    },
    {
      token_id: 1500,
      serial_number: 2,
      account_id: 1001,
      created_timestamp: null,
      timestamp_range: `[${at(5)},)`,
    },
  ],
  transactions: [
    transaction(1, 37, [moved(2, null, 1001), moved(1, null, 1001)]),
    transaction(4, 14, [moved(1, 1002, 1003), moved(1, 1003, 1004)]),
    transaction(5, 14, [moved(2, 1004, 1001)]),
    transaction(8, 35, [moved(1, 1003, 1001)]),
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: what a query of text gives has no type
type Answer = GraphqlAnswer<any>;
type Row = Readonly<Record<string, unknown>>;

const query = `query ($serial: Int64!, $first: Int, $after: String, $order: Order) {
  nft(token: "0.0.1500", serialNumber: $serial) {
    transactions(first: $first, after: $after, order: $order) {
      nodes { consensusTimestamp type senderAccountId receiverAccountId }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const whole = [
  [time(8), 'TOKENDELETION', null, null],
  [time(4), 'CRYPTOTRANSFER', '0.0.1002', '0.0.1003'],
  [time(1), 'TOKENMINT', null, '0.0.1001'],
];

describe.each(backends)('the transactions of an NFT on %s', (backend) => {
  let running: Running;
  beforeAll(async () => {
    running = await open(backend, setup);
  });
  afterAll(() => running.close());

  const pageAfter = (after: string | null, order: string): Promise<Answer> =>
    ask(running, query, { serial: '1', first: 1, after, order });

  it.each([
    ['DESC', whole],
    ['ASC', [...whole].reverse()],
  ])('come each once, also one by one, %s', async (order, expected) => {
    const seen: unknown[] = [];
    let after: string | null = null;
    for (let walked = 0; walked < 6; walked++) {
      const { data, errors, text } = await pageAfter(after, order);
      expect(errors).toEqual([]);
      expect(text).not.toContain('warnings');
      const page = data.nft.transactions;
      seen.push(...page.nodes.map((node: Row) => Object.values(node)));
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual(expected);
  });

  it('are told to be a part where its mint is not known, by status and by a warning', async () => {
    const { data, text } = await ask(running, query, { serial: '2' });
    const times = data.nft.transactions.nodes.map((node: Row) => node['consensusTimestamp']);
    expect(times).toEqual([time(8), time(5)]);
    expect(JSON.parse(text).extensions.warnings).toEqual([
      expect.objectContaining({ path: ['nft', 'transactions'], code: 'UPSTREAM_BAD_DATA' }),
    ]);
    const path = '/api/v1/tokens/0.0.1500/nfts/2/transactions';
    const { status, body, headers } = await get(running, path);
    expect(status).toBe(206);
    expect(body).toMatchObject({
      transactions: [{ nonce: 0 }, { nonce: 0 }],
      links: { next: null },
    });
    // The tag of a part is as good as that of the whole.
    const known = { 'if-none-match': String(headers.etag) };
    expect((await get(running, path, { headers: known })).status).toBe(304);
    expect((await get(running, path.replace('/2/', '/1/'))).status).toBe(200);
  });
});
