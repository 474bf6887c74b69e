// A subscriber for tests: graphql-sse over real HTTP, with all that has come so far.
import { createClient } from 'graphql-sse';
import { expect, type TestContext, vi } from 'vitest';
import type { Server } from '../../src/server.js';

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an event says what it is
type Event = any;

export interface Listener {
  /** Events as they came: `data`, `errors`, `extensions`. */
  readonly events: Event[];
  /** Resolves when the server has completed the stream; rejects when it was cut off. */
  readonly over: Promise<void>;
  /** The first events, once there are so many. */
  first(count: number): Promise<Event[]>;
  leave(): void;
}

export function listen({ url }: Pick<Server, 'url'>, query: string, variables = {}): Listener {
  const client = createClient({ url: `${url}/graphql`, retryAttempts: 0 });
  const events: Event[] = [];
  let leave = () => {};
  const over = new Promise<void>((resolve, reject) => {
    const sink = { next: (event: unknown) => void events.push(event) };
    leave = client.subscribe(
      { query, variables },
      { ...sink, error: reject, complete: () => resolve() },
    );
  });
  over.catch(() => {});
  return {
    events,
    over,
    async first(count) {
      const come = () => expect(events.length).toBeGreaterThanOrEqual(count);
      await vi.waitFor(come, { timeout: 10_000, interval: 10 });
      return events.slice(0, count);
    },
    leave: () => leave(),
  };
}

export const pause = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `expect.poll` with patience for a machine that has other things to do; of a concurrent test by its context. */
export const eventually = <T>(
  read: () => T,
  { expect: own }: Pick<TestContext, 'expect'> = { expect },
) => own.poll(read, { timeout: 10_000, interval: 20 });
