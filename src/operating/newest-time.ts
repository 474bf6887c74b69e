// The time to which the ledger has come, for who reads the figures: seen by one look for all, however often they are read.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, within } from '../ledger.js';
import { oneForAll } from '../one-for-all.js';
import { startOperation } from '../operation.js';

/** Reads the time to which the ledger has come, in nanoseconds since the epoch; null where it has not begun. */
export type NewestTime = (operation: Operation) => Promise<bigint | null>;

/** Milliseconds for which a look goes on; a slow ledger is seen by the figures that are read next. */
const longest = 10_000;
/** Milliseconds for which figures wait for it. */
const patience = 1000;
/** Milliseconds until there is another look: several may read the figures, and none that often. */
const usual = 5000;

/**
 * Looks, where nobody has lately, and tells what it has seen. A ledger that fails or says nothing has come
 * no further: what was told stays, and whoever reads it sees it grow old.
 */
export function lookedAt(newestTime: NewestTime, tell: (time: bigint) => void, pause = usual) {
  let last = Number.NEGATIVE_INFINITY;
  let end = () => {};
  const look = oneForAll(async () => {
    const operation = startOperation({ timeout: longest, calls: 10 });
    end = () => operation.end();
    try {
      const time = await within(operation, newestTime(operation));
      if (time !== null) tell(time);
    } catch {
      // Calls to the ledger are counted and logged where they fail.
    } finally {
      last = performance.now();
      operation.end();
    }
  });
  return {
    async look(): Promise<void> {
      if (performance.now() - last < pause) return;
      await Promise.race([look(), sleep(patience, undefined, { ref: false })]);
    },
    /** Gives up the look that is under way. */
    close: () => end(),
  };
}
