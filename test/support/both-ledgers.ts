// The sample served twice: over its database, and over HTTP on its own REST face; calls are written down.
import type { Server } from '../../src/server.js';
import { counted, type LedgerCall, openSample, remote, serve } from './ledgers.js';

type Counting = Server & { readonly calls: LedgerCall[] };

export const bothLedgers = ['sql', 'remote'] as const;

interface Both {
  readonly upstream: Server;
  of(name: (typeof bothLedgers)[number]): Counting;
  close(): Promise<void>;
}

export async function openBoth(): Promise<Both> {
  const sample = await openSample('embedded');
  const upstream = await serve(sample);
  const over = remote(upstream.url);
  const start = async (ledger: typeof sample): Promise<Counting> => {
    const { calls, ...own } = counted(ledger);
    return Object.assign(await serve(own), { calls });
  };
  const servers = { sql: await start(sample), remote: await start(over) };
  return {
    upstream,
    of: (name) => servers[name],
    async close() {
      for (const one of [servers.remote, over, servers.sql, upstream, sample]) await one.close();
    },
  };
}
