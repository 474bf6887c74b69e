// How many there are in all: counted by an index up to a bound, and null where that is not told.
import { describe, expect, it } from 'vitest';
import { furtherLists, lists } from '../../src/contract/resources/index.js';
import { type CountRequest, mostCounted } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { parts, readsOf } from '../support/ledger-reading.js';
import { engines, freeOperation, openChanging, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

const { manyTokens, maxToken, longTopic } = sampleIds;

describe.each(engines)('%s', (engine) => {
  const server = sampleServer({}, engine);
  const { walk } = readsOf(() => server.ledger);

  it('of each list that is counted is the number of its rows', async () => {
    let known = 0;
    for (const { list, request, label } of parts) {
      const { key, filters = [] } = request;
      const asked: CountRequest = { filters, ...(key !== undefined && { key }) };
      const [count = null] = (await server.ledger.counts?.(list, [asked], freeOperation())) ?? [];
      if (count === null) continue;
      known += 1;
      expect(count, label).toBe((await walk(list, request)).length);
    }
    expect(known).toBeGreaterThan(9);
    expect(known).toBeLessThan(lists.length + furtherLists.length);
  });

  it('is the same wherever the page begins, and is one statement for all parents', async () => {
    server.calls.length = 0;
    const { data, errors } = await ask(
      server,
      `{ accounts(first: 3, filter: { account: { in: ["${manyTokens}", "0.0.1002", "0.0.1003"] } }) {
        nodes { tokens(first: 1) { totalCount nodes { tokenId } } } }
        topic(id: "${longTopic}") { messages(last: 1) { totalCount } some: messages(first: 0, filter: { sequenceNumber: { gt: 9990 } }) { totalCount } } }`,
    );
    expect(errors).toEqual([]);
    const counts = data.accounts.nodes.map(
      (one: { tokens: { totalCount: number } }) => one.tokens.totalCount,
    );
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts).toEqual([counts[0], expect.any(Number), expect.any(Number)]);
    expect(data.topic).toEqual({ messages: { totalCount: mostCounted }, some: { totalCount: 10 } });
    expect(server.calls.filter((call) => call.startsWith('counts')).sort()).toEqual([
      'counts accountTokens ×3',
      'counts messages ×2',
    ]);
  });

  it.each([
    [
      'conditions that no index answers',
      `token(id: "${maxToken}") { balances(filter: { balance: { gt: 1 } }) { totalCount } }`,
    ],
    [
      'rows that are looked through',
      `account(id: "${manyTokens}") { tokens(filter: { balance: { gt: 0 } }) { totalCount } }`,
    ],
    [
      'a state of the past',
      `token(id: "${maxToken}") { balances(at: "1795174200") { totalCount } }`,
    ],
    ['lists that no index counts', 'transactions(first: 1) { totalCount }'],
  ])('is null for %s', async (_what, field) => {
    server.calls.length = 0;
    const { data, errors } = await ask(server, `{ ${field} }`);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).toContain('"totalCount":null');
  });

  it('is null beyond the bound, and reads no further', async () => {
    const {
      ledger: own,
      run,
      release,
    } = await openChanging(engine, {
      entities: [{ num: 2001, type: 'TOKEN' }],
      tokens: [{ token_id: '0.0.2001', decimals: 2 }],
    });
    const other = await serve(own);
    const read = async () => {
      const { data } = await ask(
        other,
        '{ token(id: "0.0.2001") { balances(first: 1) { totalCount } } }',
      );
      return data.token.balances.totalCount;
    };
    const hold = (from: number, to: number) =>
      run(`insert into token_account (account_id, token_id, associated, balance, timestamp_range)
        select n, 2001, true, 1, '[1,)' from generate_series(${from}, ${to}) n`);
    await hold(1, mostCounted);
    expect(await read()).toBe(mostCounted);
    await hold(mostCounted + 1, mostCounted + 1);
    expect(await read()).toBeNull();
    await other.close();
    await release();
    await own.close();
  });

  const ofAccount = (field: string) => `{ owner: account(id: "0.0.1001") { list: ${field} } }`;
  const ofToken = (field: string) => `{ owner: token(id: "0.0.2001") { list: ${field} } }`;
  const counted = '(first: 0) { totalCount }';

  it.each([
    [
      'airdrops is of those that are pending',
      ofAccount(`pendingAirdrops${counted}`),
      `token_airdrop (amount, receiver_account_id, sender_account_id, serial_number, token_id, timestamp_range, state)
        select 1, 1001, n, 0, 2001, '[1,)', (case when is_one then 'PENDING' else 'CLAIMED' end)::airdrop_state`,
    ],
    [
      'hbar allowances is of those of which something is left',
      ofAccount(`hbarAllowances${counted}`),
      `crypto_allowance (owner, spender, payer_account_id, amount_granted, timestamp_range, amount)
        select 1001, n, 1001, 9, '[1,)', is_one::int`,
    ],
    [
      'token allowances is of those of which something is left',
      ofAccount(`tokenAllowances${counted}`),
      `token_allowance (owner, spender, token_id, payer_account_id, amount_granted, timestamp_range, amount)
        select 1001, n, 2001, 1001, 9, '[1,)', is_one::int`,
    ],
    [
      'NFT allowances is of those that were not revoked',
      ofAccount(`nftAllowances${counted}`),
      `nft_allowance (owner, spender, token_id, payer_account_id, timestamp_range, approved_for_all)
        select 1001, n, 2001, 1001, '[1,)', is_one`,
    ],
    [
      'tokens of an account is of those that it still has',
      ofAccount(`tokens${counted}`),
      `token_account (account_id, token_id, timestamp_range, associated)
        select 1001, n, '[1,)', is_one`,
    ],
    [
      'holders of a token is of those who still are',
      ofToken(`balances${counted}`),
      `token_account (token_id, account_id, timestamp_range, associated)
        select 2001, n, '[1,)', is_one`,
    ],
    [
      'holders by amount is of those who still are',
      ofToken('balances(first: 0, orderBy: BALANCE) { totalCount }'),
      `token_account (token_id, account_id, timestamp_range, associated)
        select 2001, n, '[1,)', is_one`,
    ],
  ])('of %s, as long as all rows can be looked at', async (_what, query, rows) => {
    const {
      ledger: own,
      run,
      release,
    } = await openChanging(engine, {
      accounts: [{ num: 1001 }],
      entities: [{ num: 2001, type: 'TOKEN' }],
      tokens: [{ token_id: '0.0.2001', decimals: 2 }],
    });
    const other = await serve(own);
    const read = async () => (await ask(other, query)).data.owner.list.totalCount;
    const add = (from: number, to: number, isOne: boolean) =>
      run(
        `insert into ${rows} from generate_series(${from}, ${to}) as n, (values (${isOne})) as what(is_one)`,
      );
    await add(3001, 3007, true);
    await add(3008, 3000 + mostCounted, false);
    expect(await read()).toBe(7);
    await add(3001 + mostCounted, 3001 + mostCounted, false);
    expect(await read()).toBeNull();
    await other.close();
    await release();
    await own.close();
  });

  it('goes into the cost', async () => {
    const { errors } = await ask(
      server,
      `{ tokens(first: 100) { nodes { nfts(first: 1) { totalCount } balances(first: 1) { totalCount } } } }`,
    );
    expect(errors[0]?.extensions?.['code']).toBe('COST_LIMIT');
  });
});

it('is null over a mirror node, without a call', async () => {
  const running = await openStub(() => ({ body: { tokens: [], links: { next: null } } }));
  const { data, errors } = await ask(running, '{ tokens(first: 1) { totalCount } }');
  expect(errors).toEqual([]);
  expect(data.tokens.totalCount).toBeNull();
  expect(running.urls()).toEqual(['/api/v1/tokens?limit=1&order=asc']);
  await running.close();
});
