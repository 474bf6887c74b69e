// Every number that an option may be works: at both ends of its range a server starts, answers, and ends.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openLedger } from '../../src/open.js';
import { type OptionName, options } from '../../src/options.js';
import { serve } from '../../src/serve.js';
import { ask } from '../support/ask.js';
import { type Stub, startStub } from '../support/stub.js';

const ends = (Object.keys(options) as OptionName[]).flatMap((name) => {
  const [low, high] = options[name].range ?? [];
  // A mirror node has blocks of its own: test/command/choose-ledger.test.ts.
  const isElsewhere = name === 'port' || name === 'tick';
  if (low === undefined || high === undefined || isElsewhere) return [];
  return [[name, low] as const, [name, high] as const];
});

describe('a server', () => {
  let stub: Stub;
  beforeAll(async () => {
    const block = { number: 7, timestamp: { from: '1.0', to: '2.0' } };
    stub = await startStub(() => ({ body: { blocks: [block], links: { next: null } } }));
  });
  afterAll(() => stub?.close());

  it.each(ends)('with --%s %i starts, answers, and ends', async (name, value) => {
    const args = ['--port', '0', '--upstream', stub.url, `--${name}`, String(value)];
    const config = readConfig(args, {});
    const opened = await openLedger(config, {});
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const server = await serve(config, new Map(), opened, log);
    const { status } = await fetch(`${server.url}/health`);
    expect(status).toBe(200);
    // The smallest limits refuse it, each with its code.
    const read = await ask(server, '{ blocks(first: 1) { nodes { number } } }').catch(() => null);
    for (const { extensions } of read?.errors ?? []) {
      expect(extensions.code).toMatch(/^(COST_LIMIT|BAD_USER_INPUT|RATE_LIMITED|UPSTREAM_\w+)$/);
    }
    if (value > 1000) expect(read?.data).toEqual({ blocks: { nodes: [{ number: '7' }] } });
    expect(lines).toEqual([]);
    const began = performance.now();
    await server.close();
    await opened.ledger.close();
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
