// One list that grows at its end: a window of its newest rows for all, and for each subscriber only a place.
import { comparePositions, positionOf } from '../contract/position.js';
import { defaultLimits, type List, type Position } from '../contract/resource.js';
import { LedgerError } from '../errors.js';
import { type Ledger, type Page, type PageRequest, type Settled, settled } from '../ledger.js';
import type { RunningOperation } from '../operation.js';
import { Stream } from './stream.js';

/** What a list is that subscribers follow. */
export interface Growing<T> {
  readonly list: List<T>;
  /** What its rows are called, and the field that pages through them. */
  readonly rows: string;
  readonly field: string;
  /** Rows that are kept for all, so that whoever is a little behind needs no call. */
  readonly window: number;
  /**
   * How far behind the newest row a subscriber is who comes after `at`, and would get `first` next;
   * left out where rows do not tell: then those are counted that it gets.
   */
  behind?(at: Place, first: T, newest: T): bigint;
}

/** Which list it is, where there are several. */
export type Asked = Pick<PageRequest, 'key' | 'filters'>;

/** Where a subscriber goes on: after a row, before the first of all, or behind the newest. */
export type Place = Position | 'start' | 'end';

/** Rows that a stream goes back at the most; further back lies what pages are for. */
const reach = 10_000n;
/** Pages of one poll at the most. */
export const pagesPerPoll = 10;

interface Reader<T> {
  /** The last row that it was given; `end` until the feed knows where that is. */
  at: Place;
  /** Rows that it has had before, though they lie behind its place. */
  readonly isKnown: (row: T) => boolean;
  /** What it has read on its own behalf, because it lies before the window. */
  own: T[];
  /** Where the list ended when it came, and how many rows up to there it has read on its own behalf. */
  until: Position | 'start';
  read: bigint;
  /** Under way to read that. */
  reading?: RunningOperation;
  /** The failure that it knows of; null again when that is over. */
  told: LedgerError | null;
  isOver: boolean;
  readonly stream: Stream<T>;
}

export class Feed<T> {
  readonly asked: Asked;
  readonly #growing: Growing<T>;
  readonly #ledger: Ledger;
  readonly #begin: () => RunningOperation;
  readonly #readers = new Set<Reader<T>>();
  /** The newest rows in ascending order: all of those behind `#from`. */
  #window: { readonly row: T; readonly position: Position }[] = [];
  #from: Position | 'start' = 'start';
  /** Up to where there is known to be nothing behind the newest row. */
  #passed: Position | 'start' = 'start';
  #isBegun = false;
  #hasMore = true;
  /** Rows of the poll that is under way. */
  #added = 0;
  #failure: LedgerError | null = null;

  constructor(growing: Growing<T>, asked: Asked, ledger: Ledger, begin: () => RunningOperation) {
    this.#growing = growing;
    this.asked = asked;
    this.#ledger = ledger;
    this.#begin = begin;
  }

  /** Whether there is something to ask for before the next poll: nothing is known yet, or the last one has not come to the end. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** The rows after a place without a gap or a double; `isKnown` leaves out what the reader has had. */
  open(place: Place, isKnown: (row: T) => boolean = () => false): Stream<T> {
    const stream = new Stream<T>(() => this.#next(reader));
    const until = this.#newest;
    const at = place === 'end' && this.#isBegun ? until : place;
    const state = { own: [], until, read: 0n, told: null, isOver: false };
    const reader: Reader<T> = { at, isKnown, stream, ...state };
    this.#readers.add(reader);
    stream.whenOver(() => {
      this.#readers.delete(reader);
      reader.isOver = true;
      reader.reading?.end();
    });
    return stream;
  }

  get #newest(): Position | 'start' {
    return this.#window.at(-1)?.position ?? this.#from;
  }

