// Load on bare sockets: requests are bytes that were made before, and of an answer only its end is looked for.
import { connect, type Socket } from 'node:net';
import type { Ask } from './workloads.js';

/** Milliseconds of each request, and how many had no good answer. */
export interface Sent {
  readonly times: readonly number[];
  readonly failures: number;
}

/** A request as it goes over the wire. */
export function bytesOf({ method, path, body }: Ask, host: string): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  const content = body === null ? '' : body;
  if (body !== null) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(content)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`);
}

/** Asks on so many connections, each as soon as it was answered, for as long as `next` has a request. */
export async function askAll(
  url: string,
  connections: number,
  next: () => Buffer | null,
): Promise<Sent> {
  const times: number[] = [];
  let failures = 0;
  const one = async () => {
    const { exchange, end } = openConnection(url);
    for (let bytes = next(); bytes; bytes = next()) {
      const began = performance.now();
      const isGood = await exchange(bytes);
      times.push(performance.now() - began);
      if (!isGood) failures += 1;
    }
    end();
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { times, failures };
}

/** A connection that sends one request after another. */
export function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  return { exchange: exchanges(socket), end: () => void socket.destroy() };
}

/** Sends requests one after another; resolves to whether an answer is 200 and more than a word. */
function exchanges(socket: Socket): (bytes: Buffer) => Promise<boolean> {
  let settle: { resolve(isGood: boolean): void; reject(error: Error): void } | null = null;
  let parts: Buffer[] = [];
  let missing = Number.NaN;
  const fail = (error: Error) => settle?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server has closed a connection')));
  socket.on('data', (part) => {
    parts.push(part);
    // Most answers come in one piece, of others the length is known from the first.
    if (Number.isNaN(missing)) missing = missingOf(Buffer.concat(parts));
    else missing -= part.length;
    const isOver = missing <= 0 || (missing === chunked && part.subarray(-5).equals(lastChunk));
    if (!isOver) return;
    const [head] = parts;
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    parts = [];
    missing = Number.NaN;
    settle?.resolve(head?.toString('latin1', 9, 12) === '200' && size > 150);
  });
  return (bytes) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      socket.write(bytes);
    });
}

const lastChunk = Buffer.from('0\r\n\r\n');
const chunked = Number.POSITIVE_INFINITY;

/** Bytes of an answer that are still to come; NaN while its headers are. */
function missingOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return Number.NaN;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end)) ?? [];
  return length === undefined ? chunked : end + 4 + Number(length) - bytes.length;
}
