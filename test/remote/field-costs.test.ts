// What fields cost, as docs/upstream.md says: HTTP calls over a mirror node, statements on a database.
import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/costing/cost.js';
import { encodeGlobalID } from '../../src/graphql/reading/global-id.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import type { Batching } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import * as batchings from '../support/batching.js';
import { openCase, openSample, remote, serve } from '../support/ledgers.js';
import { nodes } from '../support/operations.js';

const document = readFileSync(new URL('../../docs/upstream.md', import.meta.url), 'utf8');
const rows = (document.split('## What a field costs')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .map((line) => /^\| `(\{.*\})` +\| (\d+) +\| (\d+) +\|$/.exec(line))
  .flatMap((cells) =>
    cells
      ? [{ query: cells[1] as string, calls: Number(cells[2]), statements: Number(cells[3]) }]
      : [],
  );

const costIn = (batching: Batching, text: string) =>
  costOf(parse(text), undefined, { schema, variables: {}, batching, maxPage: 1000 });

let onDatabase: Server;
let overHttp: Server;

beforeAll(async () => {
  const sample = await openSample('embedded');
  const options = { graphql: { trace: true } };
  onDatabase = await serve(sample, options);
  const ledger = remote(onDatabase.url, { cache: 0 });
  overHttp = await serve(ledger, options);
  // Whoever is first to ask for an address that nobody has stored reads those that follow from keys.
  await ask(onDatabase, `{ account(id: "0x${'ab'.repeat(20)}") { id } }`);
  // And whoever is first to search for a name looks whether there are the indexes for it.
  await ask(onDatabase, '{ search(text: "a") { __typename } }');
  return async () => {
    await overHttp.close();
    await ledger.close();
    await onDatabase.close();
    await sample.close();
  };
});

describe('what a field costs', () => {
  it('is told of several', () => expect(rows.length).toBeGreaterThan(5));

  it.each(rows)('$query', async ({ query, calls, statements }) => {
    const costs: number[] = [];
    const answers: unknown[] = [];
    for (const server of [overHttp, onDatabase]) {
      const { data, errors, text } = await ask(server, query);
      expect(errors).toEqual([]);
      costs.push(JSON.parse(text).extensions.mirrorql.calls);
      answers.push(data);
    }
    expect(costs).toEqual([calls, statements]);
    expect(answers[0]).toEqual(answers[1]);
    // What is counted before anything runs is never less.
    for (const [place, batching] of [batchings.overHttp, batchings.inSql].entries()) {
      const declared = costIn(batching, query);
      expect(declared.calls).toBeGreaterThanOrEqual(costs[place] ?? Number.NaN);
    }
  });
});

describe('what an object costs that is named by its global id', () => {
  it.each(nodes)('%s', async (name) => {
    const [type = '', ...own] = name.split(':');
    const query = `{ node(id: "${encodeGlobalID(type, own.join(':'))}") { id } }`;
    const { text } = await ask(overHttp, query);
    const declared = costIn(batchings.overHttp, query);
    expect(declared.calls).toBeGreaterThanOrEqual(JSON.parse(text).extensions.mirrorql.calls);
  });
});

it('rates of balances are charged hour by hour, as they are read', async () => {
  const times = Array.from({ length: 24 }, (_, at) => 1_698_800_400n + BigInt(at) * 3600n);
  const ledger = await openCase('embedded', {
    accounts: [{ num: 1001, balance: 1 }],
    balances: times.flatMap((time) =>
      [2, 1001].map((id) => ({ timestamp: time * 1_000_000_000n, id, balance: time })),
    ),
  });
  const server = await serve(ledger, { graphql: { trace: true } });
  const range = `from: "${times[0]}.0", to: "${times.at(-1)}.0"`;
  const query = `{ account(id: "0.0.1001") { entityId balanceHistory(${range}, points: 24) { usd } } }`;
  const { data, text } = await ask(server, query);
  expect(data.account.balanceHistory).toHaveLength(24);
  const { calls } = JSON.parse(text).extensions.mirrorql;
  expect(calls).toBeGreaterThan(24);
  for (const batching of [batchings.inSql, batchings.overHttp]) {
    const declared = costIn(batching, query);
    expect(declared.calls).toBeGreaterThanOrEqual(calls);
  }
  await server.close();
  await ledger.close();
});

it('the rate of a transaction is charged once, whatever is asked of it in dollars', async () => {
  const hours = Array.from(
    { length: 4 },
    (_, at) => 1_698_800_400_000_000_000n + BigInt(at) * 3_600_000_000_000n,
  );
  const ledger = await openCase('embedded', {
    cryptotransfers: hours.map((at) => ({
      consensus_timestamp: at,
      payerAccountId: '0.0.1001',
      recipientAccountId: '0.0.1002',
      amount: 5,
      charged_tx_fee: 7,
    })),
  });
  const server = await serve(ledger, { graphql: { trace: true } });
  const sums = ['transfers', 'stakingRewards'].map((list) => `${list} { usd }`);
  const query = `{ transactions(first: 4) { nodes { chargedFeeUsd exchangeRate { centEquivalent } ${sums.join(' ')} } } }`;
  const { data, errors, text } = await ask(server, query);
  expect(errors).toEqual([]);
  expect(
    data.transactions.nodes.map(({ transfers }: { transfers: object[] }) => transfers.length),
  ).toEqual([3, 3, 3, 3]);
  const { calls } = JSON.parse(text).extensions.mirrorql;
  const charged = [batchings.inSql, batchings.overHttp].map((one) => costIn(one, query).calls);
  expect([calls, ...charged]).toEqual([5, 5, 5]);
  await server.close();
  await ledger.close();
});

describe('what an argument names', () => {
  it.each([
    [
      'is asked for, however little of it is selected',
      '{ network { node(nodeId: 777) { id } } }',
      1,
    ],
    [
      'is asked of each contract by itself',
      '{ contracts(first: 6) { nodes { slot(slot: "1f") { slot } } } }',
      7,
    ],
  ])('%s', async (_what, query, calls) => {
    const { text } = await ask(overHttp, query);
    const declared = costIn(batchings.overHttp, query);
    expect([JSON.parse(text).extensions.mirrorql.calls, declared.calls]).toEqual([calls, calls]);
  });
});

describe('accounts that are named by their addresses', () => {
  it('are charged one by one, and read together where the addresses stand for ids', async () => {
    const query = '{ contractResults(first: 25) { nodes { fromAccount { memo } } } }';
    const both = [batchings.inSql, batchings.overHttp];
    for (const [place, server] of [onDatabase, overHttp].entries()) {
      const { text } = await ask(server, query);
      const { calls } = JSON.parse(text).extensions.mirrorql;
      const { calls: charged } = costIn(both[place] as Batching, query);
      // Of ids a call over HTTP takes 20.
      expect({ calls, charged }).toEqual({ calls: 2 + place, charged: 1 + 25 });
    }
  });
});

describe('lists of many ids', () => {
  const nobody = (count: number) => Array.from({ length: count }, (_, at) => `0.0.${700_000 + at}`);
  const query = (first: number, ids: readonly string[]) =>
    `{ balances(first: ${first}, filter: { account: { in: ${JSON.stringify(ids)} } }) { nodes { id } } }`;

  it.each([
    [1, 20, 1],
    [1, 100, 5],
    [0, 100, 5],
    [21, 100, 5],
    [100, 100, 5],
  ])('are charged for the calls that they take: %d of %d ids', async (first, count, calls) => {
    const text = query(first, nobody(count));
    const cost = costIn(batchings.overHttp, text);
    const answer = await ask(overHttp, text);
    const spent = JSON.parse(answer.text).extensions.mirrorql.calls;
    expect({ spent, charged: cost.calls, errors: answer.errors }).toEqual({
      spent: calls,
      charged: calls,
      errors: [],
    });
    const statements = costIn(batchings.inSql, text).calls;
    expect(statements).toBe(1);
  });

  it('are refused where they take too many, in the text and in variables, as often as they come', async () => {
    const ledger = remote(onDatabase.url, { cache: 0 });
    const cost = { ...defaultQueryLimits.cost, calls: 4 };
    const server = await serve(ledger, { graphql: { limits: { ...defaultQueryLimits, cost } } });
    const open = 'query ($of: BalancesFilter) { balances(first: 1, filter: $of) { nodes { id } } }';
    for (const count of [80, 81, 80, 81, 100, 80, 81, 81]) {
      const account = { in: nobody(count) };
      const answers = [
        await ask(server, query(1, account.in)),
        await ask(server, open, { of: { account } }),
      ];
      for (const { errors } of answers) {
        expect(errors).toMatchObject(count > 80 ? [{ extensions: { code: 'COST_LIMIT' } }] : []);
      }
    }
    await server.close();
    await ledger.close();
  });
});
