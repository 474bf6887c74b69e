// What every ledger must do behind the port: one suite for all, since no face may tell them apart.
import { beforeAll, describe, expect, it } from 'vitest';
import type { List, Lookup } from '../../src/contract/resource.js';
import {
  type AccountRow,
  account,
  accounts,
  accountTokens,
} from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { type BlockRow, block } from '../../src/contract/resources/blocks.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { schedule } from '../../src/contract/resources/schedules.js';
import { token, tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger, Operation, PageRequest } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { sampleIds } from '../../src/sample/sample.js';
import { eq, is, missing, none, type Row, readsOf } from '../support/ledger-reading.js';
import { freeOperation } from '../support/ledgers.js';
import { filterSentences } from './ledger-filters.suite.js';
import { pageSentences } from './ledger-pages.suite.js';

/** The code of what went wrong, be it for all keys at once or for each of them. */
async function codeOf(answer: Promise<unknown>): Promise<string> {
  const found: unknown = await answer.catch((error) => error);
  const codes = (Array.isArray(found) ? found : [found]).map((error: unknown) =>
    error instanceof LedgerError ? error.code : `answered ${JSON.stringify(error)}`,
  );
  return [...new Set(codes)].join();
}

/** A call of each verb on each resource, with the keys of the sample. */
export function everyCall(ledger: Ledger, operation: Operation) {
  const { coinContract, manyTokens, noTokens, storageContract, maxToken, nftToken } = sampleIds;
  const { pendingSchedule, executedSchedule, firstBlock, lastBlock } = sampleIds;
  const pairs: Readonly<Record<string, readonly [string, string]>> = {
    account: [manyTokens, noTokens],
    accountTokens: [manyTokens, noTokens],
    accounts: [manyTokens, noTokens],
    balances: [manyTokens, noTokens],
    contract: [coinContract, storageContract],
    contracts: [coinContract, storageContract],
    token: [maxToken, nftToken],
    tokens: [maxToken, nftToken],
    tokenBalances: [maxToken, nftToken],
    schedule: [pendingSchedule, executedSchedule],
    block: [String(firstBlock), String(lastBlock)],
  };
  const keysOf = ({ name, documents: { example = '' } }: List | Lookup) =>
    pairs[name] ?? [example, example];
  const plain = (list: List) => ({ filters: [], order: list.order, limit: 2 });
  const calls: [string, () => Promise<unknown>][] = [];
  for (const lookup of lookups) {
    const [key, other] = keysOf(lookup);
    calls.push([`one ${lookup.name}`, () => ledger.one(lookup, key, none, operation)]);
    calls.push([`many ${lookup.name}`, () => ledger.many(lookup, [key, other], none, operation)]);
  }
  for (const list of lists) {
    const keys = keysOf(list);
    const requests = keys.map((key) => ({ ...plain(list), ...(list.keys && { key }) }));
    const first = requests[0] as PageRequest;
    calls.push([`page ${list.name}`, () => ledger.page(list, first, operation)]);
    if (list.keys)
      calls.push([`pages ${list.name}`, () => ledger.pages(list, requests, operation)]);
    if (list.batch) {
      calls.push([`many of ${list.name}`, () => ledger.many(list, keys, none, operation)]);
    }
  }
  return calls;
}

