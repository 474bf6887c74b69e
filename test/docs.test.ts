// The documentation is true: each query in it is run, and must answer what stands beneath it.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorTable } from '../src/errors.js';
import type { Ledger } from '../src/ledger.js';
import type { Server } from '../src/server.js';
import { ask } from './ask.js';
import { openSample, serve } from './ledgers.js';

const root = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** A query, perhaps its variables, and its answer, one fence right after the other. */
const fence = (name: string) => `^\`\`\`${name}\\n((?:(?!\`\`\`).*\\n)*)\`\`\`\\s+`;
const pair = new RegExp(`${fence('graphql')}(?:${fence('json variables')})?${fence('json')}`, 'gm');

/** A subscription and the first of its events. */
const stream = new RegExp(`${fence('graphql')}${fence('sse')}`, 'gm');

const pages = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)];
const pairs = pages.flatMap((page) =>
  Array.from(read(page).matchAll(pair), ([, query, variables, answer], index) => ({
    title: `${page} ${index + 1}`,
    query: query as string,
    variables: JSON.parse(variables ?? '{}'),
    answer: JSON.parse(answer as string),
  })),
);

const streams = pages.flatMap((page) =>
  Array.from(read(page).matchAll(stream), ([, query, events], index) => ({
    title: `${page}, stream ${index + 1}`,
    query: query as string,
    events: (events as string).trimEnd(),
  })),
);

describe('the documentation', () => {
  let ledger: Ledger;
  let server: Server;
  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
  });

  it('has examples', () => {
    expect(pairs.length).toBeGreaterThan(10);
    expect(streams.length).toBeGreaterThan(3);
  });

  it.each(pairs)('tells the truth: $title', async ({ query, variables, answer }) => {
    const { text } = await ask(server, query, variables);
    expect(JSON.parse(text)).toEqual(answer);
  });

  it.each(streams)('tells the truth: $title', async ({ query, events }) => {
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    let text = '';
    for await (const chunk of response.body ?? []) {
      text = `${text}${Buffer.from(chunk)}`.replaceAll(/^:\n\n/gm, '');
      if (text.trimEnd().length >= events.length) break;
    }
    leaving.abort();
    expect(text.trimEnd()).toBe(events);
  });

  it('has a line for each code of an error', () => {
    const codes = Array.from(
      read('docs/errors.md').matchAll(/^\| `([A-Z_]+)`/gm),
      ([, code]) => code,
    );
    expect(codes.sort()).toEqual(Object.keys(errorTable).sort());
  });

  it.each(pages)('leads nowhere that is not there: %s', (page) => {
    const links = Array.from(read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, link]) => link);
    for (const link of links) {
      const file = new URL(link as string, new URL(page, root));
      expect(() => readFileSync(file), link).not.toThrow();
    }
  });
});
