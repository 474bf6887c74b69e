// Streams as HTTP: how they begin, what they may take, how they end, and what is left behind.
import { connect } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blocks } from '../../src/contract/blocks.js';
import { printCursor } from '../../src/contract/position.js';
import { memoryStore } from '../../src/graphql/response-cache.js';
import type { LiveBalance } from '../../src/live/balances.js';
import { defaultLiveLimits, type LiveLimits, openLive } from '../../src/live/live.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server, ServerOptions } from '../../src/server.js';
import { ask } from '../ask.js';
import { serve } from '../ledgers.js';
import { get } from '../rest/get.js';
import { type Changing, openLedger } from './changing.js';
import { type Listener, listen, pause } from './listen.js';

const interval = 100;
const blockAdded =
  'subscription Blocks($after: String) { blockAdded(after: $after) { cursor node { number } } }';
const balanceOf = (id: number | string) =>
  `subscription { balanceChanged(account: "${id}") { balance } }`;
const cursor = (number: number) => printCursor(blocks, [String(number)]);

let changing: Changing;
let server: Server;
const listeners: Listener[] = [];

type Options = Partial<Omit<ServerOptions, 'graphql' | 'rest' | 'operation' | 'live'>> & {
  readonly live?: Partial<LiveLimits>;
  readonly graphql?: Partial<ServerOptions['graphql']>;
};

/** Takes the place of the server that each test begins with. */
async function restart({ live = {}, ...options }: Options = {}): Promise<void> {
  await server?.close();
  server = await serve(changing.ledger, { ...options, live: { interval, ...live } });
}

const subscribe = (query: string, variables = {}) => {
  const listener = listen(server, query, variables);
  listeners.push(listener);
  return listener;
};
const codeOf = (event: { errors?: { extensions: { code: string } }[] } | undefined) =>
  event?.errors?.[0]?.extensions.code;

beforeEach(async () => {
  changing = await openLedger('a mirror node');
  await restart();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const listener of listeners.splice(0)) listener.leave();
  await server?.close();
  await changing?.close();
});

describe('a stream', () => {
  const search = (query: string) => `/graphql?${new URLSearchParams({ query })}`;
  /** What has come of a stream after a moment. */
  async function opened(path: string, init: RequestInit = {}) {
    const leaving = new AbortController();
    const response = await fetch(`${server.url}${path}`, { ...init, signal: leaving.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => {});
    await expect.poll(() => text).toContain('event: next');
    leaving.abort();
    await reading;
    return { response, text };
  }
  const post = (accept: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: balanceOf(1001) }),
  });

  it('is server-sent events, by GET as EventSource asks and by POST', async () => {
    await changing.setBalance(1001, 5n);
    const headers = { accept: 'text/event-stream' };
    for (const { response, text } of [
      await opened(search(balanceOf(1001)), { headers }),
      await opened('/graphql', post('text/event-stream')),
    ]) {
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      expect(text).toContain('event: next\ndata: {"data":{"balanceChanged":{"balance":"5"}}}\n\n');
    }
  });

  it('is one also for a client that takes anything, and has had JSON before', async () => {
    await changing.setBalance(1001, 5n);
    const init = { ...post('*/*'), body: JSON.stringify({ query: '{ __typename }' }) };
    await (await fetch(`${server.url}/graphql`, init)).text();
    const { response } = await opened('/graphql', post('*/*'));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
  });

  it('is never kept, nor shared with others', async () => {
    await restart({ graphql: { cache: memoryStore(1e6) } });
    await changing.setBalance(1001, 5n);
    const [one, other] = [subscribe(balanceOf(1001)), subscribe(balanceOf(1001))];
    await Promise.all([one.first(1), other.first(1)]);
    await changing.setBalance(1001, 6n);
    const late = subscribe(balanceOf(1001));
    await Promise.all([one.first(2), other.first(2), late.first(1)]);
    expect(late.events.at(-1).data.balanceChanged.balance).toBe('6');
  });

  it('is kept alive by comments while there is nothing to tell', async () => {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(
      `GET ${search(blockAdded)} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`,
    );
    await expect.poll(() => text.split(':\n\n').length, { timeout: 5000 }).toBeGreaterThan(3);
    socket.destroy();
  });

  it('says with each event what it has cost, where it is asked', async () => {
    await restart({ graphql: { trace: true } });
    await changing.setBalance(1001, 5n);
    const query = 'subscription { balanceChanged(account: "1001") { balance account { memo } } }';
    const [{ extensions }] = await subscribe(query).first(1);
    expect(extensions.mirrorql).toMatchObject({ calls: 1 });
  });

  it('reads anew for each event what the event leads to', async () => {
    await changing.setBalance(1001, 5n);
    const query =
      'subscription { balanceChanged(account: "1001") { account { balance { balance } } } }';
    const listener = subscribe(query);
    await listener.first(1);
    changing.calls.length = 0;
    await changing.setBalance(1001, 6n);
    await listener.first(2);
    expect(changing.calls).toContain('one account');
  });
});

