// What is not read since something else has told it: accounts that their lists prove, tokens that are read whole, and those in rows of accounts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

const ids = [sampleIds.manyTokens, sampleIds.fiftyTokens, sampleIds.noTokens, sampleIds.hollow]
  .concat([sampleIds.deleted, sampleIds.contract, sampleIds.issuer, sampleIds.maxHolder])
  // No accounts: tokens, a topic, a schedule, and nothing at all.
  .concat([sampleIds.maxToken, sampleIds.nftToken, sampleIds.noteTopic, sampleIds.pendingSchedule])
  .concat(['0.0.999999999', '1001']);
const lists = ['tokens', 'nfts', 'hbarAllowances', 'tokenAllowances', 'nftAllowances'].concat(
  ['pendingAirdrops', 'outstandingAirdrops', 'stakingRewards', 'hooks', 'transactions'],
  ['schedules'],
);

const both = bothServers();
const anywhere = fc.constantFrom(...bothLedgers);
const of = (id: string, fields: string) => `{ account(id: "${id}") { ${fields} } }`;

async function callsOf(query: string) {
  const mirror = both.of('remote');
  mirror.calls.length = 0;
  await ask(mirror, query);
  return [...mirror.calls];
}

describe('an account of which only lists are asked for', () => {
  it('is there exactly where it is found, with the same lists', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ids),
        fc.subarray(lists, { minLength: 1, maxLength: 4 }),
        anywhere,
        async (id, asked, where) => {
          const server = both.of(where);
          const fields = asked.map((list) => `${list}(first: 2) { nodes { id } }`).join(' ');
          const { data, errors } = await ask(server, of(id, `entityId ${fields}`));
          expect(errors).toEqual([]);
          const plain = await ask(server, of(id, `entityId memo ${fields}`));
          if (plain.data.account) delete plain.data.account.memo;
          expect(data).toEqual(plain.data);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is not looked up where one of them has an item, and else is', async () => {
    const two = 'tokens(first: 1) { nodes { id } } nfts(first: 1) { nodes { id } }';
    expect(await callsOf(of(sampleIds.manyTokens, two))).toEqual([
      'pages accountTokens ×1',
      'pages nfts ×1',
    ]);
    expect(await callsOf(of(sampleIds.noTokens, two))).toContain('one account');
  });

  it('is looked up where its transactions are, which may be about what is no account', async () => {
    const calls = await callsOf(of(sampleIds.manyTokens, 'transactions { nodes { id } }'));
    expect(calls).toContain('one account');
  });
});

describe('a token of which some want a row, and others all', () => {
  const { maxToken, nftToken, keepsakes } = sampleIds;
  /** What rows of tokens have, and what only a token itself has. */
  const inRows = ['name', 'decimals', 'type'];
  const wholly = ['supplyType', 'createdTimestamp', 'totalSupplyAmount', 'expiryTimestamp'];
  const asked = fc.record({
    id: fc.constantFrom(maxToken, nftToken, keepsakes, '0.0.999999999'),
    fields: fc.subarray([...inRows, ...wholly], { minLength: 1, maxLength: 3 }),
  });

  it('is the same, and looked up once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 6 }), async (all) => {
        const texts = all.map(
          ({ id, fields }) => `token(id: "${id}") { entityId ${fields.join(' ')} }`,
        );
        const together = texts.map((text, at) => `t${at}: ${text}`).join(' ');
        for (const server of bothLedgers.map(both.of)) {
          server.calls.length = 0;
          const { data, errors } = await ask(server, `{ ${together} }`);
          expect(errors).toEqual([]);
          const told = [...server.calls];
          const seen = told.map((call) => Number(/×(\d+)$/.exec(call)?.[1] ?? 1));
          const different = new Set(all.map(({ id }) => id)).size;
          expect(seen.reduce((sum, one) => sum + one, 0)).toBe(different);
          for (const [at, text] of texts.entries()) {
            expect(data[`t${at}`]).toEqual((await ask(server, `{ ${text} }`)).data.token);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is not asked for again by what it is held of', async () => {
    const held = 'balances(first: 3) { nodes { amount token { name decimals } } }';
    const query = `{ token(id: "${maxToken}") { supplyType createdTimestamp ${held} } }`;
    expect(await callsOf(query)).toEqual(['one token', 'pages tokenBalances ×1']);
  });
});

interface Row {
  readonly balance: {
    readonly tokens: {
      readonly nodes: unknown[];
      readonly pageInfo: { hasNextPage?: boolean; hasPreviousPage?: boolean };
    };
  };
}

describe('tokens in rows of accounts', () => {
  const page = fc.record({
    order: fc.constantFrom('ASC', 'DESC'),
    edge: fc.constantFrom('first', 'last'),
    size: fc.integer({ min: 0, max: 60 }),
  });
  const few = `filter: { account: { gte: "0.0.1001", lte: "0.0.1011" } }`;

  it('are those of the account', async () => {
    await fc.assert(
      fc.asyncProperty(page, anywhere, async ({ order, edge, size }, where) => {
        const server = both.of(where);
        const balance = `balance { tokens(${edge}: ${size}) { nodes { tokenId balance amount }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
        const listed = await ask(
          server,
          `{ accounts(first: 5, order: ${order}, ${few}) { nodes { entityId ${balance} } } }`,
        );
        expect(listed.errors).toEqual([]);
        const rows = listed.data.accounts.nodes as (Row & { entityId: string })[];
        const each = rows.map(
          ({ entityId: id }, at) => `a${at}: account(id: "${id}") { ${balance} }`,
        );
        const { data } = await ask(server, `{ ${each.join(' ')} }`);
        for (const [at, { entityId, ...row }] of rows.entries()) {
          const plain: Row = data[`a${at}`];
          // A row that is whole knows its end, which a full page of the list does not.
          const ends = [row, plain].map((one) => one.balance.tokens.pageInfo);
          for (const end of ['hasNextPage', 'hasPreviousPage'] as const) {
            if (ends[1]?.[end] && row.balance.tokens.nodes.length === size) delete ends[0]?.[end];
            if (ends[0]?.[end] === undefined) delete ends[1]?.[end];
          }
          expect(row, entityId).toEqual(plain);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('cost no call', async () => {
    const query = `{ accounts(first: 11, order: ASC, ${few}) { nodes { balance { tokens(first: 2) { nodes { tokenId } } } } } }`;
    expect(await callsOf(query)).toEqual(['page accounts']);
  });
});
