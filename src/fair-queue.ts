// A line in which those who wait take turns, however much each of them has waiting.

export interface FairQueue<K, W> extends Iterable<W> {
  /** How many wait. */
  readonly size: number;
  /** Who waits, by key; the key that is next stands first. */
  readonly lines: ReadonlyMap<K, ReadonlySet<W>>;
  add(waiter: W): void;
  delete(waiter: W): void;
  /** How many go before the next one that is added for a key. */
  ahead(key: K): number;
  /**
   * Takes out the next one, of those keys that may have one: the first of its line, or the one that
   * is picked there, if any.
   */
  take(may: (key: K) => boolean, pick?: Pick<K, W>): W | undefined;
}

type Pick<K, W> = (line: ReadonlySet<W>, key: K) => W | undefined;

/** `keyOf` tells whose turn one takes who waits. */
export function openFairQueue<K, W>(keyOf: (waiter: W) => K): FairQueue<K, W> {
  const lines = new Map<K, Set<W>>();
  let size = 0;

  function remove(key: K, line: Set<W>, waiter: W): void {
    if (!line.delete(waiter)) return;
    size -= 1;
    if (line.size === 0) lines.delete(key);
  }

  return {
    lines,
    get size() {
      return size;
    },
    add(waiter) {
      const line = lines.get(keyOf(waiter)) ?? new Set();
      lines.set(keyOf(waiter), line.add(waiter));
      size += 1;
    },
    delete(waiter) {
      const line = lines.get(keyOf(waiter));
      if (line) remove(keyOf(waiter), line, waiter);
    },
    ahead(key) {
      const own = lines.get(key)?.size ?? 0;
      let count = own;
      for (const [other, line] of lines) {
        if (other !== key) count += Math.min(line.size, own + 1);
      }
      return count;
    },
    take(may, pick = first) {
      for (const [key, line] of lines) {
        const waiter = may(key) ? pick(line, key) : undefined;
        if (waiter === undefined) continue;
        remove(key, line, waiter);
        // Behind all others.
        if (lines.delete(key)) lines.set(key, line);
        return waiter;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const line of [...lines.values()]) yield* [...line];
    },
  };
}

const first = <W>([waiter]: ReadonlySet<W>) => waiter;

/** How many run for each key, and whether one more may: of all, and of one key. */
export class Places<K> {
  /** May change: what runs beyond it ends, and nothing takes its place. */
  most: number;
  readonly #each: number | undefined;
  readonly #held = new Map<K, number>();
  #running = 0;

  /** Without `each` no key holds more places than it leaves free. */
  constructor(most: number, each?: number) {
    this.most = most;
    this.#each = each;
  }

  get isFull(): boolean {
    return this.#running >= this.most;
  }

  held(key: K): number {
    return this.#held.get(key) ?? 0;
  }

  readonly mayHold = (key: K): boolean =>
    !this.isFull && this.held(key) < (this.#each ?? this.most - this.#running);

  hold(key: K, change: 1 | -1): void {
    this.#running += change;
    const count = this.held(key) + change;
    if (count === 0) this.#held.delete(key);
    else this.#held.set(key, count);
  }
}
