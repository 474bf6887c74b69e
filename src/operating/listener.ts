// The HTTP servers that listen, one for each address of the host: how long and how many their connections may be.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** Makes the servers, and ends the connections of all of them. */
export class Listener {
  readonly #limits: ListenerLimits;
  readonly #servers: Server[] = [];
  /**
   * Connections on which nothing has been asked yet, as browsers open them ahead. Node does not
   * count them as idle, and a server that closes would wait for them.
   */
  readonly #unused = new Set<Socket>();

  constructor(limits: ListenerLimits) {
    this.#limits = limits;
  }

  /** A server for one address. */
  make(handler: RequestListener): Server {
    const { headers, request, idle, silence, connections, waiting } = this.#limits;
    const server = createServer(
      {
        headersTimeout: headers,
        requestTimeout: request,
        keepAliveTimeout: idle,
        connectionsCheckingInterval: Math.min(5000, headers),
      },
      inTurn(handler, waiting),
    );
    server.setTimeout(silence);
    server.on('clientError', refuseConnection);
    if (connections !== undefined) server.maxConnections = connections;
    server.on('connection', (socket) => {
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
    server.on('request', ({ socket }) => this.#unused.delete(socket));
    this.#servers.push(server);
    return server;
  }

  endUnused(): void {
    for (const socket of this.#unused) socket.destroy();
  }

  endIdle(): void {
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
  readonly requests: (() => void)[];
  isClosed: boolean;
}

/**
 * Answers the requests of a connection one after the other, as their answers go out in any case:
 * whoever sends many at once takes no more of the server than others do.
 */
function inTurn(handler: RequestListener, waiting: number): RequestListener {
  const later = inSmallSteps();
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket, url = '/' } = request;
    if (!url.startsWith('/')) request.url = withoutOrigin(url);
    const pipeline = pipelines.get(socket) ?? { requests: [], isClosed: false };
    pipelines.set(socket, pipeline);
    const { requests } = pipeline;
    if (pipeline.isClosed) return;
    if (requests.length > waiting) {
      pipeline.isClosed = true;
      return refuse(response, waiting);
    }
    response.once('finish', () => {
      requests.shift();
      const [next] = requests;
      if (!next) return;
      later(() => {
        if (!socket.writableEnded && !socket.destroyed) next();
      });
    });
    requests.push(() => handler(request, response));
    if (requests.length === 1) requests[0]?.();
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
