// How the suite of the port reads a ledger: single pages, whole lists, and parts of the sample.
import { expect } from 'vitest';
import type { Filter, List, Operator } from '../../src/contract/resource.js';
import { accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import { lists } from '../../src/contract/resources/index.js';
import { schedules } from '../../src/contract/resources/schedules.js';
import { tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import type { Ledger, Page, PageRequest } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import { freeOperation } from './ledgers.js';

// biome-ignore lint/suspicious/noExplicitAny: rows of all lists go through the same tests
export type Row = any;

export const none = { filters: [] };
/** An id that the sample does not have. */
export const missing = '0.0.999999999';
export const is = (parameter: string, operator: Operator, value: string): Filter => ({
  parameter,
  operator,
  value,
});
export const eq = (parameter: string, value: string) => is(parameter, 'eq', value);

/** A part of each list that is small enough to be read whole again and again. */
const chosen = (
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
  // 50 and 100 divide some of the lists, which then end with a full page.
  sizes: { asc: 17, desc: 50 },
  least: 100,
}));

/** Of any other list what is below the key of its documents, or all of it: a few pages at least. */
const others = lists
  .filter((list) => chosen.every((part) => part.list.name !== list.name))
  .map((list) => ({
    label: list.name,
    list: list as List<Row>,
    request: (list.documents.example === undefined
      ? {}
      : { key: list.documents.example }) as Partial<PageRequest>,
    sizes: { asc: 7, desc: 11 },
    least: 22,
  }));

export const parts = [...chosen, ...others];
export type Part = (typeof parts)[number];

const wholes = new WeakMap<Ledger, Map<string, Promise<readonly Row[]>>>();

/** Reads of a ledger that is open by the time of the first one. */
export function readsOf(ledger: () => Ledger) {
  const pageOf = (list: List<Row>, request: Partial<PageRequest> = {}) =>
    ledger().page(
      list,
      { filters: [], order: list.order, limit: 100, ...request },
      freeOperation(),
    ) as Promise<Page<Row>>;

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

  /** The same of a list that does not change, read once for all sentences about a ledger. */
  function whole(list: List<Row>, request: Partial<PageRequest> = {}): Promise<readonly Row[]> {
    const known = wholes.get(ledger()) ?? new Map<string, Promise<readonly Row[]>>();
    wholes.set(ledger(), known);
    const { order = list.order, key, filters } = request;
    const name = JSON.stringify([list.name, order, key, filters]);
    const rows = known.get(name) ?? walk(list, request);
    known.set(name, rows);
    return rows;
  }

  return { pageOf, walk, whole };
}
