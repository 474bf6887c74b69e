// Transactions: the same on both faces, by account and by block, walked through empty pages.

import { parse } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import type { TransactionRow } from '../../src/contract/resources/transactions.js';
import { costOf } from '../../src/graphql/costing/cost.js';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds } from '../../src/sample/sample.js';
import { ask, type GraphqlAnswer } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { inSql } from '../support/batching.js';
import { engines } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';
import type { Handler } from '../support/stub.js';

const { feeCollector: account } = sampleIds;
const moved = 'accountId';
const fields = `consensusTimestamp transactionId nonce parentConsensusTimestamp name result
  payerAccountId nodeAccountId entityId chargedFee maxFee memoBase64 transactionHash bytes scheduled
  highVolume highVolumePricingMultiplier validStartTimestamp validDurationSeconds
  batchKey { type key } maxCustomFees { accountId units denominatingTokenId }
  transfers { ${moved} tinybars isApproval } stakingRewards { ${moved} tinybars }
  tokenTransfers { ${moved} units tokenId isApproval }
  nftTransfers { tokenId serialNumber senderAccountId receiverAccountId isApproval }`;
const page = `nodes { ${fields} } pageInfo { hasNextPage endCursor }`;

interface Times {
  readonly nodes: readonly { readonly consensusTimestamp: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const text = (value: unknown) => (value === null ? null : String(value));

/** A row of the REST face in the words of the schema. */
const inGraphql = (row: TransactionRow) => ({
  consensusTimestamp: row.consensus_timestamp,
  transactionId: row.transaction_id,
  nonce: row.nonce,
  parentConsensusTimestamp: row.parent_consensus_timestamp,
  name: row.name,
  result: row.result,
  payerAccountId: row.transaction_id.split('-')[0],
  nodeAccountId: row.node,
  entityId: row.entity_id,
  chargedFee: text(row.charged_tx_fee),
  maxFee: row.max_fee,
  memoBase64: row.memo_base64,
  transactionHash: row.transaction_hash,
  bytes: row.bytes,
  scheduled: row.scheduled,
  highVolume: row.high_volume,
  highVolumePricingMultiplier: text(row.high_volume_pricing_multiplier),
  validStartTimestamp: row.valid_start_timestamp,
  validDurationSeconds: row.valid_duration_seconds,
  batchKey: row.batch_key && { type: row.batch_key._type, key: row.batch_key.key },
  maxCustomFees: (row.max_custom_fees ?? []).map((fee) => ({
    accountId: fee.account_id,
    units: text(fee.amount),
    denominatingTokenId: fee.denominating_token_id,
  })),
  transfers: row.transfers.map((one) => ({
    accountId: one.account,
    tinybars: text(one.amount),
    isApproval: one.is_approval,
  })),
  stakingRewards: row.staking_reward_transfers.map((one) => ({
    accountId: one.account,
    tinybars: text(one.amount),
  })),
  tokenTransfers: row.token_transfers.map((one) => ({
    accountId: one.account,
    units: text(one.amount),
    tokenId: one.token_id,
    isApproval: one.is_approval,
  })),
  nftTransfers: row.nft_transfers.map((one) => ({
    tokenId: one.token_id,
    serialNumber: text(one.serial_number),
    senderAccountId: one.sender_account_id,
    receiverAccountId: one.receiver_account_id,
    isApproval: one.is_approval,
  })),
});

describe.each(engines)('transactions on %s', (engine) => {
  const server = sampleServer({}, engine);

  async function rest(search: string) {
    const body = await (await fetch(`${server.url}/api/v1/transactions?${search}`)).text();
    return (parseJson(body) as { transactions: TransactionRow[] }).transactions.map(inGraphql);
  }

  const until = '1795175990.500000000';
  it.each([
    ['', '', ''],
    ['(order: ASC, first: 60)', 'limit=60&order=asc', ''],
    ['(first: 9, filter: { outcome: FAIL })', 'limit=9&result=fail', ''],
    [
      '(filter: { type: { in: [TOKENMINT, CRYPTOCREATEACCOUNT] } })',
      'transactiontype=TOKENMINT&transactiontype=CRYPTOCREATEACCOUNT',
      '',
    ],
    [
      `(filter: { timestamp: { lt: "${until}" }, direction: CREDIT })`,
      `timestamp=lt:${until}&type=credit`,
      account,
    ],
    ['(first: 40)', 'limit=40', account],
  ])('tell what the REST face does: %s', async (args, search, of) => {
    const connection = `transactions${args} { ${page} }`;
    const { data, errors } = await ask(
      server,
      of === '' ? `{ ${connection} }` : `{ account(id: "${of}") { ${connection} } }`,
    );
    expect(errors).toEqual([]);
    const { nodes } = (of === '' ? data : data.account).transactions;
    expect(nodes.length).toBeGreaterThan(3);
    expect(nodes).toEqual(await rest(`${search}${of && `&account.id=${of}`}`));
  });

  it('of an account are each there once, in pages of 30 in both orders', async () => {
    for (const order of ['ASC', 'DESC']) {
      const query = `query ($after: String) { account(id: "${account}") {
        transactions(first: 30, after: $after, order: ${order}, filter: { timestamp: { gt: "1795175700" } }) {
          nodes { consensusTimestamp } pageInfo { hasNextPage endCursor } } } }`;
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const answer: GraphqlAnswer<{ account: { transactions: Times } }> = await ask(
          server,
          query,
          { after },
        );
        const { nodes, pageInfo } = answer.data.account.transactions;
        seen.push(...nodes.map((node) => node.consensusTimestamp));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null && seen.length < 600);
      expect(seen.length).toBeGreaterThan(60);
      const sorted = [...new Set(seen)].sort();
      expect(seen).toEqual(order === 'ASC' ? sorted : sorted.reverse());
    }
  });

  it('of a block are those that it counts, without a call for who is only named', async () => {
    server.calls.length = 0;
    const { data } = await ask(
      server,
      `{ block(number: ${sampleIds.lastBlock}) { count transactions {
        nodes { payerAccount { entityId } transfers { account { id entityId } hbars } } } } }`,
    );
    const { count, transactions } = data.block;
    expect(transactions.nodes).toHaveLength(Number(count));
    for (const { transfers } of transactions.nodes) {
      const sum = transfers.reduce(
        (total: bigint, { hbars }: { hbars: string }) => total + BigInt(hbars.replace('.', '')),
        0n,
      );
      expect(sum).toBe(0n);
    }
    expect(server.calls).toEqual(['one block', 'page transactions']);
  });

  it('are found again by their global ids', async () => {
    const { data } = await ask(server, '{ transactions(first: 2) { nodes { id name } } }');
    const ids = data.transactions.nodes.map(({ id }: { id: string }) => id);
    const again = await ask(
      server,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Transaction { name } } }',
      { ids: [...ids, Buffer.from('Transaction:1.000000000').toString('base64url')] },
    );
    expect(again.errors).toEqual([]);
    expect(again.data.nodes).toEqual([...data.transactions.nodes, null]);
  });

