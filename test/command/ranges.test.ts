// Every number that an option may be works: at both ends of its range a server starts, answers, and ends.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { callsOf, openLedger } from '../../src/open.js';
import { type OptionName, options } from '../../src/options.js';
import { serve, settingsOf } from '../../src/serve.js';
import { ask } from '../support/ask.js';
import { type Stub, startStub } from '../support/stub.js';

/** The settings that each number is for. */
const places: Partial<Record<OptionName, readonly string[]>> = {
  port: ['port'],
  'max-page': ['graphql.maxPage'],
  'max-calls': ['operation.calls'],
  timeout: ['operation.timeout'],
  'max-wait': ['patience'],
  'max-body': ['bodyLimit'],
  'max-connections': ['connections'],
  'max-held': ['connectionMemory.bytes'],
  'max-depth': ['graphql.limits.depth'],
  'max-aliases': ['graphql.limits.aliases'],
  'max-tokens': ['graphql.limits.tokens'],
  'max-cost-rows': ['graphql.limits.cost.rows', 'operation.rows'],
  'max-cost-calls': ['graphql.limits.cost.calls'],
  'max-cost-values': ['graphql.limits.cost.values', 'operation.values'],
  'max-answer': ['graphql.limits.answer'],
  poll: ['live.interval'],
  'max-streams': ['live.streams'],
  'max-streams-per-client': ['live.streamsPerClient'],
  'max-watched': ['live.watched'],
  'stream-life': ['live.life'],
  'ready-timeout': ['readyWithin'],
  'shutdown-timeout': ['closeWithin'],
  slow: ['slow'],
  'upstream-timeout': ['upstream.timeout'],
  'upstream-rate': ['upstream.rate'],
  'upstream-concurrency': ['upstream.concurrency'],
  'upstream-retries': ['upstream.retries'],
  'upstream-cache': ['upstream.cache'],
  'upstream-max-body': ['upstream.maxBody'],
  chunk: ['upstream.chunk'],
  connections: ['upstream.connections'],
};
/** What is made of these is seen elsewhere: a clock, a store, and requests that are refused. */
const elsewhere = ['tick', 'cache-size', 'rate-limit'];

/** All numbers of the settings, by their places. */
const settings = (...args: readonly string[]): Record<string, unknown> => {
  const config = readConfig(args, {});
  const flat = (value: unknown, place: readonly string[] = []): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => flat(one, [...place, name]))
      : [[place.join('.'), value]];
  return Object.fromEntries(flat({ ...settingsOf(config), upstream: callsOf(config, false) }));
};

describe('a number', () => {
  const ranged = (Object.keys(options) as OptionName[]).filter((name) => options[name].range);

  it('is of a setting that is known here', () => {
    expect([...Object.keys(places), ...elsewhere].sort()).toEqual(ranged.sort());
  });

  it.each(Object.entries(places))('of --%s reaches its setting, and no other', (name, own) => {
    for (const value of options[name as OptionName].range ?? []) {
      const said = Object.fromEntries(own.map((place) => [place, value]));
      expect(settings(`--${name}`, String(value))).toEqual({ ...settings(), ...said });
    }
  });
});

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
