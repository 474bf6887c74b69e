// Accounts and holders in the order of what they have: top and bottom, page by page, each once.
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { balancesByAmount, holdersByAmount } from '../../src/sql/resources/by-balance.js';
import { ask } from '../support/ask.js';
import { open, openStub, type Running } from '../support/backends.js';
import { engines, openChanging, serve } from '../support/ledgers.js';

const greatest = 9_223_372_036_854_775_807n;
const token = '0.0.2001';

interface Held {
  readonly num: number;
  readonly balance: bigint | null;
  readonly held: bigint | null;
}

/** Many equal amounts, the greatest and none at all; some hold nothing of the token, or never had it. */
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 0n, max: 4n }) },
  { weight: 1, arbitrary: fc.constantFrom(greatest, greatest - 1n, 9_007_199_254_740_993n) },
);
const holdings = fc
  .array(fc.record({ balance: fc.option(amount), held: fc.option(amount) }), {
    minLength: 12,
    maxLength: 30,
  })
  .map((all) => all.map((one, index): Held => ({ num: 1001 + 7 * index, ...one })));

const setupOf = (people: readonly Held[]): Setup =>
  ({
    accounts: people.map(({ num, balance }) => ({ num, balance })),
    entities: [{ num: 2001, type: 'TOKEN' }],
    tokens: [{ token_id: token, decimals: 2 }],
    tokenaccounts: people
      .filter(({ held }) => held !== null)
      .map(({ num, held }) => ({
        account_id: `0.0.${num}`,
        token_id: token,
        balance: held,
        created_timestamp: 1,
      })),
  }) as unknown as Setup;

const [people] = fc.sample(holdings, { numRuns: 1, seed: 7 }) as [Held[]];

/** Who has what, as the words of the documentation order it. */
function expected(of: 'balance' | 'held', least = 0n): string[] {
  const known = people.filter((one) => (one[of] ?? -1n) >= least);
  const sorted = known.sort((a, b) => {
    const difference = (a[of] as bigint) - (b[of] as bigint);
    return difference === 0n ? a.num - b.num : difference < 0n ? -1 : 1;
  });
  return sorted.map((one) => `0.0.${one.num} ${one[of]}`);
}

const fields =
  'nodes { account { entityId } balance } pageInfo { endCursor startCursor hasNextPage hasPreviousPage }';
const all = {
  balance: ['', 'balances', ''],
  held: [`token(id: "${token}") {`, 'balances', '}'],
} as const;
type Node = { readonly account: { readonly entityId: string }; readonly balance: string };

