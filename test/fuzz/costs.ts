// What operations cost, by a server whose calls are counted where they arrive: at the database, or at a mirror node.
import {
  defaultLimits,
  type List,
  type Lookup,
  type Position,
} from '../../src/contract/resource.js';
import { messages } from '../../src/contract/resources/topic-messages.js';
import { assumedItems } from '../../src/graphql/costing/cost-lists.js';
import { type Ledger, type Operation, type PageRequest, settled } from '../../src/ledger.js';
import { isWalked } from '../../src/remote/search-spans.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { openSampleSchema, remote, serve } from '../support/ledgers.js';
import { type Line, logLines } from '../support/log-lines.js';
import { allParts, type Delivery } from '../support/parts.js';
import { type Answer, startStub } from '../support/stub.js';

/** What came of an operation, by all that tells of it. */
export interface Spent extends Line {
  /** Calls that have arrived so far, and those that operations have paid for: some arrive when nobody waits any more. */
  readonly made: number;
  readonly paid: number;
  /** Statements that it was the first to need, for all: what is kept, and which indexes there are. */
  readonly forAll: number;
  /** What the answer itself says. */
  readonly told: number | undefined;
  /** Rows that came of look-ups which give several, beyond those that are taken to come. */
  readonly further: number;
  /** Searches that have walked, and calls that they have paid for and may have: each is charged one. */
  readonly walked: Walked;
  /** Values that it has paid for; null where it has asked the ledger for nothing. */
  readonly values: number | null;
  /** The data of all that was delivered, as far as there are any. */
  readonly data: readonly unknown[];
}

type Arrived = Record<'made' | 'forAll', number>;

interface Walked {
  readonly searches: number;
  readonly calls: number;
  readonly most: number;
}

const noWalk: Walked = { searches: 0, calls: 0, most: 0 };

export interface Counting {
  readonly name: string;
  readonly batching: Ledger['batching'];
  /** Sends the members of a body, with headers. */
  ask(body: object, headers?: Readonly<Record<string, string>>): Promise<Spent>;
  close(): Promise<void>;
}

/** The sample on its database, and over HTTP as what a mirror node would say. */
export async function bothCounting(options: Parameters<typeof serve>[1]): Promise<Counting[]> {
  const database = await openSampleSchema();
  const statements: Arrived = { made: 0, forAll: 0 };
  const sample = sqlLedger(
    {
      ...database,
      query(...asked) {
        statements.made += 1;
        // What all wait for is asked by an operation of its own, which has paid nothing.
        const [{ text }, { usage }] = asked;
        if (usage.calls === 0 || text.includes('from pg_index')) statements.forAll += 1;
        return database.query(...asked);
      },
    },
    sampleClock,
  );
  const onDatabase = await counting('database', sample, options, () => statements);
  const mirror = await serve(sqlLedger(database, sampleClock));
  const stub = await startStub(recorded(mirror.url));
  const overHttp = remote(stub.url, { cache: 0 });
  const arrived = () => ({ made: stub.calls.length, forAll: 0 });
  const onMirror = await counting('mirror node', overHttp, options, arrived);
  return [
    onDatabase,
    {
      ...onMirror,
      async close() {
        await onMirror.close();
        await overHttp.close();
        await stub.close();
        await mirror.close();
      },
    },
  ];
}

/** Answers of a server, each asked for once. */
function recorded(url: string): (call: { readonly url: string }) => Answer {
  const known = new Map<string, Promise<readonly [number, string]>>();
  const read = async (path: string) => {
    const response = await fetch(url + path);
    return [response.status, await response.text()] as const;
  };
  return ({ url: path }) => ({
    async send(response) {
      const answer = known.get(path) ?? read(path);
      known.set(path, answer);
      const [status, text] = await answer;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text);
    },
  });
}

