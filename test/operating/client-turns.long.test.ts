// A client that sends a burst gets its share of what runs, and others their answers meanwhile.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

/** As many of one client as may run, which is half of all. */
const share = 64;

let server: Server;
/** Calls of the ledger that wait for their answer. */
let running = 0;
let most = 0;
let open = () => {};
let slow: Ledger;
const aborts = new AbortController();

beforeEach(async () => {
  [running, most] = [0, 0];
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  slow = {
    ...nothing,
    async page(list, request, operation) {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
      return nothing.page(list, request, operation);
    },
  };
  server = await serve(slow, { trustProxy: true, operation: { timeout: 20_000 } });
});
afterEach(() => {
  open();
  return server.close();
});

async function ask(client: string, signal?: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ query: '{ blocks { nodes { number } } }' }),
    ...(signal && { signal }),
  });
  return (await response.json()) as Record<string, unknown>;
}

const burst = (client: string, count: number, signal?: AbortSignal) =>
  Array.from({ length: count }, () => ask(client, signal));
const untilRunning = (count: number) => expect.poll(() => running, { timeout: 15_000 }).toBe(count);
const answer = { data: { blocks: { nodes: [] } } };

it('runs half of what may run for one client, and the next client at once', async () => {
  const all = burst('203.0.113.1', 200);
  await untilRunning(share);
  const other = burst('203.0.113.2', 20);
  await untilRunning(share + 20);
  open();
  for (const one of [...all, ...other]) expect(await one).toEqual(answer);
  expect(most).toBe(share + 20);
});

it('counts what is asked of the REST API with it', async () => {
  const rest = async (client: string) => {
    const response = await fetch(`${server.url}/api/v1/blocks`, {
      headers: { 'x-forwarded-for': client },
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const all = Array.from({ length: 150 }, () => rest('203.0.113.1'));
  await untilRunning(share);
  const own = ask('203.0.113.1');
  const other = [...burst('203.0.113.2', 10), rest('203.0.113.2')];
  await untilRunning(share + 11);
  open();
  for (const one of all) expect(await one).toMatchObject({ blocks: [] });
  expect(await own).toEqual(answer);
  await Promise.all(other);
  expect(most).toBe(share + 11);
});

it('runs something of every client, of whatever number', async () => {
  const all = Array.from({ length: 300 }, (_, index) => ask(`203.0.${index >> 8}.${index & 255}`));
  await untilRunning(2 * share);
  open();
  for (const one of all) expect(await one).toEqual(answer);
  expect(most).toBe(2 * share);
});

it('keeps no place for who has left the line', async () => {
  const held = burst('203.0.113.1', share);
  await untilRunning(share);
  const left = burst('203.0.113.1', 100, aborts.signal);
  const late = burst('203.0.113.1', 3);
  await new Promise((resolve) => setTimeout(resolve, 200));
  aborts.abort();
  expect((await Promise.allSettled(left)).every(({ status }) => status === 'rejected')).toBe(true);
  open();
  for (const one of [...held, ...late]) expect(await one).toEqual(answer);
  expect(most).toBe(share);
});

it('tells who waits until its time is over that there is no room', async () => {
  await server.close();
  server = await serve(slow, { operation: { timeout: 1000 } });
  const held = burst('', share);
  await untilRunning(share);
  const { errors } = (await ask('')) as { errors: { extensions: object }[] };
  expect(errors.map(({ extensions }) => extensions)).toEqual([
    { code: 'UPSTREAM_BUSY', retryAfter: 1 },
  ]);
  open();
  await Promise.all(held);
});
