// Turns of load as a table: medians, and what the first server makes of each other.
import type { LoadResult } from './load.js';

interface Turn extends LoadResult {
  /** Processor time of the server, in milliseconds. */
  readonly cpu: number;
  /** Processor time of the database for this server, in milliseconds. */
  readonly database?: number;
  /** Calls that the upstream has counted. */
  readonly calls: number;
  readonly memory: number;
}

export interface Measured {
  readonly name: string;
  readonly started: number;
  readonly turns: Turn[];
}

/** There and back: what comes second in each turn would gain by it, or lose. */
export const inTurn = <T>(servers: readonly T[], turn: number): readonly T[] =>
  turn % 2 === 0 ? servers : [...servers].reverse();

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const headings =
  'server|req/s|spread|CPU ms|least|DB ms|p50 ms|p99 ms|calls|MB|start s|req/s x|CPU x|failed';

/** The last ratios say how many times as fast, and as cheap, the first server is. */
export function printTable(title: string, servers: readonly Measured[]): void {
  const rates = (server: Measured) => server.turns.map((turn) => turn.requests / turn.seconds);
  const costs = (server: Measured) => server.turns.map((turn) => turn.cpu / turn.requests);
  const [first] = servers;
  if (!first) return;
  const rows = servers.map((server) => {
    const of = (value: (turn: Turn) => number) => median(server.turns.map(value));
    const rate = median(rates(server));
    const cost = median(costs(server));
    // Neighbouring turns see the same machine, so the ratio is taken turn by turn.
    const ratio = median(rates(first).map((own, turn) => own / (rates(server)[turn] ?? 1)));
    const cheaper = median(costs(first).map((own, turn) => (costs(server)[turn] ?? 1) / own));
    return [
      server.name,
      rate.toFixed(0),
      `${Math.min(...rates(server)).toFixed(0)}-${Math.max(...rates(server)).toFixed(0)}`,
      cost.toFixed(3),
      Math.min(...costs(server)).toFixed(3),
      Math.min(...server.turns.map((turn) => (turn.database ?? 0) / turn.requests)).toFixed(3),
      of((turn) => turn.p50).toFixed(1),
      of((turn) => turn.p99).toFixed(1),
      of((turn) => turn.calls / turn.requests).toFixed(2),
      of((turn) => turn.memory).toFixed(0),
      (server.started / 1000).toFixed(1),
      ratio.toFixed(2),
      cheaper.toFixed(2),
      String(server.turns.reduce((sum, turn) => sum + turn.failures, 0)),
    ];
  });
  const all = [headings.split('|'), ...rows];
  const widths = headings
    .split('|')
    .map((_, column) => Math.max(...all.map((row) => (row[column] as string).length)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padStart(widths[column] as number)).join('  ');
  process.stdout.write(`\n${title}\n${all.map(line).join('\n')}\n`);
}
