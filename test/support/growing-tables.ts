// A server over tables that grow while others listen: of a database, or of a mirror node above one.
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { counted, type Engine, openChanging, remote, serve } from './ledgers.js';
import { eventually, type Listener, listen } from './listen.js';

/** Milliseconds from one poll to the next. */
export const interval = 100;

export const mirrorNode = 'a mirror node';

/** Opens and closes it by hooks; whoever listens at the end of a test is sent away. */
export function growingTables(
  kind: Engine | typeof mirrorNode,
  options: Parameters<typeof serve>[1] = {},
) {
  let tables: Awaited<ReturnType<typeof openChanging>>;
  let face: Server | undefined;
  let ledger: Ledger & { readonly calls: string[] };
  let server: Server;
  const listeners: Listener[] = [];
  const open = async () => {
    server = await serve(ledger, { ...options, live: { interval } });
  };

  beforeAll(async () => {
    tables = await openChanging(kind === mirrorNode ? 'embedded' : kind, {});
    face = kind === mirrorNode ? await serve(tables.ledger) : undefined;
    ledger = counted(face ? remote(face.url, { cache: 0 }) : tables.ledger);
    await open();
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.leave();
  });
  afterAll(async () => {
    await server?.close();
    await face?.close();
    await tables?.release();
    await ledger?.close();
    if (face) await tables.ledger.close();
  });

  return {
    get url() {
      return server.url;
    },
    get calls() {
      return ledger.calls;
    },
    add: (rows: Setup) => tables.add(rows),
    run: (text: string) => tables.run(text),
    subscribe(query: string, variables: Readonly<Record<string, unknown>>): Listener {
      const listener = listen(server, query, variables);
      listeners.push(listener);
      return listener;
    },
    /** Until as many calls have come since. */
    async polled(times: number) {
      const before = ledger.calls.length;
      await eventually(() => ledger.calls.length).toBeGreaterThanOrEqual(before + times);
    },
    /** Others that grow while no server is there, and another server after it. */
    async restart(meanwhile: () => Promise<unknown>) {
      await server.close();
      await meanwhile();
      await open();
    },
  };
}
