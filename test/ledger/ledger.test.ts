// Every ledger against the same suite: SQL on each engine, and HTTP to mirrorql's own REST face.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { engines, freeOperation, openSample, remote, serve } from '../support/ledgers.js';
import { everyCall, ledgerSuite } from './ledger.suite.js';

for (const engine of engines) {
  ledgerSuite(`the SQL ledger on ${engine}`, () => openSample(engine));
}

ledgerSuite('the remote ledger on the REST face', async () => {
  const sample = await openSample('embedded');
  const server = await serve(sample);
  // What comes out of a cache costs no call, and this suite counts them.
  const ledger = remote(server.url, { cache: 0 });
  return {
    ...ledger,
    async close() {
      await ledger.close();
      await server.close();
      await sample.close();
    },
  };
});

describe.each(engines)('the SQL ledger on %s', (engine) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openSample(engine);
    // Files of the network that prices of gas go by are read once for all.
    for (const [, run] of everyCall(ledger, freeOperation())) await run();
    return () => ledger.close();
  });

  it('runs a single statement for each call, however many keys it has', async () => {
    const calls = everyCall(ledger, startOperation({ timeout: 5000, calls: 100 }));
    for (const index of calls.keys()) {
      const operation = startOperation({ timeout: 5000, calls: 100 });
      const [call, run] = everyCall(ledger, operation)[index] as (typeof calls)[number];
      await run();
      expect(operation.usage.calls, call).toBe(1);
      operation.end();
    }
  });
});
