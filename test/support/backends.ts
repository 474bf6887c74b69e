// Where a case runs: on every SQL engine, over mirrorql's own REST face, and over a stub.
import type { Setup } from '../../conformance/setup.js';
import type { Ledger } from '../../src/ledger.js';
import type { RemoteOptions } from '../../src/remote/remote.js';
import {
  counted,
  type Engine,
  engines,
  type LedgerCall,
  openCase,
  remote,
  serve,
} from './ledgers.js';
import { type Handler, type Stub, startStub } from './stub.js';

const restFace = 'the REST face';

export type Backend = Engine | typeof restFace;

/** Ledgers that answer out of rows; the last one asks the REST face of another mirrorql. */
export const backends: readonly Backend[] = [...engines, restFace];

/** A server whose ledger writes down its calls. */
export interface Running {
  readonly url: string;
  readonly calls: LedgerCall[];
  close(): Promise<void>;
}

/** A server on a backend that holds the given rows. */
export async function open(
  backend: Backend,
  setup: Setup,
  options: Parameters<typeof serve>[1] = {},
): Promise<Running> {
  if (backend !== restFace) return start(await openCase(backend, setup), options);
  const ledger = await openCase(engines.at(-1) as Engine, setup);
  const upstream = await serve(ledger);
  const running = await start(remote(upstream.url), options);
  return {
    ...running,
    async close() {
      await running.close();
      await upstream.close();
      await ledger.close();
    },
  };
}

async function start(ledger: Ledger, options = {}): Promise<Running> {
  const { calls, ...rest } = counted(ledger);
  const server = await serve(rest, options);
  return {
    url: server.url,
    calls,
    async close() {
      await server.close();
      await ledger.close();
    },
  };
}

/** A server on a stub, which writes its calls down. */
export interface OnStub {
  readonly url: string;
  readonly stub: Stub;
  urls(): string[];
  close(): Promise<void>;
}

export async function openStub(
  handler: Handler,
  options: Partial<RemoteOptions> = {},
  serving: Parameters<typeof serve>[1] = {},
): Promise<OnStub> {
  const stub = await startStub(handler);
  const running = await start(remote(stub.url, options), serving);
  return {
    url: running.url,
    stub,
    urls: () => stub.calls.map(({ url }) => url),
    async close() {
      await running.close();
      await stub.close();
    },
  };
}
