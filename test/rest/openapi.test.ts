// The OpenAPI document is valid and complete, and real answers keep to it.

import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { flowOf } from '../../src/contract/flows.js';
import { filledPath, placesIn } from '../../src/contract/path-key.js';
import { parametersOf } from '../../src/contract/query.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { passedOn } from '../../src/contract/resources/passed-on.js';
import { readOrNull } from '../../src/contract/values.js';
import type { Ledger } from '../../src/ledger.js';
import { docsFace } from '../../src/rest/docs.js';
import { bodyOf, type Operation, openapiDocument } from '../../src/rest/openapi.js';
import { sampleClock } from '../../src/sample/prepared.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

const document = openapiDocument();
const resources = [...lists, ...lookups];
const passed = passedOn.filter(({ documents }) => documents !== undefined);
const operationOf = (path: string) => document.paths[path]?.get;

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('has the version, the servers and the name that the contract gives', () => {
    expect(document.info.version).toBe('0.154.0');
    expect(document.servers[0]).toMatchObject({
      url: '{scheme}://{network}.mirrornode.hedera.com',
      variables: {
        scheme: { default: 'https', enum: ['http', 'https'] },
        network: {
          default: 'testnet',
          enum: ['mainnet-public', 'mainnet', 'previewnet', 'testnet'],
        },
      },
    });
    expect(operationOf('/api/v1/balances')?.operationId).toBe('getBalances');
    const names = Object.values(document.paths).map(({ get, post }) => (get ?? post)?.operationId);
    expect(new Set(names).size).toBe(resources.length + passed.length);
  });

  test('has what is passed on to a mirror node, and over a database has it not', () => {
    const call = document.paths['/api/v1/contracts/call']?.post;
    expect(Object.keys(call?.responses ?? {})).toEqual(['200', '400', '415', '429', 'default']);
    expect(call?.requestBody?.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ContractCallRequest',
    });
    expect(document.components.schemas['ContractCallRequest']?.required).toBeUndefined();
    const opcodes = operationOf('/api/v1/contracts/results/{id}/opcodes');
    expect(Object.keys(opcodes?.responses ?? {})).toEqual(['200', '400', '404', '406', 'default']);
    expect(opcodes?.parameters.map(({ name, schema }) => [name, schema.default])).toEqual([
      ['id', undefined],
      ['stack', true],
      ['memory', false],
      ['storage', false],
    ]);
    const { paths } = openapiDocument(undefined, 'sql');
    for (const { path } of passed) expect(paths[path]).toBeUndefined();
  });

  test('refers only to components that it has', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    for (const [, kind, name] of references) {
      expect(document.components[kind as 'schemas'], name).toHaveProperty(name as string);
    }
  });

  test.each(resources.map((resource) => [resource.path, resource] as const))(
    'has every parameter of %s',
    (path, resource) => {
      const parameters = operationOf(path)?.parameters ?? [];
      const names = parameters.filter((p) => p.in === 'query').map(({ name }) => name);
      expect(names).toEqual(Object.keys(parametersOf(resource)));
      expect(parameters.filter((p) => p.in === 'path').length).toBe(resource.keys?.length ?? 0);
      for (const { schema } of parameters) {
        const pattern = (schema.items ?? schema).pattern;
        if (pattern !== undefined) expect(() => new RegExp(pattern, 'u')).not.toThrow();
      }
    },
  );

  test('takes the values that the contract takes', () => {
    const parameters = operationOf('/api/v1/balances')?.parameters ?? [];
    const pattern = (name: string) =>
      new RegExp(parameters.find((p) => p.name === name)?.schema.items?.pattern as string, 'u');
    for (const value of [
      'gte:0.0.5',
      '98',
      '0x'.padEnd(42, 'a'),
      'HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SP',
      // As a link has it, of an account beyond what may be typed.
      'lt:0.0.274877906943',
    ]) {
      expect(value).toMatch(pattern('account.id'));
    }
    for (const value of ['gt:0.0.0.5', 'like:5', '', '0.0.274877906943', 'ne:0.0.274877906943'])
      expect(value).not.toMatch(pattern('account.id'));
    expect('lt:1700000000.000000001').toMatch(pattern('timestamp'));
    expect('12345678901').not.toMatch(pattern('account.balance'));
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(limit?.schema).toMatchObject({ minimum: 1, maximum: 100, default: 25 });
  });
});

