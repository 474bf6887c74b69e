// `mirrorql query` as a function: what an operation writes and says, over any ledger.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Commands, runLine } from '../../src/command/program.js';
import { type QueryOptions, readQueryOptions, runQuery } from '../../src/command/query.js';
import type { Ledger } from '../../src/ledger.js';

/** What the command line says of an operation. */
async function queryOptions(args: readonly string[]): Promise<QueryOptions> {
  const read: QueryOptions[] = [];
  const query: Commands['query'] = async (source, line) => {
    read.push(readQueryOptions(source, line));
  };
  await runLine(['query', ...args], { query } as Commands);
  return read[0] as QueryOptions;
}

/** What a run writes and says, and its exit code. */
export async function runQueryLine(over: Ledger, args: readonly string[], maxPage: number) {
  const options = await queryOptions(args);
  const output = new PassThrough();
  const written = text(output);
  const told: string[] = [];
  const limits = { timeout: 10_000, calls: 200, maxPage };
  const tell = (line: string) => void told.push(line);
  const code = await runQuery(options, { ledger: over, limits, output, tell });
  output.end();
  return { code, told, output: await written };
}

export const linesOf = (output: string): string[] => output.trimEnd().split(/\r?\n/);
