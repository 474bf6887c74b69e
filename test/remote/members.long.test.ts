// What a mirror node says of a member is believed only if it is of the kind that the row declares.

import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { printJson } from '../../src/contract/json.js';
import { filledPath, joinKey } from '../../src/contract/path-key.js';
import type { List, Lookup } from '../../src/contract/resource.js';
import {
  type ContractResultRow,
  contractResultRow,
} from '../../src/contract/resources/contract-results.js';
import { lists, lookups, ownerOf } from '../../src/contract/resources/index.js';
import { type TransactionRow, transactions } from '../../src/contract/resources/transactions.js';
import type { FieldCost } from '../../src/graphql/costing/cost-arguments.js';
import { entities } from '../../src/graphql/reading/entities.js';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { type Damage, damages, membersOf, whole } from '../support/damage.js';
import { get } from '../support/get.js';
import { listOf } from '../support/operations.js';
import { ledgerStub, listAbove, type Tables } from '../support/stub.js';

/** What is read by way of the look-up, also below a row of the list, or by calls of its own. */
const isReadApart = (type: GraphQLNamedType, { cost }: { readonly cost?: FieldCost }) =>
  // Bytes as an interface reads them are no member.
  type.name === 'Decoded' ||
  // What shares the id of a transaction is not in its row.
  cost?.shares === 'family' ||
  ((cost?.shares !== undefined || cost?.calls !== undefined) && cost.freeBelow === undefined) ||
  (cost?.loads === 'each' && (entities.has(type.name) || cost.freeBelow === undefined));

/** Objects with an id that are no more than a part of the row which leads to them. */
const parts = ['Balance'];

/** The field that tells an object by what is in the row that leads to it. */
const keyOf = ({ name }: GraphQLNamedType) => entities.get(name)?.key ?? 'id';

/** Everything of a type that comes out of one row. */
function selectionOf(type: GraphQLNamedType): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of, args, extensions }) => {
    const named = getNamedType(of as GraphQLOutputType);
    // A live holding is of no snapshot.
    if (type.name === 'TokenBalance' && name === 'timestamp') return [];
    if (isLeafType(named)) return args.some(isRequiredArgument) ? [] : [name];
    if (args.some(isRequiredArgument)) return [];
    if (isUnionType(named) || isReadApart(named, extensions)) return [];
    // What leads to a row of its own needs no more than its id here.
    if (entities.has(named.name) && !parts.includes(named.name)) {
      return [`${name} { ${keyOf(named)} }`];
    }
    if (!named.name.endsWith('Connection')) return [`${name} ${selectionOf(named)}`];
    return type.name === 'Balance' ? [`${name}(first: 1) { nodes { tokenId balance } }`] : [];
  });
  return `{ ${fields.join(' ')} }`;
}
const all = (type: string) => selectionOf(schema.getType(type) as GraphQLNamedType);
const one = (field: string, type: string) => `{ ${field}(first: 1) { nodes ${all(type)} } }`;

/** The transaction that rows are made of. */
const { transaction_id: aTransaction, consensus_timestamp: aTime } = whole(
  transactions.row,
) as TransactionRow;
const { hash: aHash } = whole(contractResultRow) as ContractResultRow;

