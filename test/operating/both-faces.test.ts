// What an operator reads is the same of both faces: the rows they gave, what went wrong, a line for each request.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await openSample('embedded');
});

afterAll(() => ledger?.close());

describe('the metrics', () => {
  let server: Server;
  const rows = async () => {
    const { text } = await get(server, '/metrics');
    return Number(/^mirrorql_rows_total (\d+)$/m.exec(text)?.[1]);
  };

  beforeAll(async () => {
    server = await serve(ledger, { metrics: makeMetrics() });
  });
  afterAll(() => server?.close());

  it.each([
    ['an item with a list in it', '/api/v1/accounts/0.0.1010?limit=3', 1 + 3],
    ['a list', '/api/v1/blocks?limit=7', 7],
    ['a list without rows', '/api/v1/blocks?block.number=1', 0],
  ])('count the rows of %s', async (_what, path, count) => {
    const before = await rows();
    await get(server, path);
    expect((await rows()) - before).toBe(count);
  });

  it.each([
    ['rest', 'BAD_USER_INPUT', '/api/v1/blocks?limit=x'],
    ['rest', 'NOT_FOUND', '/api/v1/accounts/0.0.404404'],
    ['graphql', 'BAD_USER_INPUT', '/graphql?query={a:blocks(first:-1){nodes{number}}}'],
  ])('count for %s the code %s', async (face, code, path) => {
    await get(server, path);
    const { text } = await get(server, '/metrics');
    expect(text).toContain(`mirrorql_errors_total{face="${face}",code="${code}"} 1`);
  });

  it('count what is refused before either face has read it', async () => {
    const headers = { 'x-mirrorql-wait-for': 'tomorrow' };
    for (const path of ['/graphql?query={__typename}', '/api/v1/blocks']) {
      expect((await get(server, path, { headers })).status).toBe(400);
    }
    const { text } = await get(server, '/metrics');
    for (const face of ['graphql', 'rest']) {
      expect(text).toContain(`mirrorql_errors_total{face="${face}",code="BAD_USER_INPUT"} 2`);
    }
  });
});

describe('the log', () => {
  it('has a line for each request, with the code of what the ledger failed at', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const page = () => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE'));
    const server = await serve({ ...ledger, page }, { log });
    await get(server, '/api/v1/blocks');
    await ask(server, 'query Fails { blocks { nodes { number } } }');
    await get(server, '/docs');
    await get(server, '/nowhere');
    await get(server, '/health');
    await server.close();
    const told = lines.filter((line) => line.includes('"route"')).map((line) => JSON.parse(line));
    const failure = { codes: ['UPSTREAM_UNAVAILABLE'], msg: 'answered with a failure' };
    expect(told).toMatchObject([
      { route: 'GET /api/v1/blocks', status: 503, ...failure },
      { route: 'POST /graphql', operation: 'Fails', status: 200, ...failure },
      { route: 'GET /docs', status: 200, codes: [], msg: 'answered' },
      { route: 'GET null', status: 404, msg: 'answered' },
    ]);
  });
});
