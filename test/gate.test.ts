// Nothing is forgotten: each resource, each type and each table has all that must be elsewhere for it.
import { readdirSync, readFileSync } from 'node:fs';
import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { isServed } from '../conformance/routes.js';
import { filledPath, keyParts } from '../src/contract/path-key.js';
import { parametersOf } from '../src/contract/query.js';
import type { List, Lookup } from '../src/contract/resource.js';
import { furtherLists, lists, lookups } from '../src/contract/resources/index.js';
import { passedOn } from '../src/contract/resources/passed-on.js';
import type { Shape } from '../src/contract/shape.js';
import { readOrNull } from '../src/contract/values.js';
import { entities } from '../src/graphql/reading/entities.js';
import { schema } from '../src/graphql/schema.js';
import type { Ledger } from '../src/ledger.js';
import { openapiDocument } from '../src/rest/openapi.js';
import { sampleLedger } from '../src/sample/sample.js';
import type { Server } from '../src/server.js';
import { tableNames } from '../src/sql/tables/schema.js';
import { ask } from './support/ask.js';
import { type Asked, askAll, nodeOf } from './support/exposed.js';
import { parts } from './support/ledger-reading.js';
import { counted, freeOperation, openSample, serve } from './support/ledgers.js';
import { globalId } from './support/operations.js';
import { type Statement, statements } from './support/statements.js';

const root = new URL('../', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, root), 'utf8');
const sources = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );

/** What lacks, each in a sentence; nothing where all is there. */
type Gaps = (string | false | undefined)[];
function expectNone(gaps: Gaps): void {
  const found = gaps.filter(Boolean);
  expect(found, found.join('\n')).toEqual([]);
}

const resources: readonly (List | Lookup)[] = [...lists, ...lookups];
const named = resources.map((resource) => ({ name: resource.name, resource }));
const document = openapiDocument();
const scaling = text('docs/scaling.md');
const routes = text('docs/rest.md');

/** Members of a shape that say nothing of themselves, at any depth. */
function undescribed(shape: Shape, place: string): Gaps {
  const { description, items, properties = {} } = shape as Shape & { properties?: object };
  return [
    !/[.)]$/.test(description ?? '') && `${place} has no description that is a sentence`,
    ...(items ? undescribed(items as Shape, `${place}[]`) : []),
    ...Object.entries(properties).flatMap(([name, own]) => undescribed(own, `${place}.${name}`)),
  ];
}

let ledger: Ledger & { readonly calls: string[] };
let server: Server;
let asked: readonly Asked[];
let known: readonly Statement[];
const filled = new Set<string>();

beforeAll(async () => {
  ledger = counted(await openSample('embedded'));
  server = await serve(ledger);
  known = await statements();
  asked = await askAll(server, ledger.calls);
  for (const { table, rows } of sampleLedger()) if (rows.length > 0) filled.add(table);
  return async () => {
    await server.close();
    await ledger.close();
  };
});

it('names every resource that a file of the contract declares', async () => {
  const gaps: Gaps = [];
  for (const file of sources('src/contract/')) {
    const module = await import(new URL(`src/contract/${file}`, root).href);
    for (const one of Object.values<List>(module)) {
      if (one?.is !== 'list' && one?.is !== 'lookup') continue;
      const isNamed = resources.includes(one) || furtherLists.includes(one);
      gaps.push(
        !isNamed && `${one.name} of contract/${file} is not in contract/resources/index.ts`,
      );
    }
  }
  expectNone(gaps);
});

describe.each(named)('$name', ({ name, resource }) => {
  const { path, documents, description, row } = resource;
  const { operation, area, example } = documents;
  const operations = resources.map((one) => one.documents.operation);

  it('is described, with all that it takes and gives', () => {
    expectNone([
      !description.endsWith('.') && `${name} has no description that is a sentence`,
      !area.description && `the area ${area.name} has no description`,
      row.$id === undefined && `the row of ${name} has no name in the documents`,
      ...undescribed(row, name),
      ...Object.entries(parametersOf(resource)).map(
        ([parameter, one]) => !one.description && `${parameter} of ${name} has no description`,
      ),
    ]);
  });

  it('has its place in the documents, and a key to try that the sample knows', async () => {
    const tried = keyParts(resource, example ?? '');
    expectNone([
      operations.filter((one) => one === operation).length > 1 &&
        `${operation} is the operation of several resources`,
      !document.paths[path]?.get && `${path} is not in the OpenAPI document`,
      !routes.includes(`| \`${path}\` |`) && `${path} is not in docs/rest.md: npm run docs`,
      resource.keys !== undefined && example === undefined && `${name} has no example of its key`,
      ...(resource.keys ?? []).map(
        ({ kind }, part) =>
          readOrNull(kind, tried[part] ?? '') === null && `${name}: its example is no ${kind.name}`,
      ),
      !(await isInSample(resource)) &&
        `the sample has too little for ${name} (${example ?? 'all'})`,
    ]);
  });

  it('has a statement in docs/scaling.md, on tables that the sample fills', () => {
    const own = known.filter((one) => one.resource.path === path);
    expectNone(gapsOfStatements(name, own));
  });

  it('can be asked for in GraphQL', () => {
    const calls = asked.flatMap((one) => one.calls);
    const isRead = calls.some((call) => call.split(' ')[1] === name);
    expectNone([!isRead && `no field of the schema reads ${name}`]);
  });

  it('is walked by the suites, and put to the test by the conformance runner', () => {
    const url = filledPath(path, keyParts(resource, example ?? ''));
    const isWalked = resource.is === 'lookup' || parts.some(({ list }) => list === resource);
    expectNone([
      !isWalked && `no part of ${name} is in test/support/ledger-reading.ts`,
      !isServed(url) && `conformance/routes.ts leaves ${path} out`,
    ]);
  });
});

