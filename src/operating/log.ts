// The log: JSON lines on standard error. Lines that can not be written are lost, and counted.
import { type Logger, pino } from 'pino';

/** Bytes of the log that wait for its reader; beyond that lines are lost, and not the server. */
const mostUnread = 1_000_000;

const counts = new WeakMap<Logger, () => number>();

/** Lines of a log that could not be written so far. */
export const lostLines = (log: Logger): number => counts.get(log)?.() ?? 0;

/**
 * A log of this level. Where its lines can not be written, since the disk is full or nobody reads
 * them, they are lost: pino's own way to there would throw, and wait at the end for ever. How many
 * were lost is its next line, once all that waited has been written.
 */
export function openLog(level: string): Logger {
  const { stderr } = process;
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => {});
  let lost = 0;
  let told = 0;
  const written = (error?: Error | null): void => {
    if (error) lost += 1;
    else if (lost > told && stderr.writableLength === 0) {
      const lines = lost - told;
      told = lost;
      log.error({ lines }, 'lines of the log were lost, since they could not be written');
    }
  };
  const write = (line: string): void => {
    if (stderr.writableLength < mostUnread) stderr.write(line, written);
    else lost += 1;
  };
  const log = pino({ level }, { write });
  counts.set(log, () => lost);
  return log;
}
