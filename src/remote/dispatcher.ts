// undici's side of a call: sockets, proxies and the cache, in the order in which a call meets them.
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, interceptors } from 'undici';
import { memoryStore } from './cache-store.js';
import { gateInterceptor } from './interceptor.js';
import { passingInterim } from './interim.js';

/** Proxies by the usual environment variables. */
interface Proxies {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

export interface DispatcherOptions {
  /** Sockets to a host at the most. */
  readonly connections: number;
  /** Milliseconds of silence until a call has failed. */
  readonly timeout: number;
  /** Bytes of an answer at the most. */
  readonly maxBody: number;
  /** Bytes of answers that are kept as long as the upstream's headers allow; 0 keeps none. */
  readonly cache: number;
  /**
   * Certificates (PEM) of the authorities that https is trusted by, in place of the usual ones; a
   * connection takes those that are in the list when it is made.
   */
  readonly ca?: readonly string[] | undefined;
  readonly proxies?: Proxies | undefined;
}

export interface Exchange {
  readonly dispatcher: Dispatcher;
  /** The same without the cache. */
  readonly uncached: Dispatcher;
  /** Forgets a kept answer. */
  forget(origin: string, path: string): void;
  close(): Promise<void>;
}

export function openExchange(options: DispatcherOptions): Exchange {
  const agent = openAgent(options);
  const store = options.cache > 0 ? memoryStore(options.cache) : null;
  // A cache hit passes no gate: the later of two interceptors is the outer one.
  const uncached = agent.compose(gateInterceptor);
  const dispatcher = store
    ? agent.compose(gateInterceptor, interceptors.cache({ store }))
    : uncached;
  return {
    dispatcher,
    uncached,
    forget: (origin, path) => void store?.delete({ origin, path, method: 'GET' }),
    close: () => agent.close(),
  };
}

function openAgent({ connections, timeout, maxBody, ca, proxies }: DispatcherOptions): Dispatcher {
  const tls = ca === undefined ? {} : { ca: ca as string[] };
  const common = {
    connections,
    connect: { timeout, ...tls },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxBody,
  };
  const { httpProxy, httpsProxy, noProxy = '' } = proxies ?? {};
  if (!httpProxy && !httpsProxy) {
    return new Agent({ ...common, connect: passingInterim(buildConnector(common.connect)) });
  }
  const given = { ...(httpProxy && { httpProxy }), ...(httpsProxy && { httpsProxy }) };
  // Through a tunnel, for http too: without one, undici keeps neither its limits nor its timeouts.
  return new EnvHttpProxyAgent({ ...common, requestTls: common.connect, noProxy, ...given });
}