/** Runs all sentences on a ledger over the sample. */
export function ledgerSuite(name: string, open: () => Promise<Ledger>): void {
  describe(name, () => {
    let ledger: Ledger;
    const { pageOf } = readsOf(() => ledger);
    beforeAll(async () => {
      ledger = await open();
      return () => ledger.close();
    });

    pageSentences(() => ledger);
    describe('filters', () => filterSentences(() => ledger));

    describe('one and many', () => {
      const lastBlock = String(sampleIds.lastBlock);
      const items: readonly (readonly [Lookup<Row>, string, readonly string[], string])[] = [
        [account, 'account', [sampleIds.treasury, sampleIds.contract, sampleIds.deleted], missing],
        [token, 'token_id', [sampleIds.nftToken, sampleIds.maxToken], missing],
        [schedule, 'schedule_id', [sampleIds.pendingSchedule, sampleIds.expiredSchedule], missing],
        [block, 'number', [lastBlock, String(sampleIds.firstBlock)], '12'],
      ];

      it.each(items)(
        'read $name by its key, and null for nothing',
        async (lookup, own, ids, no) => {
          for (const key of ids) {
            const row = await ledger.one(lookup, key, none, freeOperation());
            expect(String(row[own])).toBe(key);
          }
          expect(await ledger.one(lookup, no, none, freeOperation())).toBeNull();
        },
      );

      it.each(items)('read several of $name in the order of keys', async (lookup, own, ids, no) => {
        const asked = [ids.at(-1) as string, no, ...ids, ids[0] as string, no];
        const rows = (await ledger.many(lookup, asked, none, freeOperation())) as Row[];
        expect(rows.map((row) => (row === null ? no : String(row[own])))).toEqual(asked);
        const alone = await ledger.one(lookup, ids[0] as string, none, freeOperation());
        // Token balances are a part that was not asked for, so they may be there or not.
        const bare = (row: Row) =>
          row.balance ? { ...row, balance: { ...row.balance, tokens: [] } } : row;
        expect(bare(rows.at(-2))).toEqual(bare(alone));
      });

      it('read an account by its alias and its address, alone and among others', async () => {
        const ids = [sampleIds.ecdsaAlias, sampleIds.ed25519Alias, sampleIds.hollow];
        for (const key of [...ids, sampleIds.contract]) {
          const row = await ledger.one(account, key, none, freeOperation());
          const isOwn = row?.evm_address !== null && BigInt(row?.evm_address ?? 0) >= 2n ** 64n;
          const references = [row?.alias, isOwn ? row?.evm_address : null].filter((r) => r != null);
          expect(references.length).toBeGreaterThan(0);
          for (const reference of references) {
            const found = await ledger.one(account, reference, none, freeOperation());
            expect(found?.account).toBe(key);
          }
          const many = await ledger.many(account, [...references, key], none, freeOperation());
          expect(new Set(many.map((found) => (found as AccountRow).account))).toEqual(
            new Set([key]),
          );
        }
        const unknown = [
          `0x${'a'.repeat(40)}`,
          'CIQAAAH4AY2OFK2FL37TSPYEQGPPUJRP4XTKWHD62HKPQX543DTOFFQ',
        ];
        for (const key of unknown) {
          expect(await ledger.one(account, key, none, freeOperation())).toBeNull();
        }
      });

      it('read a block by its hash, and by the first 64 digits of it', async () => {
        const { hash } = (await ledger.one(block, lastBlock, none, freeOperation())) as BlockRow;
        for (const key of [hash, hash.slice(0, 66)]) {
          const found = await ledger.one(block, key, none, freeOperation());
          expect(found?.number).toBe(sampleIds.lastBlock);
        }
        expect(await ledger.one(block, `0x${'0'.repeat(96)}`, none, freeOperation())).toBeNull();
      });

      it('read the state of a moment in the past', async () => {
        const at = { filters: [is('timestamp', 'lte', sampleIds.snapshots[0])] };
        const key = sampleIds.manyTokens;
        const past = await ledger.one(account, key, at, freeOperation());
        const [row] = (await pageOf(balances, { filters: [...at.filters, eq('account.id', key)] }))
          .items;
        expect(past?.balance).toMatchObject({
          balance: row.balance,
          timestamp: sampleIds.snapshots[0],
        });
        const both = await ledger.many(account, [key, missing], at, freeOperation());
        expect(both).toEqual([past, null]);
        const early = { filters: [is('timestamp', 'lte', '1000000000.000000000')] };
        expect(await ledger.one(token, sampleIds.maxToken, early, freeOperation())).toBeNull();
      });

      it.each([
        [balances, 'account', [sampleIds.hollow, missing, sampleIds.treasury, sampleIds.hollow]],
        [accounts, 'account', [sampleIds.hollow, missing, sampleIds.treasury, sampleIds.hollow]],
        [tokens, 'token_id', [sampleIds.nftToken, missing, sampleIds.maxToken, sampleIds.nftToken]],
      ] as [List<Row>, string, string[]][])('read rows of $name by ids', async (list, own, ids) => {
        const rows = (await ledger.many(list, ids, none, freeOperation())) as Row[];
        expect(rows.map((row) => row?.[own] ?? missing)).toEqual(ids);
      });

      it('read a hundred accounts at once', async () => {
        const page = await pageOf(accounts, { order: 'desc' });
        const ids = page.items.map((row) => row.account);
        const rows = (await ledger.many(account, ids, none, freeOperation())) as AccountRow[];
        expect(rows.map((row) => row.account)).toEqual(ids);
      });
    });

    it('keeps every digit of an int64', async () => {
      const max = 9_223_372_036_854_775_807n;
      const { maxHolder, maxToken } = sampleIds;
      const own = [eq('token.id', maxToken)];
      const [held] = (await pageOf(accountTokens, { key: maxHolder, filters: own })).items;
      expect(held.balance).toBe(max);
      const holder = { key: maxToken, filters: [eq('account.id', maxHolder)] };
      expect((await pageOf(tokenBalances, holder)).items[0].balance).toBe(max);
      const filters = [eq('account.id', maxHolder)];
      const [row] = (await pageOf(balances, { filters, parts: { tokens: 50 } })).items;
      expect(row.tokens).toContainEqual({ token_id: maxToken, balance: max });
      const info = await ledger.one(token, maxToken, none, freeOperation());
      expect([info?.total_supply, info?.max_supply]).toContain(max.toString());
    });

    it('ends with COST_LIMIT when the budget is spent, whatever is asked', async () => {
      for (const [call, run] of everyCall(ledger, startOperation({ timeout: 5000, calls: 0 }))) {
        expect(await codeOf(run()), call).toBe('COST_LIMIT');
      }
    });

    it('ends with UPSTREAM_TIMEOUT when the operation is over, before or during a call', async () => {
      const over = startOperation({ timeout: 5000, calls: 1000 });
      over.end();
      for (const [call, run] of everyCall(ledger, over)) {
        expect(await codeOf(run()), call).toBe('UPSTREAM_TIMEOUT');
      }
      for (const index of everyCall(ledger, over).keys()) {
        const operation = startOperation({ timeout: 5000, calls: 1000 });
        const [call, run] = everyCall(ledger, operation)[index] as [string, () => Promise<unknown>];
        const answer = codeOf(run());
        operation.end();
        expect(await answer, call).toBe('UPSTREAM_TIMEOUT');
      }
    });

    it('is ready, and says what it is without a secret', async () => {
      await ledger.ready(freeOperation());
      expect(ledger.description).not.toMatch(/password|:\/\/[^/]*@/);
    });
  });
}
