// Why options are refused, in the words that whoever has set them reads.
import { expect } from 'vitest';
import { OptionError } from '../../src/config.js';

/** The message of the error that `run` ends with; fails when there is none. */
export function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return (error as Error).message;
  }
  throw new Error('was not refused');
}
