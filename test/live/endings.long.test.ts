// How much streams may take, how they end, and what is left behind.
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { LiveBalance } from '../../src/live/balances.js';
import { openLive } from '../../src/live/live.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import { get } from '../support/get.js';
import { usual } from '../support/ledgers.js';
import { eventually, pause } from '../support/listen.js';
import {
  balanceOf,
  blockAdded,
  changing,
  codeOf,
  cursor,
  interval,
  listeners,
  restart,
  serveEach,
  server,
  subscribe,
} from '../support/serving.js';
import { slowReader, stalled } from '../support/slow-reader.js';

serveEach();

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
    await eventually(() => refused(balanceOf(3))).toBeUndefined();
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
      if (round === 0) await eventually(text).toContain('mirrorql_subscribers{topic="blocks"} 10');
      for (const listener of all) listener.leave();
      for (const topic of ['balances', 'blocks', 'schedules']) {
        await eventually(text).toContain(`mirrorql_subscribers{topic="${topic}"} 0`);
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
  it('of blocks holds up nobody, fills no queue, and misses nothing', async () => {
    await restart({ metrics: makeMetrics() });
    const reader = slowReader(
      server,
      `subscription { blockAdded(after: "${cursor(3)}") { node { number logsBloom } } }`,
      /"number":"(\d+)"/g,
    );
    // 20 kB in each event: the buffers of the connection are soon full.
    await changing.addBlocks(4, 2003, 10_000);
    const count = await stalled(server, interval);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(1500);
    const quick = subscribe(blockAdded, { after: cursor(2002) });
    await quick.first(1);
    reader.socket.resume();
    await eventually(() => reader.numbers.length).toBe(2000);
    expect(reader.numbers).toEqual(Array.from({ length: 2000 }, (_, index) => index + 4));
    reader.socket.destroy();
  });

  it('of a balance is given the last of many', async () => {
    const limits = { ...usual.live, interval };
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
      await eventually(() => changing.calls.length).toBeGreaterThan(before + 1);
    }
    expect(await next()).toBe(4);
    const further = stream.next();
    live.close();
    expect((await further).value).toMatchObject({ code: 'STREAM_ENDED' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await expect(async () => live.blocks('a client', null)).rejects.toThrow('closing');
  });
});
