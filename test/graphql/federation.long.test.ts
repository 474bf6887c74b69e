// As a subgraph: the SDL composes, entities are read in few calls, and a router joins them with others.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import type { ExecutionRequest } from '@graphql-tools/utils';
import { composeServices } from '@theguild/federation-composition';
import { execute, type GraphQLSchema, parse, print } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subgraphSchema, subgraphSdl } from '../../src/graphql/federation.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { counted, openSample, serve } from '../support/ledgers.js';
import { productMain } from '../support/product.js';

const federation = { graphql: { federation: true } };
const nums = Array.from({ length: 30 }, (_, index) => 3001 + index);
const setup = {
  accounts: nums.map((num) => ({ num, balance: 9_000_000_000_000_000_001n + BigInt(num) })),
};
const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');

const entities = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename ... on Account { entityId balance { balance } } ... on Token { name } ... on Block { number } } }`;

describe.each(backends)('entities on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup, federation);
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  it('are one call for all of a type, with every digit, compiled or not', async () => {
    const representations = nums.map((num) => ({ __typename: 'Account', entityId: `0.0.${num}` }));
    for (let run = 1; run <= 4; run++) {
      const { data, errors } = await ask(server, entities, { representations });
      expect(errors).toEqual([]);
      expect(data._entities).toEqual(
        nums.map((num) => ({
          __typename: 'Account',
          entityId: `0.0.${num}`,
          balance: { balance: `${9_000_000_000_000_000_001n + BigInt(num)}` },
        })),
      );
      expect(server.calls).toEqual(Array(run).fill('many account ×30'));
    }
  });

  it('are found by each key in any spelling, and are null where there is none', async () => {
    const { data, errors } = await ask(server, entities, {
      representations: [
        { __typename: 'Account', id: globalId('Account', '0.0.3001') },
        { __typename: 'Account', entityId: '3002' },
        { __typename: 'Account', entityId: '0.0.404404' },
        { __typename: 'Block', number: '9007199254740993' },
        { __typename: 'Block', number: 5 },
      ],
    });
    expect(errors).toEqual([]);
    expect(data._entities.map((one: { entityId: string } | null) => one?.entityId ?? null)).toEqual(
      ['0.0.3001', '0.0.3002', null, null, null],
    );
    expect(server.calls.sort()).toEqual(['many account ×3', 'many block ×2']);
  });

  it('are errors in their own places where they can not be read', async () => {
    const { data, errors, status } = await ask(server, entities, {
      representations: [
        { __typename: 'Account', entityId: '0.0.x' },
        { __typename: 'Account', entityId: '0.0.3001' },
        { __typename: 'Account', id: globalId('Token', '0.0.3001') },
        { __typename: 'Nothing', id: '1' },
        { __typename: 'Token', name: 'no key' },
        { __typename: 'Block', number: 9007199254740992 },
      ],
    });
    expect(status).toBe(200);
    expect(data._entities[1].entityId).toBe('0.0.3001');
    expect(errors.map(({ path }) => path)).toEqual([0, 2, 3, 4, 5].map((at) => ['_entities', at]));
    for (const { extensions } of errors) {
      expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'representations' });
    }
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('but got "0.0.x"'),
      expect.stringContaining('must have the global id of Account'),
      expect.stringContaining('must be of one of the types Account'),
      expect.stringContaining('must have a key of Token: id or entityId'),
      expect.stringContaining('above 2^53-1 as a string'),
    ]);
    expect(server.calls).toEqual(['one account']);
  });

  it('whose keys are no values at all are refused as such, written in the query as well', async () => {
    const keys = ['entityId: { a: 1 }', 'id: { a: 1 }', 'id: ["QWNjb3VudDowLjAuMzAwMQ"]'];
    const written = keys.map((key) => `{ __typename: "Account", ${key} }`);
    const query = `{ _entities(representations: [${written.join()}]) { __typename } }`;
    const { data, errors } = await ask(server, query);
    expect(data).toEqual({ _entities: [null, null, null] });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(
      Array(3).fill('BAD_USER_INPUT'),
    );
  });

  it('that have no type, and those that are too many, are refused before any call', async () => {
    const { errors } = await ask(server, entities, { representations: [{ id: '1' }] });
    expect(errors[0]?.message).toContain('must be an object with __typename');
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    const dear = entities.replace('entityId', 'tokens(first: 100) { nodes { balance } }');
    const representations = nums.map((num) => ({ __typename: 'Account', entityId: `0.0.${num}` }));
    const times = Array(4).fill(representations).flat();
    const many = await ask(server, dear, { representations: times });
    expect(many.errors[0]?.extensions['code']).toBe('COST_LIMIT');
    expect(server.calls).toEqual([]);
  });
});

/** Another team's subgraph: notes on accounts and tokens, which it knows by their ids alone. */
const notes = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key"])
  scalar EntityId
  type Query { notes: [Note!]! }
  type Note { text: String! account: Account token: Token }
  type Account @key(fields: "entityId") { entityId: EntityId! note: String }
  type Token @key(fields: "entityId", resolvable: false) { entityId: EntityId! }`;

