// Slow and failed requests are in the log of every day, with what a report needs; others only where each one is asked for.
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

const slow = 150;
const delay = 100;
const blocks = (name: string) => `query ${name} { blocks(first: 1) { nodes { number } } }`;
/** Three calls, which one connection makes one after the other. */
const three =
  'query Three { blocks(first: 1) { nodes { number } } a: block(number: 7) { number } b: block(number: 8) { number } }';

describe('the log of a server', () => {
  let stub: Stub;
  let ledger: Ledger;
  let server: Server;
  let lines: Record<string, unknown>[];
  let answers: { readonly status?: number; readonly delay?: number };

  beforeEach(async () => {
    lines = [];
    answers = {};
    const block = (number: number) => ({ number, timestamp: { from: '1.0', to: '2.0' } });
    stub = await startStub(({ path }) => {
      const number = /blocks\/(\d+)/.exec(path)?.[1];
      const list = { blocks: [block(7)], links: { next: null } };
      return { body: number ? block(Number(number)) : list, ...answers };
    });
    ledger = remote(stub.url, { concurrency: 1, retries: 0, cache: 0 });
    const write = (line: string) => void lines.push(JSON.parse(line));
    server = await serve(ledger, { log: pino({ level: 'warn' }, { write }), slow });
  });
  afterEach(async () => {
    await server.close();
    await ledger.close();
    await stub.close();
  });

  it('says nothing of what was quick and went well, nor of what the client did wrong', async () => {
    expect((await ask(server, blocks('Quick'))).errors).toEqual([]);
    expect((await ask(server, '{ account(id: "nobody") { memo } }')).errors).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('says nothing of a ledger that a client did not wait for', async () => {
    answers = { delay: 400 };
    const left = AbortSignal.timeout(100);
    const body = JSON.stringify({ query: three });
    const headers = { 'content-type': 'application/json' };
    const asked = fetch(`${server.url}/graphql`, { method: 'POST', headers, body, signal: left });
    await expect(asked).rejects.toThrow();
    await ask(server, '{ account(id: "nobody") { memo } }');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(lines).toEqual([]);
  });

  it('says once that a ledger took too long, however many calls were left', async () => {
    await server.close();
    const write = (line: string) => void lines.push(JSON.parse(line));
    const log = pino({ level: 'warn' }, { write });
    server = await serve(ledger, { log, operation: { timeout: 150 } });
    answers = { delay: 400 };
    const { errors } = await ask(server, three);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(
      Array(3).fill('UPSTREAM_TIMEOUT'),
    );
    const failed = lines.filter(({ msg }) => msg === 'ledger failed');
    expect(failed).toMatchObject([
      { code: 'UPSTREAM_TIMEOUT', cause: 'deadline of 150 ms has passed' },
    ]);
  });

  it('says of what was slow who waited for what, and what it was thought to cost', async () => {
    answers = { delay };
    expect((await ask(server, three)).errors).toEqual([]);
    const [line, ...others] = lines;
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 40,
      msg: 'answered slowly',
      reqId: expect.any(String),
      operation: 'Three',
      status: 200,
      calls: stub.calls.length,
      cost: { calls: expect.any(Number), rows: expect.any(Number), values: expect.any(Number) },
      codes: [],
    });
    // The second has waited for the first, and the third for both.
    expect(line?.['waited']).toBeGreaterThanOrEqual(3 * delay - 20);
    expect(line?.['ms']).toBeGreaterThanOrEqual(slow);
  });

  it('says of what has failed how, with the code that its client was told', async () => {
    answers = { status: 500 };
    const { errors } = await ask(server, blocks('Broken'));
    expect(errors).toHaveLength(1);
    const line = lines.find(({ msg }) => msg === 'answered with a failure');
    const codes = errors.map(({ extensions }) => extensions['code']);
    expect(line).toMatchObject({ level: 40, operation: 'Broken', codes, calls: 1 });
  });
});
