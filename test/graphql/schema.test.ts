// The schema itself: everything is described, written down, and in the shapes that Relay expects.
import { readFileSync } from 'node:fs';
import { Kind } from '@sinclair/typebox';
import {
  type GraphQLFieldMap,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { lists, lookups } from '../../src/contract/resources/index.js';
import type { Shape } from '../../src/contract/shape.js';
import { entities } from '../../src/graphql/reading/entities.js';
import { schema } from '../../src/graphql/schema.js';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
const builtIn = ['ID', 'String', 'Int', 'Boolean', 'Float'];

/** What a client reads about: each type, field, argument, enum value and input field. */
const described = types
  .filter(({ name }) => !builtIn.includes(name))
  .flatMap((type): [string, string | null | undefined][] => {
    const own: [string, string | null | undefined] = [type.name, type.description];
    if (isEnumType(type)) {
      const values = type
        .getValues()
        .map((value) => [`${type.name}.${value.name}`, value.description]);
      return [own, ...(values as [string, string][])];
    }
    if (isScalarType(type) || !('getFields' in type)) return [own];
    const all = Object.values(type.getFields() as GraphQLFieldMap<unknown, unknown>);
    const fields = all.flatMap(({ name, description, args = [] }) => [
      [`${type.name}.${name}`, description],
      ...args.map((argument) => [`${type.name}.${name}(${argument.name})`, argument.description]),
    ]);
    return [own, ...(fields as [string, string][])];
  });

describe('the schema', () => {
  it('describes every type, field, argument, enum value and input field in a sentence', () => {
    expect(described.length).toBeGreaterThan(300);
    expect(described.filter(([, text]) => !text?.trim()).map(([name]) => name)).toEqual([]);
    expect(
      described.filter(([, text]) => text && !/[.)]$/.test(text)).map(([name]) => name),
    ).toEqual([]);
  });

  it('says of each field what no other of its type is, and more than what all such objects are', () => {
    const all = objects.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        type,
        field,
        of: getNamedType(field.type),
      })),
    );
    const alike = all.filter(({ type, field, of }) => {
      const isSaidAgain = all.some(
        (other) =>
          other.type === type &&
          other.field !== field &&
          other.field.description === field.description,
      );
      const isShared = all.filter((other) => other.of === of).length > 1;
      const isOfAll = isObjectType(of) && isShared && of.description === field.description;
      return isSaidAgain || isOfAll;
    });
    expect(alike.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });

  it('leads from each id of an entity to what it names, save to files, of which there is no type', () => {
    const alone = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name, type: of }) => getNamedType(of).name === 'EntityId' && /Id$/.test(name))
        .map(({ name }) => name.replace(/Id$/, ''))
        .filter(
          (name) => !type.getFields()[name] && !type.getFields()[name.replace(/Account$/, '')],
        )
        .map((name) => `${type.name}.${name}`),
    );
    // An object is what its own id names.
    expect(alone.filter((name) => !name.endsWith('.entity'))).toEqual([
      'Contract.file',
      'NetworkNode.file',
    ]);
  });

  it('says of each key of a token when it is null, and nothing is null that always is there', () => {
    const fields = Object.values((schema.getType('Token') as GraphQLObjectType).getFields());
    const keys = fields.filter(({ type }) => getNamedType(type).name === 'Key');
    expect(keys).toHaveLength(8);
    for (const { description } of keys) expect(description).toContain('; null where nobody can.');
    expect(printType(schema.getType('WholeMessage') as GraphQLObjectType)).toMatch(
      /bytes: Base64!$[\s\S]*parts: Int!$/m,
    );
  });

  it('is the one in schema.graphql', () => {
    const file = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(file).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  it('only reads', () => {
    expect(schema.getMutationType()).toBeUndefined();
  });

  it('has no field of JSON or Float, which say nothing or lose digits', () => {
    const used = objects.flatMap((type) =>
      Object.values(type.getFields()).map((field) => getNamedType(field.type).name),
    );
    expect(used.filter((name) => /json|any|float/i.test(name))).toEqual([]);
  });

  it('says int64 for every amount, and Int only for what the contract declares as small', () => {
    const declared = [...lists, ...lookups].flatMap(({ row }) => smallMembers(row));
    const small = new Set([...declared, 'decimals', 'parts', 'port', 'totalCount']);
    const numbers = objects.flatMap((type) =>
      Object.values(type.getFields()).filter((field) => getNamedType(field.type).name === 'Int'),
    );
    const names = [...new Set(numbers.map(({ name }) => name))];
    expect(names).toContain('nonce');
    expect(names.filter((name) => !small.has(name))).toEqual([]);
    const amounts = /amount|balance|bars|fee|gas|price|reward|stake|supply|units|value/i;
    expect(names.filter((name) => amounts.test(name))).toEqual([]);
  });
});

/** Names of the members of 32 bits in a shape, at any depth, as fields have them. */
function smallMembers(shape: Shape): string[] {
  const { items, properties = {} } = shape as Shape & { properties?: Record<string, Shape> };
  return [
    ...(items ? smallMembers(items as Shape) : []),
    ...Object.entries(properties).flatMap(([name, own]) => [
      ...(own[Kind] === 'Int32'
        ? [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]
        : []),
      ...smallMembers(own),
    ]),
  ];
}

