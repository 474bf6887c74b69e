// The process itself: how it collects its memory, what ends it, how long that may take, and which faults do not.
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { errorTable } from '../errors.js';

/**
 * Young memory is collected by one thread. Little of it outlives a request, so that helpers find
 * next to nothing to do, and their being woken and waited for costs a tenth of a request.
 */
export function collectByOneThread(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

/**
 * Runs until a signal, or until something is thrown that nobody catches; then closes in order, and
 * ends after `patience` milliseconds whether or not everything has closed. A promise that fails
 * unseen is a fault of ours, but no reason to take everyone's answers along.
 */
export function runUntilStopped(close: () => Promise<void>, patience: number, log: Logger): void {
  const fault = (err: unknown) => log.error({ err, code: 'INTERNAL' }, errorTable.INTERNAL.message);
  let isClosing = false;

  function stop(exitCode: number): void {
    // Who asks twice does not want to wait.
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => {
      log.warn(`not all has closed within ${patience} ms; ending without it`);
      process.exit(exitCode);
    }, patience);
    close().then(
      () => process.exit(exitCode),
      (error) => {
        fault(error);
        process.exit(1);
      },
    );
  }

  process.on('unhandledRejection', fault);
  process.on('uncaughtException', (error) => {
    fault(error);
    // What else is thrown while it closes does not cut that short.
    if (!isClosing) stop(1);
  });
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
}
