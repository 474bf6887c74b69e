// PostgreSQL's request to cancel: sent on a connection of its own, it names the one whose statement is meant.
import type { Socket } from 'node:net';
import pg from 'pg';

/** How a server is come to, and what it calls a connection: what pg's client knows of itself. */
export interface Backend {
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ConnectionConfig['ssl'];
  readonly sslNegotiation: string;
  readonly processID: number;
  /** Only who has the connection knows it, so no statement of another one can be hit. */
  readonly secretKey: number;
}

/** What pg's connection can do that its types do not tell. */
interface Raw extends pg.Connection {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const RawConnection = pg.Connection as unknown as new (config: object) => Raw;

/** Milliseconds in which a server must have taken it. */
const patience = 2_000;

/**
 * Asks a server to cancel what a connection runs, as safely as that connection was made. Resolves when
 * the server has done so, true, or when it is not known whether it has, or still will. A server that
 * runs nothing for it ignores the request.
 */
export function cancel(backend: Backend): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = backend;
  const connection = new RawConnection({ ssl, sslNegotiation });
  return new Promise((resolve) => {
    let isTaken = false;
    const over = () => {
      clearTimeout(timer);
      // Over TLS the stream is another one than at the start.
      connection.stream.destroy();
      resolve(isTaken);
    };
    const timer = setTimeout(over, patience);
    const send = () => {
      connection.cancel(processID, secretKey);
      // The server says nothing, and ends the connection when it has passed the request on.
      connection.stream.on('end', () => {
        isTaken = true;
      });
    };
    connection.on('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.on('sslconnect', send);
    connection.on('error', over);
    connection.on('end', over);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
