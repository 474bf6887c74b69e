// What users have wished for is granted, on every ledger alike: the table of docs/schema-tour.md is run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type bothLedgers, bothServers } from '../support/both-ledgers.js';
import { listen } from '../support/listen.js';

const page = readFileSync(new URL('../../docs/schema-tour.md', import.meta.url), 'utf8');
const table = page.split('## What was wished for')[1]?.split('\n## ')[0] ?? '';
const wishes = Array.from(
  table.matchAll(/^\| ([^|]+?) +\| `(.*)` +\| ([^|]+) \|$/gm),
  ([, wish = '', query = '', more = '']) => ({ wish, query, more }),
);

/** Leaves of an answer that hold something. */
const leaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

const both = bothServers();

async function answerOf(name: (typeof bothLedgers)[number], query: string) {
  const server = both.of(name);
  if (!query.startsWith('subscription')) return JSON.parse((await ask(server, query)).text);
  const listener = listen(server, query);
  const [event] = await listener.first(1);
  listener.leave();
  return event;
}

it('are many', () => expect(wishes.length).toBeGreaterThan(20));

describe.each(wishes)('the wish: $wish', ({ query, more }) => {
  it('is granted by a database', async () => {
    const { data, errors } = await answerOf('sql', query);
    expect(errors).toBeUndefined();
    const found = leaves(data);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain(null);
    expect(found).not.toContain(undefined);
  });

  it('is granted by a mirror node, or said to be none of it', async () => {
    const { data, errors = [] } = await answerOf('remote', query);
    const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    if (more.includes('not over a mirror node')) {
      for (const code of codes) expect(code).toBe('NOT_ANSWERABLE');
      const { data: known } = await answerOf('sql', query);
      // Told by an error, by null for a number that is not known, or by finding less.
      expect(data).not.toEqual(known);
      return;
    }
    expect(codes).toEqual([]);
    expect(data).toEqual((await answerOf('sql', query)).data);
  });
});
