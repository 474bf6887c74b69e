// A stand-in for a mirror node: a real HTTP server that records its calls and answers by a handler.

import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { entityIdOf } from '../../src/contract/entity.js';
import { printJson } from '../../src/contract/json.js';
import { printNextLink } from '../../src/contract/next-link.js';
import { filledPath, joinKey, keyParts, placesIn } from '../../src/contract/path-key.js';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import { type ReadQuery, readQuery } from '../../src/contract/query.js';
import {
  defaultLimits,
  type List,
  type Lookup,
  type Position,
} from '../../src/contract/resource.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import type { Kind } from '../../src/contract/values.js';
import { readOrNull } from '../../src/contract/values.js';
import { LedgerError } from '../../src/errors.js';
import { numberOf } from './nth-value.js';

export interface Call {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Path with escapes decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Text as it is sent, or a value that is printed with all its digits. */
  readonly body?: unknown;
  /** Milliseconds before the answer. */
  readonly delay?: number;
  /** Sends the answer by hand, for what is not a whole one. */
  readonly send?: (response: ServerResponse) => void;
}

/** What a call is answered; undefined is a 404 of the contract. */
export type Handler = (call: Call) => Answer | undefined;

export interface Stub {
  readonly url: string;
  readonly calls: Call[];
  /** Forgets the calls, and answers by another handler if one is given. */
  reset(handler?: Handler): void;
  close(): Promise<void>;
}

const notFound: Answer = {
  status: 404,
  body: { _status: { messages: [{ message: 'Not found' }] } },
};

