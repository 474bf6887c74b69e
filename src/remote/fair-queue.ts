// The line of calls that wait: operations take turns in it, however many calls each of them has.

export interface FairQueue<W extends { readonly operation: object }> extends Iterable<W> {
  add(waiter: W): void;
  delete(waiter: W): void;
  /** How many calls go before the next one that an operation adds. */
  ahead(operation: object): number;
  /** Takes out the next call, of the operations that may have one sent. */
  take(may: (operation: object) => boolean): W | undefined;
}

export function openFairQueue<W extends { readonly operation: object }>(): FairQueue<W> {
  /** Calls by their operations; the operation that is next stands first. */
  const lines = new Map<object, Set<W>>();
  return {
    add(waiter) {
      const line = lines.get(waiter.operation);
      if (line) line.add(waiter);
      else lines.set(waiter.operation, new Set([waiter]));
    },
    delete(waiter) {
      const line = lines.get(waiter.operation);
      line?.delete(waiter);
      if (line?.size === 0) lines.delete(waiter.operation);
    },
    ahead(operation) {
      const own = lines.get(operation)?.size ?? 0;
      let count = own;
      for (const [other, line] of lines) {
        if (other !== operation) count += Math.min(line.size, own + 1);
      }
      return count;
    },
    take(may) {
      for (const [operation, line] of lines) {
        if (!may(operation)) continue;
        const [waiter] = line as Set<W>;
        line.delete(waiter as W);
        lines.delete(operation);
        if (line.size > 0) lines.set(operation, line);
        return waiter;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const line of [...lines.values()]) yield* [...line];
    },
  };
}
