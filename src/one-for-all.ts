// Work that is done once for all who want it while it is done.

/** Runs `work` unless it is under way already; whoever asks meanwhile is told the same. */
export function oneForAll<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
