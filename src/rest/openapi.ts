// The OpenAPI 3.1 document: every path, parameter and body, out of the declarations.
import { lists, lookups } from '../contract/index.js';
import { networks } from '../contract/networks.js';
import { defaultLimits, type Limits, type List, type Lookup } from '../contract/resource.js';
import { component, list, type Schema, timestampOrNull } from '../contract/shape.js';
import { type DocumentNames, documentNames, shapes } from '../contract/shapes.js';
import { notFound } from './errors.js';
import { type ParameterObject, parameterObjects } from './openapi-parameters.js';

interface Reference {
  readonly $ref: string;
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: {
    readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterObject[];
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, object>>;
  };
}

/** Version of the contract that the service keeps to. */
const contractVersion = '0.154.0';

const areas: Readonly<Record<string, string>> = {
  accounts: 'Accounts and contracts, and the tokens that they hold.',
  balances: 'Balances of all accounts, live or out of a snapshot.',
  tokens: 'Tokens, their fees, and their holders.',
  schedules: 'Transactions that wait for signatures.',
  blocks: 'Blocks of transactions.',
  transactions: 'Transactions and their transfers.',
};

const overview = `The ledger as a mirror node shows it, read only.

**Conditions.** A parameter with operators takes \`operator:value\`; a value alone means \`eq\`.
Names of parameters may have any letter case.

**Pages.** A list has \`links.next\`, the path of the next page, until there is none.

**Numbers.** Amounts are 64-bit integers, printed with all their digits. Read them with a parser
that keeps digits beyond 2^53.`;

/** The document for a service with these limits. */
export function openapiDocument(limits: Limits = defaultLimits): OpenApiDocument {
  const resources = [...lists, ...lookups].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bodies: Record<string, Schema> = {};
  const paths: Record<string, { get: Operation }> = {};
  for (const resource of resources) {
    const names = documentNames[resource.name];
    if (!names) throw new Error(`${resource.name} has no names for the documents`);
    if (names.body !== undefined) bodies[names.body] = bodySchema(resource, names);
    paths[resource.path] = { get: operation(resource, names, limits) };
  }
  const used = new Set(resources.map(areaOf));
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
    tags: [...used].map((name) => ({ name, description: areas[name] ?? '' })),
    paths,
    components: { schemas: { ...bodies, ...shapes }, responses: errors, headers },
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

const areaOf = ({ path }: List | Lookup) => path.split('/')[3] as string;

function operation(resource: List | Lookup, names: DocumentNames, limits: Limits): Operation {
  const { description } = resource;
  return {
    operationId: names.operation,
    tags: [areaOf(resource)],
    summary: description.split(/[:.]/)[0] as string,
    description,
    parameters: parameterObjects(resource, limits, names.example),
    responses: responses(resource, names),
  };
}

function responses(resource: List | Lookup, names: DocumentNames): Operation['responses'] {
  const isPaged = resource.is === 'list' || resource.embedded !== undefined;
  const canMiss = resource.is === 'lookup' || resource.keyMustExist === true;
  return {
    200: {
      description: resource.is === 'list' ? 'One page of the list.' : 'The item.',
      ...(isPaged && { headers: { Link: { $ref: '#/components/headers/Link' } } }),
      content: { 'application/json': { schema: component(names.body ?? names.item) } },
    },
    400: error('InvalidParameter'),
    ...(canMiss && { 404: error('NotFound') }),
    default: error('Failure'),
  };
}

/** A list's envelope, or an item together with the list that its body carries. */
function bodySchema(resource: List | Lookup, names: DocumentNames): Schema {
  const [members, required] =
    resource.is === 'list' ? pageMembers(resource, names) : itemMembers(resource, names);
  return {
    type: 'object',
    description: resource.description,
    properties: { ...members, links: component('Links') },
    required: [...required, 'links'],
    additionalProperties: false,
  };
}

type Members = [members: Readonly<Record<string, Schema>>, required: readonly string[]];

function pageMembers({ items, timestamped }: List, { item }: DocumentNames): Members {
  const description = 'Time of the balances; null where there are none.';
  const members = {
    ...(timestamped && { timestamp: timestampOrNull(description) }),
    [items]: list(component(item), 'Items of the page, in order.'),
  };
  return [members, Object.keys(members)];
}

function itemMembers({ embedded }: Lookup, { item }: DocumentNames): Members {
  const { properties = {}, required = [] } = shapes[item] as Schema;
  if (!embedded) return [properties, required];
  const { items, name } = embedded.list;
  const row = component((documentNames[name] as DocumentNames).item);
  return [{ ...properties, [items]: list(row, `A page of ${items}.`) }, [...required, items]];
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
