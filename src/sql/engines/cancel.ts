// PostgreSQL's request to cancel: sent on a connection of its own, it names the one whose statement is meant.
import net from 'node:net';

/** Where a server is, and what it calls a connection. */
export interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  /** Only who has the connection knows it, so no statement of another one can be hit. */
  readonly secretKey: number;
}

const cancelRequest = 80877102;
/** Milliseconds in which a server must have taken it. */
const patience = 2_000;

/**
 * Asks a server to cancel what a connection runs. Resolves when the server has done so, true, or when
 * it is not known whether it has, or still will. A server that runs nothing for it ignores the request.
 */
export function cancel({ host, port, processID, secretKey }: Backend): Promise<boolean> {
  const request = Buffer.alloc(16);
  for (const [index, word] of [request.length, cancelRequest, processID, secretKey].entries()) {
    request.writeInt32BE(word, index * 4);
  }
  return new Promise((resolve) => {
    const socket = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${port}`)
      : net.connect(port, host);
    let isTaken = false;
    socket.setTimeout(patience, () => socket.destroy());
    // The server says nothing, and ends the connection when it has passed the request on.
    socket.on('connect', () => socket.write(request));
    socket.on('end', () => {
      isTaken = true;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(isTaken));
    socket.resume();
  });
}
