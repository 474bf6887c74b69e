// A subscriber that takes nothing until it is told to, over a socket of its own.
import { connect, type Socket } from 'node:net';
import type { Server } from '../../src/server.js';
import { get } from './get.js';
import { pause } from './listen.js';

interface SlowReader {
  readonly socket: Socket;
  /** What `found` has matched in the events that were read. */
  readonly numbers: number[];
}

/** Subscribes and reads nothing; `found` has one group, the number of an event. */
export function slowReader(server: Server, query: string, found: RegExp): SlowReader {
  const { port, hostname } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname });
  const numbers: number[] = [];
  let rest = '';
  socket.pause();
  socket.on('data', (chunk) => {
    rest += chunk;
    const end = rest.lastIndexOf('\n\n') + 1;
    for (const [, number] of rest.slice(0, end).matchAll(found)) numbers.push(Number(number));
    rest = rest.slice(end);
  });
  const path = `/graphql?${new URLSearchParams({ query })}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  return { numbers, socket };
}

const sent = async (server: Server) => {
  const { text } = await get(server, '/metrics');
  return Number(/mirrorql_events_total (\d+)/.exec(text)?.[1] ?? 0);
};

/** Waits until the server has stopped to send, by its metrics; how many events it has sent. */
export async function stalled(server: Server, interval: number): Promise<number> {
  for (let last = -1; ; ) {
    const count = await sent(server);
    if (count > 0 && count === last) return count;
    last = count;
    await pause(3 * interval);
  }
}