const noteRows = [
  { text: 'museum', account: { entityId: '0.0.1001' }, token: { entityId: '0.0.10265' } },
  { text: 'everything', account: { entityId: '0.0.1010' }, token: null },
];

describe('a router', () => {
  let ledger: Ledger & { readonly calls: string[] };
  let server: Server;
  let supergraph: GraphQLSchema;

  beforeAll(async () => {
    ledger = counted(await openSample('embedded'));
    server = await serve(ledger, federation);
    const { data } = await ask(server, '{ _service { sdl } }');
    const composed = composeServices([
      { name: 'mirrorql', typeDefs: parse(data._service.sdl), url: server.url },
      { name: 'notes', typeDefs: parse(notes) },
    ]);
    expect(composed.errors ?? []).toEqual([]);
    supergraph = getStitchedSchemaFromSupergraphSdl({
      supergraphSdl: composed.supergraphSdl as string,
      onSubschemaConfig(subgraph) {
        subgraph.executor = async ({ document, variables }: ExecutionRequest) => {
          if (subgraph.name === 'NOTES') return { data: { notes: noteRows } };
          const { data, errors } = await ask(server, print(document), variables);
          expect(errors).toEqual([]);
          return { data };
        };
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
  });

  it('joins what others know of accounts and tokens, in one call for each', async () => {
    ledger.calls.length = 0;
    const result = await execute({
      schema: supergraph,
      document: parse(
        '{ notes { text account { evmAddress balance { hbars } } token { name decimals } } }',
      ),
    });
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      data: {
        notes: [
          {
            text: 'museum',
            account: {
              evmAddress: '0xc82605c1aed81e77414eed64cf97519364464fd7',
              balance: { hbars: '299999692.94838898' },
            },
            token: { name: expect.any(String), decimals: expect.any(Number) },
          },
          {
            text: 'everything',
            account: { evmAddress: expect.any(String), balance: { hbars: '11199.57633958' } },
            token: null,
          },
        ],
      },
    });
    expect(ledger.calls.sort()).toEqual(['many account ×2', 'one token']);
  });

  it('reads the same SDL that the command prints', async () => {
    const args = [await productMain(), 'schema', '--federation'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { data } = await ask(server, '{ _service { sdl } }');
    expect(data._service.sdl).toBe(stdout);
    expect(stdout).toContain('type Account implements Entity & Node @key(fields: "id") @key(');
    expect(stdout).toContain('type PageInfo @shareable');
    expect(stdout).not.toContain('_entities');
  });
});

describe('a subgraph', () => {
  it('has every type that has a global id among its entities', () => {
    const schema = subgraphSchema(true);
    const names = (type: string) =>
      schema.getPossibleTypes(schema.getType(type) as never).map(({ name }) => name);
    expect(names('_Entity').sort()).toEqual(names('Node').sort());
    for (const name of names('Node')) {
      expect(subgraphSdl()).toMatch(
        new RegExp(`^type ${name} implements (?:Entity & )?Node @key`, 'm'),
      );
    }
  });

  it('has the keys that the documents tell', () => {
    const told = readFileSync(new URL('../../docs/federation.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => {
        const [, types = '', keys = ''] = line
          .split('|')
          .map((cell) => cell.replaceAll(/[ `]/g, ''));
        return types.split(',').map((type) => [type, keys] as const);
      });
    const found = subgraphSdl().matchAll(
      /^type (\w+) implements (?:Entity & )?Node((?: @key\(fields: "\w+"\))+)/gm,
    );
    const keysOf = (text: string) => Array.from(text.matchAll(/"(\w+)"/g), ([, key]) => key).join();
    const all = Array.from(found, ([, type, keys = '']) => [type, keysOf(keys)] as const);
    expect(told.sort()).toEqual(all.filter(([, keys]) => keys !== 'id').sort());
  });

  it('is one only where that is asked for, and tells of itself only where schemas are told', async () => {
    const ledger = await openSample('embedded');
    const plain = await serve(ledger);
    const closed = await serve(ledger, { graphql: { federation: true, introspection: false } });
    const service = '{ _service { sdl } }';
    const representations = [{ __typename: 'Block', number: '91207000' }];
    for (const [server, query] of [
      [plain, service],
      [plain, entities],
      [closed, service],
    ] as const) {
      const { errors } = await ask(server, query, { representations });
      expect(errors[0]?.message).toMatch(/Cannot query field "_(service|entities)"|_Any/);
    }
    const { data } = await ask(closed, entities, { representations });
    expect(data._entities).toEqual([{ __typename: 'Block', number: '91207000' }]);
    await plain.close();
    await closed.close();
    await ledger.close();
  });
});
