// The schema as a subgraph of Apollo Federation 2: what a router is told of it, and how it reads entities.
import {
  extendSchema,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLScalarLiteralParser,
  type GraphQLScalarType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNamedType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { badInput, LedgerError } from '../errors.js';
import { printedSchema } from './printed.js';
import type { Context } from './reading/context.js';
import { entities } from './reading/entities.js';
import { decodeGlobalID, encodeGlobalID, isGlobalID } from './reading/global-id.js';
import { schema } from './schema.js';

/** Fields by which a router names an object of a type. All but `id` hold what the global id is made of. */
function keysOf(type: string): readonly string[] | undefined {
  const entity = entities.get(type);
  return entity && (entity.key ? ['id', entity.key] : ['id']);
}

/** The types that a router can ask for. */
const entityNames = (): readonly string[] => [...entities.keys()].sort();

const link = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

/** Directives of a type, and nothing for most types. Other subgraphs have Relay's PageInfo too. */
function directivesOf({ name: { value } }: ObjectTypeDefinitionNode) {
  const texts = keysOf(value)?.map((fields) => `@key(fields: "${fields}")`);
  const text = value === 'PageInfo' ? '@shareable' : texts?.join(' ');
  const [type] = text ? parse(`type ${value} ${text}`).definitions : [];
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.directives ?? []) : [];
}

let sdl: string | undefined;

/** The subgraph's SDL, for composition; made once, since anyone may ask for it. */
export function subgraphSdl(): string {
  sdl ??= printedSdl();
  return sdl;
}

function printedSdl(): string {
  const document = visit(parse(printedSchema()), {
    // `@defer` and `@stream` are between a router and its clients.
    DirectiveDefinition: () => null,
    ObjectTypeDefinition: (type) => ({ ...type, directives: directivesOf(type) }),
  });
  return `${link}\n\n${print(document)}\n`;
}

type Representation = Readonly<Record<string, unknown>> & { readonly __typename: string };

function readRepresentation(value: unknown): Representation {
  const name = (value as Representation | null)?.__typename;
  if (typeof name === 'string') return value as Representation;
  throw badInput('representations', value, 'must be an object with __typename');
}

/** The global id of what a router means. @throws LedgerError BAD_USER_INPUT */
function globalIdOf(representation: Representation): string {
  const { __typename: type } = representation;
  const known = keysOf(type);
  const refuse = (rule: string) => badInput('representations', representation, rule);
  if (!known) throw refuse(`must be of one of the types ${entityNames().join(', ')}`);
  const key = known.find((name) => (representation[name] ?? null) !== null);
  if (!key) throw refuse(`must have a key of ${type}: ${known.join(' or ')}`);
  const value = representation[key];
  if (key === 'id') {
    const told = typeof value === 'string' ? decodeGlobalID(value) : undefined;
    if (told?.typename === type && isGlobalID(told)) return value as string;
    throw refuse(`must have the global id of ${type}`);
  }
  // In its one spelling, as the scalar of the field reads it.
  const field = (schema.getType(type) as GraphQLObjectType).getFields()[key];
  const scalar = getNamedType(field?.type) as GraphQLScalarType;
  let id: string;
  try {
    id = String(scalar.parseValue(value));
  } catch (error) {
    const argument = 'representations';
    throw new LedgerError('BAD_USER_INPUT', `${argument}: ${(error as Error).message}`, {
      argument,
    });
  }
  if (!isGlobalID({ typename: type, id })) throw refuse(`must have the ${key} of ${type}`);
  return encodeGlobalID(type, id);
}

const settle = <T>(read: () => T): T | Error => {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
};

/** Entities are read as `nodes` are, each with an answer or an error of its own. */
const resolveEntities: GraphQLFieldResolver<
  unknown,
  Context,
  { representations: readonly Representation[] }
> = async (root, { representations }, context, info) => {
  const asked = representations.map((one) => settle(() => globalIdOf(one)));
  const ids = asked.filter((id) => typeof id === 'string');
  const nodes = schema.getQueryType()?.getFields()['nodes'];
  const found = (await nodes?.resolve?.(root, { ids }, context, info)) as unknown[];
  let next = 0;
  return asked.map((id) => (typeof id === 'string' ? found[next++] : id));
};

const readLiteral: GraphQLScalarLiteralParser<unknown> = (node, variables) =>
  readRepresentation(valueFromASTUntyped(node, variables));

const tellService = () => ({ sdl: subgraphSdl() });

/**
 * The schema with what a router asks of a subgraph. Where the schema is not to be told, `_service`
 * is left out: routers are given the SDL by hand then.
 */
export function subgraphSchema(isTold: boolean): GraphQLSchema {
  const service = `"What this subgraph tells a router of itself."
    type _Service { "The SDL of the subgraph." sdl: String! }
    extend type Query { "The subgraph, for routers." _service: _Service! }`;
  const extended = extendSchema(
    schema,
    parse(`
      "An object of another subgraph: __typename and a key."
      scalar _Any
      "Whatever a router can ask for by its key."
      union _Entity = ${entityNames().join(' | ')}
      extend type Query {
        "Objects by their keys, in their order, for routers; null where there is none."
        _entities("Types and keys." representations: [_Any!]!): [_Entity]!
      }
      ${isTold ? service : ''}`),
  );
  const representation = extended.getType('_Any') as GraphQLScalarType;
  representation.parseValue = readRepresentation;
  representation.parseLiteral = readLiteral;
  const { resolveType } = schema.getType('Node') as GraphQLInterfaceType;
  (extended.getType('_Entity') as GraphQLUnionType).resolveType = resolveType;
  const { _entities, _service } = extended.getQueryType()?.getFields() ?? {};
  if (_entities) _entities.resolve = resolveEntities;
  if (_service) _service.resolve = tellService;
  return extended;
}
