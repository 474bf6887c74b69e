// The ledger over a mirror node's REST API: the port's verbs, made of the contract's calls.

import { filledPath, keyParts } from '../contract/path-key.js';
import {
  defaultLimits,
  type Elsewhere,
  type Filter,
  type List,
  type Lookup,
} from '../contract/resource.js';
import { blocks } from '../contract/resources/blocks.js';
import { isPlace } from '../contract/values.js';
import {
  type ItemRequest,
  type Ledger,
  mustAnswer,
  type Operation,
  type Page,
  type PageRequest,
  type Settled,
  settled,
} from '../ledger.js';
import { another, toItem, toPage } from './answer.js';
import { batchedRows, canBatch } from './batched-rows.js';
import type { Body } from './body.js';
import { type BodyCall, carriedLists } from './carried-lists.js';
import { badResponse } from './failure.js';
import { type HttpOptions, httpClient } from './http.js';
import { joinPages, splitByIds } from './id-chunks.js';
import { apart, nearRows } from './near-rows.js';
import { filtersWithin, isRefusedGap } from './next-page.js';
import type { Typed } from './refusal.js';
import type { Pairs } from './request-target.js';
import { isWalked, searchedPage } from './search-spans.js';
import { unwantedBalances, withoutExtras } from './without-balances.js';

export interface RemoteOptions extends Partial<HttpOptions> {
  /** Base address of the mirror node, or of several of one network, without `/api/v1`. */
  readonly upstream: string | readonly string[];
  /** Ids per batched call. Public mirror nodes have refused more than 20 of them in the past. */
  readonly chunk?: number;
}

const remoteDefaults = {
  chunk: 20,
  connections: 64,
  concurrency: 64,
  rate: 0,
  retries: 2,
  timeout: 10_000,
  maxBody: 10 * 1024 * 1024,
  cache: 64 * 1024 * 1024,
  headers: {},
} as const;