describe('what is wrong', () => {
  it.each([
    ['a cursor', 'blockAdded(after: "nonsense") { cursor }', 'after'],
    [
      'a cursor of another list',
      `blockAdded(after: "${Buffer.from('["tokens","0.0.5"]').toString('base64url')}") { cursor }`,
      'after',
    ],
    ['an account', 'balanceChanged(account: "no account") { balance }', 'account'],
    ['a schedule', 'scheduleChanged(id: "x") { memo }', 'id'],
  ])('%s is refused before the ledger is asked', async (_name, field, argument) => {
    const { errors } = await ask(server, `subscription { ${field} }`).catch(async () => {
      const [event] = await subscribe(`subscription { ${field} }`).first(1);
      return event;
    });
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
    expect(changing.calls).toEqual([]);
  });

  it('such as a client that takes no events is told so, and leaves nothing behind', async () => {
    await restart({ metrics: makeMetrics() });
    const { status, body } = await get(
      server,
      `/graphql?${new URLSearchParams({ query: blockAdded })}`,
      {
        headers: { accept: 'application/json' },
      },
    );
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('accept: must take text/event-stream');
    const { text } = await get(server, '/metrics');
    expect(text).toContain('mirrorql_subscribers{topic="blocks"} 0');
  });

  it('such as events that would cost too much is refused', async () => {
    const deep =
      'tokens(first: 1000) { nodes { account { tokens(first: 1000) { nodes { balance } } } } }';
    const [event] = await subscribe(
      `subscription { balanceChanged(account: "1") { ${deep} } }`,
    ).first(1);
    expect(codeOf(event)).toBe('COST_LIMIT');
    expect(changing.calls).toEqual([]);
  });

  it('such as a place too far back ends the stream, and says how to go on', async () => {
    await changing.addBlocks(20_000, 20_150);
    const listener = subscribe(blockAdded, { after: cursor(5) });
    await listener.over;
    expect(listener.events).toHaveLength(1);
    expect(codeOf(listener.events[0])).toBe('BAD_USER_INPUT');
    expect(listener.events[0].errors[0].message).toContain('lies 20145 blocks back');
  });
});

