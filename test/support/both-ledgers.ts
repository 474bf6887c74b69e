// The sample served twice: over its database, and over HTTP on its own REST face; calls are written down.
import { afterAll, beforeAll } from 'vitest';
import type { Server } from '../../src/server.js';
import { counted, type LedgerCall, remote, serve } from './ledgers.js';
import { sampleServer } from './sample-server.js';

type Counting = Server & { readonly calls: LedgerCall[] };

export const bothLedgers = ['sql', 'remote'] as const;

interface Both {
  readonly upstream: Pick<Server, 'url'>;
  of(name: (typeof bothLedgers)[number]): Counting;
}

/** Opens and closes them by hooks, so that they are there in tests and in later hooks, and not before. */
export function bothServers(options?: Parameters<typeof serve>[1]): Both {
  const upstream = sampleServer();
  const opened: { close(): Promise<void> }[] = [];
  const servers = new Map<string, Counting>();
  beforeAll(async () => {
    const over = remote(upstream.url);
    opened.push(over);
    for (const [name, ledger] of [
      ['sql', upstream.ledger],
      ['remote', over],
    ] as const) {
      const { calls, ...own } = counted(ledger);
      const server = await serve(own, options);
      opened.push(server);
      servers.set(name, Object.assign(server, { calls }));
    }
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one.close();
  });
  return { upstream, of: (name) => servers.get(name) as Counting };
}