describe('real answers', () => {
  // Seconds of the sample: its end, and an instant inside the time of its blocks and snapshots.
  const end = sampleClock.now() / 1000;
  const middle = end - 1500;
  const written: Readonly<Record<string, readonly string[]>> = {
    '/api/v1/balances': [
      '',
      '?limit=100&order=asc',
      `?timestamp=${middle}`,
      '?account.id=0.0.1002',
    ],
    '/api/v1/accounts': ['?limit=100', '?balance=false', '?account.id=gte:1001&limit=20'],
    '/api/v1/accounts/{id}': [
      ...[1001, 1003, 1005, 1006, 1007, 1008, 1009, 1010, 98, 800].map((id) => `${id}`),
      `1002?timestamp=${middle}`,
      `98?timestamp=lt:${middle}&limit=100`,
      '1002?transactions=false',
    ],
    '/api/v1/accounts/{id}/tokens': ['1001?limit=100', '1002', '1003', '1011?order=desc'],
    '/api/v1/tokens': ['?limit=100', '?type=NON_FUNGIBLE_UNIQUE', '?token.id=lt:2003'],
    '/api/v1/tokens/{id}': ['2001', '2002', `2001?timestamp=${middle}`, `2002?timestamp=lt:${end}`],
    '/api/v1/tokens/{id}/balances': ['2001?limit=100', '2002', `2001?timestamp=${middle}`, '9'],
    '/api/v1/schedules': ['?limit=100', '?order=desc&limit=100'],
    '/api/v1/schedules/{id}': ['3001', '9000001', '9000002', '9000003'],
    '/api/v1/blocks': ['', '?limit=100&order=asc', `?timestamp=lt:${middle}`],
    '/api/v1/blocks/{id}': ['91204001', '91206000'],
    '/api/v1/transactions': [
      '?limit=100',
      `?timestamp=lt:${middle}&limit=100`,
      '?result=fail',
      '?transactiontype=TOKENMINT&transactiontype=CRYPTOUPDATEACCOUNT&limit=100',
      '?account.id=0.0.800&limit=100',
    ],
  };
  const samples = resources.map(({ path, is, documents: { example = '' } }) => {
    const derived = is === 'list' ? [example, `${example}?limit=100`] : [example];
    return [path, written[path] ?? derived] as const;
  });
  const ajv = new Ajv2020({ allowUnionTypes: true, allErrors: true });
  formats.default(ajv);
  ajv.addKeyword('components');
  let ledger: Ledger;
  let server: Server;

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    ajv.addSchema({ $id: 'openapi', components: document.components }, 'openapi');
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
  });

  function schemaOf(path: string, status: number): ValidateFunction {
    const name = bodyOf(document, operationOf(path) as Operation, status);
    return ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  }

  /** Asks, and holds the answer against the schema that the document has for it. */
  async function hold(path: string, url: string, status = 200, { url: base } = server) {
    const answer = await fetch(base + url);
    expect(answer.status, url).toBe(status);
    const body = JSON.parse(await answer.text());
    const validate = schemaOf(path, status);
    validate(body);
    expect(validate.errors ?? [], url).toEqual([]);
    return body;
  }

  /** A path and what follows it; where the path has a key, the key comes first. */
  const urlOf = (path: string, rest: string) => {
    if (placesIn(path).length === 0) return path + rest;
    const [key = '', query] = rest.split('?');
    const parts = placesIn(path).length > 1 ? key.split('/') : [key];
    return filledPath(path, parts) + (query === undefined ? '' : `?${query}`);
  };

  test.each(samples)('of %s', async (path, rests) => {
    for (const rest of rests) {
      const body = await hold(path, urlOf(path, rest));
      expect(Object.keys(body).length).toBeGreaterThan(0);
    }
  });

  test('of all tokens and schedules, and of the newest transactions', async () => {
    for (const [path, items] of [
      ['/api/v1/tokens', 'tokens'],
      ['/api/v1/schedules', 'schedules'],
      ['/api/v1/transactions', 'transactions'],
    ] as const) {
      let pages = 0;
      let next: string | null = `${path}?limit=100`;
      while (next !== null) {
        const body = await hold(path, next);
        if (items === 'tokens') {
          // The sample makes tokens of each kind in turn; a fourth of them has them all.
          for (const { token_id } of body.tokens.filter(
            (_row: unknown, at: number) => at % 4 === 1,
          )) {
            await hold('/api/v1/tokens/{id}', `/api/v1/tokens/${token_id}`);
          }
        }
        next = items === 'transactions' && ++pages === 5 ? null : body.links.next;
      }
    }
  }, 60_000);

  test('of a call of which the ledger knows only a part', async () => {
    const path = '/api/v1/contracts/results/{transactionIdOrHash}';
    const call = '0x696c26df89cacf553fce58925ddd1e00201b49f1c9f19b9f89db315c55e85698';
    const body = await hold(path, filledPath(path, [call]), 206);
    expect(body.call_result).toBe('0x');
  });

  test('of accounts with their delegation address', async () => {
    const showing = await serve(ledger, { rest: { delegation: true } });
    const { accounts } = await hold('/api/v1/accounts', '/api/v1/accounts', 200, showing);
    expect(accounts[0]).toHaveProperty('delegation_address');
    await showing.close();
  });

  test.each(resources.map((resource) => [resource.path, resource] as const))(
    'mistakes of %s',
    async (path, resource) => {
      if (resource.is === 'lookup' && !resource.keys) {
        for (const name of Object.keys(resource.parameters)) {
          await hold(path, `${path}?${name}=no:value`, 400);
        }
        return;
      }
      // Where unknown names are passed over, a look-up has no mistake but in its key.
      const passesOver = resource.is === 'lookup' && flowOf(resource).unknown === 'never';
      const key = passesOver ? ['no key', 'none'] : ['98', '1'];
      await hold(path, `${filledPath(path, key)}?nothing=1&limit=x`, 400);
      if (!operationOf(path)?.responses['404']) return;
      // An id that names nothing may be an empty list where a reference to nothing is none.
      const isOfReferences = resource.is === 'list' && resource.keyMustExist === 'reference';
      const number = isOfReferences ? `0x${'ee'.repeat(20)}` : '123456789';
      // What goes by no number is named by the digits of its example, all of them another one.
      const isNumber = resource.keys?.[0] && readOrNull(resource.keys[0].kind, number) !== null;
      const unknown = isNumber
        ? number
        : (resource.documents.example ?? '').replaceAll(/\d(?!x)/g, '1');
      await hold(path, filledPath(path, [unknown, '1']), 404);
    },
  );
});

describe('the documents', () => {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  docsFace(app);
  afterAll(() => app.close());

  test('are the same in YAML and JSON', async () => {
    const plain = JSON.parse(JSON.stringify(document));
    for (const name of ['openapi.yml', 'openapi.yaml']) {
      const answer = await app.inject(`/api/v1/docs/${name}`);
      expect(answer.headers['content-type']).toBe('text/yaml; charset=utf-8');
      expect(parse(answer.body)).toEqual(plain);
    }
    expect((await app.inject('/api/v1/docs/openapi.json')).json()).toEqual(plain);
  });

  test('have a page that shows every operation and loads nothing', async () => {
    const answer = await app.inject('/api/v1/docs/');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await app.inject('/api/v1/docs')).body).toBe(answer.body);
    for (const [path, { get, post }] of Object.entries(document.paths)) {
      expect(answer.body).toContain(`id="${(get ?? post)?.operationId}"`);
      // What needs a body is described, and not sent from here.
      expect(answer.body.includes(`data-path="${path}"`)).toBe(get !== undefined);
    }
    expect(answer.body).not.toMatch(/(src|href|action)="(https?:)?\/\//);
    expect(answer.body).not.toMatch(/\s(on\w+|style)="/);
  });
});
