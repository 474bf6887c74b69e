// The client of one upstream: bounded calls out, JSON objects or errors of the table back.
import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { Agent, type Dispatcher } from 'undici';
import { parseJson } from '../contract/json.js';
import type { Operation } from '../ledger.js';
import { badResponse, callError, statusError, timedOut } from './failure.js';

export interface HttpOptions {
  /** Base address; the contract's paths are put behind its own path. */
  readonly upstream: string;
  /** Sockets at the most. */
  readonly connections: number;
  /** Calls under way at the most; further ones wait. */
  readonly concurrency: number;
  /** Milliseconds until a call that has been sent must be answered in full. */
  readonly timeout: number;
  /** Bytes of an answer at the most. */
  readonly maxBody: number;
}

export type Body = Readonly<Record<string, unknown>>;

/** Names and values of a query string, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

export interface Http {
  /** Host of the upstream, without anything that could be secret. */
  readonly host: string;
  /**
   * The body that a path answers; null for a 404.
   * @throws LedgerError for everything else that is not a JSON object.
   */
  get(path: string, query: Pairs, operation: Operation): Promise<Body | null>;
  close(): Promise<void>;
}

/** What stands between a call and its socket, outermost last: the place for retries and caches. */
const interceptors: Dispatcher.DispatcherComposeInterceptor[] = [];

export function httpClient(options: HttpOptions): Http {
  const { timeout, connections, maxBody } = options;
  const base = readBase(options.upstream);
  const agent = new Agent({
    connections,
    connect: { timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxBody,
  });
  const dispatcher = agent.compose(interceptors);
  const limited = pLimit(options.concurrency);

  async function call(path: string, left: AbortController): Promise<Body | null> {
    const { signal } = left;
    if (signal.aborted) throw timedOut(signal.reason);
    // The agent's timeouts are about silence; this one ends an answer that comes in drips too.
    const slow = () => left.abort(new Error(`no whole answer within ${timeout} ms`));
    const timer = setTimeout(slow, timeout);
    try {
      const { origin, headers } = base;
      return await read(await dispatcher.request({ origin, path, method: 'GET', headers, signal }));
    } catch (error) {
      throw signal.aborted ? timedOut(signal.reason) : callError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    host: base.host,
    get(path, query, operation) {
      const { signal } = operation;
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(timedOut(signal.reason));
        operation.spend(1);
        const left = new AbortController();
        // A call that still waits for its turn must not hold an operation that is over.
        const leave = () => {
          left.abort(signal.reason);
          reject(timedOut(signal.reason));
        };
        // Many calls of one operation are no leak, which is what Node.js warns of from 11 on.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', leave, { once: true });
        limited(call, `${base.path}${path}${search(base.query, query)}`, left)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', leave));
      });
    },
    close: () => agent.close(),
  };
}

/** The parts of a base address; credentials in it become a header, and are shown nowhere. */
function readBase(address: string) {
  const { protocol, origin, host, pathname, search, username, password } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('The address of a mirror node must start with http:// or https://');
  }
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  return {
    origin,
    host,
    path: pathname.replace(/\/+$/, ''),
    query: search.slice(1),
    headers: {
      accept: 'application/json',
      'user-agent': 'mirrorql',
      ...(user !== ':' && { authorization }),
    },
  };
}

/** Colons stay as they are, since the contract's operators are written with them. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

function search(own: string, query: Pairs): string {
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const all = [...(own ? [own] : []), ...pairs];
  return all.length > 0 ? `?${all.join('&')}` : '';
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Body | null> {
  if (statusCode >= 200 && statusCode < 300) {
    if (!isJson(first(headers['content-type']))) {
      // What else comes is given up together with its socket.
      body.on('error', () => {}).destroy();
      throw badResponse(new Error('the answer is not JSON'), statusCode);
    }
    const parsed = jsonOf(await body.text());
    if (parsed instanceof Error) throw badResponse(parsed, statusCode);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
      throw badResponse(new Error('the body is not an object'), statusCode);
    }
    return parsed as Body;
  }
  if (statusCode === 400) throw statusError(statusCode, undefined, jsonOf(await body.text()));
  // Reads the little that an error says, so that the connection can be used again.
  body.dump().catch(() => {});
  if (statusCode === 404) return null;
  throw statusError(statusCode, first(headers['retry-after']), undefined);
}

const first = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

/** An answer that does not name its type is judged by its text alone. */
const isJson = (type: string | undefined) =>
  type === undefined || /^application\/([\w.-]+\+)?json\b/i.test(type);

/** The value of JSON text, or the error that it is none. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    return error;
  }
}
