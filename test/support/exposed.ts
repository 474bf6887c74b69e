// What each field of the schema reads of a ledger: found by asking every field for something that the sample has.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { lookups } from '../../src/contract/resources/index.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from './ask.js';
import type { LedgerCall } from './ledgers.js';
import { abis, cursorOf, globalId, nodes, pool } from './operations.js';

type Field = GraphQLField<unknown, unknown>;

export interface Asked {
  /** Where the field stands, `Account.tokens`. */
  readonly place: string;
  readonly calls: readonly LedgerCall[];
  /** What was wrong each time that it was asked, if it was never answered. */
  readonly refused: string | undefined;
}

const known = { keys: [''], aliases: [], hashes: [''] };
const required = ({ args }: Field) => args.filter(({ type }) => isNonNullType(type));

/** All that an object tells by itself. */
function leaves(type: GraphQLObjectType): string {
  const own = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && required(field).length === 0,
  );
  return own.map(({ name }) => name).join(' ') || '__typename';
}

const isPaged = ({ args }: Field) => args.some(({ name }) => name === 'after');

/** The key in the look-up's documents, else the first value that there is of the argument's type. */
function printedValue({ name, type }: GraphQLArgument, field: string): string {
  const example = lookups.find((lookup) => lookup.name === field)?.documents.example;
  if (['id', 'number', 'hash'].includes(name) && example !== undefined)
    return JSON.stringify(example);
  if (name === 'abi') return JSON.stringify(abis[field === 'decoded' ? 1 : 0]);
  return JSON.stringify(pool(getNamedType(type), name === 'id' ? field : name, known)[0]);
}

/** The ways to ask a field: with what it requires, or with one argument more. */
function ways(field: Field, parent: string): string[] {
  const given = (args: readonly GraphQLArgument[], more: readonly string[] = []) => {
    const all = [...args.map((one) => `${one.name}: ${printedValue(one, field.name)}`), ...more];
    return all.length > 0 ? `(${all.join(', ')})` : '';
  };
  if (isPaged(field)) {
    const cursor = JSON.stringify(cursorOf(field.name, parent));
    return [given(required(field), ['first: 1', `after: ${cursor}`])];
  }
  const others = field.args.filter(({ type }) => isLeafType(getNamedType(type)));
  return [given(required(field)), ...others.map((one) => given([...required(field), one]))];
}

function selection(field: Field): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
  const nodes = isPaged(field) ? type.getFields()['nodes'] : undefined;
  const inner = nodes ? getNamedType(nodes.type) : type;
  const own = isObjectType(inner) ? leaves(inner) : '__typename';
  return nodes ? `{ nodes { ${own} } }` : `{ ${own} }`;
}

/** Asks every object field of a type, below `around`, until one way is answered. */
async function askEach(
  server: Server,
  calls: LedgerCall[],
  type: GraphQLObjectType,
  around: (field: string) => string,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const field of Object.values(type.getFields())) {
    const place = `${type.name}.${field.name}`;
    if (isLeafType(getNamedType(field.type)) || /^Query\.nodes?$/.test(place)) continue;
    const refusals: string[] = [];
    let isAnswered = false;
    calls.length = 0;
    try {
      for (const args of ways(field, type.name)) {
        const { errors } = await ask(server, around(`${field.name}${args} ${selection(field)}`));
        // What only another kind of ledger answers is asked in the right way all the same.
        isAnswered ||= errors.every((error) => error.extensions?.['code'] === 'NOT_ANSWERABLE');
        refusals.push(...errors.map(({ message }) => `${args} ${message}`));
      }
    } catch (error) {
      refusals.push(String(error));
    }
    const refused = isAnswered ? undefined : refusals.join('; ');
    asked.push({ place, calls: [...calls], refused });
  }
  return asked;
}

/** A global id of each type that has one, out of those that operations are made up with. */
export const nodeOf = (type: string): string | undefined =>
  nodes.find((id) => id.startsWith(`${type}:`) && !id.endsWith(':x'));

/** Fields of the query whose object is there of itself, and has no global id: `network`. */
const alone = (query: GraphQLObjectType): Field[] =>
  Object.values(query.getFields()).filter((field) => {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || field.args.length > 0) return false;
    return type.getInterfaces().length === 0;
  });

/** The steps from the query to an object of a type, which has a global id or stands alone. */
export function stepsTo(type: string): readonly string[] {
  const id = nodeOf(type);
  if (id !== undefined) return [`node(id: "${globalId(id)}")`, `... on ${type}`];
  const query = schema.getQueryType() as GraphQLObjectType;
  return alone(query).flatMap((field) =>
    getNamedType(field.type).name === type ? field.name : [],
  );
}

/** Asks all fields below the query, below what stands alone, and below everything that has a global id. */
export async function askAll(server: Server, calls: LedgerCall[]): Promise<Asked[]> {
  const query = schema.getQueryType() as GraphQLObjectType;
  const asked = await askEach(server, calls, query, (field) => `{ ${field} }`);
  for (const { name, type } of alone(query)) {
    const own = getNamedType(type) as GraphQLObjectType;
    asked.push(...(await askEach(server, calls, own, (field) => `{ ${name} { ${field} } }`)));
  }
  for (const type of schema.getPossibleTypes(schema.getType('Node') as never)) {
    const id = globalId(nodeOf(type.name) ?? '');
    const around = (field: string) => `{ node(id: "${id}") { ... on ${type.name} { ${field} } } }`;
    asked.push(...(await askEach(server, calls, type, around)));
  }
  return asked;
}
