// The example operations as typed documents: what they promise a newcomer, on every engine.
import { describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import { examplesOf } from '../../src/graphql/http/examples.js';
import { makeContext } from '../../src/graphql/reading/context.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { sampleIds } from '../../src/sample/sample.js';
import {
  AccountWithTokensDocument,
  BalancesDocument,
  BlockByNumberDocument,
  SchedulesOfAccountDocument,
  TokenHoldersDocument,
  TransactionFamiliesDocument,
} from '../generated/graphql.js';
import { ask } from '../support/ask.js';
import { engines } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

describe('the examples of GraphiQL', () => {
  const sample = sampleServer();

  it('that lack an id since the ledger has failed have it once it answers', async () => {
    const { ledger } = sample;
    let isDown = true;
    const half: Ledger = {
      ...ledger,
      async page(list, ...rest) {
        if (isDown && list.name === 'schedules') throw new LedgerError('UPSTREAM_UNAVAILABLE');
        return ledger.page(list, ...rest);
      },
    };
    const examples = examplesOf();
    const creator = async () => {
      const operation = startOperation({ timeout: 10_000, calls: 100 });
      const { starts } = await examples(makeContext(half, operation, 100));
      operation.end();
      const { variables } = starts.find(({ name }) => name === 'SchedulesOfAccount') ?? {};
      return variables;
    };
    expect(await creator()).toBe('{}');
    isDown = false;
    expect(await creator()).toContain('0.0.');
    isDown = true;
    expect(await creator()).toContain('0.0.');
  });
});

describe.each(engines)('the examples on %s', (engine) => {
  const server = sampleServer({}, engine);

  it('show balances with accounts and tokens, and go on from the cursor', async () => {
    const first = await ask(server, BalancesDocument, { first: 3 });
    expect(first.errors).toEqual([]);
    const { edges, pageInfo } = first.data.balances ?? { edges: [], pageInfo: undefined };
    expect(edges).toHaveLength(3);
    const after = pageInfo?.endCursor ?? null;
    const second = await ask(server, BalancesDocument, { first: 3, after });
    const ids = [first, second].flatMap(({ data }) =>
      (data.balances?.edges ?? []).map(({ node }) => node.account?.entityId),
    );
    expect(new Set(ids).size).toBe(6);
  });

  it('show an account with all of its tokens, page by page', async () => {
    const tokens: unknown[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(after);
      tokens.push(...page.edges.map(({ node }) => node.tokenId));
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after !== null);
    expect(new Set(tokens).size).toBe(230);
  });

  async function pageOf(after: string | null) {
    const variables = { id: sampleIds.manyTokens, first: 100, after };
    const { data, errors } = await ask(server, AccountWithTokensDocument, variables);
    expect(errors).toEqual([]);
    const tokens = data.account?.tokens;
    if (!tokens) throw new Error('the account has no tokens');
    return tokens;
  }

  it('show the holders of a token now and at an instant', async () => {
    const now = await ask(server, TokenHoldersDocument, { id: sampleIds.maxToken, first: 1000 });
    const [, , at = ''] = sampleIds.snapshots;
    const then = await ask(server, TokenHoldersDocument, { id: sampleIds.maxToken, at });
    expect(now.data.token?.totalSupply).toBe('9223372036854775807');
    expect(now.text).toContain('"balance":"9223372036854775807"');
    expect(then.data.token?.balances?.timestamp).toBe(at);
  });

  it('show the schedules that an account created', async () => {
    const creator = await ask(
      server,
      `{ schedule(id: "${sampleIds.pendingSchedule}") { creatorAccountId } }`,
    );
    const id: string = creator.data.schedule.creatorAccountId;
    const { data } = await ask(server, SchedulesOfAccountDocument, { id });
    const schedules = data.account?.schedules?.nodes.map(({ entityId }) => entityId);
    expect(schedules).toContain(sampleIds.pendingSchedule);
  });

  it('show a batch, a schedule, a call and one sent twice with what belongs to each', async () => {
    const { data, errors } = await ask(server, TransactionFamiliesDocument, {});
    expect(errors).toEqual([]);
    const [batch] = data.batches?.nodes ?? [];
    const schedules = data.schedules?.nodes ?? [];
    const calls = data.calls?.nodes ?? [];
    const failures = data.failures?.nodes ?? [];
    expect(batch?.innerTransactions?.map(({ children }) => children?.length)).toEqual([0, 0, 1]);
    const executed = schedules.filter((row) => row.scheduledTransaction);
    expect(executed.length).toBeGreaterThan(0);
    expect(executed.every(({ schedule }) => schedule)).toBe(true);
    expect(calls.some(({ children }) => children?.length === 1)).toBe(true);
    const again = failures.find(({ result }) => result === 'DUPLICATE_TRANSACTION');
    expect(again?.duplicates).toMatchObject([{ result: 'SUCCESS' }]);
  });

  it('show a block by its number, and the newest ones', async () => {
    const number = sampleIds.lastBlock;
    const { data, errors } = await ask(server, BlockByNumberDocument, { number });
    expect(errors).toEqual([]);
    expect(data.block?.number).toBe(String(number));
    expect(data.newest?.nodes[0]?.number).toBe(String(number));
  });
});
