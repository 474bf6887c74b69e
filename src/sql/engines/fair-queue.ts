// Whose statement is next: operations take turns, and what they no longer wait for leaves the queue.
import { LedgerError } from '../../errors.js';
import type { Operation } from '../../ledger.js';
import { busy } from './database.js';

/** A statement that wants to run. */
export interface Turn {
  readonly operation: Operation;
  /** Whether no index answers it, so that it may read a whole table. */
  readonly isScan: boolean;
  /** Told instead of its turn. */
  refuse(error: LedgerError): void;
}

export interface FairQueueOptions {
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

/** What one operation has running and waiting. */
class Line<T> {
  readonly plain: T[] = [];
  readonly scans: T[] = [];
  running = 0;
  scanning = 0;
  /** Since when nothing of it runs. */
  idleSince = 0;
  stay: () => void = () => {};

  get waiting(): number {
    return this.plain.length + this.scans.length;
  }
}

export class FairQueue<T extends Turn> {
  /** Lines of operations, in the order in which they are next. */
  readonly #lines = new Map<Operation, Line<T>>();
  readonly #options: FairQueueOptions;
  #running = 0;
  #scanning = 0;
  #waiting = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Puts a statement behind the others of its operation. */
  add(turn: T): void {
    const { operation } = turn;
    if (operation.over !== undefined) {
      turn.refuse(late(operation.over));
      return;
    }
    const line = this.#lines.get(operation) ?? this.#open(operation);
    if (this.#waiting >= most && !this.#makeRoom(line)) {
      this.#closeIfEmpty(operation, line);
      turn.refuse(busy(new Error(`${most} statements wait already`)));
      return;
    }
    (turn.isScan ? line.scans : line.plain).push(turn);
    this.#waiting += 1;
  }

  /** The statement that may run now, if there is one; `end` tells when it no longer does. */
  next(): T | undefined {
    if (this.#waiting === 0) return undefined;
    const isFull = this.#running >= this.#options.places;
    for (const [operation, line] of isFull ? [] : this.#lines) {
      const turn = this.#takeFrom(line);
      if (!turn) continue;
      this.#begin(turn, line);
      // Its operation goes behind all others.
      this.#lines.delete(operation);
      this.#lines.set(operation, line);
      return turn;
    }
    this.#keepWatch();
    return undefined;
  }

  end({ operation, isScan }: T): void {
    const line = this.#lines.get(operation);
    this.#running -= 1;
    if (isScan) this.#scanning -= 1;
    if (!line) return;
    line.running -= 1;
    if (isScan) line.scanning -= 1;
    if (line.running === 0) line.idleSince = Date.now();
    this.#closeIfEmpty(operation, line);
  }

  /** All that wait, in the order of their turns, whatever the limits say. */
  rest(): T[] {
    const all: T[] = [];
    while (this.#waiting > 0) {
      for (const line of this.#lines.values()) {
        const turn = line.plain.shift() ?? line.scans.shift();
        if (!turn) continue;
        this.#begin(turn, line);
        all.push(turn);
      }
    }
    return all;
  }

  /** Tells all that wait the same. */
  refuseAll(error: LedgerError): void {
    for (const [operation, line] of [...this.#lines]) this.#refuseLine(operation, line, error);
  }

  #open(operation: Operation): Line<T> {
    const line = new Line<T>();
    line.idleSince = Date.now();
    this.#lines.set(operation, line);
    line.stay = operation.whenOver((reason) => this.#refuseLine(operation, line, late(reason)));
    return line;
  }

  #closeIfEmpty(operation: Operation, line: Line<T>): void {
    if (line.running > 0 || line.waiting > 0) return;
    line.stay();
    this.#lines.delete(operation);
  }

  #takeFrom(line: Line<T>): T | undefined {
    const { each, scans, scansEach } = this.#options;
    if (line.waiting === 0 || line.running >= each) return undefined;
    if (line.plain.length > 0) return line.plain.shift();
    const hasRoom = line.scanning < scansEach && this.#scanning < scans;
    return hasRoom ? line.scans.shift() : undefined;
  }

  #begin({ isScan }: T, line: Line<T>): void {
    this.#waiting -= 1;
    this.#running += 1;
    line.running += 1;
    if (!isScan) return;
    this.#scanning += 1;
    line.scanning += 1;
  }

  #refuseLine(operation: Operation, line: Line<T>, error: LedgerError): void {
    const all = [...line.plain.splice(0), ...line.scans.splice(0)];
    this.#waiting -= all.length;
    this.#closeIfEmpty(operation, line);
    for (const turn of all) turn.refuse(error);
  }

  /** Whether there is room for one more of an operation, since another one has more than it. */
  #makeRoom(own: Line<T>): boolean {
    let longest = own;
    for (const line of this.#lines.values()) if (line.waiting > longest.waiting) longest = line;
    // Of equals the one that is there stays.
    if (longest.waiting <= own.waiting + 1) return false;
    this.#waiting -= 1;
    const newest = longest.scans.pop() ?? longest.plain.pop();
    newest?.refuse(busy(new Error(`${most} statements wait, most of them of one operation`)));
    return true;
  }

  /** Looks, while anyone waits, for operations that get no turn at all. */
  #keepWatch(): void {
    const { patience } = this.#options;
    if (this.#watch || patience === undefined) return;
    this.#watch = setTimeout(() => {
      this.#watch = undefined;
      const error = () => busy(new Error(`no connection was free for ${patience} ms`));
      for (const [operation, line] of [...this.#lines]) {
        const isStuck = line.running === 0 && Date.now() - line.idleSince >= patience;
        if (isStuck) this.#refuseLine(operation, line, error());
      }
      if (this.#waiting > 0) this.#keepWatch();
    }, patience / 10).unref();
  }
}

const late = (reason: unknown) => new LedgerError('UPSTREAM_TIMEOUT', undefined, {}, reason);
