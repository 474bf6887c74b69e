// The same operation on the SQL ledger and over HTTP on its REST face: the answers must be equal.
import fc from 'fast-check';
import {
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { globalId, placeIn, randomOperation } from '../support/operations.js';

let direct: Server;
let overHttp: Server;
/** Keys and hashes of the sample, read once: they are too long to be written down. */
const read = { keys: [''], aliases: [''], hashes: [''] };

beforeAll(async () => {
  const sample = await openSample('embedded');
  // What an operation may cost differs between ledgers; what it answers must not.
  const cost = { ...defaultQueryLimits.cost, calls: 1_000_000, rows: 10_000_000 };
  const budget = {
    operation: { calls: 5000, timeout: 30_000 },
    graphql: { limits: { ...defaultQueryLimits, cost } },
  };
  // A mirror node that tells all that a database does.
  direct = await serve(sample, { ...budget, rest: { delegation: true } });
  const ledger = remote(direct.url);
  overHttp = await serve(ledger, budget);
  const { ecdsaAlias, ed25519Alias, hollow, contract, lastBlock } = sampleIds;
  const fields = '{ key { key } alias evmAddress }';
  const { data } = await ask(
    direct,
    `{ a: account(id: "${ecdsaAlias}") ${fields} b: account(id: "${ed25519Alias}") ${fields}
      c: account(id: "${hollow}") ${fields} d: account(id: "${contract}") ${fields}
      block(number: "${lastBlock}") { hash } tokens(first: 9) { nodes { adminKey { key } } } }`,
  );
  const { a, b, c, d } = data;
  read.aliases = [a.alias, b.alias, c.alias, c.evmAddress, d.evmAddress, a.key.key];
  read.keys = [a.key.key, b.key.key, d.key.key];
  for (const { adminKey } of data.tokens.nodes) if (adminKey) read.keys.push(adminKey.key);
  read.hashes = [data.block.hash, data.block.hash.slice(2, 66), `0x${'ab'.repeat(48)}`];
  return async () => {
    await overHttp.close();
    await ledger.close();
    await direct.close();
    await sample.close();
  };
});

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has an answer of its own shape
  readonly data: any;
  readonly errors: readonly string[];
}

/** What of an answer must be equal: the data, and of errors what a client can act on. */
async function answer(server: Server, query: string): Promise<Answer> {
  const { data, errors } = await ask(server, query);
  const shown = errors.map(({ path, message, extensions }) =>
    JSON.stringify({
      path,
      code: extensions?.['code'],
      argument: extensions?.['argument'],
      message,
    }),
  );
  return { data, errors: shown.sort() };
}

