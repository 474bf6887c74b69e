// Paging of connections: each row exactly once and in order, forwards and backwards, on every ledger.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds, sampleLedger } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, engines, openSample, remote, serve } from '../support/ledgers.js';

const servers = new Map<string, Server>();
let embedded: ReturnType<typeof counted>;

beforeAll(async () => {
  const ledgers: Ledger[] = [];
  const start = async (name: string, ledger: Ledger) => {
    ledgers.push(ledger);
    servers.set(name, await serve(ledger));
  };
  embedded = counted(await openSample('embedded'));
  await start('embedded', embedded);
  if (engines.includes('PostgreSQL')) await start('PostgreSQL', await openSample('PostgreSQL'));
  await start('remote', remote(servers.get('embedded')?.url ?? ''));
  return async () => {
    for (const server of [...servers.values()].reverse()) await server.close();
    for (const ledger of ledgers.reverse()) await ledger.close();
  };
});

interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly key: string } }[];
  readonly nodes: readonly { readonly key: string }[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}
type Arguments = Readonly<Record<string, unknown>>;
/** A connection of the schema: where it stands, and the field that tells its rows apart. */
interface Listed {
  readonly label: string;
  readonly inside?: string;
  readonly field: string;
  readonly given?: string;
  readonly key: string;
  readonly rows: number;
  /** Whether the list has one order only. */
  readonly isFixed?: boolean;
}

const { manyTokens, maxToken, snapshots, lastBlock } = sampleIds;
const [atFirst] = snapshots;
const old = 'account: { lt: "0.0.12000" }';
const listed = (
  label: string,
  field: string,
  key: string,
  rows: number,
  more: Pick<Listed, 'given' | 'inside' | 'isFixed'> = {},
): Listed => ({ label, field, key, rows, ...more });

const ofAccount = { inside: `account(id: "${manyTokens}")` };
const ofToken = { inside: `token(id: "${maxToken}")` };
const ofRow = { inside: `balances(filter: { account: { eq: "${manyTokens}" } }) { nodes` };
const few = 'schedule: { lt: "0.0.1000000" }';
const fresh = `number: { gt: ${lastBlock - 120} }`;
const lists: readonly Listed[] = [
  listed('accounts', 'accounts', 'entityId', 85, { given: `filter: { ${old} }` }),
  listed('balances', 'balances', 'accountId', 85, { given: `filter: { ${old} }` }),
  listed('balances of a snapshot', 'balances', 'accountId', 85, {
    given: `at: "${atFirst}", filter: { ${old} }`,
  }),
  listed('tokens', 'tokens', 'entityId', 250),
  listed('schedules', 'schedules', 'entityId', 90, { given: `filter: { ${few} }` }),
  listed('blocks', 'blocks', 'number', 120, { given: `filter: { ${fresh} }` }),
  listed('tokens of an account', 'tokens', 'tokenId', 230, ofAccount),
  listed('tokens of a balance', 'tokens', 'tokenId', 230, { ...ofRow, isFixed: true }),
  listed('holders of a token', 'balances', 'accountId', 273, ofToken),
  listed('holders in a snapshot', 'balances', 'accountId', 200, {
    ...ofToken,
    given: `at: "${atFirst}"`,
  }),
];

const ofFirst = 'filter: { schedule: { lt: "0.0.5" } }';
const ofNobody = 'filter: { account: { eq: "0.0.999999999" } }';
const empty: readonly Listed[] = [
  listed('no token', 'tokens', 'tokenId', 0, { inside: `account(id: "${sampleIds.noTokens}")` }),
  listed('no account', 'accounts', 'entityId', 0, { given: ofNobody }),
  listed('no holder', 'balances', 'accountId', 0, { ...ofToken, given: ofNobody }),
  listed('no snapshot', 'balances', 'accountId', 0, { given: 'at: "1000000000"' }),
  listed('no schedule', 'schedules', 'entityId', 0, { given: ofFirst }),
  listed('no block', 'blocks', 'number', 0, { given: 'filter: { number: { lt: 5 } }' }),
];

const [size, cursor] = ['Int', 'String'];
const types: Arguments = { first: size, last: size, after: cursor, before: cursor };

