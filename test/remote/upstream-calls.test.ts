// The HTTP calls of the nested queries, as docs/upstream.md lists them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleQuery } from '../../src/graphql/http/example.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { startRecorder } from '../support/recorder.js';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const document = text('docs/upstream.md');

/** The block of lines that stands below a mark of the document. */
function listed(name: string): string[] {
  const [, block = ''] = document.split(`<!-- calls: ${name} -->`);
  return block.split('```')[1]?.trim().split('\n') ?? [];
}

const readmeQuery = text('README.md').split('```graphql\n')[1]?.split('```')[0] as string;
/** The query that the document writes in a line. */
const inLine = /`(\{ transactions\(first: 2\)[^`]*\})`/.exec(document)?.[1] as string;

const queries: [string, string, Record<string, unknown>?][] = [
  ['readme', readmeQuery],
  ['example', exampleQuery],
  ['balances', text('examples/balances.graphql'), { first: 3 }],
  ['network', inLine],
];

describe('a nested query', () => {
  it.each(queries)(
    'makes the calls that the document lists: %s',
    async (name, query, variables) => {
      const sample = await openSample('embedded');
      const upstream = await serve(sample);
      const recorder = await startRecorder(upstream.url);
      const ledger = remote(recorder.url);
      const server = await serve(ledger);
      const { data, errors } = await ask(server, query, variables);
      expect(errors).toEqual([]);
      // The same answer as without HTTP in between.
      expect(data).toEqual((await ask(upstream, query, variables)).data);
      expect(recorder.calls).toEqual(listed(name));
      for (const { close } of [server, ledger, recorder, upstream, sample]) await close();
    },
  );
});
