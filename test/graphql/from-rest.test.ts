// Whoever comes from REST finds each route again: the table of docs/from-rest.md is asked of both faces.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');

const rows = Array.from(
  read('from-rest.md').matchAll(/^\| `(\/[^`]*)` \| `(\{.*\})` \|$/gm),
  ([, path = '', query = '']) => ({ path, query }),
);

/** What stands at the ends of an answer, as text. */
const leaves = (value: unknown): string[] => {
  if (value === null) return [];
  return typeof value === 'object'
    ? Object.values(value as object).flatMap(leaves)
    : [String(value)];
};

const both = bothServers();

it('has a row for every route that is no call of an EVM', () => {
  const routes = Array.from(
    read('rest.md').matchAll(/^\| `\/api\/v1(\/[^`]*)`/gm),
    ([, route = '']) => route,
  );
  expect(routes.length).toBeGreaterThan(40);
  const paths = rows.map(({ path }) => path.split('?')[0] as string);
  const lacking = routes.filter((route) => {
    const form = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '\\d[^/]*')}$`);
    return !paths.some((path) => form.test(path));
  });
  expect(lacking).toEqual([]);
});

describe.each(rows)('in place of $path', ({ path, query }) => {
  it.each(bothLedgers)('a query gives what is in its body, over %s', async (name) => {
    const response = await fetch(`${both.upstream.url}/api/v1${path}`);
    expect(response.status).toBe(200);
    const body = new Set(leaves(parseJson(await response.text())));
    const { data, errors } = await ask(both.of(name), query);
    expect(errors).toEqual([]);
    const told = leaves(data);
    expect(told.length).toBeGreaterThan(1);
    expect(told.filter((leaf) => !body.has(leaf))).toEqual([]);
  });
});
