// The OpenAPI 3.1 document: every path, parameter and body, out of the declarations.

import { networks } from '../contract/networks.js';
import {
  defaultLimits,
  type LedgerKind,
  type Limits,
  type List,
  type Lookup,
} from '../contract/resource.js';
import { lists, lookups } from '../contract/resources/index.js';
import * as t from '../contract/shape.js';
import { notFound } from './errors.js';
import { type ParameterObject, parameterObjects } from './openapi-parameters.js';
import { documentedOf, passedOperation } from './openapi-passed.js';
import { component, type Schema, type Schemas, schemaOf } from './openapi-schemas.js';

interface Reference {
  readonly $ref: string;
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: {
    readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
    readonly 'text/plain'?: { readonly schema: Schema };
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Operations of a path by their methods. */
interface PathItem {
  readonly get?: Operation;
  readonly post?: Operation;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, object>>;
  };
}

/** Version of the contract that the service keeps to. */
const contractVersion = '0.154.0';

const overview = `The ledger as a mirror node shows it, read only.

**Conditions.** A parameter with operators takes \`operator:value\`; a value alone means \`eq\`.
Names of parameters may have any letter case.

**Pages.** A list has \`links.next\`, the path of the next page, until there is none.

**Numbers.** Amounts are 64-bit integers, printed with all their digits. Read them with a parser
that keeps digits beyond 2^53.`;

/** The document for a service with these limits, of what its kind of ledger can answer. */
export function openapiDocument(
  limits: Limits = defaultLimits,
  kind?: LedgerKind,
): OpenApiDocument {
  const isAnswered = ({ answeredBy }: List | Lookup) =>
    !kind || !answeredBy || answeredBy.ledger === kind;
  const resources = [...lists, ...lookups].filter(isAnswered);
  const schemas: Schemas = {};
  const passed = documentedOf(kind);
  const all: [string, PathItem][] = [
    ...resources.map((resource): [string, PathItem] => [
      resource.path,
      { get: operation(resource, limits, schemas) },
    ]),
    ...passed.map((one): [string, PathItem] => {
      const own = passedOperation(one, schemas, error);
      return [one.path, one.method === 'GET' ? { get: own } : { post: own }];
    }),
  ];
  const paths = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  schemaOf(t.errorBody, schemas);
  const areas = new Set([...resources, ...passed].map(({ documents }) => documents.area));
  return {
    openapi: '3.1.0',
    info: { title: 'Ledger mirror REST API', version: contractVersion, description: overview },
    servers: [
      {
        url: '{scheme}://{network}.mirrornode.hedera.com',
        description: 'A public mirror node.',
        variables: {
          scheme: { default: 'https', enum: ['http', 'https'] },
          network: { default: 'testnet', enum: networks },
        },
      },
      { url: '/', description: 'The service that this document comes from.' },
    ],
    tags: [...areas].map(({ name, description }) => ({ name, description })),
    paths,
    components: { schemas, responses: errors, headers },
  };
}

/** Component of the body that an operation answers with a status. */
export function bodyOf(
  { components }: OpenApiDocument,
  { responses }: Operation,
  status: number,
): string | undefined {
  const response = responses[status];
  const own = response && '$ref' in response ? components.responses[last(response)] : response;
  return own && last(own.content['application/json'].schema);
}

const last = ({ $ref = '' }: { readonly $ref?: string }) => $ref.slice($ref.lastIndexOf('/') + 1);

function operation(resource: List | Lookup, limits: Limits, schemas: Schemas): Operation {
  const { description, documents } = resource;
  return {
    operationId: documents.operation,
    tags: [documents.area.name],
    summary: description.split(/[:.]/)[0] as string,
    description,
    parameters: parameterObjects(resource, limits, documents.example),
    responses: responses(resource, schemas),
  };
}

function responses(resource: List | Lookup, schemas: Schemas): Operation['responses'] {
  const isPaged = resource.is === 'list' || resource.embedded !== undefined;
  const canMiss = resource.is === 'lookup' || resource.keyMustExist !== undefined;
  const schema = schemaOf(bodyShape(resource), schemas);
  const isLookup = resource.is === 'lookup';
  const text = { schema: { type: 'string', description: 'The number that was asked for.' } };
  const content = {
    'application/json': { schema },
    ...(isLookup && resource.plain && { 'text/plain': text }),
  };
  const body = {
    ...(isPaged && { headers: { Link: { $ref: '#/components/headers/Link' } } }),
    content,
  };
  return {
    200: { description: isLookup ? 'The item.' : 'One page of the list.', ...body },
    ...(resource.canBePartial && { 206: { description: resource.canBePartial, ...body } }),
    400: error('InvalidParameter'),
    ...(canMiss && { 404: error('NotFound') }),
    default: error('Failure'),
  };
}

/** A list's envelope, or an item together with the list that its body carries. */
function bodyShape(resource: List | Lookup): t.Shape {
  const { documents, description, row } = resource;
  if (resource.is === 'list') {
    const { items, timestamped, beside } = resource;
    const times = {
      timestamp: t.timestampOrNull('Time of the balances; null where there are none.'),
    };
    const page = { [items]: t.list(row, 'Items of the page, in order.'), links: t.links };
    return t.object(
      description,
      { ...(timestamped && times), ...beside?.members, ...page },
      documents.body,
    );
  }
  if (!resource.embedded) return row;
  const { list } = resource.embedded;
  const page = { [list.items]: t.list(list.row, `A page of ${list.items}.`), links: t.links };
  return t.object(description, { ...row['properties'], ...page }, documents.body);
}

const error = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

const errorResponse = (description: string, message: string): ResponseObject => ({
  description,
  content: {
    'application/json': {
      schema: component('Error'),
      example: { _status: { messages: [{ message }] } },
    },
  },
});

const errors = {
  InvalidParameter: errorResponse(
    'The request has mistakes; each has a message.',
    'Invalid parameter: account.id',
  ),
  NotFound: errorResponse('There is no such item.', notFound),
  Failure: errorResponse(
    'Wrong credentials, or a service that can not answer now.',
    'Service unavailable',
  ),
};

const headers = {
  Link: {
    description: 'The next page once more, as `<path>; rel="next"`; absent on the last page.',
    schema: { type: 'string' },
  },
};
