// The documentation is true: what is asked in it is asked, and must answer what stands beneath it.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../src/contract/json.js';
import { errorTable } from '../src/errors.js';
import { ask } from './support/ask.js';
import { allParts, merged } from './support/parts.js';
import { sampleServer } from './support/sample-server.js';

const root = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** A query, perhaps its variables, and its answer, one fence right after the other. */
const fence = (name: string) => `^\`\`\`${name}\\n((?:(?!\`\`\`).*\\n)*)\`\`\`\\s+`;
const pair = new RegExp(`${fence('graphql')}(?:${fence('json variables')})?${fence('json')}`, 'gm');
/** A query and the deliveries of its answer, with any text in between but another fence. */
const inParts = new RegExp(`${fence('graphql')}(?:(?!\`\`\`).*\\n)*?${fence('json parts')}`, 'gm');

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

/** A call of curl, and its body with every digit, or lines that are among those of its answer. */
const call = new RegExp(
  `^\`\`\`sh\\n(curl .*)\\n\`\`\`\\s+(?:${fence('json')}|${fence('http')})`,
  'gm',
);
const calls = pages.flatMap((page) =>
  Array.from(read(page).matchAll(call), ([, command, json, lines]) => ({
    title: `${page}: ${command}`,
    command: command as string,
    json,
    lines: lines?.trimEnd().split('\n'),
  })),
);

/** What was wished for, and the query or subscription that answers it. */
describe('the documentation', () => {
  const server = sampleServer();

  it('has examples', () => {
    expect(pairs.length).toBeGreaterThan(10);
    expect(streams.length).toBeGreaterThan(3);
    expect(calls.length).toBeGreaterThan(3);
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

  it.each(calls)('tells the truth: $title', async ({ command, json, lines = [] }) => {
    const line = command.replace('http://localhost:4000', server.url);
    const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl', 'curl -sS')]);
    if (json !== undefined) expect(parseJson(stdout)).toEqual(parseJson(json));
    expect(stdout.split(/\r?\n/)).toEqual(expect.arrayContaining(lines));
  });

  const streamed = Array.from(read('docs/parts.md').matchAll(inParts), ([, ...found]) => found);
  it.each(streamed)('tells the truth of parts: %#', async (query, deliveries) => {
    const parts = await allParts(server, query as string);
    expect(parts).toEqual(JSON.parse(deliveries as string));
    const { data } = await ask(server, query as string);
    expect(merged(parts).data).toEqual(data);
  });

  it('has examples of parts', () => expect(streamed.length).toBe(2));

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
