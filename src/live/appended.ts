// Lists that grow at their end, followed by subscribers: one poll for all of them, whoever follows which.
import type { Position } from '../contract/resource.js';
import { LedgerError } from '../errors.js';
import { type Ledger, type Operation, type Page, type Settled, settled } from '../ledger.js';
import { type Asked, Feed, type Growing, type Place, pagesPerPoll } from './feed.js';
import { Poller, type PollerOptions } from './poller.js';
import type { Stream } from './stream.js';

export class AppendedTopic<T> {
  readonly #growing: Growing<T>;
  readonly #ledger: Ledger;
  readonly #begin: PollerOptions['begin'];
  readonly #poller: Poller;
  readonly #feeds = new Map<string, Feed<T>>();
  /** Those of which an answer is under way. */
  readonly #asked = new Set<Feed<T>>();

  constructor(growing: Growing<T>, ledger: Ledger, options: PollerOptions) {
    this.#growing = growing;
    this.#ledger = ledger;
    this.#begin = options.begin;
    const round = (operation: Operation, isDue: boolean) => this.#round(operation, isDue);
    this.#poller = new Poller({ round }, options);
  }

  /** Lists that are followed, whatever the number of subscribers. */
  get size(): number {
    return this.#feeds.size;
  }

  has(asked: Asked): boolean {
    return this.#feeds.has(nameOf(asked));
  }

  /** Rows after a place without a gap or a double; null for those to come. */
  open(asked: Asked, after: Position | 'start' | null, isKnown?: (row: T) => boolean): Stream<T> {
    const place: Place = after ?? 'end';
    const name = nameOf(asked);
    const known = this.#feeds.get(name);
    const feed = known ?? new Feed(this.#growing, asked, this.#ledger, this.#begin);
    this.#feeds.set(name, feed);
    const stream = feed.open(place, isKnown);
    stream.whenOver(() => {
      if (!feed.hasReaders) this.#feeds.delete(name);
      this.#poller.leave();
    });
    this.#poller.join();
    if (!known) this.#poller.soon();
    return stream;
  }

  /** Asks for what is new in all lists, or between two polls in those where there is more. */
  async #round(operation: Operation, isDue: boolean): Promise<boolean> {
    const asked = [...this.#feeds.values()].filter(
      (feed) => !this.#asked.has(feed) && (isDue || feed.hasMore),
    );
    // What is a call of its own waits for no other, which may be slower, or never be answered.
    const isOneCall = this.#growing.list.keys && this.#ledger.batching.parents > 1;
    const groups = isOneCall ? [asked] : asked.map((feed) => [feed]);
    for (const feed of asked) this.#asked.add(feed);
    const outcomes = await Promise.all(
      groups.map((group) =>
        this.#follow(group, operation).finally(() => {
          for (const feed of group) this.#asked.delete(feed);
        }),
      ),
    );
    const errors = outcomes.flat();
    const failed = errors.find((error) => error !== null);
    // One that fails alone is told of; when all of them do, it is the ledger.
    if (failed && !errors.includes(null)) throw failed;
    return asked.length > 0;
  }

  /** Asks for what is new in lists that are answered together; answers what went wrong with each. */
  async #follow(
    feeds: readonly Feed<T>[],
    operation: Operation,
  ): Promise<readonly (LedgerError | null)[]> {
    const errors = new Map<Feed<T>, LedgerError | null>(feeds.map((feed) => [feed, null]));
    let left = feeds;
    for (let count = 0; left.length > 0 && count < pagesPerPoll; count += 1) {
      const pages = await this.#read(left, operation);
      left = left.filter((feed, index) => {
        const page = pages[index] ?? null;
        if (!(page instanceof Error)) return feed.hasReaders && feed.add(page);
        // What one of them asks for is no fault of the ledger's.
        if (page.code === 'BAD_USER_INPUT') {
          errors.delete(feed);
          feed.refused(page);
        } else errors.set(feed, page);
        return false;
      });
    }
    for (const [feed, error] of errors) feed.polled(error);
    // A list that grows by more than a poll takes would be ever further behind.
    if (left.length > 0) this.#poller.soon();
    return [...errors.values()];
  }

  async #read(
    feeds: readonly Feed<T>[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]> {
    const { list } = this.#growing;
    const requests = feeds.map(({ request }) => request);
    const [first] = requests;
    if (first && requests.length === 1) {
      return [await settled(this.#ledger.page(list, first, operation))];
    }
    const found = await settled(this.#ledger.pages(list, requests, operation));
    return found instanceof LedgerError ? requests.map(() => found) : found;
  }
}

const nameOf = ({ key, filters }: Asked): string => JSON.stringify([key, filters]);
