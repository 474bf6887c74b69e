// Rows in whose place the number 0 stands, which the contract prints as null: page by page each comes once.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { engines, openChanging, remote, serve } from '../support/ledgers.js';

const granted = { owner: 1001, amount: 1, amount_granted: 1 };
const setup = {
  accounts: [1001, 1002].map((num) => ({ num, balance: num })),
  cryptoAllowances: [0, 2001, 2002].map((spender) => ({ ...granted, spender })),
  tokenAllowances: [0, 2001].flatMap((spender) =>
    [0, 3001, 3002].map((token_id) => ({ ...granted, spender, token_id })),
  ),
  nfts: [0, 3002].flatMap((token_id) =>
    [1, 2].map((serial_number) => ({ account_id: 1001, token_id, serial_number })),
  ),
  tokens: [{ token_id: 3001, created_timestamp: 1 }],
  tokenaccounts: [
    ...[0, 3001, 3002].map((token_id) => ({ account_id: 1001, token_id, balance: 1 })),
    ...[0, 1002].map((account_id) => ({ account_id, token_id: 3001, balance: 1 })),
  ],
  contracts: [0, 5001].map((num) => ({ num, balance: 1 })),
  schedules: [0, 6001].map((num) => ({ schedule_id: num, consensus_timestamp: num })),
  entities: [
    { num: 3001, type: 'TOKEN' },
    { num: 6001, type: 'SCHEDULE' },
  ],
};
/** The account is on either side. */
const allowances = (own: string, other: string) =>
  `insert into nft_allowance (${own}, ${other}, token_id, payer_account_id, timestamp_range, approved_for_all)
   select 1001, other, token, 1001, '[1,)', true
   from unnest(array[0, 2001]) other, unnest(array[0, 3001]) token`;
const airdrops = (own: string, other: string) =>
  `insert into token_airdrop (${own}_account_id, ${other}_account_id, serial_number, token_id, timestamp_range, state, amount)
   select 1001, other, serial, token, '[1,)', 'PENDING', 1
   from unnest(array[0, 1002]) other, (values (0, 0), (3001, 0), (3002, 6), (3002, 7)) as dropped (token, serial)`;
const statements = [
  allowances('owner', 'spender'),
  allowances('spender', 'owner'),
  airdrops('sender', 'receiver'),
  airdrops('receiver', 'sender'),
];

const account = 'account(id: "0.0.1001")';
const token = 'token(id: "0.0.3001")';
/** Path and member of a list in REST, what it is below in GraphQL and its field there, and how many rows it has. */
const lists = [
  ['accounts/1001/allowances/crypto', 'allowances', account, 'hbarAllowances', 3],
  ['accounts/1001/allowances/tokens', 'allowances', account, 'tokenAllowances', 6],
  ['accounts/1001/allowances/nfts', 'allowances', account, 'nftAllowances', 4],
  ['accounts/1001/allowances/nfts?owner=false', 'allowances', account, 'nftAllowancesReceived', 4],
  ['accounts/1001/airdrops/outstanding', 'airdrops', account, 'outstandingAirdrops', 8],
  ['accounts/1001/airdrops/pending', 'airdrops', account, 'pendingAirdrops', 8],
  ['accounts/1001/nfts', 'nfts', account, 'nfts', 4],
  ['accounts/1001/tokens', 'tokens', account, 'tokens', 3],
  ['tokens/3001/balances', 'balances', token, 'balances', 3],
  ['accounts', 'accounts', null, 'accounts', 4],
  ['balances', 'balances', null, 'balances', 4],
  ['contracts', 'contracts', null, 'contracts', 2],
  ['schedules', 'schedules', null, 'schedules', 2],
] as const;

async function byLinks(server: Pick<Server, 'url'>, path: string, items: string, most: number) {
  const rows: unknown[] = [];
  for (let link: string | null = path; link !== null; ) {
    const { status, body } = await get(server, link);
    expect(status, link).toBe(200);
    rows.push(...body[items]);
    expect(rows.length, link).toBeLessThanOrEqual(most);
    link = body.links.next;
    expect(link ?? '').not.toContain('null');
  }
  return rows;
}

interface Page {
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function byCursors(
  server: Pick<Server, 'url'>,
  query: (page: string) => string,
  order: string,
  most: number,
) {
  const cursors: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: string = `(first: 1, order: ${order}, after: ${JSON.stringify(after)}) {
      edges { cursor } pageInfo { hasNextPage endCursor } }`;
    const { data, errors } = await ask(server, query(page));
    expect(errors, after ?? order).toEqual([]);
    const { edges, pageInfo }: Page = (data.owner ?? data).list;
    cursors.push(...edges.map(({ cursor }) => cursor));
    expect(cursors.length).toBeLessThanOrEqual(most);
    if (!pageInfo.hasNextPage) return cursors;
    after = pageInfo.endCursor;
  }
}

describe.each(engines)('on %s', (engine) => {
  let database: Server;
  let mirror: Server;
  beforeAll(async () => {
    const { ledger, run, release } = await openChanging(engine, setup);
    for (const text of statements) await run(text);
    database = await serve(ledger);
    const over = remote(database.url);
    mirror = await serve(over);
    return async () => {
      await mirror.close();
      await over.close();
      await database.close();
      await release();
      await ledger.close();
    };
  });

  it.each([
    ['nfts', 'serialNumber token { name }', { serialNumber: '1', token: null }, []],
    ['nfts', 'id', null, ['id']],
    ['nfts', 'tokenId', null, ['tokenId']],
    ['nfts', 'transactions(first: 1) { nodes { type } }', { transactions: null }, ['transactions']],
    ['hbarAllowances', 'hbars spender { memo }', { hbars: '0.00000001', spender: null }, []],
    ['tokenAllowances', 'amountGranted amount', { amountGranted: '1', amount: null }, []],
    ['tokens', 'balance amount token { name }', { balance: '1', amount: null, token: null }, []],
    ['tokens', 'history(from: "1", to: "2", points: 2) { amount }', { history: null }, ['history']],
  ])(
    'a row of %s says of { %s } what can be said without the id',
    async (field, selected, row, wrong) => {
      const text = `{ owner: ${account} { ${field}(first: 1, order: ASC) { nodes { ${selected} } } } }`;
      for (const server of [database, mirror]) {
        const { data, errors } = await ask(server, text);
        expect(data.owner[field]).toEqual(row && { nodes: [row] });
        expect(errors.map(({ path, extensions }) => [path?.at(-1), extensions['code']])).toEqual(
          wrong.map((name) => [name, 'UPSTREAM_BAD_RESPONSE']),
        );
      }
    },
  );

  describe.each(lists)('%s', (path, items, owner, field, count) => {
    const at = (order: string, limit: number) =>
      `/api/v1/${path}${path.includes('?') ? '&' : '?'}order=${order}&limit=${limit}`;
    const query = (page: string) =>
      owner ? `{ owner: ${owner} { list: ${field}${page} } }` : `{ list: ${field}${page} }`;
    describe.each(['database', 'mirror node'])('over a %s', (name) => {
      const server = () => (name === 'database' ? database : mirror);
      it.each(['asc', 'desc'])('is read by links, %s', async (order) => {
        const { body } = await get(database, at(order, 25));
        expect(body[items]).toHaveLength(count);
        expect(await byLinks(server(), at(order, 1), items, count)).toEqual(body[items]);
      });
      it.each(['ASC', 'DESC'])('is read by cursors, %s', async (order) => {
        const cursors = await byCursors(server(), query, order, count);
        expect(new Set(cursors).size).toBe(count);
      });
    });
  });
});
