// Polls of one list that grows, or of several that a ledger answers together.
import type { List } from '../contract/resource.js';
import { LedgerError } from '../errors.js';
import { type Ledger, type Operation, type Page, type Settled, settled } from '../ledger.js';
import { type Feed, pagesPerPoll } from './feed.js';
import { Poller, type PollerOptions } from './poller.js';

export class FeedPolls<T> {
  readonly #list: List<T>;
  readonly #ledger: Ledger;
  readonly #poller: Poller;
  readonly #feeds = new Set<Feed<T>>();

  constructor(list: List<T>, ledger: Ledger, options: PollerOptions) {
    this.#list = list;
    this.#ledger = ledger;
    const topic = {
      round: (operation: Operation, isDue: boolean) => this.#round(operation, isDue),
      failed: (error: LedgerError | null) => {
        // What is wrong with one of several has been told to those who follow it.
        if (error) for (const feed of this.#feeds) feed.polled(error);
      },
    };
    this.#poller = new Poller(topic, options);
  }

  /** One more reads a feed. */
  join(feed: Feed<T>): void {
    const isNew = !this.#feeds.has(feed);
    this.#feeds.add(feed);
    this.#poller.join();
    if (isNew) this.#poller.soon();
  }

  /** One of its readers has left. */
  leave(feed: Feed<T>): void {
    if (!feed.hasReaders) this.#feeds.delete(feed);
    this.#poller.leave();
  }

  /** Asks for what is new in all lists, or between two polls in those where there is more. */
  async #round(operation: Operation, isDue: boolean): Promise<void> {
    let asked = [...this.#feeds].filter(({ hasMore }) => isDue || hasMore);
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
    const requests = feeds.map(({ request }) => request);
    const [first] = requests;
    if (first && requests.length === 1) {
      return [await settled(this.#ledger.page(this.#list, first, operation))];
    }
    const found = await settled(this.#ledger.pages(this.#list, requests, operation));
    return found instanceof LedgerError ? requests.map(() => found) : found;
  }
}
