// The HTTP servers that listen, one for each address of the host: how long and how many their connections may be.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuseConnection } from './connections.js';

export interface ListenerLimits {
  /** Milliseconds in which headers, and the whole request, must be there. */
  readonly headers: number;
  readonly request: number;
  /** Milliseconds for which a connection may be silent: in between requests, and in one. */
  readonly idle: number;
  readonly silence: number;
  /** Connections at the most; any number when not given. */
  readonly connections?: number | undefined;
  /** Requests of one connection that may wait for their turn. */
  readonly waiting: number;
}

/** Turns of the event loop in which a connection is taken, read, and what is asked on it begun. */
const turnsToRead = 4;

/** Makes the servers, and ends the connections of all of them. */
export class Listener {
  readonly #limits: ListenerLimits;
  readonly #servers: Server[] = [];
  readonly #connections = new Map<Socket, Pipeline>();
  #isDraining = false;
  /** Connections and requests so far. */
  #come = 0;

  constructor(limits: ListenerLimits) {
    this.#limits = limits;
  }

  /** A server for one address. */
  make(handler: RequestListener): Server {
    const { headers, request, idle, silence, connections, waiting } = this.#limits;
    const handle = inTurn(handler, this.#connections, waiting, () => this.#over());
    const server = createServer(
      {
        headersTimeout: headers,
        requestTimeout: request,
        keepAliveTimeout: idle,
        connectionsCheckingInterval: Math.min(5000, headers),
      },
      (incoming, response) => {
        this.#come += 1;
        handle(incoming, response);
      },
    );
    server.setTimeout(silence);
    server.on('clientError', refuseConnection);
    if (connections !== undefined) server.maxConnections = connections;
    server.on('connection', (socket) => {
      this.#come += 1;
      this.#connections.set(socket, newPipeline());
      socket.once('close', () => this.#connections.delete(socket));
    });
    this.#servers.push(server);
    return server;
  }

  /**
   * Resolves when all that has come is read, though nobody had got to it: Node takes one connection at
   * each turn. Where more comes all the time, after so many milliseconds.
   */
  async caughtUp(longest: number): Promise<void> {
    const end = performance.now() + longest;
    let come = this.#come;
    for (let quiet = 0; quiet < turnsToRead && performance.now() < end; quiet += 1) {
      await nextTurn();
      if (this.#come !== come) quiet = 0;
      come = this.#come;
    }
  }

  /**
   * Ends all connections but those on which an answer is under way, and those with it. One on which
   * nothing has been asked yet, as browsers open them ahead, does not count as idle for Node.
   */
  drain(): void {
    this.#isDraining = true;
    for (const [socket, { isUsed }] of this.#connections) if (!isUsed) socket.destroy();
    this.#endIdle();
  }

  /** The headers of an answer in parts may have gone before they could say that it is the last one. */
  #over(): void {
    if (this.#isDraining) setImmediate(() => this.#endIdle());
  }

  #endIdle(): void {
    for (const server of this.#servers) server.closeIdleConnections();
  }

  endAll(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }
}

/** Turns that are taken before others come to theirs: some milliseconds of work. */
const atOnce = 8;

/** Runs what is given a few at a time, so that those who have not sent much at once come in between. */
function inSmallSteps(): (run: () => void) => void {
  const queue: (() => void)[] = [];
  let isPlanned = false;
  const plan = () => {
    if (isPlanned || queue.length === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      for (const run of queue.splice(0, atOnce)) run();
      plan();
    });
  };
  return (run) => {
    queue.push(run);
    plan();
  };
}

/** What has come on one connection (pipelining): the first request is being answered, others wait. */
interface Pipeline {
  /** Those that wait. */
  readonly waiting: (() => void)[];
  isBusy: boolean;
  /** Whether anything has been asked on it. */
  isUsed: boolean;
  isClosed: boolean;
}

const newPipeline = (): Pipeline => ({
  waiting: [],
  isBusy: false,
  isUsed: false,
  isClosed: false,
});

/**
 * Answers the requests of a connection one after the other, as their answers go out in any case:
 * whoever sends many at once takes no more of the server than others do.
 */
function inTurn(
  handler: RequestListener,
  pipelines: ReadonlyMap<Socket, Pipeline>,
  most: number,
  over: () => void,
): RequestListener {
  const later = inSmallSteps();
  return (request, response) => {
    const { socket, url = '/' } = request;
    if (!url.startsWith('/')) request.url = withoutOrigin(url);
    const pipeline = pipelines.get(socket);
    if (!pipeline || pipeline.isClosed) return;
    pipeline.isUsed = true;
    const { waiting } = pipeline;
    if (waiting.length >= most && pipeline.isBusy) {
      pipeline.isClosed = true;
      return refuse(response, most);
    }
    response.on('close', () => {
      over();
      const next = waiting.shift();
      if (!next) pipeline.isBusy = false;
      else {
        later(() => {
          if (!socket.writableEnded && !socket.destroyed) next();
        });
      }
    });
    if (pipeline.isBusy) return void waiting.push(() => handler(request, response));
    pipeline.isBusy = true;
    handler(request, response);
  };
}

/** What comes behind it on this connection is not answered. */
function refuse(response: ServerResponse, waiting: number): void {
  const message = `More than ${waiting} requests of one connection wait for their answers`;
  const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response
    .writeHead(429, { ...headers, 'retry-after': '1' })
    .end(JSON.stringify({ _status: { messages: [{ message }] } }));
}

/** What a request asks for that names this server in full (RFC 9112, 3.2.2). */
function withoutOrigin(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
}
