// How far a walk has come, as one line that is written over; how much is left no ledger tells.
import type { WriteStream } from 'node:tty';

export interface Progress {
  /** Counts rows that have been written. */
  add(rows: number): void;
  /** Leaves the line as it stands, and goes to the next. */
  end(): void;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Rows so far, and rows a second since it was made. */
export function progressLine(terminal: Pick<WriteStream, 'write'>): Progress {
  const began = performance.now();
  let count = 0;
  return {
    add(rows) {
      count += rows;
      const seconds = (performance.now() - began) / 1000;
      const rate = whole.format(count / seconds);
      terminal.write(`\r\u001b[K${whole.format(count)} rows, ${rate} a second`);
    },
    end: () => void terminal.write('\n'),
  };
}
