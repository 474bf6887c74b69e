// The process itself: what its packages are told, where its objects are made, what ends it, how long that may take, and which faults do not.
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { errorTable } from '../errors.js';

/**
 * Has V8 treat the memory of a server as what it is: nearly all of it is gone with its request.
 *
 * Under load many requests are under way when memory is collected. V8 takes what survives that for what
 * stays, and from then on makes such objects among the old ones, which keep alive whatever they lead
 * to until all of the memory is looked through: a third of the execution of nested queries.
 */
export function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Tells packages that this is no development, where the environment does not say what it is. It has to be
 * told before they are loaded: graphql-js looks for second copies of itself whenever it looks at a type,
 * a tenth of what it takes to validate a text.
 */
export function expectProduction(): void {
  process.env['NODE_ENV'] ||= 'production';
}

/** What ends the process from outside. */
const signals = ['SIGINT', 'SIGTERM'] as const;
const leave = () => process.exit(0);

/**
 * What is sent when the terminal goes away, by its shell once more. The process ends by it: on its way
 * out Node puts the terminal in order, and aborts where there is none any more.
 */
const hangup = 'SIGHUP';

function endByHangup(): void {
  process.removeAllListeners(hangup);
  process.kill(process.pid, hangup);
  // The first process of a container is not ended by it, and has no terminal to lose.
  process.exit(0);
}

/**
 * Ends the process at a signal, at once, as long as there is nothing to close. It is not left to the
 * system: the first process of a container would not hear what it has asked for by no handler.
 */
export function leaveAtSignals(): void {
  for (const signal of signals) process.on(signal, leave);
}

/**
 * Runs until a signal, or until something is thrown that nobody catches; then closes in order, and
 * ends after `patience` milliseconds whether or not everything has closed. A promise that fails
 * unseen is a fault of ours, but no reason to take everyone's answers along. What it gives tells
 * whether it is about to end.
 */
export function runUntilStopped(
  close: () => Promise<void>,
  patience: number,
  log: Logger,
): () => boolean {
  const fault = (err: unknown) => log.error({ err, code: 'INTERNAL' }, errorTable.INTERNAL.message);
  let isClosing = false;

  function stop(end: () => void): void {
    isClosing = true;
    setTimeout(() => {
      log.warn(`not all has closed within ${patience} ms; ending without it`);
      end();
    }, patience);
    close().then(
      () => end(),
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
    if (!isClosing) stop(() => process.exit(1));
  });
  for (const signal of signals) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (isClosing) process.exit(1);
      stop(leave);
    });
    // Only then: without any listener in between, a signal that has come and was not told yet would be lost.
    process.off(signal, leave);
  }
  process.on(hangup, () => {
    if (!isClosing) stop(endByHangup);
  });
  return () => isClosing;
}
