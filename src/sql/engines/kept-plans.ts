// Names for statements that come again and again, so that PostgreSQL keeps their plans.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { databaseError, type Reads } from './database.js';

/** Statements with a name: each connection of the server keeps the plan of each. */
const most = 100;
/** Texts that are counted. A text gets its name when it comes for the third time. */
const counted = 500;
const often = 3;

// SQLSTATE of what goes wrong where a pooler hands a connection on between statements, or where
// a table has changed: no such name, a name twice, a plan that does not fit any more.
const lost = new Set(['26000', '42P05', '0A000']);

/** Whether a plan suits whatever the values are. */
const keepsPlan = (reads?: Reads): boolean => reads === 'index' || reads === 'range';

/** The names of one pool; `isOff` gives none. */
export function keptPlans(isOff: boolean) {
  const names = new Map<string, string>();
  const counts = new LRUCache<string, number>({ max: counted });
  let isOn = !isOff;

  /** The name of a text, or undefined. One text has the same name in all processes. */
  function nameOf(text: string): string | undefined {
    if (!isOn) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < often) counts.set(text, count);
    else names.set(text, `mirrorql_${createHash('sha1').update(text).digest('hex')}`);
    return names.get(text);
  }

  /** Whether an error says that names do not hold here; until they are given anew there are none. */
  function isLost(error: unknown): boolean {
    if (!lost.has(String((error as { code?: unknown } | null)?.code))) return false;
    isOn = false;
    return true;
  }

  return {
    /** Gives names anew: what is asked now has them, and not for ever what was asked first. */
    renew() {
      names.clear();
      isOn = !isOff;
    },
    /**
     * Asks a statement under the name of its text, where its plan suits all values; without one
     * where it has none, and once more where names turn out not to hold.
     * @throws LedgerError
     */
    async run<T>(
      text: string,
      reads: Reads | undefined,
      ask: (name?: string) => Promise<T>,
    ): Promise<T> {
      const name = keepsPlan(reads) ? nameOf(text) : undefined;
      try {
        return await ask(name).catch((error: unknown) => {
          if (name !== undefined && isLost(error)) return ask();
          throw error;
        });
      } catch (error) {
        throw databaseError(error);
      }
    },
  };
}
