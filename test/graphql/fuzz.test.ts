// Whatever is sent to /graphql, the answer is GraphQL with a code, soon, and never the server's fault.
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { get } from '../support/get.js';
import { type HostileRequest, hostileRequest } from '../support/hostile.js';
import { corpus } from '../support/hostile-corpus.js';
import { openSample, serve } from '../support/ledgers.js';

/** The same requests each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 40);
/** Milliseconds, where two other processes test beside this one: how long a request holds up others is measured alone. */
const slowest = 6000;
const codes =
  /^(BAD_USER_INPUT|COST_LIMIT|BAD_REQUEST|GRAPHQL_PARSE_FAILED|GRAPHQL_VALIDATION_FAILED|OPERATION_RESOLUTION_FAILURE|UPSTREAM_PAGINATION|MESSAGE_TOO_LARGE|MESSAGE_INCOMPLETE|PERSISTED_QUERY_\w+)$/;

let ledger: Ledger;
let server: Server;
const faults: string[] = [];

beforeAll(async () => {
  ledger = await openSample('embedded');
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  server = await serve(ledger, { log, graphql: { cache: memoryStore(1e6) } });
});

afterAll(async () => {
  await server?.close();
  await ledger?.close();
});

async function expectAnswer({ method, path, headers, send }: HostileRequest): Promise<void> {
  const began = performance.now();
  const {
    status,
    text,
    body,
    headers: given,
  } = await get(server, path, {
    method,
    headers,
    ...(send !== undefined && { send }),
  });
  const sent = send?.slice(0, 1500);
  const shown = [method, path, JSON.stringify(headers), sent, status, text.slice(0, 500)].join(
    '\n',
  );
  expect([200, 304, 400, 405, 406, 413, 415], shown).toContain(status);
  expect(performance.now() - began, shown).toBeLessThan(slowest);
  // What the client has already comes without a body.
  if (status === 304 || !given['content-type']?.includes('json')) return;
  const { data, errors } = body ?? JSON.parse(text);
  expect(data !== undefined || errors?.length > 0, shown).toBe(true);
  for (const { message, extensions } of errors ?? []) {
    expect(String(extensions?.code), shown).toMatch(codes);
    expect(message, shown).not.toMatch(
      /select .* from|relation "|at Object|node_modules|undefined is not/,
    );
  }
}

describe('any request', () => {
  test('gets an answer', { timeout: 30_000 + numRuns * 1000 }, async () => {
    const batch = fc.array(hostileRequest, { minLength: 10, maxLength: 10 });
    const all = fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(expectAnswer));
    });
    await fc.assert(all, { seed, numRuns });
    expect(faults).toEqual([]);
  });

  test.each(corpus.map((send) => [send.slice(0, 80), send]))(
    'such as %s does too',
    (_shown, send) =>
      expectAnswer({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json' },
        send: send as string,
      }),
  );
});
