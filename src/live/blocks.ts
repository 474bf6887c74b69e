// New blocks: one poll for all, a window of the newest ones, and for each subscriber only its place.
import { type BlockRow, blocks } from '../contract/blocks.js';
import { defaultLimits, type Position } from '../contract/resource.js';
import { LedgerError } from '../errors.js';
import { type Ledger, type Operation, type Settled, settled } from '../ledger.js';
import type { RunningOperation } from '../operation.js';
import { Poller, type PollerOptions } from './poller.js';
import { Stream } from './stream.js';

/** Blocks that are kept for all, so that whoever is a little behind needs no call. */
const windowSize = 1000;
/** Blocks that a stream goes back at the most; further back lies what pages are for. */
const reach = 10_000n;
/** Pages of one poll at the most. */
const pagesPerPoll = 10;
const page = { filters: [], limit: defaultLimits.maxPage };

interface Reader {
  /** Number of the last block that it was given; null until the topic knows where it begins. */
  at: bigint | null;
  /** What it has read on its own behalf, because it lies before the window. */
  own: BlockRow[];
  /** Under way to read that. */
  reading?: RunningOperation;
  /** The failure that it knows of; null again when that is over. */
  told: LedgerError | null;
  readonly stream: Stream<BlockRow>;
}

export class BlockTopic {
  readonly #ledger: Ledger;
  readonly #begin: PollerOptions['begin'];
  readonly #poller: Poller;
  readonly #readers = new Set<Reader>();
  /** The newest blocks in ascending order: all of those whose number is above `#from`. */
  #window: BlockRow[] = [];
  #from = -1n;
  #isBegun = false;
  #failure: LedgerError | null = null;

  constructor(ledger: Ledger, options: PollerOptions) {
    this.#ledger = ledger;
    this.#begin = options.begin;
    const topic = {
      round: (operation: Operation) => this.#round(operation),
      failed: (error: LedgerError | null) => this.#failed(error),
    };
    this.#poller = new Poller(topic, options);
  }

  /** Blocks after a position without a gap or a double, or for null those to come. */
  open(after: Position | null): Stream<BlockRow> {
    const at = after ? BigInt(after[0] as string) : this.#isBegun ? this.#newest : null;
    const stream = new Stream<BlockRow>(() => this.#take(reader));
    const reader: Reader = { at, own: [], told: null, stream };
    this.#readers.add(reader);
    stream.whenOver(() => this.#close(reader));
    this.#poller.join();
    return stream;
  }

  #close(reader: Reader): void {
    this.#readers.delete(reader);
    reader.reading?.end();
    this.#poller.leave();
    if (this.#readers.size > 0) return;
    this.#window = [];
    this.#isBegun = false;
    this.#failure = null;
  }

  get #newest(): bigint {
    return numberOf(this.#window.at(-1)) ?? this.#from;
  }

  #round(operation: Operation): Promise<void> {
    return this.#isBegun ? this.#goOn(operation) : this.#start(operation);
  }

  #failed(error: LedgerError | null): void {
    // The first error stands for those that follow, so that a failure is told once.
    const before = this.#failure;
    this.#failure = error && (before ?? error);
    for (const reader of this.#readers) {
      if (reader.told === before && !error) reader.told = null;
      reader.stream.wake();
    }
  }

  /** The first poll fills the window, so that most who come back find their place in it. */
  async #start(operation: Operation): Promise<void> {
    const newest = await this.#ledger.page(blocks, { ...page, order: 'desc' }, operation);
    if (this.#readers.size === 0) return;
    this.#window = [...(newest?.items ?? [])].reverse();
    this.#from = (numberOf(this.#window[0]) ?? 0n) - 1n;
    this.#isBegun = true;
    for (const reader of this.#readers) reader.at ??= this.#newest;
  }

  async #goOn(operation: Operation): Promise<void> {
    for (let count = 0; count < pagesPerPoll; count += 1) {
      const found = await this.#pageAfter(this.#newest, operation);
      if (this.#readers.size === 0) return;
      this.#window.push(...found.items);
      const surplus = this.#window.splice(0, Math.max(0, this.#window.length - windowSize));
      this.#from = numberOf(surplus.at(-1)) ?? this.#from;
      if (found.next === null || found.items.length === 0) return;
    }
  }

  async #pageAfter(at: bigint, operation: Operation) {
    const after = at < 0n ? {} : { after: [String(at)] };
    const found = await this.#ledger.page(blocks, { ...page, order: 'asc', ...after }, operation);
    return found ?? { items: [], next: null };
  }

  async #take(reader: Reader): Promise<Settled<BlockRow> | undefined> {
    if (this.#isBegun && reader.own.length === 0) {
      const failure = await this.#catchUp(reader);
      if (failure) return failure;
    }
    const block = reader.own.shift() ?? (this.#isBegun ? this.#nextInWindow(reader) : undefined);
    if (block) {
      reader.at = numberOf(block) as bigint;
      reader.told = null;
      return block;
    }
    if (this.#failure === null || reader.told !== null) return undefined;
    reader.told = this.#failure;
    return this.#failure;
  }

  /** Reads a page for a reader that is behind the window; answers what went wrong. */
  async #catchUp(reader: Reader): Promise<LedgerError | undefined> {
    const { at, stream } = reader;
    if (at === null || at >= this.#from) return undefined;
    const behind = this.#newest - at;
    if (behind > reach) {
      stream.end(tooFar(behind));
      return undefined;
    }
    reader.reading = this.#begin();
    const found = await settled(this.#pageAfter(at, reader.reading));
    reader.reading.end();
    if (found instanceof Error) {
      // The next poll wakes it, and it tries again.
      const isNews = reader.told === null;
      reader.told ??= found;
      return isNews ? found : undefined;
    }
    reader.own = [...found.items];
    return undefined;
  }

  #nextInWindow({ at }: Reader): BlockRow | undefined {
    if (at === null || at < this.#from) return undefined;
    // Readers are near the end, nearly always.
    let index = this.#window.length;
    while (index > 0 && (numberOf(this.#window[index - 1]) as bigint) > at) index -= 1;
    return this.#window[index];
  }
}

const tooFar = (behind: bigint) =>
  new LedgerError(
    'BAD_USER_INPUT',
    `after: lies ${behind} blocks back, and a stream goes back ${reach} at the most; page through \`blocks\` up to now, and subscribe from there`,
    { argument: 'after' },
  );

const numberOf = (row: BlockRow | undefined) => (row ? BigInt(row.number) : undefined);
