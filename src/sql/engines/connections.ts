// Connections to a PostgreSQL server: kept alive, replaced when they fall silent, and gone when closed.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What is left of a connection after a statement: `silent` is one that has not answered in time. */
export type State = 'free' | 'broken' | 'silent';

/** Milliseconds that connections get to say goodbye. */
const goodbye = 1_000;

export class Connections {
  readonly #pool: pg.Pool;
  /** All sockets, those that are about to connect or to close included. */
  readonly #sockets = new Set<net.Socket>();
  /** Those of a generation before are not used any more. */
  #generation = 0;
  readonly #made = new WeakMap<pg.ClientBase, number>();
  #closing: Promise<void> | undefined;

  constructor(config: pg.PoolConfig) {
    this.#pool = new pg.Pool({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream: () => this.#socket(),
    });
    // A connection that breaks is replaced on the next query; without listeners it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#made.set(client, this.#generation);
    });
  }

  /** How many there are, connected or about to be. */
  get count(): number {
    return this.#pool.totalCount;
  }

  /** Has new ones take the place of all that there are, each as soon as it is to be used. */
  renew(): void {
    this.#generation += 1;
  }

  /** A connection for one statement, to be given back. */
  async take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#connect();
      if (this.#made.get(client) === this.#generation) return client;
      discard(client);
    }
  }

  /** Poolers such as PgBouncer refuse what a client sets for all its statements; then nothing is set. */
  async #connect(): Promise<pg.PoolClient> {
    const { options } = this.#pool;
    const { statement_timeout: set } = options;
    return this.#pool.connect().catch((error: unknown) => {
      if (!set || !isRefusedSetting(error)) throw error;
      options.statement_timeout = 0;
      return this.#connect();
    });
  }

  giveBack(client: pg.PoolClient, state: State): void {
    if (state === 'free') {
      client.release();
      return;
    }
    // What has cut this one off may have cut off all that there are.
    if (state === 'silent' && this.#made.get(client) === this.#generation) this.renew();
    discard(client);
  }

  /** Says goodbye; a server that does not answer is left without one. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const gone = [...this.#sockets].map(
      (socket) => new Promise((end) => socket.once('close', end)),
    );
    const ended = this.#pool.end();
    await Promise.race([Promise.all([ended, ...gone]), sleep(goodbye, undefined, { ref: false })]);
    for (const socket of this.#sockets) socket.destroy();
  }

  #socket(): net.Socket {
    const socket = new net.Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

const isRefusedSetting = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '08P01' &&
  error.message.includes('statement_timeout');

/** What a connection is spoken over; over TLS not the socket that it was made with. */
export const streamOf = (client: pg.ClientBase): net.Socket =>
  (client as unknown as { readonly connection: { readonly stream: net.Socket } }).connection.stream;

/** Takes a connection out of the pool without a word, for it might not be answered. */
function discard(client: pg.PoolClient): void {
  streamOf(client).destroy();
  client.release(true);
}
