// What an operator sees and does: probes, metrics, the log, traces, and a shutdown that loses nothing.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import { operationLabels } from '../../src/operating/operation-labels.js';
import { startTracing, wantsTraces } from '../../src/operating/tracing.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await openSample('embedded');
});

afterAll(() => ledger?.close());

const named = (name: string) => `query ${name} { tokens(first: 2) { nodes { name } } }`;
const never = new Promise<never>(() => {});

describe('/ready', () => {
  it('has the ledger asked once for all who ask meanwhile, and again for the next one', async () => {
    let asked = 0;
    const ready = async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    };
    const server = await serve({ ...ledger, ready });
    const many = Array.from({ length: 20 }, () => get(server, '/ready'));
    for (const { status } of await Promise.all(many)) expect(status).toBe(200);
    expect(asked).toBe(1);
    await get(server, '/ready');
    expect(asked).toBe(2);
    await server.close();
  });

  const readiness = async (ready: Ledger['ready'], readyWithin = 300) => {
    const server = await serve({ ...ledger, ready }, { readyWithin });
    const { status, body } = await get(server, '/ready');
    await server.close();
    return { status, body };
  };

  it('is 200 when the ledger has really answered', async () => {
    const found = await readiness((operation) => ledger.ready(operation), 10_000);
    expect(found).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is 503 when the ledger can not be reached, and says so', async () => {
    const found = await readiness(() => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE')));
    expect(found.status).toBe(503);
    expect(found.body).toEqual({ status: 'not ready', reason: 'UPSTREAM_UNAVAILABLE' });
  });

  it('is 503 when the ledger does not answer, however long it would take', async () => {
    const began = performance.now();
    expect(await readiness(() => never)).toMatchObject({ status: 503 });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('has nothing to do with /health, which is about this process only', async () => {
    const server = await serve({ ...ledger, ready: () => never });
    expect((await get(server, '/health')).body).toEqual({ status: 'alive' });
    await server.close();
  });
});

describe('/metrics', () => {
  let server: Server;
  const read = async () => (await get(server, '/metrics')).text;

  beforeAll(async () => {
    const metrics = makeMetrics(['Trusted']);
    server = await serve(ledger, { metrics, graphql: { cache: memoryStore(1e6) } });
    for (let time = 0; time < 3; time += 1) await ask(server, named('Tokens'));
    await ask(server, '{ account(id: "nonsense") { memo } }');
    await get(server, '/api/v1/blocks?limit=1');
  });
  afterAll(() => server?.close());

  it('counts operations by name, errors by code, and answers by how they were found', async () => {
    const text = await read();
    const ok = 'face="graphql",operation="Tokens",status="200"';
    expect(text).toContain(`mirrorql_operation_seconds_count{${ok}} 2`);
    expect(text).toContain('face="rest",operation="/api/v1/blocks",status="200"');
    expect(text).toContain('mirrorql_errors_total{face="graphql",code="BAD_USER_INPUT"} 1');
    expect(text).toContain('mirrorql_response_cache_total{outcome="hit"} 2');
    expect(text).toContain('mirrorql_rows_total');
  });

  it('times the calls to the ledger, and watches the process', async () => {
    const text = await read();
    expect(text).toContain('verb="page",resource="tokens",outcome="ok"');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('tells no more names apart than there is room for, but always the trusted ones', async () => {
    const names = Array.from({ length: 150 }, (_, n) => `Name${n}`);
    await Promise.all(names.map((name) => ask(server, `query ${name} { __typename }`)));
    await ask(server, 'query Trusted { __typename }');
    const text = await read();
    const found = new Set(Array.from(text.matchAll(/operation="(\w+)"/g), ([, name]) => name));
    expect(found).toEqual(new Set(['Tokens', 'Trusted', 'other', 'anonymous']));
  });

  it('stays short whatever names are made up, and has room for those that come again', async () => {
    const long = (n: number) => `query ${'N'.repeat(190_000)}${n} { __typename }`;
    for (let n = 0; n < 104; n += 1) await ask(server, long(n));
    for (let time = 0; time < 9; time += 1) await ask(server, 'query Late { __typename }');
    const text = await read();
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain(`operation="${'N'.repeat(64)}…"`);
    expect(text).toContain('operation="Late"');
  });

  it('has an end also for names that come often', () => {
    const label = operationLabels(['Trusted']);
    const labels = new Set<string>();
    for (let n = 0; n < 200; n += 1) {
      for (let time = 0; time < 400; time += 1) labels.add(label(`Name${n}`));
    }
    expect(labels.size).toBe(101);
    expect(label('Trusted')).toBe('Trusted');
  });

  it('is not there unless it is wanted', async () => {
    const plain = await serve(ledger);
    expect((await get(plain, '/metrics')).status).toBe(404);
    await plain.close();
  });
});

describe('the log', () => {
  it('has one line per operation, with its name and cost, and nothing of the client', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const server = await serve(ledger, { log });
    const secret = '0.0.1010';
    const query =
      'query Mine($id: AccountRef!) { account(id: $id) { memo tokens(first: 1) { nodes { balance } } } }';
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'from-the-proxy-1' },
      body: JSON.stringify({ query, variables: { id: secret } }),
    });
    await response.text();
    expect(response.headers.get('x-request-id')).toBe('from-the-proxy-1');
    await get(server, '/health');
    await server.close();
    const answered = lines.filter((line) => line.includes('answered'));
    expect(answered.length).toBe(1);
    expect(JSON.parse(answered[0] as string)).toMatchObject({
      reqId: 'from-the-proxy-1',
      route: 'POST /graphql',
      operation: 'Mine',
      status: 200,
      calls: 2,
      codes: [],
      cache: 'off',
    });
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).not.toContain('127.0.0.1","');
  });

  it('takes no request id that could be taken for something else', async () => {
    const server = await serve(ledger);
    const headers = { 'x-request-id': '"} {"level":60' };
    const { headers: given } = await get(server, '/health', { headers });
    expect(given['x-request-id']).toBeUndefined();
    await server.close();
  });
});

