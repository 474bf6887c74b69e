// What the log says of a request, for whoever has sent it.
import pino from 'pino';
import type { Report } from '../../src/answers/report.js';
import type { Estimate } from '../../src/ledger.js';

/** What the log says of an operation. */
export interface Line {
  readonly reqId: string;
  readonly calls: number;
  readonly rows: number;
  /** What it was computed to cost before it ran. */
  readonly cost?: Estimate;
  readonly codes: readonly string[];
  /** How the answer was found. */
  readonly cache: Report['cache'];
}

/** A log, and the first line of a request by the id that is sent with it as `x-request-id`. */
export function logLines() {
  const waiting = new Map<string, (line: Line) => void>();
  const write = (text: string) => {
    const line: Line = JSON.parse(text);
    waiting.get(line.reqId)?.(line);
    waiting.delete(line.reqId);
  };
  return {
    log: pino({ level: 'info' }, { write }),
    lineOf: (id: string) => new Promise<Line>((resolve) => waiting.set(id, resolve)),
  };
}