describe.each(furtherLists)('$name, without an endpoint', ({ name, parameters }) => {
  it('describes what it takes, and has a statement on tables that the sample fills', () => {
    const own = known.filter((one) => one.resource.name === name);
    expectNone([
      ...Object.entries(parameters).map(
        ([parameter, one]) => !one.description && `${parameter} of ${name} has no description`,
      ),
      ...gapsOfStatements(name, own),
    ]);
  });
});

it.each(passedOn)('$path, which is passed on, is described in the documents', (one) => {
  const { path, method, description, documents } = one;
  const sent = document.paths[path]?.[method.toLowerCase() as 'get'];
  expectNone([
    !description.endsWith('.') && `${path} has no description that is a sentence`,
    !routes.includes(`| \`${method} ${path}\` |`) && `${path} is not in docs/rest.md: npm run docs`,
    documents && !sent && `${path} is not in the OpenAPI document`,
    ...(documents?.sent ? undescribed(documents.sent, path) : []),
    ...(documents ? undescribed(documents.answer, path) : []),
  ]);
});

/** What lacks of the statements of a resource. */
const gapsOfStatements = (name: string, own: readonly Statement[]): Gaps => [
  own.length === 0 && `${name} has no statement`,
  ...own.flatMap((one) => [
    !scaling.includes(`| ${one.name} `) &&
      `docs/scaling.md has no row "${one.name}" (${one.tables.join(', ')})`,
    one.tables.length === 0 && `the statement "${one.name}" reads no table`,
    ...one.tables.flatMap((table) => [
      !tableNames.includes(table) && `${table}, read by "${one.name}", is not in sql/tables`,
      !filled.has(table) && `${table}, read by "${one.name}", has no row in the sample`,
    ]),
  ]),
];

/** Whether the sample has the item of the example, or more rows than the suites walk at the least. */
async function isInSample(resource: List | Lookup): Promise<boolean> {
  const { example: key } = resource.documents;
  if (resource.is === 'lookup')
    return (await ledger.one(resource, key ?? '', { filters: [] }, freeOperation())) !== null;
  const walked = parts.find(({ list, request }) => list === resource && request.key === key);
  const request = { filters: [], order: resource.order, limit: 100, ...(key && { key }) };
  const page = await ledger.page(resource, request, freeOperation());
  return (page?.items.length ?? 0) > Math.min(walked?.least ?? 0, 99);
}

describe('the schema', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const nodes = types.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));

  it('imports every file of types', () => {
    const files = sources('src/graphql/types/');
    const importing = [
      text('src/graphql/schema.ts'),
      ...files.map((file) => text(`src/graphql/types/${file}`)),
    ].join('\n');
    expectNone(
      files.map((file) => {
        const name = file.replace('.ts', '.js');
        const isImported =
          importing.includes(`./types/${name}'`) || importing.includes(`'./${name}'`);
        return !isImported && `graphql/schema.ts does not import types/${file}`;
      }),
    );
  });

  it('has a key and a loader for everything that has a global id', async () => {
    const gaps: Gaps = [];
    for (const type of nodes) {
      const { name } = type;
      const entity = entities.get(name);
      gaps.push(!entity && `${name} is registered by builder.node instead of entity`);
      const key = entity?.key === undefined ? undefined : type.getFields()[entity.key];
      const isKey = key && isNonNullType(key.type) && isLeafType(getNamedType(key.type));
      gaps.push(entity?.key !== undefined && !isKey && `${name}.${entity.key} can be no key`);
      const own = nodeOf(name);
      gaps.push(!own && `test/support/operations.ts has no global id of ${name}`);
      if (!own) continue;
      const id = globalId(own);
      const { data, errors } = await ask(server, `{ node(id: "${id}") { __typename id } }`);
      const isFound = data?.node?.__typename === name && data.node.id === id;
      gaps.push(!isFound && `${own} is not loaded by its id: ${JSON.stringify(errors)}`);
    }
    expectNone(gaps);
  });

  it('answers every field for something that the sample has, lists also after a cursor', () => {
    expect(asked.length).toBeGreaterThan(25);
    expectNone(asked.map(({ place, refused }) => refused !== undefined && `${place}: ${refused}`));
  });
});

it('fills every table with rows of the sample', () => {
  expectNone(tableNames.map((table) => !filled.has(table) && `${table} has no row in the sample`));
});
