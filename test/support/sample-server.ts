// The sample ledger, served while the tests of a file or of a suite run; the calls that it gets are written down.
import { afterAll, beforeAll } from 'vitest';
import { counted, type Engine, openSample, serve } from './ledgers.js';

type Counted = ReturnType<typeof counted>;

export interface SampleServer {
  readonly url: string;
  /** What it serves, for other servers beside it; it is closed with this one. */
  readonly ledger: Counted;
  readonly calls: Counted['calls'];
}

/** Opens and closes it by hooks, so that it is there in tests and in later hooks, and not before. */
export function sampleServer(
  options?: Parameters<typeof serve>[1],
  engine: Engine = 'embedded',
): SampleServer {
  let ledger: Counted;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    ledger = counted(await openSample(engine));
    server = await serve(ledger, options);
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
  });
  return {
    get url() {
      return server.url;
    },
    get ledger() {
      return ledger;
    },
    get calls() {
      return ledger.calls;
    },
  };
}
