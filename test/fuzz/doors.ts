// The ways by which one operation comes in, at one server: what it is told, and what it has cost there.
import { createHash } from 'node:crypto';
import type { Estimate, Ledger } from '../../src/ledger.js';
import { counted, serve } from '../support/ledgers.js';
import { type Line, logLines } from '../support/log-lines.js';
import { type Delivery, merged } from '../support/parts.js';

interface Failure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** What an operation is told, and what the log says that it has cost. */
export interface Told {
  readonly status: number;
  readonly type: string | null;
  readonly data: unknown;
  readonly errors: readonly Failure[];
  readonly warnings: readonly { readonly path: readonly (string | number)[] }[];
  readonly caching: string | null;
  readonly retryAfter: string | null;
  readonly cost: Estimate | undefined;
  readonly calls: number;
  readonly rows: number;
  readonly codes: readonly string[];
  /** How the answer was found. */
  readonly cache: Line['cache'];
  /** Calls that the ledger has got, in no order. */
  readonly made: readonly string[];
}

/** Members of a request to `/graphql`. */
export interface Sent {
  readonly query?: string;
  readonly variables?: unknown;
  readonly operationName?: string;
  readonly extensions?: unknown;
  readonly documentId?: string;
}

export interface How {
  readonly method?: 'GET' | 'POST';
  readonly accept?: string;
}

export interface House {
  ask(sent: Sent, how?: How): Promise<Told>;
  /** Makes a text known to the server by an id, as `--operations` does. */
  trust(query: string): string;
  close(): Promise<void>;
}

export const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');

/** The extensions by which a hash stands for a text. */
export const byHash = (query: string) => ({
  persistedQuery: { version: 1, sha256Hash: hashOf(query) },
});

/** A server over a ledger, with what its log says of each operation. */
export async function openHouse(
  ledger: Ledger,
  options: Parameters<typeof serve>[1] = {},
): Promise<House> {
  const { log, lineOf } = logLines();
  const documents = new Map<string, string>();
  const asked = counted(ledger);
  const server = await serve(asked, {
    ...options,
    log,
    graphql: { ...options.graphql, persisted: { documents, only: false } },
  });
  let next = 0;
  return {
    close: () => server.close(),
    trust(query) {
      documents.set(hashOf(query), query);
      return hashOf(query);
    },
    async ask(sent, { method = 'POST', accept = 'application/json' } = {}) {
      const id = `by-a-door-${next++}`;
      const written = lineOf(id);
      asked.calls.length = 0;
      const { url, body } = method === 'GET' ? inAddress(sent) : inBody(sent);
      const response = await fetch(server.url + url, {
        method,
        headers: {
          accept,
          'x-request-id': id,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      });
      const text = await response.text();
      const { cost, calls, rows, codes, cache } = await written;
      const made = [...asked.calls].sort();
      const { status, headers } = response;
      return {
        ...{ status, cost, calls, rows, codes, cache, made },
        type: headers.get('content-type'),
        caching: headers.get('cache-control'),
        retryAfter: headers.get('retry-after'),
        ...toldIn(text),
      };
    },
  };
}

const inBody = (sent: Sent) => ({ url: '/graphql', body: JSON.stringify(sent) });

function inAddress(sent: Sent) {
  const given = Object.entries(sent).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { url: `/graphql?${new URLSearchParams(given)}`, body: undefined };
}

/** What an answer says in the end, whole or in parts. */
function toldIn(text: string): Pick<Told, 'data' | 'errors' | 'warnings'> {
  if (text.startsWith('{')) return shown([JSON.parse(text)]);
  // Events and parts alike have their JSON in a line of its own.
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^data: ?/, ''));
  return shown(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)));
}

function shown(deliveries: readonly Delivery[]): Pick<Told, 'data' | 'errors' | 'warnings'> {
  const { data, errors } = merged(deliveries);
  const warnings = deliveries.flatMap(
    ({ extensions }) => (extensions?.['warnings'] ?? []) as Told['warnings'],
  );
  // Where in a text something stands depends on its words.
  const failures = errors.map(({ message, path, extensions }) => ({
    ...{ message, extensions },
    ...(path && { path }),
  }));
  return { data, errors: failures, warnings };
}
