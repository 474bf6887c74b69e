// Statements that run, and those that wait: each client has its share, clients take turns, and so do the operations of each.
import { type FairQueue, openFairQueue, Places } from '../../fair-queue.js';
import type { Operation } from '../../ledger.js';

/** Whose an operation is; one of which no client is known is its own. */
type Client = string | Operation;

const clientOf = (operation: Operation): Client => operation.client ?? operation;

const nothing: ReadonlySet<never> = new Set();

/**
 * Statements that run: of all and of one operation, so many at the most. No client has more than it
 * leaves free: how long a statement takes is known when it ends, and meanwhile there is room for others.
 */
export class Running {
  readonly #byOperation: Places<Operation>;
  readonly #byClient: Places<Client>;

  constructor(most: number, each: number) {
    this.#byOperation = new Places(most, each);
    this.#byClient = new Places(most);
  }

  /** From now on so many run at the most. */
  resize(most: number): void {
    this.#byOperation.most = most;
    this.#byClient.most = most;
  }

  /** Whether one more of an operation may run. */
  readonly mayHold = (operation: Operation): boolean =>
    this.#byOperation.mayHold(operation) && this.#byClient.mayHold(clientOf(operation));

  /** How many of an operation run. */
  held(operation: Operation): number {
    return this.#byOperation.held(operation);
  }

  hold(operation: Operation, change: 1 | -1): void {
    this.#byOperation.hold(operation, change);
    this.#byClient.hold(clientOf(operation), change);
  }
}

/** Statements that wait. */
export class Waiting<T extends { readonly operation: Operation }> {
  /** Who is next stands first. */
  readonly #clients = new Map<Client, FairQueue<Operation, T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All that have a statement here. */
  get operations(): Operation[] {
    return [...this.#clients.values()].flatMap(({ lines }) => [...lines.keys()]);
  }

  /** What waits of an operation. */
  line(operation: Operation): ReadonlySet<T> {
    return this.#clients.get(clientOf(operation))?.lines.get(operation) ?? nothing;
  }

  add(turn: T): void {
    const client = clientOf(turn.operation);
    const queue = this.#clients.get(client) ?? openFairQueue(({ operation }: T) => operation);
    this.#clients.set(client, queue);
    queue.add(turn);
    this.#size += 1;
  }

  /** Takes out one that is here. */
  delete(turn: T): void {
    const client = clientOf(turn.operation);
    const queue = this.#clients.get(client);
    queue?.delete(turn);
    if (queue?.size === 0) this.#clients.delete(client);
    this.#size -= 1;
  }

  /** Takes out the next one, of those operations that may have one: the one that is picked of its line, if any. */
  take(
    may: (operation: Operation) => boolean,
    pick: (line: ReadonlySet<T>, operation: Operation) => T | undefined,
  ): T | undefined {
    for (const [client, queue] of this.#clients) {
      const turn = queue.take(may, pick);
      if (turn === undefined) continue;
      // Behind all others.
      this.#clients.delete(client);
      if (queue.size > 0) this.#clients.set(client, queue);
      this.#size -= 1;
      return turn;
    }
    return undefined;
  }
}
