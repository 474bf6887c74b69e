// A list walked by the links of REST and by the cursors of GraphQL: the same rows in the same order, over each ledger.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { filledPath, placesIn } from '../../src/contract/path-key.js';
import { positionOf, printCursor } from '../../src/contract/position.js';
import { parametersOf } from '../../src/contract/query.js';
import type { List } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { get } from '../support/get.js';
import type { Row } from '../support/ledger-reading.js';
import { freely } from '../support/ledgers.js';
import {
  drawConditions,
  filterOf,
  type ListWays,
  leavesOf,
  listsInWays,
} from '../support/list-ways.js';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_201);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 8);
/** Pages that are read of the smaller size. */
const pages = 6;

const both = bothServers(freely);

/** Parameters that are called otherwise than the fields of filters. */
const otherNames: Readonly<Record<string, string>> = {
  balance: 'account.balance',
  creator: 'account.id',
  hookId: 'hook.id',
  number: 'block.number',
  spender: 'account.id',
};
/** The parameter that a field of a filter stands for; none where the contract has no such condition. */
const parameterOf = (list: List, field: string) =>
  [`${field}.id`, field, otherNames[field] ?? '']
    .map((name) => name.toLowerCase())
    .find((name) => Object.hasOwn(parametersOf(list), name));

/** Conditions on no value of a row, in GraphQL and over REST, by the names of lists. */
const further: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  transactions: [
    ['type: { eq: CRYPTOTRANSFER }', 'transactiontype=CRYPTOTRANSFER'],
    [
      'type: { in: [TOKENMINT CONTRACTCALL] }',
      'transactiontype=TOKENMINT&transactiontype=contractcall',
    ],
    ['outcome: SUCCESS', 'result=success'],
    ['outcome: FAIL', 'result=fail'],
  ],
  tokens: [['type: NON_FUNGIBLE_UNIQUE', 'type=NON_FUNGIBLE_UNIQUE']],
  contractResults: [['internal: true', 'internal=true']],
  resultsOfContract: [['internal: true', 'internal=true']],
};

/** Asks for a connection, below its parent where it has one. */
async function connection(server: Server, { parent, field }: ListWays, rest: string) {
  const own = `list: ${field}${rest}`;
  const text = parent === null ? `{ ${own} }` : `{ parent: ${parent} { ${own} } }`;
  const { data, errors } = await ask(server, text);
  expect(errors, text).toEqual([]);
  return (parent === null ? data : data.parent).list;
}

/** Rows as their cursors, by pages until there are so many. */
async function byCursors(server: Server, ways: ListWays, args: string, most: number) {
  const all: string[] = [];
  for (let after = ''; ; ) {
    const shown = '{ edges { cursor } pageInfo { hasNextPage endCursor } }';
    const { edges, pageInfo } = await connection(server, ways, `(${args} ${after}) ${shown}`);
    all.push(...edges.map(({ cursor }: { cursor: string }) => cursor));
    if (!pageInfo.hasNextPage || all.length >= most) return all.slice(0, most);
    after = `after: "${pageInfo.endCursor}"`;
  }
}

/** The same by links. */
async function byLinks(server: Server, list: List, path: string, most: number) {
  const all: string[] = [];
  for (let link = path; ; ) {
    const { status, text } = await get(server, link);
    expect(status, `${link}\n${text}`).toBe(200);
    const body = parseJson(text) as Row;
    all.push(...body[list.items].map((row: never) => printCursor(list, positionOf(list, row))));
    if (body.links.next === null || all.length >= most) return all.slice(0, most);
    link = body.links.next;
  }
}

describe.each(bothLedgers)('over %s', (name) => {
  it('has the same rows either way', { timeout: 20_000 + numRuns * 2000 }, async () => {
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      const oneOf = <T>(values: readonly T[]) =>
        values[draw(fc.nat, { max: values.length - 1 })] as T;
      const server = both.of(name);
      const ways = oneOf(listsInWays);
      const shown = `(first: 50) { edges { cursor node { ${leavesOf(ways.type)} } } }`;
      const { edges } = await connection(server, ways, shown);
      // A cursor begins with the name of its list.
      const [named] = JSON.parse(Buffer.from(edges[0].cursor, 'base64url').toString());
      const list = lists.find((one) => one.name === named) as List;

      const by = Object.entries(ways.by).filter(([field]) => parameterOf(list, field));
      const rows = edges.map(({ node }: { node: Row }) => node);
      const known = { ...ways, by: Object.fromEntries(by) };
      const conditions = drawConditions(draw, known, rows, false);
      const [own, ownSearch] = oneOf([['', ''], ['', ''], ...(further[list.name] ?? [])] as const);
      const instant = oneOf(['', ...ways.at]);
      const order = oneOf(['', 'ASC', 'DESC']);
      const limit = oneOf([1, 2, 3, 7, 25, 100]);
      const first = oneOf([1, 2, 3, 7, 25, 120]);

      const filter = filterOf(conditions) || 'filter: { }';
      const args = [
        filter.replace(/\}$/, `${own} }`),
        instant && `at: "${instant}"`,
        order && `order: ${order}`,
        `first: ${first}`,
      ].join(' ');
      const ids = Array.from(ways.parent?.matchAll(/: "?([\d.]+)/g) ?? [], ([, id = '']) => id);
      const keys = ids.splice(0, placesIn(list.path).length);
      const search = [
        ...ids.map((id) => `account.id=${id}`),
        ...conditions.flatMap(({ field, operator, values }) =>
          values.map((value) => {
            const compared = operator === 'in' ? value : `${operator}:${value}`;
            return `${parameterOf(list, field)}=${compared}`;
          }),
        ),
        ownSearch,
        instant && `timestamp=lte:${instant}`,
        order && `order=${order.toLowerCase()}`,
        `limit=${limit}`,
      ].filter((text) => text !== '');
      const path = `${filledPath(list.path, keys)}?${search.join('&')}`;

      const most = pages * Math.min(limit, first);
      const place = `${path}, and ${ways.parent} { ${ways.field}(${args}) }`;
      const linked = await byLinks(server, list, path, most);
      expect(await byCursors(server, ways, args, most), place).toEqual(linked);
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  });
});
