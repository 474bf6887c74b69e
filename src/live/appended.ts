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

  constructor(growing: Growing<T>, ledger: Ledger, options: PollerOptions) {
    this.#growing = growing;
    this.#ledger = ledger;
    this.#begin = options.begin;
    const topic = {
      round: (operation: Operation, isDue: boolean) => this.#round(operation, isDue),
      failed: (error: LedgerError | null) => {
        // What is wrong with one of several has been told to those who follow it.
        if (error) for (const feed of this.#feeds.values()) feed.polled(error);
      },
    };
    this.#poller = new Poller(topic, options);
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
  async #round(operation: Operation, isDue: boolean): Promise<void> {
    let asked = [...this.#feeds.values()].filter(({ hasMore }) => isDue || hasMore);
    const errors = new Map<Feed<T>, LedgerError | null>(asked.map((feed) => [feed, null]));
    for (let count = 0; asked.length > 0 && count < pagesPerPoll; count += 1) {
      const pages = await this.#read(asked, operation);
      asked = asked.filter((feed, index) => {
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
    const failed = [...errors.values()].find((error) => error !== null);
    const isLedger = failed !== undefined && ![...errors.values()].includes(null);
    if (isLedger) throw failed;
    for (const [feed, error] of errors) feed.polled(error);
    // A list that grows by more than a poll takes would be ever further behind.
    if (asked.length > 0) this.#poller.soon();
  }

  async #read(
    feeds: readonly Feed<T>[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]> {
    const { list } = this.#growing;
    const requests = feeds.map(({ request }) => request);
    if (!list.keys || requests.length === 1) {
      return Promise.all(
        requests.map((request) => settled(this.#ledger.page(list, request, operation))),
      );
    }
    const found = await settled(this.#ledger.pages(list, requests, operation));
    return found instanceof LedgerError ? requests.map(() => found) : found;
  }
}

const nameOf = ({ key, filters }: Asked): string => JSON.stringify([key, filters]);
