// Whose statement is next: clients and operations take turns, and what they no longer wait for leaves the queue.
import { busy, type LedgerError, overFor } from '../../errors.js';
import type { Operation } from '../../ledger.js';
import { Running, Waiting } from './shares.js';

/** A statement that wants to run. */
export interface Turn {
  readonly operation: Operation;
  /** Whether no index answers it, so that it may read a whole table. */
  readonly isScan: boolean;
  /** Told instead of its turn. */
  refuse(error: LedgerError): void;
}

export interface TurnsOptions {
  /** Statements that run at the most; of one operation; those that scan, of all and of one. */
  readonly places: number;
  readonly each: number;
  readonly scans: number;
  readonly scansEach: number;
  /** Milliseconds after which an operation of which nothing runs is told that there is no room. */
  readonly patience?: number;
}

/** Statements that may wait. Beyond, the operation that has most of them loses its newest. */
const most = 5_000;

/** An operation that has statements, whether they run or wait. */
interface Guest {
  /** Since when nothing of it runs. */
  idleSince: number;
  /** Is no longer told when it is over. */
  stay(): void;
}

export class Turns<T extends Turn> {
  readonly #queue = new Waiting<T>();
  readonly #guests = new Map<Operation, Guest>();
  /** When each that waits has come. */
  readonly #since = new WeakMap<T, number>();
  readonly #places: Running;
  readonly #scans: Running;
  readonly #patience: number | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor({ places, each, scans, scansEach, patience }: TurnsOptions) {
    this.#places = new Running(places, each);
    this.#scans = new Running(scans, scansEach);
    this.#patience = patience;
  }

  /** Puts a statement behind the others of its operation. */
  add(turn: T): void {
    const { operation } = turn;
    const isFull = () => this.#queue.size >= most && !this.#makeRoom(operation);
    if (operation.over !== undefined) turn.refuse(overFor(operation.over));
    else if (isFull()) turn.refuse(busy(new Error(`${most} statements wait already`)));
    else this.#enter(turn);
  }

  #enter(turn: T): void {
    const { operation } = turn;
    if (!this.#guests.has(operation)) {
      const stay = operation.whenOver((reason) => this.#refuse(operation, overFor(reason)));
      this.#guests.set(operation, { idleSince: performance.now(), stay });
    }
    this.#since.set(turn, performance.now());
    this.#queue.add(turn);
  }

  /** The statement that may run now, if there is one; `end` tells when it no longer does. */
  next(): T | undefined {
    const turn = this.#queue.take(this.#places.mayHold, (line, operation) =>
      plainFirst(line, this.#scans.mayHold(operation)),
    );
    if (turn) this.#begin(turn);
    else if (this.#queue.size > 0) this.#keepWatch();
    return turn;
  }

  end(turn: T): void {
    const { operation } = turn;
    this.#hold(turn, -1);
    const guest = this.#guests.get(operation);
    if (guest && this.#places.held(operation) === 0) guest.idleSince = performance.now();
    this.#letGo(operation);
  }

  /** All that wait, in the order of their turns, whatever the limits say. */
  rest(): T[] {
    const all: T[] = [];
    const take = () =>
      this.#queue.take(
        () => true,
        (line) => plainFirst(line, true),
      );
    for (let turn = take(); turn; turn = take()) {
      this.#begin(turn);
      all.push(turn);
    }
    return all;
  }

  /** Tells all that wait the same. */
  refuseAll(error: LedgerError): void {
    for (const operation of this.#queue.operations) this.#refuse(operation, error);
  }

  /** From now on so many run at the most, and so many of them scan. */
  resize(places: number, scans: number): void {
    this.#places.resize(places);
    this.#scans.resize(scans);
  }

  #begin(turn: T): void {
    this.#hold(turn, 1);
    this.#noteWait(turn);
  }

  #noteWait(turn: T): void {
    const since = this.#since.get(turn) ?? performance.now();
    turn.operation.note({ waited: performance.now() - since });
  }

  #hold({ operation, isScan }: T, change: 1 | -1): void {
    this.#places.hold(operation, change);
    if (isScan) this.#scans.hold(operation, change);
  }

  /** Forgets an operation of which nothing runs and nothing waits. */
  #letGo(operation: Operation): void {
    if (this.#places.held(operation) > 0 || this.#queue.line(operation).size > 0) return;
    this.#guests.get(operation)?.stay();
    this.#guests.delete(operation);
  }

  #refuse(operation: Operation, error: LedgerError): void {
    const all = [...this.#queue.line(operation)];
    for (const turn of all) {
      this.#queue.delete(turn);
      this.#noteWait(turn);
    }
    this.#letGo(operation);
    for (const turn of all) turn.refuse(error);
  }

  /** Whether there is room for one more of an operation, since another one has more than it. */
  #makeRoom(own: Operation): boolean {
    const lines = this.#queue.operations.map((operation) => this.#queue.line(operation));
    const [longest] = lines.sort((one, other) => other.size - one.size);
    // Of equals the one that is there stays.
    if (!longest || longest.size <= this.#queue.line(own).size + 1) return false;
    const line = [...longest];
    const newest = (line.findLast(({ isScan }) => isScan) ?? line.at(-1)) as T;
    this.#queue.delete(newest);
    newest.refuse(busy(new Error(`${most} statements wait, most of them of one operation`)));
    return true;
  }

  /** Looks, while anyone waits, for operations that get no turn at all. */
  #keepWatch(): void {
    const patience = this.#patience;
    if (this.#watch || patience === undefined) return;
    this.#watch = setTimeout(() => {
      this.#watch = undefined;
      for (const operation of this.#queue.operations) {
        const since = this.#guests.get(operation)?.idleSince ?? performance.now();
        const isStuck = this.#places.held(operation) === 0 && performance.now() - since >= patience;
        if (!isStuck) continue;
        this.#refuse(operation, busy(new Error(`no connection was free for ${patience} ms`)));
      }
      if (this.#queue.size > 0) this.#keepWatch();
    }, patience / 10).unref();
  }
}

/** The first that no index has to answer is behind all that one does. */
function plainFirst<T extends Turn>(line: ReadonlySet<T>, mayScan: boolean): T | undefined {
  for (const turn of line) if (!turn.isScan) return turn;
  const [scan] = line;
  return mayScan ? scan : undefined;
}
