// Requests as bytes on a socket of their own, for what no HTTP client would send.
import { connect } from 'node:net';
import type { Server } from '../../src/server.js';

export interface RawAnswer {
  /** Of the first answer; null where the connection ended without one. */
  readonly status: number | null;
  readonly text: string;
  /** Whether the server has ended the connection. */
  readonly isOver: boolean;
}

/** Opens a connection; errors on it are what tests expect. */
export function open({ url }: Pick<Server, 'url'>) {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on('error', () => {});
}

/** Sends bytes; resolves with what came once `isEnough`, when the connection is over, or out of time. */
export function exchange(
  server: Pick<Server, 'url'>,
  bytes: string,
  { patience = 12_000, isEnough = (text: string) => text.includes('\r\n\r\n') } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = open(server);
    let text = '';
    const finish = (isOver: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? null : Number(status), text, isOver });
    };
    const timer = setTimeout(() => finish(false), patience);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isEnough(text)) finish(false);
    });
    socket.once('close', () => finish(true));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}
