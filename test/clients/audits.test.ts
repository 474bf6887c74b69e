// GraphQL over HTTP as graphql-http audits it: every MUST and SHOULD, and what is only a MAY.
import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { sampleServer } from '../support/sample-server.js';

describe('the audits of graphql-http', () => {
  const server = sampleServer();

  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });
  const binding = audits.filter(({ name }) => !name.startsWith('MAY'));

  it('are all there', () => expect(binding.length).toBeGreaterThan(30));

  it.each(binding.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result).toMatchObject({ status: 'ok' });
  });
});