  /** From where on what is new is asked for. */
  get #end(): Position | 'start' {
    return this.#compare(this.#passed, this.#newest) > 0 ? this.#passed : this.#newest;
  }

  /** What is to be asked next: the newest rows at first, and from then on what comes after them. */
  get request(): PageRequest {
    const limit = defaultLimits.maxPage;
    return this.#isBegun ? this.#after(this.#end) : { ...this.asked, order: 'desc', limit };
  }

  #after(at: Place): PageRequest {
    const place = typeof at === 'string' ? {} : { after: at };
    return { ...this.asked, ...place, order: 'asc', limit: defaultLimits.maxPage };
  }

  /** Takes what was answered to `request`; whether there is more to ask for at once. */
  add(page: Page<T> | null): boolean {
    this.#hasMore = this.#take(page);
    return this.#hasMore;
  }

  #take(page: Page<T> | null): boolean {
    const { items, next } = page ?? { items: [], next: null };
    const { list, window } = this.#growing;
    const rows = items.map((row) => ({ row, position: positionOf(list, row) }));
    if (!this.#isBegun) {
      // The first answer fills the window, so that most who come back find their place in it.
      this.#window = rows.reverse();
      // Where it has come to an end of its time, there may be more before that, but nothing behind.
      this.#from = next === null ? 'start' : (this.#window[0]?.position ?? next);
      this.#isBegun = true;
      for (const reader of this.#readers) {
        reader.until = this.#newest;
        if (reader.at === 'end') reader.at = reader.until;
      }
      return false;
    }
    if (items.length === 0 && next !== null) {
      // Nothing up to here: a mirror node may look through no more than a span of time at once.
      this.#passed = next;
      return true;
    }
    this.#window.push(...rows);
    this.#added += rows.length;
    // All of one poll stays until the next one: nobody has been woken to take it yet.
    const kept = Math.max(window, this.#added);
    const surplus = this.#window.splice(0, Math.max(0, this.#window.length - kept));
    this.#from = surplus.at(-1)?.position ?? this.#from;
    return next !== null && items.length > 0;
  }

  /** Told after each poll what went wrong with it, or null; the first error stands for those that follow. */
  polled(error: LedgerError | null): void {
    const before = this.#failure;
    this.#failure = error && (before ?? error);
    this.#added = 0;
    for (const reader of this.#readers) {
      if (reader.told === before && !error) reader.told = null;
      reader.stream.wake();
    }
  }

  /** Ends with what the ledger has refused, as it would again. */
  refused(error: LedgerError): void {
    for (const { stream } of [...this.#readers]) stream.end(error);
  }

  async #next(reader: Reader<T>): Promise<Settled<T> | undefined> {
    for (;;) {
      while (this.#isBegun && reader.own.length === 0 && this.#isBehind(reader)) {
        const isFurther = await this.#catchUp(reader);
        if (isFurther instanceof Error) return tell(reader, isFurther);
        // The next poll wakes it, and it tries again.
        if (!isFurther) return undefined;
      }
      const row = reader.own.shift() ?? (this.#isBegun ? this.#nextInWindow(reader) : undefined);
      if (row === undefined) break;
      reader.at = positionOf(this.#growing.list, row);
      reader.told = null;
      if (!unlessWrong(() => reader.isKnown(row))) return row;
    }
    return this.#failure === null ? undefined : tell(reader, this.#failure);
  }

  /** Greater than 0 where `a` lies behind `b`. */
  #compare(a: Place, b: Place): number {
    if (a === b) return 0;
    if (typeof a === 'string') return -1;
    if (typeof b === 'string') return 1;
    return comparePositions(this.#growing.list.sort, 'asc', a, b);
  }

  #isAfter(row: T, place: Place): boolean {
    return this.#compare(positionOf(this.#growing.list, row), place) > 0;
  }

  #isBehind({ at, isOver }: Reader<T>): boolean {
    return !isOver && at !== 'end' && this.#compare(at, this.#from) < 0;
  }

  /** Reads a page for a reader that is behind the window; answers whether there was more for it. */
  async #catchUp(reader: Reader<T>): Promise<Settled<boolean>> {
    const { at, stream } = reader;
    reader.reading = this.#begin();
    const page = this.#ledger.page(this.#growing.list, this.#after(at), reader.reading);
    const found = await settled(page);
    reader.reading.end();
    if (found instanceof Error) return found;
    const rows = found?.items ?? [];
    // What has come since is no reason to send it away, and neither is that it reads slowly.
    const missed = rows.filter((row) => !this.#isAfter(row, reader.until));
    const [first] = missed;
    const newest = this.#window.at(-1)?.row;
    const behind =
      first && newest && reader.read === 0n
        ? unlessWrong(() => this.#growing.behind?.(at, first, newest))
        : undefined;
    reader.read += BigInt(missed.length);
    if ((behind ?? reader.read) > reach) {
      stream.end(tooFar(this.#growing, behind));
      return false;
    }
    reader.own = [...rows];
    if (rows.length > 0) return true;
    // Of a page without rows the place where it goes on is one without rows before it.
    const next = found?.next ?? null;
    // A ledger that has come to its end before the rows of the window lags behind: they are still to come.
    if (next === null && this.#window.length > 0) return false;
    reader.at = next ?? this.#from;
    return true;
  }

  #nextInWindow({ at }: Reader<T>): T | undefined {
    if (at === 'end' || this.#compare(at, this.#from) < 0) return undefined;
    let index = 0;
    for (let end = this.#window.length; index < end; ) {
      const middle = (index + end) >> 1;
      const { position } = this.#window[middle] as { position: Position };
      if (this.#compare(position, at) > 0) end = middle;
      else index = middle + 1;
    }
    return this.#window[index]?.row;
  }
}

/** What a row says of itself; a member that is wrong throws where it is read, and says nothing. */
function unlessWrong<S>(read: () => S): S | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** An error is told once; the first one stands for those that follow. */
function tell<T>(reader: Reader<T>, error: LedgerError): LedgerError | undefined {
  if (reader.told !== null) return undefined;
  reader.told = error;
  return error;
}

const tooFar = <T>({ rows, field }: Growing<T>, behind: bigint | undefined) =>
  new LedgerError(
    'BAD_USER_INPUT',
    `after: lies ${behind ?? `more than ${reach}`} ${rows} back, and a stream goes back ${reach} at the most; page through \`${field}\` up to now, and subscribe from there`,
    { argument: 'after' },
  );
