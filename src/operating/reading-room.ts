// What running operations hold of what they have read: bounded for all of them together.
import { getHeapStatistics } from 'node:v8';
import { LedgerError } from '../errors.js';
import type { Room } from '../operation.js';

/** The rest is for what is made of it: a row takes some times as much once it is an object, and an answer of it. */
const share = 1 / 4;

const bytesOfHeap = (): number => Math.floor(getHeapStatistics().heap_size_limit * share);

/** Room for so many bytes; where they are too many, the operation that has read most is over. */
export function readingRoom(bytes = bytesOfHeap()): Room {
  const held = new Map<Parameters<Room['take']>[0], number>();
  let total = 0;

  function endLargest(): void {
    const [largest] = [...held].sort(([, one], [, other]) => other - one);
    const reason = new LedgerError(
      'COST_LIMIT',
      'The operation has read more than there is room for beside others; ask for smaller pages (first, last) or fewer large fields',
    );
    largest?.[0].end(reason);
  }

  return {
    take(reader, more) {
      held.set(reader, (held.get(reader) ?? 0) + more);
      total += more;
      while (total > bytes) endLargest();
    },
    free(reader) {
      total -= held.get(reader) ?? 0;
      held.delete(reader);
    },
  };
}