/** What reads some resources, with all their members that GraphQL shows. */
const written: Readonly<Record<string, string>> = {
  tokens:
    '{ tokens(first: 1) { nodes { id entityId name symbol decimals type metadata adminKey { type key } } } }',
  tokenBalances:
    '{ token(id: "0.0.1001") { balances(first: 1) { nodes { id balance decimals amount } } } }',
  hookStorage: `{ account(id: "0.0.1001") { hooks(first: 1) { nodes ${one('storage', 'HookSlot')} } } }`,
  nodes: `{ network ${one('nodes', 'NetworkNode')} }`,
  registeredNodes: `{ network ${one('registeredNodes', 'RegisteredNode')} }`,
  exchangeRate: `{ network { exchangeRate ${all('ExchangeRates')} } }`,
  networkFees: `{ network { fees ${all('GasFees')} } }`,
  networkStake: `{ network { stake ${all('NetworkStake')} } }`,
  networkSupply: `{ network { supply ${all('NetworkSupply')} } }`,
  message: `{ message(topic: "0.0.1001", sequenceNumber: 5) ${all('Message')} }`,
  messageAt: `{ message(timestamp: "${aTime}") ${all('Message')} }`,
  contractResult: `{ contractResult(hash: "${aHash}") ${all('ContractResult')} }`,
  contractResultAt: `{ contractResult(timestamp: "${aTime}") ${all('ContractResult')} }`,
  contractActions: `{ contractResult(hash: "${aHash}") ${one('actions', 'ContractAction')} }`,
  block: `{ block(number: 5) ${all('Block')} }`,
  transaction: `{ transactionsById(id: "${aTransaction}") ${all('Transaction').replace('{', `{ assessedCustomFees ${all('AssessedCustomFee')}`)} }`,
};

const typeOf = (parent: string, field: string) => {
  const type = schema.getType(parent);
  const fields = isObjectType(type) ? type.getFields() : {};
  return getNamedType(fields[field]?.type as GraphQLOutputType);
};

/** Names of the connections of a type. */
const connectionsOf = (parent: string) => {
  const type = schema.getType(parent) as GraphQLObjectType;
  return Object.values(type.getFields())
    .filter(({ args }) => args.some(({ name }) => name === 'first'))
    .map(({ name }) => name);
};

/** A number or an id, whichever a part of a key can be. */
const partsOf = ({ keys = [] }: Pick<List | Lookup, 'keys'>) =>
  keys.map(
    ({ kind }) =>
      ['5', '0.0.1001', aHash, aTransaction, aTime].find((text) => kind.read(text) === text) ?? '',
  );

/** A field of the query with what it requires. */
function asked(name: string): string {
  const { args = [] } = schema.getQueryType()?.getFields()[name] ?? {};
  const given = args.filter(isRequiredArgument).map((arg) => {
    const isNumber = getNamedType(arg.type).name === 'Int64';
    return `${arg.name}: "${isNumber ? '5' : '0.0.1001'}"`;
  });
  return `${name}(${given.join(', ')})`;
}

/** What reads any other: the field of its name, or below its owner that of its path's end. */
function queryOf(resource: List | Lookup): string {
  const { name, is } = resource;
  const root = typeOf('Query', name)?.name;
  if (written[name] !== undefined) return written[name];
  if (is === 'lookup') {
    return `{ ${asked(name)} ${all(root)} }`;
  }
  const owner = ownerOf(resource);
  if (!owner) return one(name, typeOf(root, 'nodes').name);
  const parent = typeOf('Query', owner.name).name;
  const field = connectionsOf(parent).find((one) => listOf(one, parent) === resource) ?? '';
  const nodes = typeOf(typeOf(parent, field).name, 'nodes');
  return `{ ${asked(owner.name)} ${one(field, nodes.name)} }`;
}

const resources = [...lists, ...lookups];
const pathOf = (resource: List | Lookup) =>
  filledPath(resource.path, partsOf(resource)) +
  (resource.name === 'account' ? '?transactions=false' : '');
/** Rows of a list below the key that is asked for. */
const below = (resource: List | Lookup, rows: object[]) =>
  resource.is === 'list' && resource.keys ? { [joinKey(...partsOf(resource))]: rows } : rows;
const healthy: Tables = Object.fromEntries(
  resources.map((resource) => [resource.name, below(resource, [whole(resource.row) as object])]),
);
const withRow = (resource: List | Lookup, row: object): Tables => ({
  ...healthy,
  [resource.name]: below(resource, [row]),
});

/** Members by which a row is found and put in its place: without them there is no page. */
const sortKeys: readonly string[] = resources.flatMap((resource) => {
  const { name, row, is } = resource;
  const key = joinKey(...partsOf(resource));
  const list = is === 'list' ? resource : listAbove(resource, key);
  const read = new Set<string>();
  const noting = new Proxy(whole(row) as Readonly<Record<string, unknown>>, {
    get(target, member) {
      read.add(`${name}.${String(member)}`);
      return target[member as string];
    },
  });
  for (const { of } of list?.sort ?? []) of(noting);
  const isPart = is === 'lookup' && (resource.keys?.length ?? 0) > 1;
  if (!list || isPart) (resource as Lookup).goesBy?.(key, noting, []);
  return [...read];
});

/** What a row has, with all below it, and GraphQL takes from elsewhere, or does not show. */
const ofListedResult = ['failed_initcode', 'function_parameters', 'gas_limit'];
const unseenMembers: Readonly<Record<string, readonly string[]>> = {
  account: ['balance.tokens'],
  topic: ['timestamp.to'],
  resultsOfContract: ofListedResult,
  contractResults: ofListedResult,
  contractResult: ['logs'],
  contractResultAt: ['logs'],
};

let server: OnStub;

beforeAll(async () => {
  server = await openStub(ledgerStub(healthy), { cache: 0, retries: 0 });
  return server.close;
});

/** Places where two answers differ, as paths. */
function differences(a: unknown, b: unknown, path: readonly (string | number)[] = []): string[] {
  if (printJson(a) === printJson(b)) return [];
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return [path.join('.')];
  }
  return Object.keys(a).flatMap((name) =>
    differences((a as never)[name], (b as never)[name], [...path, name]),
  );
}

