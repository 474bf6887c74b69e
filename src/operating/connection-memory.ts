// What connections hold of the server's memory: answers not taken yet and bodies not sent yet, bounded for each and for all.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What its connection holds; null until it holds something of this request. */
    memory: Connection | null;
    /** Bytes of its body that the connection is charged with until it has been read. */
    held: number;
  }
}

export interface ConnectionMemoryLimits {
  /** Bytes of all connections. */
  readonly bytes: number;
  /** Milliseconds in which an answer must be taken, and bytes for which there is a second more. */
  readonly patience: number;
  readonly bytesPerSecond: number;
}

export const defaultConnectionMemory: ConnectionMemoryLimits = {
  bytes: 64 * 1024 * 1024,
  patience: 10_000,
  bytesPerSecond: 50_000,
};

interface Connection {
  readonly socket: Socket;
  bytes: number;
  /** When it last held nothing, or took something. */
  since: number;
  /** When it must have taken the answers it was sent. */
  deadline: number;
}

/** Milliseconds from one look for connections that are too slow to the next. */
const interval = 1000;

class ConnectionMemory {
  readonly #limits: ConnectionMemoryLimits;
  readonly #connections = new Map<Socket, Connection>();
  #total = 0;

  constructor(limits: ConnectionMemoryLimits) {
    this.#limits = limits;
  }

  of(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known) return known;
    const connection = { socket, bytes: 0, since: 0, deadline: Infinity };
    // One that is over does not tell so again: who has left without an answer would stay for ever.
    if (socket.destroyed) return connection;
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#total -= connection.bytes;
      connection.bytes = 0;
    });
    return connection;
  }

  add(connection: Connection, bytes: number): void {
    if (connection.socket.destroyed) return;
    // An answer larger than all the room is given too, to someone who waits for nothing else.
    const spared = connection.bytes === 0 ? connection : undefined;
    if (spared) connection.since = performance.now();
    connection.bytes += bytes;
    this.#total += bytes;
    while (this.#total > this.#limits.bytes) {
      const worst = this.#worst(spared);
      if (!worst) return;
      this.#end(worst);
    }
  }

  /** Some bytes are with the client, or have come from it. */
  release(connection: Connection, bytes: number): void {
    const released = Math.min(bytes, connection.bytes);
    connection.bytes -= released;
    this.#total -= released;
    connection.since = performance.now();
    if (connection.deadline !== Infinity) this.expect(connection);
  }

  /** Gives the client as long as a slow network needs for what it is sent. */
  expect(connection: Connection): void {
    const { patience, bytesPerSecond } = this.#limits;
    const { bytes } = connection;
    const time = patience + (bytes / bytesPerSecond) * 1000;
    connection.deadline = bytes > 0 ? performance.now() + time : Infinity;
  }

  endLate(): void {
    const now = performance.now();
    for (const one of this.#connections.values()) if (one.deadline < now) this.#end(one);
  }

  /** The one that has held most for longest: whoever reads along holds little, and not for long. */
  #worst(spared: Connection | undefined): Connection | undefined {
    const now = performance.now();
    const weight = ({ bytes, since }: Connection) => bytes * (now - since + 1);
    let worst: Connection | undefined;
    for (const one of this.#connections.values()) {
      if (one.bytes === 0 || one === spared) continue;
      if (!worst || weight(one) > weight(worst)) worst = one;
    }
    return worst;
  }

  #end(connection: Connection): void {
    this.#total -= connection.bytes;
    connection.bytes = 0;
    connection.deadline = Infinity;
    connection.socket.destroy();
  }
}

/** Bounds what the connections of a server hold. */
export function limitConnectionMemory(app: FastifyInstance, limits: ConnectionMemoryLimits): void {
  const held = new ConnectionMemory(limits);
  const timer = setInterval(() => held.endLate(), interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.decorateRequest('memory', null);
  app.decorateRequest('held', 0);
  const connectionOf = (request: FastifyRequest): Connection => {
    request.memory ??= held.of(request.raw.socket);
    return request.memory;
  };
  /** A connection that ends before has nothing left to release. */
  const release = (request: FastifyRequest) => {
    if (request.held > 0) held.release(connectionOf(request), request.held);
    request.held = 0;
  };

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const length = request.headers['content-length'];
    const { bodyLimit } = request.routeOptions;
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const bytes = Math.min(Number(length ?? (isChunked ? bodyLimit : 0)), bodyLimit);
    if (bytes > 0) {
      request.held = bytes;
      held.add(connectionOf(request), bytes);
    }
    // Last, since what follows may answer at once, and release what has not been charged yet.
    done(null, payload);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    release(request);
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    // What could not be read never came to its handler.
    release(request);
    done();
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || payload.length === 0) return;
    const connection = connectionOf(request);
    held.add(connection, payload.length);
    held.expect(connection);
    reply.raw.on('close', () => held.release(connection, payload.length));
  });
}