/** A stub, over https where it is given a key and its certificate. */
export async function startStub(
  first: Handler,
  tls?: { readonly key: string; readonly cert: string },
): Promise<Stub> {
  let handler = first;
  const calls: Call[] = [];
  const answerCall: RequestListener = async (request, response) => {
    const url = request.url ?? '';
    const [path = '', search = ''] = url.split('?');
    const { method = '', headers } = request;
    const query = new URLSearchParams(search);
    const call = { method, url, path: decodeURIComponent(path), query, headers };
    calls.push(call);
    const answer = handler(call) ?? notFound;
    if (answer.delay) await wait(answer.delay);
    if (answer.send) return answer.send(response);
    const type = { 'content-type': 'application/json; charset=utf-8' };
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : printJson(answer.body));
  };
  const server = tls ? createSecureServer(tls, answerCall) : createServer(answerCall);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    reset(next = handler) {
      handler = next;
      calls.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Rows by the name of their list or look-up; of lists below a key, by that key. */
export type Tables = Readonly<
  Record<string, readonly object[] | Readonly<Record<string, readonly object[]>>>
>;

/** Every resource, by the paths that are its own. */
const routes = [...lists, ...lookups].map((resource) => {
  const places = placesIn(resource.path).map(() => '([^/]+)');
  return [resource, new RegExp(`^${filledPath(resource.path, places)}$`)] as const;
});

/**
 * Answers as a mirror node with these rows would. Conditions on sort keys are applied, and others
 * are checked but without effect. A look-up without rows of its own uses those of its list.
 */
export function ledgerStub(tables: Tables): Handler {
  return (call) => {
    for (const [resource, pattern] of routes) {
      const parts = pattern.exec(call.path);
      if (!parts) continue;
      const key = joinKey(...parts.slice(1));
      return resource.is === 'list'
        ? answerList(resource, key, call, tables)
        : answerLookup(resource, key, call, tables);
    }
    return undefined;
  };
}

function answerList(list: List, key: string, call: Call, tables: Tables): Answer | undefined {
  const table = tables[list.name] ?? [];
  const rows = Array.isArray(table) ? table : (table as Record<string, object[]>)[key];
  if (!rows) return list.keyMustExist ? undefined : answerList(list, key, call, {});
  const query = new Map([...call.query.keys()].map((name) => [name, call.query.getAll(name)]));
  let read: ReadQuery;
  try {
    read = readQuery(list, query, defaultLimits);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { status: error.status, body: { _status: { messages: error.detail.messages } } };
  }
  const order = read.order ?? list.order;
  const places = new Map<object, Position>(rows.map((row) => [row, positionOf(list, row)]));
  const compare = (a: object, b: object) =>
    comparePositions(list.sort, order, places.get(a) as Position, places.get(b) as Position);
  const found = rows.filter((row) => meets(list, read, places.get(row) as Position));
  const items = found.sort(compare).slice(0, read.limit);
  const last = items.length === read.limit ? items.at(-1) : undefined;
  const isPaged = last !== undefined && !list.unpaged?.(read.filters);
  const next = isPaged
    ? printNextLink({ path: call.path, query, list, order }, places.get(last) as Position)
    : null;
  const timestamp = list.timestamped ? { timestamp: '1700000000.000000001' } : {};
  return { body: { ...timestamp, [list.items]: items, links: { next } } };
}

/** Whether a row meets the conditions on its sort keys: equal to any, and in all ranges. */
function meets(list: List, { filters }: ReadQuery, position: Position): boolean {
  return list.sort.every(({ parameter, kind }, index) => {
    const value = numberOf(kind, position[index] as string);
    const own = filters.filter((filter) => filter.parameter === parameter);
    const sides = own.map(({ operator, value: text }): [string, number] => {
      const bound = numberOf(kind, text);
      return [operator, value < bound ? -1 : value > bound ? 1 : 0];
    });
    const equal = sides.filter(([operator]) => operator === 'eq');
    return (
      (equal.length === 0 || equal.some(([, side]) => side === 0)) &&
      sides.every(([operator, side]) => {
        if (operator === 'ne') return side !== 0;
        if (operator.startsWith('gt')) return side > 0 || (operator === 'gte' && side === 0);
        return operator === 'eq' || side < 0 || (operator === 'lte' && side === 0);
      })
    );
  });
}

/** The list in whose path an item stands, where the key is its place there: of a hash there is none. */
export function listAbove(lookup: Lookup, key: string): List | undefined {
  if (lookup.several || lookup.keyedApart) return undefined;
  const list = lists.find(({ path }) => lookup.path.replace(/\/\{\w+\}$/, '') === path);
  const kind = list?.sort[0]?.kind;
  const last = keyParts(lookup, key).at(-1) ?? '';
  return kind && readOrNull(kind, entityIdOf(last) ?? last) !== null ? list : undefined;
}

function answerLookup(lookup: Lookup, key: string, call: Call, tables: Tables): Answer | undefined {
  const list = listAbove(lookup, key);
  const rows = (tables[lookup.name] ?? tables[list?.name ?? ''] ?? []) as readonly object[];
  if (!lookup.keys) return rows[0] && { body: rows[0] };
  const kind = lookup.keys.at(-1)?.kind as Kind;
  const canonical = readOrNull(kind, keyParts(lookup, key).at(-1) ?? '');
  const id = (canonical !== null && entityIdOf(canonical)) || canonical;
  const isAsked = (row: object) =>
    list ? positionOf(list, row)[0] === id : lookup.goesBy?.(key, row as never, []);
  // What several things are in is the one body that there is, whatever is wrong with it.
  const item = lookup.several ? rows[0] : rows.find(isAsked);
  if (!item) return undefined;
  if (!lookup.embedded) return { body: item };
  const { list: inner, unless } = lookup.embedded;
  const isLeftOut = call.query.get(unless) === 'false';
  const embedded = isLeftOut ? [] : (tables[inner.name] ?? []);
  return { body: { ...item, [inner.items]: embedded, links: { next: null } } };
}

/** Passes each GET on to a server at `target`. */
export const passOn =
  (target: string): Handler =>
  ({ url }) => ({
    async send(response) {
      const answer = await fetch(target + url);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    },
  });