describe('a ledger that fails', () => {
  it('is told once, is asked less often, and ends no stream', async () => {
    await changing.setBalance(1001, 5n);
    const [balance, added] = [
      subscribe(balanceOf(1001)),
      subscribe(blockAdded, { after: cursor(2) }),
    ];
    await Promise.all([balance.first(1), added.first(1)]);
    changing.fail(true);
    await Promise.all([balance.first(2), added.first(2)]);
    for (const { events } of [balance, added]) {
      expect(codeOf(events[1])).toBe('UPSTREAM_UNAVAILABLE');
    }
    const before = changing.calls.length;
    await pause(10 * interval);
    // At 200, 600 and 1400 ms instead of each 100, of two topics.
    expect(changing.calls.length - before).toBeLessThan(8);
    changing.fail(false);
    await changing.addBlocks(4, 4);
    // The balance is told again, since nobody knew what it was in between.
    await Promise.all([balance.first(3), added.first(3)]);
    expect(balance.events.slice(2)).toEqual([{ data: { balanceChanged: { balance: '5' } } }]);
    expect(added.events[2].data.blockAdded.node.number).toBe('4');
  });

  it('is told to one who comes meanwhile', async () => {
    const first = subscribe(balanceOf(1001));
    await first.first(1);
    changing.fail(true);
    await first.first(2);
    const [event] = await subscribe(balanceOf(1002)).first(1);
    expect(codeOf(event)).toBe('UPSTREAM_UNAVAILABLE');
  });
});

describe('limits', () => {
  const refused = async (query: string) => codeOf((await subscribe(query).first(1))[0]);

  it('bound the streams of one client, until one of them ends', async () => {
    await restart({ live: { streamsPerClient: 2 }, trustProxy: true });
    const [first] = [subscribe(balanceOf(1)), subscribe(balanceOf(2))];
    await first?.first(1);
    await listeners[1]?.first(1);
    expect(await refused(balanceOf(3))).toBe('RATE_LIMITED');
    const other = await get(server, `/graphql?${new URLSearchParams({ query: '{ __typename }' })}`);
    expect(other.status).toBe(200);
    first?.leave();
    await expect.poll(() => refused(balanceOf(3))).toBeUndefined();
  });

  it('bound all streams', async () => {
    await restart({ live: { streams: 1 } });
    await subscribe(balanceOf(1)).first(1);
    expect(await refused(blockAdded)).toBe('RATE_LIMITED');
  });

  it('bound what is watched, however many watch it', async () => {
    await restart({ live: { watched: 2 } });
    const all = [1, 2, 2, 1].map((id) => subscribe(balanceOf(id)));
    await Promise.all(all.map((listener) => listener.first(1)));
    expect(all.every(({ events }) => codeOf(events[0]) === undefined)).toBe(true);
    expect(await refused(balanceOf(3))).toBe('RATE_LIMITED');
    expect(await refused('subscription { scheduleChanged(id: "9") { memo } }')).toBe(
      'RATE_LIMITED',
    );
  });

  it('bound the life of a stream, which says so at its end', async () => {
    await restart({ live: { life: 1 } });
    const listener = subscribe(blockAdded, { after: cursor(2) });
    await listener.over;
    expect(listener.events[0].data.blockAdded.node.number).toBe('3');
    expect(codeOf(listener.events[1])).toBe('STREAM_ENDED');
  });
});

describe('the end of the server', () => {
  it('is the last event of each stream, and does not wait for clients', async () => {
    const all = [1, 2, 3].map((id) => subscribe(balanceOf(id)));
    await Promise.all(all.map((listener) => listener.first(1)));
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(1500);
    await Promise.all(all.map(({ over }) => over));
    for (const { events } of all) expect(codeOf(events.at(-1))).toBe('STREAM_ENDED');
  });
});