async function send(server: string, list: Listed, page: Arguments, more = '') {
  const names = Object.keys(page);
  const given = names.map((name) => `${name}: $${name}`);
  const declared = names.map((name) => `$${name}: ${types[name]}`);
  const head = names.length > 0 ? `query (${declared.join(', ')}) ` : '';
  const all = [list.given, more, ...given].filter((text) => text).join(', ');
  const depth = list.inside ? list.inside.split('{ nodes').length : 0;
  const info = 'hasNextPage hasPreviousPage startCursor endCursor';
  const shape = `edges { cursor node { key: ${list.key} } } nodes { key: ${list.key} } pageInfo { ${info} }`;
  const field = `list: ${list.field}${all ? `(${all})` : ''} { ${shape} }`;
  const query = list.inside
    ? `{ in: ${list.inside} { ${field} ${'}'.repeat(depth)} }`
    : `{ ${field} }`;
  return ask(servers.get(server) as Server, head + query, page);
}

async function read(server: string, list: Listed, page: Arguments, more = ''): Promise<Connection> {
  const { data, errors } = await send(server, list, page, more);
  expect(errors).toEqual([]);
  return (data.in?.nodes?.[0] ?? data.in ?? data).list;
}

/** Everybody who has a balance, as many as the sample has of them. */
const everybody = sampleLedger()
  .filter(({ table }) => table === 'entity')
  .flatMap(({ columns, rows }) => rows.map((row) => String(row[columns.indexOf('type')])))
  .filter((type) => ['ACCOUNT', 'CONTRACT'].includes(type)).length;

/** Rows that are walked in small steps: more than the contract's 50 tokens, and more than its 100. */
const longest = 110;
const edgesOf = new Map<Listed, Connection['edges']>();
const keysOf = ({ edges }: Connection) => edges.map(({ node }) => node.key);
const names = [...engines, 'remote'];

describe.each(names)('paging on the %s ledger', (server) => {
  describe.each(lists)('through $label', (list) => {
    let whole: Connection;
    let keys: string[];
    beforeAll(async () => {
      whole = await read(server, list, { first: 1000 });
      keys = keysOf(whole);
    });

    /** Pages from `start` on, each checked for itself; their keys in the order of the list. */
    async function walk(size: Arguments, start: Arguments = {}): Promise<string[]> {
      const isBackward = 'last' in size;
      const found: string[][] = [];
      let place: Arguments = start;
      for (;;) {
        const page = await read(server, list, { ...size, ...place });
        const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
        expect(page.nodes).toEqual(page.edges.map(({ node }) => node));
        const isOn = isBackward ? hasPreviousPage : hasNextPage;
        const isBehind = (isBackward ? 'before' : 'after') in place;
        expect(isBackward ? hasNextPage : hasPreviousPage).toBe(isBehind);
        if (page.edges.length > 0) {
          expect(startCursor).toBe(page.edges[0]?.cursor);
          expect(endCursor).toBe(page.edges.at(-1)?.cursor);
        } else {
          expect([startCursor, endCursor]).toEqual([null, null]);
        }
        found[isBackward ? 'unshift' : 'push'](keysOf(page));
        if (!isOn) return found.flat();
        expect(found.length).toBeLessThan(100);
        place = { ...start, ...(isBackward ? { before: startCursor } : { after: endCursor }) };
      }
    }

    it('has all rows, each with a cursor of its own, the same on every ledger', async () => {
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(whole.edges.map(({ cursor }) => cursor)).size).toBe(keys.length);
      expect(keys.length).toBeGreaterThanOrEqual(list.rows);
      expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
      // The embedded one comes first.
      if (server === 'embedded') edgesOf.set(list, whole.edges);
      expect(whole.edges).toEqual(edgesOf.get(list));
    });

    it('forwards by 23', async () => {
      const end = keys.length > longest ? whole.edges[longest]?.cursor : undefined;
      expect(await walk({ first: 23 }, end ? { before: end } : {})).toEqual(keys.slice(0, longest));
    });

    it('backwards by 31', async () => {
      const start = keys.length > longest ? whole.edges.at(-longest - 1)?.cursor : undefined;
      expect(await walk({ last: 31 }, start ? { after: start } : {})).toEqual(keys.slice(-longest));
    });

    it('forwards up to a place, and backwards down to one', async () => {
      const place = (index: number) => whole.edges[index]?.cursor;
      expect(await walk({ first: 13 }, { before: place(60) })).toEqual(keys.slice(0, 60));
      const end = keys.length > longest ? 113 : keys.length;
      const before = place(end);
      expect(await walk({ last: 13 }, { after: place(60), ...(before && { before }) })).toEqual(
        keys.slice(61, end),
      );
      const between = { after: place(20), before: place(46) };
      expect(keysOf(await read(server, list, { first: 9, ...between }))).toEqual(
        keys.slice(21, 30),
      );
      expect(keysOf(await read(server, list, { last: 9, ...between }))).toEqual(keys.slice(37, 46));
      expect(keysOf(await read(server, list, { first: 99, ...between }))).toEqual(
        keys.slice(21, 46),
      );
    });

    it('in both orders, where it has two', async () => {
      if (list.isFixed) return;
      for (const order of ['ASC', 'DESC']) {
        const page = await read(server, list, { first: 20 }, `order: ${order}`);
        const isOwn = keysOf(page)[0] === keys[0];
        expect(keysOf(page)).toEqual(isOwn ? keys.slice(0, 20) : [...keys].reverse().slice(0, 20));
        const end = await read(server, list, { last: 20 }, `order: ${order}`);
        expect(keysOf(end)).toEqual(isOwn ? keys.slice(-20) : keys.slice(0, 20).reverse());
      }
    });
  });

  it('finds each of all accounts and balances once, by the largest pages', async () => {
    for (const [field, key] of [
      ['accounts', 'entityId'],
      ['balances', 'accountId'],
    ] as const) {
      const list = listed(field, field, key, everybody);
      const found: string[] = [];
      for (let after: Arguments = {}; ; ) {
        const page = await read(server, list, { first: 1000, ...after });
        found.push(...keysOf(page));
        if (!page.pageInfo['hasNextPage']) break;
        after = { after: page.pageInfo['endCursor'] };
      }
      expect(new Set(found).size, field).toBe(list.rows);
      expect(found.length, field).toBe(list.rows);
      expect(found.length, field).toBeGreaterThan(3000);
    }
  });

  it.each(empty)('has an empty page where there is $label', async (list) => {
    const ends = { startCursor: null, endCursor: null };
    const nothing = { hasNextPage: false, hasPreviousPage: false, ...ends };
    for (const size of [{}, { first: 5 }, { last: 5 }]) {
      const page = await read(server, list, size);
      expect(page).toEqual({ edges: [], nodes: [], pageInfo: nothing });
    }
  });
});

