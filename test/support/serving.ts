// A server on a mirror node that changes, new for each test, and subscribers that leave at its end.
import { afterEach, beforeEach, vi } from 'vitest';
import { printCursor } from '../../src/contract/position.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import type { LiveLimits } from '../../src/live/live.js';
import type { Server, ServerOptions } from '../../src/server.js';
import { type Changing, openLedger } from './changing.js';
import { serve } from './ledgers.js';
import { type Listener, listen } from './listen.js';

export const interval = 100;
export const blockAdded =
  'subscription Blocks($after: String) { blockAdded(after: $after) { cursor node { number } } }';
export const balanceOf = (id: number | string) =>
  `subscription { balanceChanged(account: "${id}") { balance } }`;
export const cursor = (number: number) => printCursor(blocks, [String(number)]);

export let changing: Changing;
export let server: Server;
/** All that have subscribed in a test. */
export const listeners: Listener[] = [];

type Options = Partial<Omit<ServerOptions, 'graphql' | 'rest' | 'operation' | 'live'>> & {
  readonly live?: Partial<LiveLimits>;
  readonly graphql?: Partial<ServerOptions['graphql']>;
};

/** Takes the place of the server that each test begins with. */
export async function restart({ live = {}, ...options }: Options = {}): Promise<void> {
  await server?.close();
  server = await serve(changing.ledger, { ...options, live: { interval, ...live } });
}

export const subscribe = (query: string, variables = {}) => {
  const listener = listen(server, query, variables);
  listeners.push(listener);
  return listener;
};
export const codeOf = (event: { errors?: { extensions: { code: string } }[] } | undefined) =>
  event?.errors?.[0]?.extensions.code;

/** A server on a new ledger for each test of a file, with its subscribers. */
export function serveEach(): void {
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
}
