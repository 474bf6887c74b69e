// Errors as values of a stream: what went wrong in a poll, and why a stream ends.
import { LedgerError } from '../errors.js';

/** What a subscriber is told of a poll that failed; what is unknown is masked. */
export const failureOfPoll = (error: unknown): LedgerError =>
  error instanceof LedgerError ? error : new LedgerError('INTERNAL', undefined, {}, error);

/** The value, or the error that took its place. */
export async function settled<T>(answer: Promise<T>): Promise<T | LedgerError> {
  try {
    return await answer;
  } catch (error) {
    return failureOfPoll(error);
  }
}

/** The end of a stream that the server wants; whoever comes again goes on. */
export const streamEnded = (why: string): LedgerError =>
  new LedgerError(
    'STREAM_ENDED',
    `${why}; subscribe again, where events have cursors after the last one`,
  );
