// The statuses of requests that come to no operation, as docs/errors.md has them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { get } from '../support/get.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer({ bodyLimit: 1000, patience: 50 });
const json = { 'content-type': 'application/json' };
const query = '{ __typename }';

const told = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  .split('<!-- statuses -->')[1]
  ?.matchAll(/^\| (\d{3}) \|/gm);
const statuses = Array.from(told ?? [], ([, status]) => Number(status));

type Case = readonly [
  status: number,
  what: string,
  sent: unknown,
  headers?: Readonly<Record<string, string>>,
];
const bodies: readonly Case[] = [
  [200, 'an operation', { query }],
  [200, 'text that is no operation', { query: '{' }],
  [200, 'a field that there is none of', { query: '{ nothing }' }],
  [
    200,
    'an operation that costs too much',
    { query: '{ blocks(first: 100000) { nodes { id } } }' },
  ],
  [400, 'a body that is no JSON', '{'],
  [400, 'a list', [{ query }]],
  [400, 'parameters of another kind', { query, variables: [1] }],
  [400, 'parameters that nobody knows', { query, speed: 1 }],
  [
    400,
    'an operationName that names none',
    { query: 'query A { __typename }', operationName: 'B' },
  ],
  [400, 'a time that is none', { query }, { 'x-mirrorql-wait-for': 'tomorrow' }],
  [406, 'another form of an answer', { query }, { accept: 'text/html' }],
  [
    406,
    'a subscription as JSON',
    { query: 'subscription { blockAdded { cursor } }' },
    { accept: 'application/json' },
  ],
  [413, 'a long body', { query: `${query}${' '.repeat(1000)}` }],
  [
    415,
    'a form',
    'query=%7B__typename%7D',
    { 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [504, 'a time that does not come', { query }, { 'x-mirrorql-wait-for': '9999999999' }],
];

describe('the status', () => {
  it.each(bodies)('is %i for %s', async (status, _what, sent, headers = {}) => {
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
