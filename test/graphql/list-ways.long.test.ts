// A list is the same in whatever way it is read: by any pages, from either end, in either order, out of any window.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, freely, openSample, remote, serve } from '../support/ledgers.js';
import {
  condition,
  drawConditions,
  filterOf,
  type ListWays,
  leavesOf,
  listsInWays,
  type Node,
  placeOf,
} from '../support/list-ways.js';

/** The same lists each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 4);
const most = 100;

interface Edge {
  readonly cursor: string;
  readonly node: Node;
}

const servers = new Map<string, Server>();

beforeAll(async () => {
  for (const engine of engines) servers.set(engine, await serve(await openSample(engine), freely));
  const over = remote((servers.get('embedded') as Server).url);
  servers.set('remote', await serve(over, freely));
  return async () => {
    for (const server of servers.values()) await server.close();
    await over.close();
  };
});

const told =
  'edges { cursor node { % } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** A page of a list; null where it does not take its conditions. */
async function pageOf(server: Server, list: ListWays, ...given: readonly string[]) {
  const args = given.filter((text) => text !== '').join(' ');
  const own = `list: ${list.field}(${args}) { ${told.replace('%', leavesOf(list.type))} totalCount }`;
  const query = list.parent === null ? `{ ${own} }` : `{ parent: ${list.parent} { ${own} } }`;
  const { data, errors } = await ask(server, query);
  if (errors[0]?.extensions['code'] === 'BAD_USER_INPUT') return null;
  expect(errors, query).toEqual([]);
  return list.parent === null ? data.list : data.parent.list;
}

/** All edges, by pages of a size from either end; null where the list does not take its conditions. */
async function walk(
  server: Server,
  list: ListWays,
  args: string,
  size: number,
  from: 'first' | 'last' = 'first',
): Promise<Edge[] | null> {
  const all: Edge[] = [];
  for (let place = ''; ; ) {
    const page = await pageOf(server, list, args, `${from}: ${size}`, place);
    if (!page) return null;
    expect(page.edges.length).toBeLessThanOrEqual(size);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (from === 'first') all.push(...page.edges);
    else all.unshift(...page.edges);
    if (!(from === 'first' ? hasNextPage : hasPreviousPage)) return all;
    place = from === 'first' ? `after: "${endCursor}"` : `before: "${startCursor}"`;
  }
}

/** The beginning of a list, ascending and whole, and the condition that it is the beginning. */
async function beginningOf(server: Server, list: ListWays, at: string) {
  const { edges, pageInfo } = await pageOf(server, list, 'order: ASC', at, `first: ${most}`);
  if (!pageInfo.hasNextPage) return { base: edges as Edge[], bound: [] };
  const [field = ''] = Object.keys(list.by);
  const end = placeOf(list, field, edges.at(-1).node) as bigint;
  const bound = condition(list, field, 'lt', [end]);
  return { base: (edges as Edge[]).filter(({ node }) => bound.meets(node)), bound: [bound] };
}

describe.each([...engines, 'remote'])('on %s', (name) => {
  it('every way to read a list gives the same rows', {
    timeout: 20_000 + numRuns * 2000,
  }, async () => {
    let compared = 0;
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      const oneOf = <T>(values: readonly T[]) =>
        values[draw(fc.nat, { max: values.length - 1 })] as T;
      const server = servers.get(name) as Server;
      const list = oneOf(listsInWays);
      const instant = oneOf(['', ...list.at]);
      const at = instant && `at: "${instant}"`;
      const { base, bound } = await beginningOf(server, list, at);
      const rows = base.map(({ node }) => node);
      const conditions = [...bound, ...drawConditions(draw, list, rows, bound.length > 0)];
      const order = oneOf(['ASC', 'DESC', '']);
      const args = [filterOf(conditions), order && `order: ${order}`, at].join(' ');
      const wanted = base.filter(({ node }) => conditions.every(({ meets }) => meets(node)));
      if ((order || list.order) === 'DESC') wanted.reverse();

      const whole = await walk(server, list, args, most);
      if (!whole) return;
      compared += 1;
      const shown = `${list.parent} ${list.field} ${args}`;
      expect(whole, shown).toEqual(wanted);
      const size = Math.max(oneOf([1, 3, 10, 25]), Math.ceil(wanted.length / 8));
      for (const from of ['first', 'last'] as const) {
        expect(await walk(server, list, args, size, from), `${shown} ${from} ${size}`).toEqual(
          wanted,
        );
      }

      const start = draw(fc.nat, { max: wanted.length }) - 1;
      const end = draw(fc.nat, { max: wanted.length });
      const count = draw(fc.nat, { max: 12 });
      const from = oneOf(['first', 'last'] as const);
      const after = start < 0 ? '' : `after: "${wanted[start]?.cursor}"`;
      const before = end === wanted.length ? '' : `before: "${wanted[end]?.cursor}"`;
      const page = await pageOf(server, list, args, `${from}: ${count}`, after, before);
      const window = wanted.slice(start + 1, Math.max(end, start + 1));
      const part = from === 'first' ? window.slice(0, count) : count ? window.slice(-count) : [];
      const place = `${shown} ${from} ${count} ${after} ${before}`;
      expect(page.edges, place).toEqual(part);
      const { hasNextPage, hasPreviousPage } = page.pageInfo;
      const [isMore, isBehind] =
        from === 'first' ? [hasNextPage, hasPreviousPage] : [hasPreviousPage, hasNextPage];
      if (window.length > count) expect(isMore, place).toBe(true);
      expect(isBehind, place).toBe((from === 'first' ? after : before) !== '');
      if (page.totalCount !== null) expect(page.totalCount, place).toBe(wanted.length);
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
    expect(compared).toBeGreaterThan(numRuns / 2);
  });
});
