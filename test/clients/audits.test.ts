// GraphQL over HTTP as graphql-http audits it: every MUST and SHOULD, and what is only a MAY.
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

describe('the audits of graphql-http', () => {
  let ledger: Ledger;
  let server: Server;
  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
  });

  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });
  const binding = audits.filter(({ name }) => !name.startsWith('MAY'));

  it('are all there', () => expect(binding.length).toBeGreaterThan(30));

  it.each(binding.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result).toMatchObject({ status: 'ok' });
  });
});