describe('Relay', () => {
  const connections = objects.filter(({ name }) => name.endsWith('Connection'));
  const edges = objects.filter(({ name }) => name.endsWith('Edge'));
  const typeOf = (type: (typeof objects)[number], field: string) =>
    String(type.getFields()[field]?.type);

  it('finds a connection for each list, and an edge for each connection', () => {
    const rows = new Set(lists.map(({ name }) => name));
    expect(connections.length).toBeGreaterThan(0);
    // `nodes` of the query are Relay's; those of the network are below it.
    const paged = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
      ({ name }) => rows.has(name) && name !== 'nodes',
    );
    for (const { name, type } of paged) expect(String(type), name).toMatch(/^\w+Connection$/);
    expect(edges).toHaveLength(connections.length);
  });

  it.each(connections)('finds edges, nodes and pageInfo in $name', (connection) => {
    const name = connection.name.replace('Connection', '');
    expect(typeOf(connection, 'edges')).toBe(`[${name}Edge!]!`);
    expect(typeOf(connection, 'nodes')).toBe(`[${name}!]!`);
    expect(typeOf(connection, 'pageInfo')).toBe('PageInfo!');
  });

  it.each(edges)('finds cursor and node in $name', (edge) => {
    expect(typeOf(edge, 'cursor')).toBe('String!');
    expect(typeOf(edge, 'node')).toBe(`${edge.name.replace('Edge', '')}!`);
  });

  it('finds the four fields of PageInfo', () => {
    const info = schema.getType('PageInfo') as (typeof objects)[number];
    const fields = Object.values(info.getFields()).map((field) => [field.name, String(field.type)]);
    expect(Object.fromEntries(fields)).toEqual({
      hasNextPage: 'Boolean!',
      hasPreviousPage: 'Boolean!',
      startCursor: 'String',
      endCursor: 'String',
    });
  });

  it('finds the arguments first, after, last and before at every connection', () => {
    const paged = objects.flatMap((type) =>
      Object.values(type.getFields()).filter(({ type: of }) =>
        getNamedType(of).name.endsWith('Connection'),
      ),
    );
    expect(paged.length).toBeGreaterThanOrEqual(9);
    for (const field of paged) {
      const given = Object.fromEntries(field.args.map((one) => [one.name, String(one.type)]));
      expect(given, field.name).toMatchObject({
        first: 'Int',
        last: 'Int',
        after: 'String',
        before: 'String',
      });
    }
  });

  it('finds a global id on everything that can be read by node', () => {
    const node = schema.getType('Node');
    expect(isInterfaceType(node)).toBe(true);
    const nodes = objects.filter((type) => type.getInterfaces().some((one) => one === node));
    expect(nodes.map(({ name }) => name).sort()).toEqual([...entities.keys()].sort());
    for (const type of nodes) expect(typeOf(type, 'id')).toBe('ID!');
    const { node: one, nodes: several } = schema.getQueryType()?.getFields() ?? {};
    expect([String(one?.type), String(several?.type)]).toEqual(['Node', '[Node]!']);
  });

  it('finds nothing but nullable root fields, so that one failure leaves the others', () => {
    const root = Object.values(schema.getQueryType()?.getFields() ?? {});
    expect(root.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([
      'nodes',
    ]);
  });

  it('finds lists without holes, but for objects that are read by ids and points that can not be read', () => {
    const holes = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ type: of }) => {
          const list = isNonNullType(of) ? of.ofType : of;
          return isListType(list) && !isNonNullType(list.ofType);
        })
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(holes).toEqual([
      'Account.balanceHistory',
      'AssessedCustomFee.effectivePayerAccounts',
      'ContractResult.createdContracts',
      'NetworkNode.registeredNodes',
      'Query.nodes',
      'TokenBalance.history',
      'Transaction.associatedTokens',
    ]);
  });

  it('finds beside each id of an entity, and beside each list of them, what it names', () => {
    /** Names of the objects that an id can be shown as: `ownerId` as `owner`, `senderAccountId` as `sender`. */
    const named = (id: string) => [id.replace(/Id(s?)$/, '$1'), id.replace(/(?:Account)?Id$/, '')];
    const alone = objects.flatMap((type) => {
      const fields = type.getFields();
      return Object.values(fields)
        .filter((field) => getNamedType(field.type).name === 'EntityId')
        .filter(({ name }) => {
          const others = named(name).map((other) => getNamedType(fields[other]?.type));
          return !others.some((other) => other && isCompositeType(other));
        })
        .map((field) => `${type.name}.${field.name}`);
    });
    const own = [...entities]
      .filter(([, { key }]) => key === 'entityId')
      .map(([name]) => `${name}.entityId`);
    // The contract has no files.
    const files = ['Contract.fileId', 'NetworkNode.fileId'];
    expect(alone.sort()).toEqual([...own, ...files].sort());
  });

  it('finds what has an entity id under one interface', () => {
    const types = schema.getPossibleTypes(schema.getType('Entity') as GraphQLInterfaceType);
    const own = [...entities].filter(([, { key }]) => key === 'entityId').map(([name]) => name);
    expect(types.map(({ name }) => name).sort()).toEqual(own.sort());
    expect(own.length).toBeGreaterThan(4);
  });

  it('finds only nullable fields in inputs, since no condition is a must', () => {
    const inputs = types.filter(isInputObjectType);
    expect(inputs.length).toBeGreaterThanOrEqual(9);
    for (const input of inputs) expect(printType(input)).not.toMatch(/: \S+!$/m);
  });
});

it('gives global ids at once, since nothing is read for them', () => {
  const row = new Proxy({}, { get: () => '0.0.8' });
  const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
  const ids = types.map((type) =>
    type.getFields()['id']?.resolve?.(row, {}, {} as never, {} as never),
  );
  expect(ids.every((id) => typeof id === 'string')).toBe(true);
  expect(types.length).toBeGreaterThan(5);
});
