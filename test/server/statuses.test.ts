// The statuses of requests that come to no operation, as docs/errors.md has them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { get } from '../support/get.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer({ bodyLimit: 1000, patience: 50 });
const json = { 'content-type': 'application/json', accept: 'application/json' };
const query = '{ __typename }';

const told = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  .split('<!-- statuses -->')[1]
  ?.matchAll(/^\| (\d{3}) \|/gm);
const statuses = Array.from(told ?? [], ([, status]) => Number(status));

const none = {};
const bodies: readonly (readonly [status: number, what: string, sent: unknown, headers: object])[] =
  [
    [200, 'an operation', { query }, none],
    [200, 'text that is no operation', { query: '{' }, none],
    [200, 'a field that there is none of', { query: '{ nothing }' }, none],
    [200, 'what costs too much', { query: '{ blocks(first: 100000) { nodes { id } } }' }, none],
    [400, 'a body that is no JSON', '{', none],
    [400, 'a list', [{ query }], none],
    [400, 'parameters of another kind', { query, variables: [1] }, none],
    [400, 'parameters that nobody knows', { query, speed: 1 }, none],
    [400, 'a name of no operation', { query: 'query A { __typename }', operationName: 'B' }, none],
    [400, 'a time that is none', { query }, { 'x-mirrorql-wait-for': 'tomorrow' }],
    [406, 'another form of an answer', { query }, { accept: 'text/html' }],
    [406, 'JSON that is refused', { query }, { accept: 'application/json;q=0' }],
    [406, 'any form that is refused', { query }, { accept: 'application/json;q=0.0, */*;q=0' }],
    [406, 'a subscription as JSON', { query: 'subscription { blockAdded { cursor } }' }, json],
    [413, 'a long body', { query: `${query}${' '.repeat(1000)}` }, none],
    [415, 'a form', 'query=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    [504, 'a time that does not come', { query }, { 'x-mirrorql-wait-for': '9999999999' }],
  ];

describe('the status', () => {
  it.each(bodies)('is %i for %s', async (status, _what, sent, headers) => {
    const send = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const answer = await get(server, '/graphql', {
      method: 'POST',
      headers: { ...json, ...headers },
      send,
    });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(statuses).toContain(status);
    expect(answer.body.errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
  });

  it('is 405 for a mutation by GET', async () => {
    expect((await get(server, '/graphql?query=mutation{__typename}')).status).toBe(405);
    expect(statuses).toContain(405);
  });
});
