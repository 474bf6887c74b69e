// Streams as HTTP: how they begin, what is refused, and what a ledger that fails does to them.
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { eventually, pause } from '../support/listen.js';
import {
  balanceOf,
  blockAdded,
  changing,
  codeOf,
  cursor,
  interval,
  restart,
  serveEach,
  server,
  subscribe,
} from '../support/serving.js';

serveEach();

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
    await eventually(() => text).toContain('event: next');
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
    await eventually(() => text.split(':\n\n').length).toBeGreaterThan(3);
    socket.destroy();
  });

  it('says with each event what it has cost, where it is asked', async () => {
    await restart({ graphql: { trace: true } });
    await changing.setBalance(1001, 5n);
    const query = 'subscription { balanceChanged(account: "1001") { balance account { memo } } }';
    const [{ extensions }] = await subscribe(query).first(1);
    expect(extensions.mirrorql).toMatchObject({ calls: 1 });
  });

  it('reads past every cache what an event leads to, where that is asked', async () => {
    await changing.setBalance(1001, 5n);
    const query = 'subscription { balanceChanged(account: "1001") { account { memo } } }';
    const headers = { accept: 'text/event-stream', 'x-mirrorql-fresh': '1' };
    await opened(search(query), { headers });
    const call = changing.stub?.calls.find(({ path }) => path.includes('/accounts/'));
    expect(call?.headers['cache-control']).toBe('no-cache');
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
    expect(status).toBe(406);
    expect(body.errors[0].message).toContain('accept: must take text/event-stream');
    const { text } = await get(server, '/metrics');
    expect(text).toContain('mirrorql_subscribers{topic="blocks"} 0');
  });

  it.each([
    'subscription { blockAdded @skip(if: true) { cursor } }',
    'subscription { blockAdded @include(if: false) { cursor } }',
    'subscription { ... @skip(if: true) { blockAdded { cursor } } }',
    'subscription { ...A } fragment A on Subscription { blockAdded @skip(if: false) { cursor } }',
  ])('such as what might subscribe to nothing is refused: %s', async (query) => {
    const [{ errors }] = await subscribe(query).first(1);
    expect(errors[0].message).toMatch(/^The field of a subscription takes no @(skip|include);/);
    expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
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
