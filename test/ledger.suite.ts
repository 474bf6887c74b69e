// What every ledger must do behind the port: one suite for all, since no face may tell them apart.
// Longer than other files, because it is all four verbs over every resource of the contract.
import { beforeAll, describe, expect, it } from 'vitest';
import { type AccountRow, account, accounts, accountTokens } from '../src/contract/accounts.js';
import { balances } from '../src/contract/balances.js';
import { type BlockRow, block, blocks } from '../src/contract/blocks.js';
import { encodeEntityId } from '../src/contract/entity.js';
import { lists, lookups } from '../src/contract/index.js';
import type { Key } from '../src/contract/keys.js';
import { comparePositions, positionOf } from '../src/contract/position.js';
import type { Filter, List, Lookup, Operator, Order } from '../src/contract/resource.js';
import { schedule, schedules } from '../src/contract/schedules.js';
import { token, tokenBalances, tokens } from '../src/contract/tokens.js';
import { type TransactionRow, transactions } from '../src/contract/transactions.js';
import { LedgerError } from '../src/errors.js';
import type { Ledger, Operation, Page, PageRequest } from '../src/ledger.js';
import { startOperation } from '../src/operation.js';
import { sampleIds } from '../src/sql/sample/sample.js';
import { freeOperation } from './ledgers.js';

// biome-ignore lint/suspicious/noExplicitAny: rows of all lists go through the same tests
type Row = any;
type Value = bigint | string | null;

const missing = '0.0.999999999';
const orders: readonly Order[] = ['asc', 'desc'];
const is = (parameter: string, operator: Operator, value: string): Filter => ({
  parameter,
  operator,
  value,
});
const eq = (parameter: string, value: string) => is(parameter, 'eq', value);
const id = (text: string) => encodeEntityId(text);
const time = (text: string) => BigInt(text.replace('.', ''));
const keyText = (key: Key | null) => (key && key._type !== 'ProtobufEncoded' ? key.key : null);

/** A part of each list that is small enough to be read whole again and again. */
const parts = (
  [
    [balances, { filters: [is('account.id', 'lt', '0.0.14000')] }],
    [accounts, { filters: [is('account.id', 'lt', '0.0.14000')] }],
    [accountTokens, { key: sampleIds.manyTokens }],
    [accountTokens, { key: sampleIds.manyTokensToo }],
    [tokens, {}],
    [tokenBalances, { key: sampleIds.maxToken }],
    [schedules, {}],
    [blocks, { filters: [is('block.number', 'gte', String(sampleIds.lastBlock - 150))] }],
    [transactions, { filters: [is('timestamp', 'gte', '1795175700.000000000')] }],
  ] as [List<Row>, Partial<PageRequest>][]
).map(([list, request]) => ({
  label: `${list.name}${request.key ? ` of ${request.key}` : ''}`,
  list,
  request,
}));
type Part = (typeof parts)[number];

/** What a comparison of SQL says; nothing compares with null. */
function holds(value: Value, operator: Operator, bound: Value): boolean {
  if (value === null || bound === null) return false;
  if (operator === 'eq' || operator === 'ne') return (value === bound) === (operator === 'eq');
  if (value === bound) return operator === 'gte' || operator === 'lte';
  return value > bound === operator.startsWith('gt');
}

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
  const { manyTokens, noTokens, maxToken, nftToken } = sampleIds;
  const { pendingSchedule, executedSchedule, firstBlock, lastBlock } = sampleIds;
  const pairs: Readonly<Record<string, readonly [string, string]>> = {
    account: [manyTokens, noTokens],
    token: [maxToken, nftToken],
    schedule: [pendingSchedule, executedSchedule],
    block: [String(firstBlock), String(lastBlock)],
  };
  const accountPair: readonly [string, string] = [manyTokens, noTokens];
  const plain = (list: List) => ({ filters: [], order: list.order, limit: 2 });
  const calls: [string, () => Promise<unknown>][] = [];
  for (const lookup of lookups) {
    const [key, other] = pairs[lookup.name] ?? accountPair;
    calls.push([`one ${lookup.name}`, () => ledger.one(lookup, key, none, operation)]);
    calls.push([`many ${lookup.name}`, () => ledger.many(lookup, [key, other], none, operation)]);
  }
  for (const list of lists) {
    const keys = list === tokens || list === tokenBalances ? [maxToken, nftToken] : accountPair;
    const requests = keys.map((key) => ({ ...plain(list), ...(list.key && { key }) }));
    const first = requests[0] as PageRequest;
    calls.push([`page ${list.name}`, () => ledger.page(list, first, operation)]);
    if (list.key) calls.push([`pages ${list.name}`, () => ledger.pages(list, requests, operation)]);
    if (list.batch) {
      calls.push([`many of ${list.name}`, () => ledger.many(list, keys, none, operation)]);
    }
  }
  return calls;
}