async function counting(
  name: string,
  ledger: Ledger,
  options: Parameters<typeof serve>[1],
  arrived: () => Arrived,
): Promise<Counting> {
  let last: Operation | null = null;
  const { log, lineOf } = logLines();
  let further = 0;
  let walked = noWalk;
  const note = (operation: Operation, rows = 0) => {
    last = operation;
    further += rows;
  };
  const noteWalk = ({ searches = 0, calls = 0, most = 0 }: Partial<Walked>) => {
    walked = {
      searches: walked.searches + searches,
      calls: walked.calls + calls,
      most: walked.most + most,
    };
  };
  const noted = noting(ledger, note);
  const over = ledger.kind === 'remote' ? walking(noted, noteWalk) : noted;
  const server = await serve(over, { ...options, log });
  let next = 0;
  let paid = 0;
  return {
    name,
    batching: ledger.batching,
    close: () => server.close(),
    async ask(body, { accept = 'application/json', ...others } = {}) {
      const id = `operation-${next++}`;
      const written = lineOf(id);
      last = null;
      further = 0;
      walked = noWalk;
      const { forAll } = arrived();
      const headers = { ...others, 'x-request-id': id };
      const deliveries: Delivery[] = await allParts(server, body, { accept, headers });
      const line = await written;
      paid += line.calls;
      const usage = deliveries.at(-1)?.extensions?.['mirrorql'] as Partial<Line> | undefined;
      return {
        ...line,
        ...arrived(),
        forAll: arrived().forAll - forAll,
        paid,
        told: usage?.calls,
        values: (last as Operation | null)?.values ?? null,
        data: deliveries.map(({ data, incremental = [] }) => [
          data ?? null,
          ...incremental.map((part) => part.items ?? part.data),
        ]),
        further,
        walked,
      };
    },
  };
}

/** The same ledger, which tells for which operation it is asked, and how many items too many there were. */
const noting = (
  ledger: Ledger,
  note: (operation: Operation, further?: number) => void,
): Ledger => ({
  ...ledger,
  async one(lookup, key, request, operation) {
    note(operation);
    const item = await ledger.one(lookup, key, request, operation);
    note(operation, furtherRows(lookup as Lookup, item));
    return item;
  },
  async many(resource, keys, request, operation) {
    note(operation);
    const items = await ledger.many(resource, keys, request, operation);
    for (const item of items) note(operation, furtherRows(resource as List | Lookup, item));
    return items;
  },
  page(list, request, operation) {
    note(operation);
    return ledger.page(list, request, operation);
  },
  pages(list, requests, operation) {
    note(operation);
    return ledger.pages(list, requests, operation);
  },
});

/**
 * The same ledger, which tells of its walks. A search looks where it begins, unless it is told, then
 * for what a span has, and at an empty one for where the next begins. What looks for parts of messages
 * beyond their places is told as a walk too.
 */
function walking(ledger: Ledger, note: (walked: Partial<Walked>) => void): Ledger {
  /** Places that pages have given to go on from. */
  const places = new WeakSet<Position>();
  async function searched<T>(list: List<T>, request: PageRequest, operation: Operation) {
    const { after } = request;
    note({ searches: after && places.has(after) ? 0 : 1, most: after ? 2 : 3 });
    const page = await ledger.page(list, request, paying(operation, note));
    if (page?.next) places.add(page.next);
    return page;
  }
  const page: Ledger['page'] = (list, request, operation) => {
    if (isWalked(list as List, request)) return searched(list, request, operation);
    if (!isFurther(list as List, request)) return ledger.page(list, request, operation);
    note({ most: 1 });
    return ledger.page(list, request, paying(operation, note));
  };
  return {
    ...ledger,
    page,
    pages: (list, requests, operation) =>
      Promise.all(requests.map((request) => settled(page(list, request, operation)))),
  };
}

/** Whether it looks far away for parts of a message, which is charged once: no page of a fuzz is so long. */
const isFurther = ({ name }: List, { limit, filters }: PageRequest): boolean =>
  name === messages.name && limit === defaultLimits.maxPage && filters.length === 1;

/** The same operation, which tells of the calls that are paid for. */
const paying = (operation: Operation, note: (walked: Partial<Walked>) => void): Operation =>
  new Proxy(operation, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'spend') return value.bind(target);
      return (calls: number, rows?: number, values?: number) => {
        target.spend(calls, rows, values);
        note({ calls });
      };
    },
  });

function furtherRows(resource: List | Lookup, item: unknown): number {
  const several = resource.is === 'lookup' ? resource.several : undefined;
  const rows = several === undefined ? null : (item as Record<string, unknown> | null)?.[several];
  return Array.isArray(rows) ? Math.max(0, rows.length - assumedItems) : 0;
}