describe('a client that leaves', () => {
  it('leaves nothing behind: no poll, no count, and a line in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    await restart({ metrics: makeMetrics(), log, live: { streamsPerClient: 300 } });
    // Outside of a test comments are rare: a stream must not need one to see that nobody listens.
    vi.stubEnv('NODE_ENV', 'production');
    const text = async () => (await get(server, '/metrics')).text;
    const polls = async () => (await text()).match(/^mirrorql_polls_total.*$/gm);
    for (let round = 0; round < 2; round += 1) {
      const queries = [
        balanceOf(1),
        blockAdded,
        'subscription { scheduleChanged(id: "9") { memo } }',
      ];
      const all = queries.flatMap((query) => Array.from({ length: 10 }, () => subscribe(query)));
      await Promise.all(all.filter((_one, index) => index % 30 < 10).map((one) => one.first(1)));
      if (round === 0) await expect.poll(text).toContain('mirrorql_subscribers{topic="blocks"} 10');
      for (const listener of all) listener.leave();
      for (const topic of ['balances', 'blocks', 'schedules']) {
        await expect.poll(text).toContain(`mirrorql_subscribers{topic="${topic}"} 0`);
      }
    }
    const before = { polls: await polls(), calls: changing.calls.length };
    await pause(4 * interval);
    expect({ polls: await polls(), calls: changing.calls.length }).toEqual(before);
    // The request for the metrics is the only one.
    expect(await text()).toContain('mirrorql_requests_running 1');
    expect(await text()).toMatch(/mirrorql_polls_total\{topic="balances",outcome="ok"\} \d/);
    const streamed = lines.filter((line) => line.includes('"events":1'));
    expect(streamed.length).toBeGreaterThan(0);
    expect(await text()).not.toContain('operation="Blocks"');
  });
});

describe('a slow reader', () => {
  /** Subscribes, and reads nothing until it is told to. */
  async function slow(query: string) {
    const { port, hostname } = new URL(server.url);
    const socket = connect({ port: Number(port), host: hostname });
    const numbers: number[] = [];
    let rest = '';
    socket.pause();
    socket.on('data', (chunk) => {
      rest += chunk;
      const end = rest.lastIndexOf('\n\n') + 1;
      const found = rest.slice(0, end).matchAll(/"number":"(\d+)"/g);
      for (const [, number] of found) numbers.push(Number(number));
      rest = rest.slice(end);
    });
    const path = `/graphql?${new URLSearchParams({ query })}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
    return { numbers, socket };
  }
  const sent = async () => {
    const { text } = await get(server, '/metrics');
    return Number(/mirrorql_events_total (\d+)/.exec(text)?.[1] ?? 0);
  };
  /** Until the server has stopped to send. */
  async function stalled() {
    for (let last = -1; ; ) {
      const count = await sent();
      if (count > 0 && count === last) return count;
      last = count;
      await pause(3 * interval);
    }
  }

  it('of blocks holds up nobody, fills no queue, and misses nothing', async () => {
    await restart({ metrics: makeMetrics() });
    const reader = await slow(
      `subscription { blockAdded(after: "${cursor(3)}") { node { number logsBloom } } }`,
    );
    // 20 kB in each event: the buffers of the connection are soon full.
    await changing.addBlocks(4, 2003, 10_000);
    const count = await stalled();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(1500);
    const quick = subscribe(blockAdded, { after: cursor(2002) });
    await quick.first(1);
    reader.socket.resume();
    await expect.poll(() => reader.numbers.length, { timeout: 15_000 }).toBe(2000);
    expect(reader.numbers).toEqual(Array.from({ length: 2000 }, (_, index) => index + 4));
    reader.socket.destroy();
  });

  it('of a balance is given the last of many', async () => {
    const limits = { ...defaultLiveLimits, interval };
    const live = openLive(changing.ledger, { timeout: 5000, calls: 10 }, limits);
    await changing.setBalance(1001, 1n);
    const stream = live.balance('a client', '0.0.1001');
    const next = async () => {
      const { value } = await stream.next();
      return (value as LiveBalance).row.balance;
    };
    expect(await next()).toBe(1);
    for (const balance of [2n, 3n, 4n]) {
      await changing.setBalance(1001, balance);
      const before = changing.calls.length;
      await expect.poll(() => changing.calls.length).toBeGreaterThan(before + 1);
    }
    expect(await next()).toBe(4);
    const further = stream.next();
    live.close();
    expect((await further).value).toMatchObject({ code: 'STREAM_ENDED' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await expect(async () => live.blocks('a client', null)).rejects.toThrow('closing');
  });
});
