// A line in which those who wait take turns, however much each of them has waiting.

export interface FairQueue<K, W> extends Iterable<W> {
  add(waiter: W): void;
  delete(waiter: W): void;
  /** How many go before the next one that is added for a key. */
  ahead(key: K): number;
  /** Takes out the next one, of those keys that may have one. */
  take(may: (key: K) => boolean): W | undefined;
}

/** `keyOf` tells whose turn one takes who waits. */
export function openFairQueue<K, W>(keyOf: (waiter: W) => K): FairQueue<K, W> {
  /** Who waits, by key; the key that is next stands first. */
  const lines = new Map<K, Set<W>>();
  return {
    add(waiter) {
      const line = lines.get(keyOf(waiter));
      if (line) line.add(waiter);
      else lines.set(keyOf(waiter), new Set([waiter]));
    },
    delete(waiter) {
      const line = lines.get(keyOf(waiter));
      line?.delete(waiter);
      if (line?.size === 0) lines.delete(keyOf(waiter));
    },
    ahead(key) {
      const own = lines.get(key)?.size ?? 0;
      let count = own;
      for (const [other, line] of lines) {
        if (other !== key) count += Math.min(line.size, own + 1);
      }
      return count;
    },
    take(may) {
      for (const [key, line] of lines) {
        if (!may(key)) continue;
        const [waiter] = line as Set<W>;
        line.delete(waiter as W);
        lines.delete(key);
        if (line.size > 0) lines.set(key, line);
        return waiter;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const line of [...lines.values()]) yield* [...line];
    },
  };
}

/** How many run for each key, and whether one more may: no key holds more than it leaves free. */
export class Places<K> {
  readonly #most: number;
  readonly #held = new Map<K, number>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#running >= this.#most;
  }

  readonly mayHold = (key: K): boolean => (this.#held.get(key) ?? 0) < this.#most - this.#running;

  hold(key: K, change: 1 | -1): void {
    this.#running += change;
    const count = (this.#held.get(key) ?? 0) + change;
    if (count === 0) this.#held.delete(key);
    else this.#held.set(key, count);
  }
}