/** The same answer without what only one kind of ledger can answer. */
function without(unanswered: readonly string[], { data, errors }: Answer): Answer {
  const places = unanswered.map((error) => (JSON.parse(error).path ?? []).join('.'));
  const shown = (value: unknown, at: readonly unknown[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (places.includes(at.join('.'))) return null;
    if (Array.isArray(value)) return value.map((item, index) => shown(item, [...at, index]));
    const entries = Object.entries(value).map(([key, one]) => [key, shown(one, [...at, key])]);
    return Object.fromEntries(entries);
  };
  return { data: shown(data, []), errors: errors.filter((error) => !unanswered.includes(error)) };
}

async function same(query: string) {
  const [own, other] = await Promise.all([answer(direct, query), answer(overHttp, query)]);
  const unanswered = other.errors.filter((error) => error.includes('"NOT_ANSWERABLE"'));
  expect(without(unanswered, other), query).toEqual(without(unanswered, own));
  return own;
}

const [first, second] = sampleIds.snapshots;
const { manyTokens, fiftyTokens, fiftyOneTokens, maxHolder, maxToken, nftToken } = sampleIds;
const no = '0.0.999999999';
/** All fields of a type that lead to no other object, and of those that do their `id`s. */
function flat(type: GraphQLObjectType, isDeep = true): string {
  return Object.values(type.getFields())
    .filter(({ args }) => args.every((argument) => !isNonNullType(argument.type)))
    .flatMap(({ name, type: result }) => {
      const named = getNamedType(result);
      if (isLeafType(named)) return [name];
      if (!isDeep || !isObjectType(named)) return [];
      const size = named.name.endsWith('Connection') ? '(first: 3)' : '';
      const nodes = named.getFields()['nodes'];
      const inner = nodes ? getNamedType(nodes.type) : named;
      const selected = isObjectType(inner) ? flat(inner, false) : '';
      return [`${name}${size} { ${nodes ? `nodes { ${selected} }` : selected} }`];
    })
    .join(' ');
}

const all = (name: string) => flat(schema.getType(name) as GraphQLObjectType);
const page =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

describe('written operations', () => {
  it.each([
    ...[...Object.values(sampleIds).slice(0, 18), no].map((id) => `account(id: "${String(id)}")`),
    'account(id: "0x00000000000000000000000000000000000003e9")',
    `account(id: "0x${'ab'.repeat(20)}")`,
    'account(id: "CIQAAAH4AY2OFK2FL37TSPYEQGPPUJRP4XTKWHD62HKPQX543DTOFFQ")',
  ])('%s with all fields', async (field) => {
    await same(`{ ${field} { ${all('Account')} } }`);
  });

  it('account by alias and address with all fields', async () => {
    for (const reference of read.aliases) {
      const { data } = await same(`{ account(id: "${reference}") { ${all('Account')} } }`);
      expect(data.account).not.toBeNull();
    }
  });

  it.each([
    ...[maxToken, nftToken, no].map((id) => `token(id: "${id}") { ${all('Token')} }`),
    ...[sampleIds.pendingSchedule, sampleIds.executedSchedule, sampleIds.deletedSchedule, no].map(
      (id) => `schedule(id: "${id}") { ${all('Schedule')} }`,
    ),
    ...[sampleIds.firstBlock, sampleIds.lastBlock, 12].map(
      (number) => `block(number: ${number}) { ${all('Block')} }`,
    ),
    `accounts(first: 12) { nodes { ${all('Account')} } }`,
    `accounts(last: 12) { nodes { ${all('Account')} } }`,
    `tokens(first: 30) { nodes { ${all('Token')} } }`,
    `tokens(last: 3, order: DESC) { nodes { ${all('Token')} } }`,
    `schedules(first: 12) { nodes { ${all('Schedule')} } }`,
    `schedules(last: 12) { nodes { ${all('Schedule')} } }`,
    `blocks(first: 12) { nodes { ${all('Block')} } }`,
    `balances(first: 12) { timestamp nodes { ${all('Balance')} } }`,
    `balances(first: 30, order: ASC) { timestamp nodes { ${all('Balance')} } }`,
    `balances(at: "${first}", first: 12) { timestamp nodes { ${all('Balance')} } }`,
  ])('%s', async (field) => {
    const { errors } = await same(`{ ${field} }`);
    expect(errors).toEqual([]);
  });

  const accountFilters = [
    'eq: "0.0.1001"',
    'ne: "0.0.1001"',
    'gt: "0.0.1003", lte: "0.0.1007"',
    'gte: "0.0.800", lt: "0.0.1002"',
    `in: ["0.0.98", "${no}", "0.0.1014"]`,
    'in: ["0.0.98", "0.0.1014"], gt: "0.0.98"',
  ];
  it.each([
    ...accountFilters.map((filter) => `accounts(first: 5, filter: { account: { ${filter} } })`),
    ...accountFilters.map((filter) => `balances(first: 5, filter: { account: { ${filter} } })`),
    ...['eq: 777', 'ne: "777"', 'gte: "100", lt: "100000000000"', 'gt: "9223372036854775807"'].map(
      (filter) => `accounts(first: 5, filter: { balance: { ${filter} } })`,
    ),
    ...['eq: 777', 'gte: "100", lt: "9999999999"'].map(
      (filter) => `balances(first: 5, filter: { balance: { ${filter} } })`,
    ),
    ...[
      `eq: "${second}"`,
      `lt: "${second}"`,
      `gt: "${first}", lt: "${second}"`,
      `gte: "${first}", ne: "${second}"`,
      `ne: "${second}"`,
    ].map((filter) => `balances(first: 5, filter: { timestamp: { ${filter} } })`),
    'balances(at: "2026-11-20T11:31:00Z", last: 4)',
    'balances(at: "1000000000")',
    ...[
      'type: NON_FUNGIBLE_UNIQUE',
      `account: "${maxHolder}"`,
      `token: { in: ["${maxToken}", "${no}"] }`,
      `token: { gt: "${maxToken}" }, type: FUNGIBLE_COMMON`,
      'name: "ing"',
      'name: "zzzzzz"',
      'name: "%_%"',
    ].map((filter) => `tokens(first: 6, filter: { ${filter} })`),
    ...[
      'schedule: { gte: "0.0.9000001" }',
      'creator: { eq: "0.0.1014" }',
      'creator: { gt: "0.0.1014" }, schedule: { ne: "0.0.3001" }',
    ].map((filter) => `schedules(first: 6, filter: { ${filter} })`),
    ...[
      `number: { lt: ${sampleIds.lastBlock}, gte: ${sampleIds.lastBlock - 3} }`,
      'timestamp: { gt: "1795175990" }',
      'timestamp: { lt: "1795175990" }, number: { gt: 91206900 }',
    ].map((filter) => `blocks(first: 6, filter: { ${filter} })`),
    // Pages that end with the last row that the conditions can ever meet.
    `tokens(first: 1, filter: { token: { eq: "${maxToken}" } })`,
    'accounts(first: 2, filter: { account: { in: ["0.0.98", "0.0.1014"] } })',
    'balances(last: 1, filter: { account: { eq: "0.0.98" } })',
    `blocks(first: 1, filter: { number: { gte: ${sampleIds.lastBlock}, lte: ${sampleIds.lastBlock} } })`,
    ...['accounts', 'balances', 'tokens', 'schedules', 'blocks'].flatMap((name) => [
      `${name}(first: 0)`,
      `${name}(last: 7)`,
      `${name}(first: 120)`,
      `${name}(last: 120, order: ASC)`,
      `${name}(first: 5, after: "${name === 'blocks' ? placeIn('blocks', '91206000') : placeIn(name, '0.0.20000')}")`,
      `${name}(last: 5, order: DESC, before: "${name === 'blocks' ? placeIn('blocks', '91206000') : placeIn(name, '0.0.20000')}")`,
    ]),
  ])('%s', async (field) => {
    const { errors } = await same(`{ ${field} { ${page} } }`);
    expect(errors).toEqual([]);
  });

  const nodes = [
    `Account:${manyTokens}`,
    `Token:${maxToken}`,
    'Schedule:0.0.3001',
    'Block:91206000',
    `Balance:${fiftyTokens}`,
    `Balance:${fiftyTokens}@${first}`,
    `TokenBalance:${maxHolder}/${maxToken}`,
    `TokenBalance:${maxHolder}/${maxToken}@${first}`,
    `Account:${no}`,
    `Balance:${no}`,
    'Account:x',
    'Nothing:1',
  ];
  it.each([
    ...nodes.map((id) => `node(id: "${globalId(id)}") { id __typename }`),
    `nodes(ids: ${JSON.stringify(nodes.slice(0, 10).map(globalId))}) { id __typename }`,
    'node(id: "%%%") { id }',
    `token(id: "${maxToken}") { balances(first: 9) { timestamp nodes { id amount decimals relationship { kycStatus } account { memo } } } }`,
    `token(id: "${maxToken}") { balances(last: 9, at: "${first}", filter: { balance: { gt: 0 } }) { timestamp nodes { id amount } } }`,
    `token(id: "${maxToken}") { balances(first: 3, filter: { account: { gte: "${maxHolder}" } }, order: ASC) { timestamp nodes { id balance } } }`,
    `account(id: "${manyTokens}") { tokens(first: 120) { ${page} } balance { tokens(first: 3) { ${page} } } }`,
    `account(id: "${manyTokens}") { tokens(last: 5, filter: { token: { lt: "0.0.99999999" } }) { ${page} } }`,
    `account(id: "${manyTokens}") { token(id: "${maxToken}") { id amount relationship { freezeStatus } } }`,
    `account(id: "${fiftyOneTokens}") { balance(at: "${second}") { timestamp tokens(first: 50) { ${page} } } }`,
    `account(id: "${fiftyOneTokens}") { balance(at: "${second}") { tokens(first: 60) { ${page} } } }`,
    `balances(filter: { account: { in: ["${manyTokens}", "${fiftyTokens}"] } }) { nodes { tokens(last: 60) { ${page} } } }`,
    'accounts(first: 5, last: 5) { nodes { id } }',
    'accounts(first: 5, after: "x") { nodes { id } }',
    'balances(first: 5, filter: { balance: { gt: "-5" } }) { nodes { id } }',
    'balances(first: 5, filter: { publicKey: "abc" }) { nodes { id } }',
    'tokens(first: 5, filter: { name: "ab" }) { nodes { id } }',
    'block { number }',
    'block(hash: "0xab") { number }',
    'account(id: "nonsense") { id }',
  ])('%s', async (field) => {
    await same(`{ ${field} }`);
  });

  it('the object of each global id with all its fields', async () => {
    for (const name of nodes.slice(0, 8)) {
      const type = name.split(':')[0] as string;
      const query = `{ node(id: "${globalId(name)}") { ... on ${type} { ${all(type)} } } }`;
      const { data, errors } = await same(query);
      expect(errors, query).toEqual([]);
      expect(data.node, query).not.toBeNull();
    }
  });

  it('filters by public keys and blocks by hashes', async () => {
    for (const key of read.keys) {
      await same(`{ accounts(first: 5, filter: { publicKey: "${key}" }) { ${page} }
        balances(first: 5, filter: { publicKey: "0x${key}" }) { ${page} }
        tokens(first: 5, filter: { publicKey: "${key}" }) { ${page} }
        token(id: "${maxToken}") { balances(filter: { publicKey: "${key}" }) { ${page} } } }`);
    }
    for (const hash of read.hashes) await same(`{ block(hash: "${hash}") { ${all('Block')} } }`);
  });
});

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 40);

describe('random operations', () => {
  it(
    'answer alike on both ledgers',
    async () => {
      const property = fc.asyncProperty(fc.gen(), async (draw) => {
        await same(randomOperation(draw, read));
      });
      const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
      await fc.assert(property, { seed, numRuns });
    },
    60_000 + numRuns * 1000,
  );
});