describe('calls of a page', () => {
  const [, , , tokens] = lists as [Listed, Listed, Listed, Listed];

  it.each([
    [{}, 1],
    [{ first: 100 }, 1],
    [{ first: 101 }, 2],
    [{ first: 250 }, 3],
    [{ last: 250 }, 3],
  ])('%j are read from the ledger by hundreds', async (size, calls) => {
    embedded.calls.length = 0;
    await read('embedded', tokens, size);
    expect(embedded.calls).toEqual(Array(calls).fill('page tokens'));
  });

  it.each([{ first: -1 }, { first: 1001 }, { first: 5, after: 'x' }])(
    '%j are not read at all',
    async (size) => {
      embedded.calls.length = 0;
      await send('embedded', tokens, size);
      expect(embedded.calls).toEqual([]);
    },
  );

  it('claims no end of a list of which it has read nothing', async () => {
    // A single row is read to know whether there is one.
    const { pageInfo } = await read('embedded', tokens, { first: 0 });
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const { pageInfo: end } = await read('embedded', tokens, { last: 0 });
    expect(end).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });
});

describe.each(lists)('wrong pages of $label', (list) => {
  it.each([
    ['after', 'garbage'],
    ['before', '%%%'],
    ['after', ''],
    ['before', Buffer.from('["transactions","0.0.5"]').toString('base64url')],
    ['after', Buffer.from(`["${list.field}","0x"]`).toString('base64url')],
  ])('are refused for %s: %j', async (argument, cursor) => {
    const { errors } = await send('embedded', list, { first: 5, [argument]: cursor });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
    expect(errors[0]?.message).toContain(JSON.stringify(cursor));
  });

  it.each([
    ['first', 1001],
    ['last', 1001],
    ['first', -1],
    ['last', -1],
  ])('are refused for %s: %i', async (argument, size) => {
    const { errors } = await send('embedded', list, { [argument]: size });
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
    expect(errors[0]?.message).toBe(`${argument}: must be from 0 to 1000, but got ${size}`);
  });
});