describe('a shutdown', () => {
  /** A ledger whose pages wait until they are let go. */
  function gated() {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting: Ledger = {
      ...ledger,
      async page(...asked) {
        await gate;
        return ledger.page(...asked);
      },
    };
    return { waiting, open };
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('answers what runs, and takes nothing new', async () => {
    const { waiting, open } = gated();
    const server = await serve(waiting);
    const running = ask(server, named('Slow'));
    await pause(100);
    const closing = server.close();
    await pause(100);
    await expect(
      fetch(`${server.url}/health`, { headers: { connection: 'close' } }),
    ).rejects.toThrow();
    open();
    expect((await running).data.tokens.nodes.length).toBe(2);
    await closing;
  });

  it('waits no longer than it may', async () => {
    const { waiting } = gated();
    const server = await serve(waiting, { closeWithin: 300 });
    const running = ask(server, named('Endless'));
    running.catch(() => {});
    await pause(100);
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(2000);
    await expect(running).rejects.toThrow();
  });
});

describe('traces', () => {
  it('are wanted only where an endpoint is named', () => {
    expect(wantsTraces({})).toBe(false);
    expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toBe(true);
    const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' };
    expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '', ...traces })).toBe(true);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' };
    expect(wantsTraces(off)).toBe(false);
  });

  it('say which packages are missing', async () => {
    const load = (name: string) =>
      Promise.reject(Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' }));
    expect(await startTracing(load)).toContain('npm install @opentelemetry/sdk-trace-node');
  });

  it('reach a collector: the operation, and its calls below it', async () => {
    const bodies: string[] = [];
    const collector = createServer(async (request: IncomingMessage, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.setHeader('content-type', 'application/json').end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`;
    const end = await startTracing();
    expect(typeof end).toBe('function');
    const server = await serve(ledger);
    await ask(server, named('Traced'));
    await server.close();
    await (end as () => Promise<void>)();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    collector.close();
    const spans = bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap(
        ({ scopeSpans }: { scopeSpans: { spans: unknown[] }[] }) =>
          scopeSpans.flatMap(({ spans: all }) => all),
      ),
    ) as { name: string; spanId: string; parentSpanId?: string }[];
    const operation = spans.find(({ name }) => name === 'graphql Traced');
    const call = spans.find(({ name }) => name === 'page tokens');
    expect(operation).toBeDefined();
    expect(call?.parentSpanId).toBe(operation?.spanId);
    expect(bodies.join('')).toContain('"mirrorql"');
  });
});
