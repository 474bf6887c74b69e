// The table of docs/upstream.md, row by row: what an upstream does, and what the client gets.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RemoteOptions } from '../../src/remote/remote.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import type { Answer, Handler } from '../support/stub.js';

const document = readFileSync(new URL('../../docs/upstream.md', import.meta.url), 'utf8');

/** Rows of the document's first table: cells by the name of their column. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(
    0,
    document
      .split('\n\n')
      .find((part) => part.startsWith('| upstream'))
      ?.split('\n').length,
  );
const [header = [], , ...cells] = rows;
const table = cells.map((row) =>
  Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])),
);

const found = { account: '0.0.5', memo: 'here' };
const json = { 'content-type': 'application/json' };
const status =
  (code: number, headers: Answer['headers'] = {}): Handler =>
  () => ({
    status: code,
    headers,
    body: { _status: { messages: [{ message: 'secret' }] } },
  });
const body =
  (text: unknown, headers: Answer['headers'] = {}): Handler =>
  () => ({
    body: text,
    headers,
  });
const send =
  (how: NonNullable<Answer['send']>): Handler =>
  () => ({ send: how });

/** First one answer, then the account. */
function once(first: Handler): Handler {
  let calls = 0;
  return (call) => (calls++ === 0 ? first(call) : { body: found });
}

interface Row {
  readonly handler?: Handler;
  readonly options?: Partial<RemoteOptions>;
}

const quick = { timeout: 400 };
const upstreams: Readonly<Record<string, Row>> = {
  answers: { handler: body(found) },
  'status 400': { handler: status(400) },
  'status 401': { handler: status(401) },
  'status 403': { handler: status(403) },
  'status 404, of the contract': { handler: () => undefined },
  'status 404, any other': { handler: status(404) },
  'status 429, Retry-After in time': { handler: once(status(429, { 'retry-after': '1' })) },
  'status 429, Retry-After too late': { handler: status(429, { 'retry-after': '60' }) },
  'status 429, Retry-After as a date': {
    handler: () => ({
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
      body: {},
    }),
  },
  'status 500': { handler: status(500) },
  'status 502': { handler: status(502) },
  'status 503': { handler: status(503) },
  'status 504': { handler: status(504) },
  'status 503 once': { handler: once(status(503)) },
  'no answer in time': { handler: () => ({ delay: 3000, body: found }), options: quick },
  'slow body': {
    options: quick,
    handler: send((response) => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    }),
  },
  'connection refused': { options: { upstream: 'http://127.0.0.1:1' } },
  'host name unknown': { options: { upstream: 'http://mirror.invalid' } },
  'reset before the answer': { handler: send((response) => response.socket?.resetAndDestroy()) },
  'reset in the body': {
    handler: send((response) => {
      response.writeHead(200, { ...json, 'content-length': '500' }).write('{"account":');
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    }),
  },
  'body shorter than announced': {
    handler: send((response) => {
      response.writeHead(200, { ...json, 'content-length': '500' }).write('{"account":');
      setTimeout(() => response.socket?.end(), 20);
    }),
  },
  'not HTTP': { handler: send((response) => response.socket?.end('hello\r\n\r\n')) },
  'another content type': { handler: body('<html>secret</html>', { 'content-type': 'text/html' }) },
  'truncated JSON': { handler: body('{"account":"0.0.5","memo":"secret') },
  'JSON that is no object': { handler: body('["secret"]') },
  'another item than asked for': { handler: body({ account: '0.0.6', memo: 'secret' }) },
  'body too big': {
    handler: body({ ...found, more: 'x'.repeat(5000) }),
    options: { maxBody: 1000 },
  },
  'redirect to the same host': { handler: status(302, { location: '/api/v1/accounts/0.0.6' }) },
  'redirect to another host': { handler: status(302, { location: 'http://mirror.invalid/' }) },
};

describe('docs/upstream.md', () => {
  it('has a row for each test, and a test for each row', () => {
    expect(table.map(({ upstream }) => upstream)).toEqual(Object.keys(upstreams));
  });

  // Most of the time is waited, so they are all waited for together.
  it.concurrent.for(table)('$upstream', async (row, { onTestFinished }) => {
    const { handler = () => undefined, options } = upstreams[row['upstream'] as string] as Row;
    const server = await openStub(handler, options);
    onTestFinished(() => server.close());
    const { data, errors, status, text } = await ask(server, '{ account(id: "0.0.5") { memo } }');
    const { calls } = server.stub;
    if (row['calls']) expect(calls).toHaveLength(Number(row['calls']));
    expect(status).toBe(200);
    const memo = row['code'] === 'data' ? { memo: 'here' } : null;
    expect(data).toEqual({ account: memo });
    expect(errors.map(({ extensions }) => extensions)).toEqual(
      row['code'] === 'data' || row['code'] === 'null'
        ? []
        : [
            {
              code: row['code'],
              ...(row['upstreamStatus'] && { upstreamStatus: Number(row['upstreamStatus']) }),
              // A date has whole seconds, of which some go by until it is read.
              ...(row['retryAfter'] && {
                retryAfter: expect.closeTo(Number(row['retryAfter']), -1),
              }),
            },
          ],
    );
    const isContract = row['code'] === 'BAD_USER_INPUT';
    if (!isContract) expect(text).not.toMatch(/secret|127\.0\.0\.1|mirror\.invalid/);

    const rest = await fetch(`${server.url}/api/v1/accounts/0.0.5?transactions=false`);
    expect(rest.status).toBe(Number(row['REST']));
    if (!isContract) expect(await rest.text()).not.toMatch(/secret|127\.0\.0\.1|mirror\.invalid/);
  });
});