describe.each(resources.map((resource) => [resource.name, resource] as const))(
  '%s',
  (name, resource) => {
    const query = queryOf(resource);
    const cases = damages(resource.row)
      .map(({ put, ...d }): Damage => ({ ...d, path: name + d.path, row: put as object }))
      .filter(({ path }) => !sortKeys.includes(path));
    // A value for each member is enough where the same row has had them all before, and for REST.
    const few = cases.filter(({ path }, at) => cases[at - 1]?.path !== path);
    const isKnown = resources.find(({ row }) => row === resource.row) !== resource;
    // A member is checked by its kind: all values once for each kind, and of others one, and null.
    const first = new Map(few.map((one) => [one.kind, one.path] as const).reverse());
    const enough = cases.filter(
      (one) => first.get(one.kind) === one.path || one.value === null || few.includes(one),
    );

    it('is answered whole by a mirror node that keeps to its contract, whatever it adds', async () => {
      server.stub.reset(
        ledgerStub(withRow(resource, { ...(whole(resource.row) as object), new_member: {} })),
      );
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      expect(printJson(data)).not.toContain('null');
      const rest = await get(server, pathOf(resource));
      expect(rest.status).toBe(200);
      expect(rest.text).toContain('"new_member":{}');
    });

    it('is an error at what a wrong member shows, and right everywhere else', async () => {
      server.stub.reset(ledgerStub(healthy));
      const { data: expected } = await ask(server, query);
      const unseen = new Set<string>();
      for (const { path, value, row } of isKnown ? few : enough) {
        server.stub.reset(ledgerStub(withRow(resource, row)));
        const { data, errors, status } = await ask(server, query);
        const about = `${path}: ${printJson(value)}`;
        expect(status, about).toBe(200);
        for (const { extensions } of errors)
          expect(extensions, about).toEqual({ code: 'UPSTREAM_BAD_RESPONSE' });
        const places = errors.map((error) => error.path?.join('.') ?? '');
        if (errors.length === 0) unseen.add(path);
        for (const place of differences(expected, data)) {
          expect(
            places.some((found) => found === place || found.startsWith(`${place}.`)),
            `${about} at ${place}`,
          ).toBe(true);
        }
      }
      const known = (unseenMembers[name] ?? []).map((member) => `${name}.${member}`);
      const knownOf = (path: string) =>
        known.find((one) => path === one || /^[.[]/.test(path.replace(one, '')));
      expect(new Set([...unseen].map((path) => knownOf(path) ?? path))).toEqual(new Set(known));
    });

    it('is no answer of REST where a member is wrong, since half a row is none', async () => {
      for (const { path, value, row } of few) {
        server.stub.reset(ledgerStub(withRow(resource, row)));
        const answer = await get(server, pathOf(resource));
        const about = `${path}: ${printJson(value)}`;
        expect(answer.status, about).toBe(503);
        expect(answer.headers['cache-control'], about).toBeUndefined();
        expect(answer.body).toEqual({
          _status: { messages: [{ message: 'Service unavailable' }] },
        });
      }
    });

    it('is passed on as it is where an older mirror node leaves members out', async () => {
      for (const [member] of membersOf(resource.row)) {
        if (sortKeys.includes(`${name}.${member}`)) continue;
        // Nothing but a time is left of these, which the error of a gateway has, too.
        if (name === 'networkFees' && member === 'fees') continue;
        const { [member]: _left, ...row } = whole(resource.row) as Record<string, unknown>;
        server.stub.reset(ledgerStub(withRow(resource, row)));
        // Each time another text: as one that is asked for the first time.
        const { errors, text } = await ask(server, `${query} # ${member}`);
        expect(text, member).not.toMatch(/undefined|NaN|Error:/);
        for (const { extensions } of errors)
          expect(extensions, member).toEqual({ code: 'UPSTREAM_BAD_RESPONSE' });
        if (!resource.row['required'].includes(member)) expect(errors, member).toEqual([]);
        const answer = await get(server, pathOf(resource));
        expect(answer.status, member).toBe(200);
        expect(answer.text, member).not.toContain(`"${member}":{"name"`);
      }
    });
  },
);