  it('of a type that there is not are refused with the argument, before any call', async () => {
    server.calls.length = 0;
    const { errors } = await ask(
      server,
      '{ transactions(filter: { type: { names: ["not a type"] } }) { nodes { name } } }',
    );
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      argument: 'filter.type.names',
    });
    expect(server.calls).toEqual([]);
  });
});

const row = (time: string, memo = '') => ({
  consensus_timestamp: time,
  transaction_id: '0.0.1010-1690000000-000000001',
  memo_base64: memo,
  name: 'CRYPTOTRANSFER',
  result: 'SUCCESS',
});
const found = [row('1690000000.000000002', 'w7w='), row('1690000000.000000001', '/w==')];

/** CASE-10: two pages without rows, each with a link, then one with two; and CASE-22's account. */
const sparse: Handler = ({ path, query }) => {
  if (path !== '/api/v1/transactions') {
    return query.get('transactions') === 'false'
      ? { body: { account: '0.0.1010', balance: null } }
      : { delay: 3000, status: 503, body: '' };
  }
  const bound = query.get('timestamp');
  const links = (time: string) => ({
    next: `/api/v1/transactions?account.id=0.0.1010&order=desc&limit=25&timestamp=lt:${time}`,
  });
  if (bound === null) return { body: { transactions: [], links: links('1700000000.000000000') } };
  return bound === 'lt:1700000000.000000000'
    ? { body: { transactions: [], links: links('1694816000.000000000') } }
    : { body: { transactions: found, links: { next: null } } };
};

describe('transactions of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  afterEach(() => server.close());
  const query = (after = '') => `{ account(id: "0.0.1010") { transactions(first: 25${after}) {
    nodes { memo memoBase64 } pageInfo { hasNextPage endCursor } } } }`;
  const lists = () => server.urls().filter((url) => url.startsWith('/api/v1/transactions'));

  it('are walked to the rows behind empty pages, and never read from inside the account', async () => {
    server = await openStub(sparse);
    const { data, errors } = await ask(server, query());
    expect(errors).toEqual([]);
    const { nodes, pageInfo } = data.account.transactions;
    expect(pageInfo.hasNextPage).toBe(false);
    // What is no text has bytes only.
    expect(nodes).toEqual([
      { memo: 'ü', memoBase64: 'w7w=' },
      { memo: null, memoBase64: '/w==' },
    ]);
    expect(server.urls()).toContain('/api/v1/accounts/0.0.1010?transactions=false');
    expect(lists()).toHaveLength(3);
    expect(lists()[0]).toContain('account.id=0.0.1010&limit=25&order=desc');
  });

  it('leave a cursor when the budget ends, from which the next request goes on', async () => {
    server = await openStub(sparse, {}, { operation: { calls: 3 } });
    const first = (await ask(server, query())).data.account.transactions;
    expect([first.nodes, first.pageInfo.hasNextPage]).toEqual([[], true]);
    expect(lists()).toHaveLength(2);
    const rest = await ask(server, query(`, after: "${first.pageInfo.endCursor}"`));
    expect(rest.data.account.transactions.nodes).toHaveLength(2);
    expect(lists().slice(2)).toEqual([
      expect.stringContaining('timestamp=lt:1694816000.000000000'),
    ]);
  });
});

describe('the cost of transactions', () => {
  it('is a call for each account and block that is asked about, on every ledger', () => {
    const cost = (query: string) =>
      costOf(parse(query), null, { schema, variables: {}, batching: inSql, maxPage: 1000 });
    const list = 'transactions(first: 10) { nodes { name } }';
    expect(cost(`{ accounts(first: 20) { nodes { ${list} } } }`)).toMatchObject({
      calls: 21,
      rows: 220,
    });
    expect(cost(`{ blocks(first: 5) { nodes { ${list} } } }`)).toMatchObject({
      calls: 6,
      rows: 55,
    });
    expect(cost(`{ ${list} }`)).toMatchObject({ calls: 1, rows: 10 });
  });
});
