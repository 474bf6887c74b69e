// `Accept` at /graphql: of the forms of an answer a client has the one that it would rather have, by RFC 9110.
import { describe, expect, it } from 'vitest';
import { get } from '../support/get.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer();
const [json, own] = ['application/json', 'application/graphql-response+json'];

describe('a client has the form that it would rather have', () => {
  it.each([
    [`${own}, ${json};q=0.9`, own],
    [`${json};q=0.5, ${own};q=0.51`, own],
    [`${json};Q=0.500, ${own};q=0.5`, json],
    [`${json};q=0, */*`, own],
    [`application/*;q=0.1, ${own};q=0`, json],
    [`*/*, application/*;q=0, ${own}`, own],
    [`${own};q=0.2;charset=utf-8, ${json};charset=latin1`, own],
    [`text/html;q=0, ${json}`, json],
    ['text/html, */*;q=0.8', 'text/html'],
    ['*/*', json],
    ['', json],
  ])('of %j %s', async (accept, wanted) => {
    const path = wanted === 'text/html' ? '/graphql' : '/graphql?query={__typename}';
    // From the third time on it is run in another way.
    for (let time = 1; time <= 3; time += 1) {
      const { status, headers } = await get(server, path, { headers: { accept } });
      expect(status).toBe(200);
      expect(String(headers['content-type']).split(';')[0]).toBe(wanted);
    }
  });
});