const none = { filters: [] };

/** Runs all sentences on a ledger over the sample. */
export function ledgerSuite(name: string, open: () => Promise<Ledger>): void {
  describe(name, () => {
    let ledger: Ledger;
    const keys = new Map<string, Value>();
    /** Holders whose key can be asked for: of a token's holders, the contract counts accounts alone. */
    const keyed = new Set<string>();

    const pageOf = (list: List<Row>, request: Partial<PageRequest> = {}) =>
      ledger.page(
        list,
        { filters: [], order: list.order, limit: 100, ...request },
        freeOperation(),
      ) as Promise<Page<Row>>;
    const timeOf = async (filters: readonly Filter[]) => {
      const [live, holders] = await Promise.all([
        pageOf(balances, { filters, limit: 1 }),
        pageOf(tokenBalances, { key: sampleIds.maxToken, filters, limit: 1 }),
      ]);
      expect(holders.timestamp).toBe(live.timestamp);
      return live.timestamp;
    };

    /** All rows of a list, page by page. */
    async function walk(list: List<Row>, request: Partial<PageRequest> = {}): Promise<Row[]> {
      const rows: Row[] = [];
      for (let page = await pageOf(list, request); ; ) {
        rows.push(...page.items);
        expect(page.items.length).toBeLessThanOrEqual(request.limit ?? 100);
        if (!page.next) return rows;
        page = await pageOf(list, { ...request, after: page.next });
      }
    }

    beforeAll(async () => {
      ledger = await open();
      for (const row of (await walk(accounts)) as AccountRow[]) {
        keys.set(row.account, keyText(row.key));
      }
      const filters = [is('account.publickey', 'gte', '0'.repeat(64))];
      for (const row of await walk(tokenBalances, { key: sampleIds.maxToken, filters })) {
        keyed.add(row.account);
      }
      return () => ledger.close();
    });

    describe('one and many', () => {
      const lastBlock = String(sampleIds.lastBlock);
      const items: readonly (readonly [Lookup<Row>, string, readonly string[], string])[] = [
        [account, 'account', [sampleIds.treasury, sampleIds.contract, sampleIds.deleted], missing],
        [token, 'token_id', [sampleIds.nftToken, sampleIds.maxToken], missing],
        [schedule, 'schedule_id', [sampleIds.pendingSchedule, sampleIds.expiredSchedule], missing],
        [block, 'number', [lastBlock, String(sampleIds.firstBlock)], '12'],
      ];

      it.each(items)(
        'read $0.name by its key, and null for nothing',
        async (lookup, own, ids, no) => {
          for (const key of ids) {
            const row = await ledger.one(lookup, key, none, freeOperation());
            expect(String(row[own])).toBe(key);
          }
          expect(await ledger.one(lookup, no, none, freeOperation())).toBeNull();
        },
      );

      it.each(items)(
        'read several of $0.name in the order of keys',
        async (lookup, own, ids, no) => {
          const asked = [ids.at(-1) as string, no, ...ids, ids[0] as string, no];
          const rows = (await ledger.many(lookup, asked, none, freeOperation())) as Row[];
          expect(rows.map((row) => (row === null ? no : String(row[own])))).toEqual(asked);
          const alone = await ledger.one(lookup, ids[0] as string, none, freeOperation());
          // Token balances are a part that was not asked for, so they may be there or not.
          const bare = (row: Row) =>
            row.balance ? { ...row, balance: { ...row.balance, tokens: [] } } : row;
          expect(bare(rows.at(-2))).toEqual(bare(alone));
        },
      );

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
      ] as [List<Row>, string, string[]][])(
        'read rows of $0.name by ids',
        async (list, own, ids) => {
          const rows = (await ledger.many(list, ids, none, freeOperation())) as Row[];
          expect(rows.map((row) => row?.[own] ?? missing)).toEqual(ids);
        },
      );

      it('read a hundred accounts at once', async () => {
        const ids = [...keys.keys()].slice(-100).reverse();
        const rows = (await ledger.many(account, ids, none, freeOperation())) as AccountRow[];
        expect(rows.map((row) => row.account)).toEqual(ids);
      });
    });

    describe('page', () => {
      it.each(parts)(
        'walks each row of $label once, in order, by any size',
        async ({ list, request }) => {
          for (const order of orders) {
            const all = await walk(list, { ...request, order });
            const positions = all.map((row) => positionOf(list, row));
            expect(positions.length).toBeGreaterThan(100);
            for (const [index, position] of positions.slice(1).entries()) {
              const earlier = positions[index] as string[];
              expect(comparePositions(list.sort, order, position, earlier)).toBe(1);
            }
            // 50 and 100 divide some of the lists, which then end with a full page.
            for (const limit of [17, 50]) {
              expect(await walk(list, { ...request, order, limit }), `by ${limit}`).toEqual(all);
            }
          }
          const [up, down] = await Promise.all(
            orders.map((order) => walk(list, { ...request, order })),
          );
          const places = (rows: Row[] = []) => rows.map((row) => positionOf(list, row).join());
          expect(places(up).reverse()).toEqual(places(down));
        },
      );

      it.each(parts)(
        'keeps to the places after and before in $label',
        async ({ list, request }) => {
          for (const order of orders) {
            const { items } = await pageOf(list, { ...request, order, limit: 30 });
            const places = items.map((row) => positionOf(list, row));
            const at = (index: number) => places[index] as string[];
            const read = async (more: Partial<PageRequest>) =>
              (await pageOf(list, { ...request, order, ...more })).items.map((row) =>
                positionOf(list, row),
              );
            expect(await read({ after: at(9), limit: 5 })).toEqual(places.slice(10, 15));
            expect(await read({ before: at(10) })).toEqual(places.slice(0, 10));
            expect(await read({ before: at(10), limit: 4 })).toEqual(places.slice(0, 4));
            expect(await read({ after: at(3), before: at(9) })).toEqual(places.slice(4, 9));
            expect(await read({ after: at(3), before: at(9), limit: 2 })).toEqual(
              places.slice(4, 6),
            );
            expect(await read({ after: at(3), before: at(4) })).toEqual([]);
          }
        },
      );

      const id0 = (row: Row) => id(row.account);
      const fields: readonly (readonly [number, string, (row: Row) => Value])[] = [
        [0, 'account.id', id0],
        [0, 'account.balance', (row) => row.balance && BigInt(row.balance)],
        [0, 'account.publickey', (row) => keys.get(row.account) ?? null],
        [1, 'account.id', id0],
        [1, 'account.balance', (row) => BigInt(row.balance.balance)],
        [1, 'account.publickey', (row) => keyText(row.key)],
        [2, 'token.id', (row) => id(row.token_id)],
        [4, 'token.id', (row) => id(row.token_id)],
        [4, 'publickey', (row) => keyText(row.admin_key)],
        [5, 'account.id', id0],
        [5, 'account.balance', (row) => BigInt(row.balance)],
        [
          5,
          'account.publickey',
          (row) => (keyed.has(row.account) ? (keys.get(row.account) ?? null) : null),
        ],
        [6, 'account.id', (row) => row.creator_account_id && id(row.creator_account_id)],
        [6, 'schedule.id', (row) => id(row.schedule_id)],
        [7, 'block.number', (row) => BigInt(row.number)],
        [7, 'timestamp', (row) => time(row.timestamp.to)],
        [8, 'timestamp', (row) => time(row.consensus_timestamp)],
      ];
      const filtered = fields.map(([part, parameter, of]) => {
        return { ...(parts[part] as Part), parameter, of };
      });

      it.each(filtered)(
        'filters $label by $parameter',
        async ({ list, request, parameter, of }) => {
          const all = await walk(list, request);
          const { kind, operators: known, repeat } = list.parameters[parameter] as Row;
          const text = (value: Value): string =>
            typeof value === 'string' ? value : kind.fromInt64(value);
          const half = all.slice(all.length / 2).map(of);
          // A balance of more digits than the contract takes can not be asked for.
          const usable = half.filter((value) => value !== null && kind.read(text(value)) !== null);
          const middle = usable[0] as Value;
          const other = usable.find((value) => value !== middle) as Value;
          const own = request.filters ?? [];
          for (const operator of known as Operator[]) {
            const filters = [...own, is(parameter, operator, text(middle))];
            const wanted = all.filter((row) => holds(of(row), operator, middle));
            expect(await walk(list, { ...request, filters }), operator).toEqual(wanted);
          }
          if (repeat === 'last') return;
          const [low = null, high = null] = [middle, other].sort((a, b) =>
            (a ?? 0) < (b ?? 0) ? -1 : 1,
          );
          const between = [is(parameter, 'gte', text(low)), is(parameter, 'lt', text(high))];
          expect(await walk(list, { ...request, filters: [...own, ...between] }), 'range').toEqual(
            all.filter((row) => holds(of(row), 'gte', low) && holds(of(row), 'lt', high)),
          );
          const both = [eq(parameter, text(middle)), eq(parameter, text(other))];
          expect(await walk(list, { ...request, filters: [...own, ...both] }), 'repeated').toEqual(
            repeat === 'any' ? all.filter((row) => [middle, other].includes(of(row))) : [],
          );
        },
      );

      it('filters tokens by owner, name and type', async () => {
        const all = await walk(tokens);
        const owned = await walk(accountTokens, { key: sampleIds.fiftyOneTokens });
        const of = async (...filters: Filter[]) =>
          (await walk(tokens, { filters })).map((row) => row.token_id);
        const ids = (rows: Row[]) => rows.map((row) => row.token_id);
        expect(await of(eq('account.id', sampleIds.fiftyOneTokens))).toEqual(ids(owned));
        expect(await of(eq('account.id', missing))).toEqual([]);
        for (const type of ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']) {
          expect(await of(eq('type', type))).toEqual(ids(all.filter((row) => row.type === type)));
        }
        expect(await of(eq('type', 'ALL'))).toEqual(ids(all));
        const part = all[20].name.slice(1, 5).toUpperCase();
        const page = await pageOf(tokens, { filters: [eq('name', part)], limit: 1 });
        expect(page.next).toBeNull();
        expect(await of(eq('name', part))).toEqual(
          ids(all.filter(({ name: text }) => text.toUpperCase().includes(part))).slice(0, 100),
        );
      });

      it('filters transactions by account, result, type, and the way of transfers', async () => {
        const { request } = parts[8] as Part;
        const all: TransactionRow[] = await walk(transactions, request);
        const of = async (...filters: Filter[]) =>
          walk(transactions, { filters: [...(request.filters ?? []), ...filters] });
        const failed = await of(eq('result', 'fail'));
        const done = await of(eq('result', 'success'));
        expect(failed.every(({ result }) => result !== 'SUCCESS')).toBe(true);
        expect(done.length + failed.length).toBe(all.length);
        const types = [...new Set(all.map((row) => row.name))].slice(0, 2);
        expect(await of(...types.map((type) => eq('transactiontype', type)))).toEqual(
          all.filter((row) => types.includes(row.name)),
        );
        const payer = (all[0] as TransactionRow).transaction_id.split('-')[0] as string;
        const moves = (row: TransactionRow) =>
          [...row.transfers, ...row.token_transfers].filter((move) => move.account === payer);
        const gains = all.filter((row) => moves(row).some(({ amount }) => amount > 0));
        const losses = all.filter((row) => moves(row).some(({ amount }) => amount < 0));
        expect(losses.length).toBeGreaterThan(0);
        expect(await of(eq('account.id', payer), eq('type', 'credit'))).toEqual(gains);
        expect(await of(eq('account.id', payer), eq('type', 'debit'))).toEqual(losses);
        const own = await of(eq('account.id', payer));
        expect(own).toEqual(expect.arrayContaining([...new Set([...gains, ...losses])]));
      });

      it('leaves balances out of accounts on request', async () => {
        const { items } = await pageOf(accounts, { filters: [eq('balance', 'false')], limit: 3 });
        expect(items.map(({ balance }) => balance)).toEqual([null, null, null]);
      });

      const [first, second, third] = sampleIds.snapshots;
      it.each<[string, Filter[], string | null]>([
        ['eq', [eq('timestamp', second)], second],
        ['eq, a moment later', [eq('timestamp', '1795174200.000000001')], second],
        ['lt', [is('timestamp', 'lt', second)], first],
        ['lte', [is('timestamp', 'lte', second)], second],
        ['gt', [is('timestamp', 'gt', first)], third],
        ['gte', [is('timestamp', 'gte', third)], third],
        ['gt the last', [is('timestamp', 'gt', third)], null],
        ['lt the first', [is('timestamp', 'lt', first)], null],
        ['lte and ne', [is('timestamp', 'lte', second), is('timestamp', 'ne', second)], first],
        ['a range', [is('timestamp', 'gte', first), is('timestamp', 'lt', third)], second],
      ])('names the snapshot of balances by timestamp %s', async (_name, filters, at) => {
        expect(await timeOf(filters)).toBe(at);
      });

      it('keeps a snapshot apart from live balances, and pages through it', async () => {
        const filters = [eq('timestamp', first), is('account.id', 'lt', '0.0.14000')];
        const past = await walk(balances, { filters, limit: 40 });
        const live = await walk(balances, { filters: filters.slice(1), limit: 40 });
        expect(past.length).toBeGreaterThan(100);
        expect(past).not.toEqual(live);
        expect(past).toEqual(await walk(balances, { filters, limit: 100 }));
        const page = await pageOf(balances, { limit: 5 });
        expect(page.timestamp).toMatch(/^\d{10}\.\d{9}$/);
      });

      it('says null below an account that is not there, and nothing below such a token', async () => {
        expect(await pageOf(accountTokens, { key: missing })).toBeNull();
        const page = await pageOf(tokenBalances, { key: missing });
        expect(page).toEqual({ items: [], next: null, timestamp: null });
        expect((await pageOf(accountTokens, { key: sampleIds.noTokens })).items).toEqual([]);
      });
    });

    describe('pages', () => {
      it('answers each request as if it were alone', async () => {
        const full = await walk(accountTokens, { key: sampleIds.manyTokens });
        const after = positionOf(accountTokens, full[20]);
        const before = positionOf(accountTokens, full[40]);
        const { alias } = (await ledger.one(
          account,
          sampleIds.ecdsaAlias,
          none,
          freeOperation(),
        )) as Row;
        const base = { filters: [], order: 'asc', limit: 7 } as const;
        const requests: PageRequest[] = [
          { ...base, key: sampleIds.manyTokens, after },
          { ...base, key: missing },
          { ...base, key: sampleIds.fiftyTokens },
          { ...base, key: sampleIds.manyTokens, after, before, limit: 100 },
          { ...base, key: sampleIds.manyTokens, after, before, limit: 3, order: 'desc' },
          { ...base, key: alias },
          { ...base, key: sampleIds.noTokens },
          { ...base, key: sampleIds.fiftyTokens },
          { ...base, key: sampleIds.manyTokens, filters: [eq('token.id', full[3].token_id)] },
        ];
        requests[4] = { ...(requests[4] as PageRequest), after: before, before: after };
        const all = await ledger.pages(accountTokens, requests, freeOperation());
        const alone = await Promise.all(requests.map((request) => pageOf(accountTokens, request)));
        expect(all).toEqual(alone);
        expect(all.map((page) => (page as Page<Row> | null)?.items.length ?? null)).toEqual([
          7,
          null,
          7,
          19,
          3,
          expect.any(Number),
          0,
          7,
          1,
        ]);
      });

      it('answers holders of several tokens, live and of a snapshot', async () => {
        const past = [eq('timestamp', sampleIds.snapshots[0])];
        const requests = [sampleIds.maxToken, missing, sampleIds.nftToken].flatMap((key) =>
          [[], past].map((filters) => ({ key, filters, order: 'desc' as const, limit: 9 })),
        );
        const all = (await ledger.pages(tokenBalances, requests, freeOperation())) as Page<Row>[];
        const alone = await Promise.all(requests.map((request) => pageOf(tokenBalances, request)));
        expect(all).toEqual(alone);
        expect(all.map(({ items }) => items.length)).toEqual([9, 9, 0, 0, 9, 9]);
        expect(all[1]?.timestamp).toBe(sampleIds.snapshots[0]);
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
