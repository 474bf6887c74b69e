// Every ledger against the same suite: SQL on each engine, and HTTP to mirrorql's own REST face.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../src/ledger.js';
import { startOperation } from '../src/operation.js';
import { everyCall, ledgerSuite } from './ledger.suite.js';
import { type Engine, engines, openSample, remote, serve } from './ledgers.js';

const opened = new Map<Engine, Promise<Ledger>>();

/** One ledger per engine for the whole file; it is closed at the end. */
async function sample(engine: Engine): Promise<Ledger> {
  const ledger = opened.get(engine) ?? openSample(engine);
  opened.set(engine, ledger);
  return { ...(await ledger), close: async () => {} };
}

afterAll(async () => {
  for (const ledger of opened.values()) await (await ledger).close();
});

for (const engine of engines) {
  ledgerSuite(`the SQL ledger on ${engine}`, () => sample(engine));
}

ledgerSuite('the remote ledger on the REST face', async () => {
  const server = await serve(await sample('embedded'));
  const ledger = remote(server.url);
  return {
    ...ledger,
    async close() {
      await ledger.close();
      await server.close();
    },
  };
});

describe.each(engines)('the SQL ledger on %s', (engine) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await sample(engine);
  });

  it('runs a single statement for each call, however many keys it has', async () => {
    const calls = everyCall(ledger, startOperation({ timeout: 5000, calls: 100 }));
    for (const index of calls.keys()) {
      const operation = startOperation({ timeout: 5000, calls: 100 });
      const [call, run] = everyCall(ledger, operation)[index] as (typeof calls)[number];
      await run();
      expect(operation.spent, call).toBe(1);
      operation.end();
    }
  });
});
