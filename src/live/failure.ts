// Why a stream ends, as the error that its subscribers are told.
import { LedgerError } from '../errors.js';

/** The end of a stream that the server wants; whoever comes again goes on. */
export const streamEnded = (why: string): LedgerError =>
  new LedgerError(
    'STREAM_ENDED',
    `${why}; subscribe again, where events have cursors after the last one`,
  );
