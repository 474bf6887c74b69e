// The sample ledger lives: a block every few seconds, written into the embedded database while it is served.
import type { Clock } from '../sql/query/query.js';
import { blockLength } from './clock.js';
import { newestBlock, readCast } from './living-cast.js';
import { pruning, snapshotAt, statementOf, sweeping } from './living-statements.js';
import { type Story, type Tick, tellStory } from './living-story.js';
import { type SampleDatabase, sampleClock } from './prepared.js';
import { sampleIds, sampleNow } from './sample.js';

/** Blocks that are kept behind those of the sample: three hours of its time. */
const kept = 5_400;
/** Blocks from one removal of older ones to the next, and those that are written again at once. */
const round = 100;

/** The sample's time: it goes on by a block at each tick. */
interface LivingClock extends Clock {
  readonly ticks: number;
}

export interface Living {
  readonly clock: LivingClock;
  /** Writes the next block. */
  tick(): Promise<void>;
  /** Ticks every so many seconds until it is ended; `failed` is told of what went wrong. */
  begin(seconds: number, failed: (error: unknown) => void): () => void;
}

const milliseconds = Number(blockLength / 1_000_000n);

/**
 * Lets a sample live, of which `keep` blocks are kept at the most. What it does follows from the
 * number of the tick alone; a block is there as a whole or not at all. Where the database has begun
 * anew, since a statement broke it, the blocks are written again.
 */
export function live(database: SampleDatabase, keep = kept): Living {
  let ticks = 0;
  let story: Story | null = null;
  const clock = {
    get ticks() {
      return ticks;
    },
    now: () => sampleClock.now() + ticks * milliseconds,
  };

  /** The story as far as the database has it, told again up to the last tick. */
  async function resume(): Promise<Story> {
    const own = tellStory(await readCast(database));
    let waiting: Tick[] = [];
    while (own.number < ticks) {
      const tick = own.next();
      // Older blocks would have been removed; what came of them has not.
      waiting.push(tick.number > ticks - keep ? tick : { ...tick, tables: [] });
      const isDue = waiting.length === round || own.number === ticks || snapshotAt(tick) !== null;
      if (!isDue) continue;
      await database.exec(statementOf(waiting));
      waiting = [];
    }
    return own;
  }

  async function tick(): Promise<void> {
    const newest = (await newestBlock(database)) - sampleIds.lastBlock;
    if (story === null || story.number !== newest) story = await resume();
    await database.exec(statementOf([story.next()]));
    ticks = story.number;
    if (ticks % round !== 0) return;
    if (ticks > keep) {
      await database.exec(pruning(sampleNow + BigInt(ticks - keep) * blockLength));
    }
    for (const text of sweeping) await database.exec(text);
  }

  return {
    clock,
    tick,
    begin(seconds, failed) {
      let timer: NodeJS.Timeout;
      let isOver = false;
      const next = () => {
        if (!isOver) timer = setTimeout(() => void run(), seconds * 1000).unref();
      };
      const run = async () => {
        await tick().catch((error: unknown) => {
          if (!isOver) failed(error);
        });
        next();
      };
      // The file of the sample is written first: it must not hold what has come since.
      void database.kept.then(next);
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}
