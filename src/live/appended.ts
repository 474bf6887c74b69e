// Lists that grow at their end, followed by subscribers: one poll of each list for all who follow it.
import type { Position } from '../contract/resource.js';
import type { Ledger } from '../ledger.js';
import { type Asked, Feed, type Growing, type Place } from './feed.js';
import { FeedPolls } from './feed-polls.js';
import type { PollerOptions } from './poller.js';
import type { Stream } from './stream.js';

interface Followed<T> {
  readonly feed: Feed<T>;
  readonly polls: FeedPolls<T>;
}

export class AppendedTopic<T> {
  readonly #growing: Growing<T>;
  readonly #ledger: Ledger;
  readonly #options: PollerOptions;
  readonly #followed = new Map<string, Followed<T>>();
  /** The polls of all lists where one call answers them; else each has its own, and waits for no slower one. */
  readonly #together: FeedPolls<T> | null;

  constructor(growing: Growing<T>, ledger: Ledger, options: PollerOptions) {
    this.#growing = growing;
    this.#ledger = ledger;
    this.#options = options;
    const isOneCall = growing.list.keys !== undefined && ledger.batching.parents > 1;
    this.#together = isOneCall ? this.#openPolls() : null;
  }

  /** Lists that are followed, whatever the number of subscribers. */
  get size(): number {
    return this.#followed.size;
  }

  has(asked: Asked): boolean {
    return this.#followed.has(nameOf(asked));
  }

  /** Rows after a place without a gap or a double; null for those to come. */
  open(asked: Asked, after: Position | 'start' | null, isKnown?: (row: T) => boolean): Stream<T> {
    const place: Place = after ?? 'end';
    const name = nameOf(asked);
    const followed = this.#followed.get(name) ?? this.#follow(asked);
    this.#followed.set(name, followed);
    const { feed, polls } = followed;
    const stream = feed.open(place, isKnown);
    stream.whenOver(() => {
      if (!feed.hasReaders) this.#followed.delete(name);
      polls.leave(feed);
    });
    polls.join(feed);
    return stream;
  }

  #follow(asked: Asked): Followed<T> {
    const feed = new Feed(this.#growing, asked, this.#ledger, this.#options.begin);
    return { feed, polls: this.#together ?? this.#openPolls() };
  }

  #openPolls(): FeedPolls<T> {
    return new FeedPolls(this.#growing.list, this.#ledger, this.#options);
  }
}

const nameOf = ({ key, filters }: Asked): string => JSON.stringify([key, filters]);