/** All pages, from the one end or from the other. */
async function walk(server: { url: string }, of: 'balance' | 'held', size: number, given: string) {
  const [before, field, behind] = all[of];
  const isLast = given.includes('order: DESC, last');
  const seen: string[] = [];
  for (let place = ''; ; ) {
    const query = `{ ${before} ${field}(orderBy: BALANCE, ${given.replace('SIZE', String(size))}${place}) { ${fields} } ${behind} }`;
    const { data, errors } = await ask(server, query);
    expect(errors, query).toEqual([]);
    const { nodes, pageInfo } = (of === 'held' ? data.token : data)[field];
    const rows = (nodes as Node[]).map(({ account, balance }) => `${account.entityId} ${balance}`);
    seen.push(...(isLast ? rows.reverse() : rows));
    if (!(isLast ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return seen;
    place = isLast ? `, before: "${pageInfo.startCursor}"` : `, after: "${pageInfo.endCursor}"`;
  }
}

describe.each(engines)('%s', (engine) => {
  let running: Running;
  beforeAll(async () => {
    running = await open(engine, setupOf(people));
  });
  afterAll(() => running.close());

  describe.each(['balance', 'held'] as const)('by %s', (of) => {
    it.each([3, 7, 100])('is walked both ways by pages of %i, each once', async (size) => {
      const rising = expected(of);
      const falling = [...rising].reverse();
      expect(rising.length).toBeGreaterThan(9);
      expect(await walk(running, of, size, 'order: ASC, first: SIZE')).toEqual(rising);
      expect(await walk(running, of, size, 'first: SIZE')).toEqual(falling);
      expect(await walk(running, of, size, 'order: DESC, last: SIZE')).toEqual(rising);
    });

    it('takes bounds on the amount', async () => {
      const given = 'order: ASC, first: SIZE, filter: { balance: { gte: 3 } }';
      expect(await walk(running, of, 4, given)).toEqual(expected(of, 3n));
    });
  });

  it('is one statement, also below several tokens', async () => {
    running.calls.length = 0;
    await ask(
      running,
      '{ tokens(first: 2) { nodes { balances(orderBy: BALANCE, first: 2) { nodes { balance } } } } }',
    );
    expect(running.calls).toEqual(['page tokens', 'pages holdersByAmount ×1']);
  });

  it.each([
    '{ balances(orderBy: BALANCE, at: "1000") { timestamp } }',
    `{ balances(orderBy: BALANCE, filter: { publicKey: "${'ab'.repeat(32)}" }) { timestamp } }`,
  ])('%s is refused before anything is asked', async (query) => {
    running.calls.length = 0;
    const { errors } = await ask(running, query);
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'orderBy' });
    expect(errors[0]?.message).toBe(
      'orderBy: is of the present, under conditions on account and balance alone, but got "BALANCE"',
    );
    expect(running.calls).toEqual([]);
  });

  it('takes no cursor of another order', async () => {
    const { data } = await ask(running, '{ balances(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = data.balances.pageInfo;
    const { errors } = await ask(
      running,
      `{ balances(orderBy: BALANCE, first: 1, after: "${endCursor}") { timestamp } }`,
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'after' });
  });

  it('is refused by the name of the index where a database has none', async () => {
    const { ledger, run, release } = await openChanging(engine, setupOf(people));
    await run('drop index entity_balance_id_idx');
    await run('drop index token_account_token_id_balance_account_id_idx');
    const server = await serve(ledger);
    const { errors } = await ask(
      server,
      `{ balances(orderBy: BALANCE) { timestamp } token(id: "${token}") { balances(orderBy: BALANCE) { timestamp } } }`,
    );
    expect(errors.map(({ message, extensions }) => [extensions?.['code'], message])).toEqual([
      ['NOT_ANSWERABLE', expect.stringContaining('an index on entity (balance, id)')],
      [
        'NOT_ANSWERABLE',
        expect.stringContaining('an index on token_account (token_id, balance, account_id)'),
      ],
    ]);
    await server.close();
    await release();
    await ledger.close();
  });

  it('is read off the index, without a sort', async () => {
    const { run, release, ledger } = await openChanging(engine, setupOf(people));
    await run(`insert into entity (id, num, realm, shard, type, balance, timestamp_range)
      select n, n, 0, 0, 'ACCOUNT', n % 97, '[1,)' from generate_series(100000, 120000) n`);
    await run(`insert into token_account (account_id, token_id, associated, balance, timestamp_range)
      select n, 2001, true, n % 97, '[1,)' from generate_series(100000, 120000) n`);
    await run('analyze entity, token_account');
    const request = {
      filters: [],
      order: 'desc',
      limit: 100,
      after: ['50', '0.0.110000'],
    } as const;
    for (const [query, index] of [
      [balancesByAmount, 'entity_balance_id_idx'],
      [holdersByAmount, 'token_account_token_id_balance_account_id_idx'],
    ] as const) {
      const { text, values } = query.select(request, [sql`2001::bigint`], sampleClock);
      const rows = JSON.stringify(await run(`explain ${text}`, values));
      expect(rows).toContain(index);
      expect(rows).not.toMatch(/Sort|Seq Scan on (entity|token_account)/);
    }
    await release();
    await ledger.close();
  });
});

it('is refused by a mirror node, without a call', async () => {
  const running = await openStub(() => ({}));
  const { errors } = await ask(running, '{ balances(orderBy: BALANCE) { timestamp } }');
  expect(errors[0]?.extensions?.['code']).toBe('NOT_ANSWERABLE');
  expect(errors[0]?.message).toContain('account ids alone');
  expect(running.urls()).toEqual([]);
  await running.close();
});