/** A ledger on any mirror node that speaks the contract. */
export function remoteLedger(options: RemoteOptions): Ledger {
  const { chunk, ...settings } = { ...remoteDefaults, ...options };
  const http = httpClient(settings);

  /** Body of a look-up, with parameters of our own. */
  const get: BodyCall = (lookup, key, request, added, operation) =>
    http.get(
      {
        route: lookup.path,
        path: pathOf(lookup, key),
        query: [...pairsOf(lookup, request.filters), ...added],
      },
      operation,
      () => typedIn(lookup, request, added),
    );
  const embedded = carriedLists(get);

  /** What is made of a body; one of which nothing can be made is not kept, whatever it says of itself. */
  function believed<T>(body: Body, make: () => T): T {
    try {
      return make();
    } catch (error) {
      http.forget(body);
      throw error;
    }
  }

  async function page<T>(
    list: List<T>,
    request: PageRequest,
    operation: Operation,
  ): Promise<Page<T> | null> {
    const carried = embedded.withPage(list as List, request, operation);
    const body = carried && (await carried);
    if (body) return believed(body, () => toPage(list, request, body));
    if (isWalked(list, request)) {
      return searchedPage(list, request, (part) => call(list, part, operation));
    }
    const split = splitByIds(list, request, chunk);
    if (!split) return call(list, request, operation);
    const calls = split.parts.map((part) => settled(call(list, part.request, operation)));
    const answers = await Promise.all(calls);
    if (answers.includes(null)) return null;
    return joinPages(list, request, split, answers as Settled<Page<T>>[]);
  }

  async function call<T>(
    list: List<T>,
    request: PageRequest,
    operation: Operation,
  ): Promise<Page<T> | null> {
    mustAnswer(list, 'remote');
    const filters = filtersWithin(list, request);
    if (!filters || isRefusedGap(list, request, filters)) {
      return { items: [], next: null, timestamp: null };
    }
    const flag = unwantedBalances(list, request);
    const own = [
      ...(flag === undefined ? [] : [[flag, 'false'] as const]),
      ['limit', String(request.limit)],
      ['order', request.order],
    ] as const;
    const query = [...pairsOf(list, filters), ...own];
    const body = await http.get(
      { route: list.path, path: pathOf(list, request.key), query },
      operation,
      () => typedIn(list, request, own),
    );
    const page = body && believed(body, () => toPage(list, request, body));
    if (page) return flag === undefined ? page : withoutExtras(list, page);
    // Only a key that must exist can be missing: else there is no such list here, which is not "empty".
    if (mustExist(list, request.key ?? '') || namesNobody(list, request)) return null;
    throw badResponse(
      new Error(`a 404 for ${list.name}, of which there may be none but no 404`),
      404,
    );
  }

  async function one<T>(
    lookup: Lookup<T>,
    key: string,
    request: ItemRequest,
    operation: Operation,
  ): Promise<T | null> {
    mustAnswer(lookup, 'remote');
    const elsewhere = lookup.elsewhere?.(key);
    if (elsewhere) return onPage(lookup, key, elsewhere, operation);
    const joint = embedded.withItem(lookup as Lookup, key, request, operation);
    const carried = joint && (await joint);
    // Mirror nodes have needed many seconds for the embedded transactions of busy accounts.
    const without: Pairs = lookup.embedded ? [[lookup.embedded.unless, 'false']] : [];
    const body =
      carried === undefined
        ? await get(lookup as Lookup, key, request, without, operation)
        : carried;
    return body && believed(body, () => toItem(lookup, key, body, request.filters));
  }

  /** What a key names that only a list takes, as the look-up would have it. */
  async function onPage<T>(
    lookup: Lookup<T>,
    key: string,
    { list, filters, first }: Elsewhere,
    operation: Operation,
  ): Promise<T | null> {
    const order = first ?? list.order;
    const found = await page(
      list,
      { filters, order, limit: first ? 1 : defaultLimits.page },
      operation,
    );
    const rows = found?.items ?? [];
    if (rows.length === 0) return null;
    const item = (lookup.several ? { [lookup.several]: rows } : rows[0]) as T;
    if (lookup.goesBy?.(key, item, []) === false) throw another(lookup);
    return item;
  }

  async function many<T>(
    resource: Lookup<T> | List<T>,
    keys: readonly string[],
    request: ItemRequest,
    operation: Operation,
  ): Promise<readonly Settled<T | null>[]> {
    const list = resource.is === 'list' ? resource : resource.batch;
    const results = new Map<string, Settled<T | null>>();
    const fill = async (of: List<T>, group: readonly string[]) => {
      const found = await batchedRows(of, group, request, (part) => page(of, part, operation));
      for (const key of group) results.set(key, found.get(key) ?? null);
    };
    const batched: string[] = [];
    const single: string[] = [];
    for (const key of new Set(keys)) {
      // Mirror nodes update their lists less often than what they answer by id.
      const isBatched =
        resource.is === 'list' || (list && !operation.fresh && canBatch(list, key, request));
      (isBatched ? batched : single).push(key);
    }
    const { near, far } = apart(resource as Lookup<T>, single);
    const calls = far.map(async (key) => {
      results.set(key, await settled(one(resource as Lookup<T>, key, request, operation)));
    });
    for (const group of near) {
      const read = (list: List<T>, part: PageRequest) => page(list, part, operation);
      const rows = nearRows(resource as Lookup<T>, group, read);
      calls.push(
        rows.then((found) => {
          for (const [key, item] of found) results.set(key, item);
        }),
      );
    }
    for (let start = 0; list && start < batched.length; start += chunk) {
      const group = batched.slice(start, start + chunk);
      calls.push(fill(list, group));
    }
    await Promise.all(calls);
    return keys.map((key) => results.get(key) ?? null);
  }

  return {
    description: `mirror node at ${http.host}`,
    kind: 'remote',
    batching: { keys: chunk, parents: 1, counts: 0, named: 0 },
    one,
    many,
    page,
    pages: (list, requests, operation) =>
      Promise.all(requests.map((request) => settled(page(list, request, operation)))),
    async ready(operation) {
      await page(blocks, { filters: [], order: 'desc', limit: 1 }, operation);
    },
    pass: http.pass,
    close: () => http.close(),
  };
}

/** What the client has typed of a request, and what beside it is ours. */
function typedIn(resource: List | Lookup, request: ItemRequest, own: Pairs): Typed {
  const { filters, given: isKey = false } = request;
  const given = filters.filter((filter) => filter.given).map(({ parameter }) => parameter);
  const key = isKey ? (resource.keys ?? []).map(({ parameter }) => parameter) : [];
  return {
    parameters: [...given, ...key],
    isKey: isKey && resource.is === 'lookup',
    own: [
      ...own.map(([name]) => name),
      ...filters.filter((filter) => !filter.given).map(({ parameter }) => parameter),
    ],
  };
}

/** Whether a reference in a condition may be why there is nothing at all. */
const namesNobody = ({ parameters }: List, { filters }: PageRequest): boolean =>
  filters.some(({ parameter, value }) => {
    const { kind, mustExist: isNeeded } = parameters[parameter] ?? {};
    return isNeeded === true && kind !== undefined && !isPlace(kind, value);
  });

/** Whether a list's key that names nothing is told as such, instead of as an empty list. */
const mustExist = ({ keyMustExist, keys: [first] = [] }: List, key: string): boolean =>
  keyMustExist === 'always' ||
  (keyMustExist === 'reference' &&
    first?.kind.isReference !== undefined &&
    !isPlace(first.kind, key));

/** Nothing in a key can become a part of the path of its own, or of the query. */
const pathOf = (resource: List | Lookup, key = '') =>
  filledPath(resource.path, keyParts(resource, key).map(encodeURIComponent));

const pairsOf = ({ parameters }: List | Lookup, filters: readonly Filter[]): Pairs =>
  filters.map(({ parameter, operator, value }) => {
    const sent = parameters[parameter]?.kind.sent?.(value) ?? value;
    return [parameter, operator === 'eq' ? sent : `${operator}:${sent}`];
  });
