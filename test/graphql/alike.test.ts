// Operations whose answers have changed when they came again: what is right, the first, third and fifth time.
import { buildClientSchema, getIntrospectionQuery, introspectionFromSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { alike, answerTo, post } from '../support/alike.js';
import { counted, openSample, serve } from '../support/ledgers.js';

let server: Server;
let cached: Server;
let ledger: ReturnType<typeof counted>;

beforeAll(async () => {
  ledger = counted(await openSample('embedded'));
  server = await serve(ledger, { graphql: { federation: true } });
  cached = await serve(ledger, { graphql: { cache: memoryStore(1_000_000) } });
  return async () => {
    await server.close();
    await cached.close();
  };
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const read = async (...asked: Parameters<typeof post>): Promise<any> =>
  JSON.parse((await alike(server, post(...asked))).text);

describe('a fragment', () => {
  const plain = 'fragment F on Account{memo}';
  /** How the fragment is spread in the one place, and for which value of the variable it is taken there. */
  const cases: readonly [string, string, string, boolean[]][] = [
    ['left out by a variable', '...F @include(if:$x)', plain, [true]],
    ['skipped by a variable', '...F @skip(if:$x)', plain, [false]],
    ['left out by a literal', '...F @include(if:false) ...N @include(if:$x)', plain, []],
    ['left out and then taken', '...F @include(if:$x) ...F', plain, [true, false]],
    [
      'reached through another, which is left out',
      '...G @include(if:$x)',
      'fragment F on Account{...G} fragment G on Account{memo}',
      [true],
    ],
  ];
  it.each(cases)('%s in one place is whole in the other', async (_what, spread, more, taken) => {
    const rest = spread.includes('...N') ? 'fragment N on Account{__typename}' : '';
    const query = `query($x:Boolean!){ a:account(id:"0.0.1001"){entityId ${spread}} b:account(id:"0.0.1002"){entityId ...F} } ${more} ${rest}`;
    for (const x of [false, true]) {
      const { data, errors } = await read(query, { x });
      expect(errors).toBeUndefined();
      expect(Object.keys(data.b)).toEqual(['entityId', 'memo']);
      expect('memo' in data.a).toBe(taken.includes(x));
    }
  });

  it('that two operations share is whole in each', async () => {
    const query = `query A($x:Boolean!){ account(id:"0.0.1001"){entityId ...F @include(if:$x)} }
      query B{ account(id:"0.0.1002"){entityId ...F} } ${plain}`;
    for (let time = 0; time < 3; time++) {
      expect(Object.keys((await read(query, { x: false }, 'A')).data.account)).toEqual([
        'entityId',
      ]);
      const { data } = await read(query, {}, 'B');
      expect(Object.keys(data.account)).toEqual(['entityId', 'memo']);
    }
  });
});

it('gives nothing that a condition leaves out, and asks the ledger for none of it', async () => {
  const query = `query($x:Boolean!){ tokens(first:90){nodes{name}}
    tokens(first:90) @include(if:$x){ ... on TokenConnection{ nodes{ balances(first:1000){nodes{amount}} } } } }`;
  ledger.calls.length = 0;
  const { data } = await read(query, { x: false });
  expect(Object.keys(data.tokens.nodes[0])).toEqual(['name']);
  expect(new Set(ledger.calls)).toEqual(new Set(['page tokens']));
  const { errors } = await read(query, { x: true });
  expect(errors[0].extensions.code).toBe('COST_LIMIT');
});

describe('introspection', () => {
  it('tells of the schema, not of what stands behind it', async () => {
    const { data } = await read(getIntrospectionQuery());
    const told = buildClientSchema(data).getType('Account') as never;
    const names = ({ fields }: { fields?: readonly { name: string }[] }) =>
      fields?.map(({ name }) => name);
    const own = introspectionFromSchema(schema).__schema.types.find(
      ({ name }) => name === 'Account',
    );
    const type = data.__schema.types.find(({ name }: { name: string }) => name === 'Account');
    expect(told).toBeDefined();
    expect(names(type)).toEqual(names(own as never));
  });

  it('stands beside data, under any name', async () => {
    const { data } = await read(
      '{ account(id:"0.0.1001"){autoRenewPeriod} toString: __type(name:"Account"){ fields{name} } }',
    );
    expect(Object.keys(data)).toEqual(['account', 'toString']);
    expect(data.toString.fields).toContainEqual({ name: 'autoRenewPeriod' });
  });
});

describe('variables', () => {
  it.each([
    ['an object', 'AccountsFilter', { f: [] }],
    ['a list of objects', 'AccountsFilter', { f: [{}] }],
    ['an object inside', 'AccountsFilter', { f: { account: [] } }],
  ])('that hold a list in the place of %s are refused', async (_what, type, variables) => {
    const query = `query($f:${type}){accounts(first:2,filter:$f){nodes{entityId}}}`;
    const { data, errors } = await read(query, variables);
    expect(data).toBeUndefined();
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument: '$f' });
    expect(errors[0].message).toContain('to be an object');
  });

  it.each(['@include', '@skip'])(
    'that are null where %s needs a value are refused',
    async (name) => {
      const query = `query($x:Boolean=true){account(id:"0.0.1001"){entityId memo ${name}(if:$x)}}`;
      const { status, text } = await alike(server, post(query, { x: null }));
      expect(status).toBe(200);
      expect(JSON.parse(text).errors[0].extensions.code).toBe('BAD_USER_INPUT');
      const accept = 'application/graphql-response+json';
      expect((await alike(server, post(query, { x: null }), { accept })).status).toBe(400);
      const { data } = await read(query, {});
      expect(Object.keys(data.account)).toEqual(
        name === '@skip' ? ['entityId'] : ['entityId', 'memo'],
      );
    },
  );
});

describe('the name of an operation', () => {
  it('that is empty is the name of none', async () => {
    const query = 'query Op {account(id:"0.0.1001"){memo}}';
    await read(query);
    await read(query, {}, 'Op');
    const { data, errors } = await read(query, {}, '');
    expect(data).toBeUndefined();
    expect(errors[0].message).toContain('what operation');
  });

  it('does not join with the text', async () => {
    await read('{account(id:"0.0.1002"){memo}}', {}, 'Op query');
    await read('query Op {account(id:"0.0.1001"){memo}}');
    await read('query Op {account(id:"0.0.1001"){memo}}', {}, 'Op');
    const { errors } = await read('Op {account(id:"0.0.1001"){memo}}', {}, 'query');
    expect(errors[0].extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    const joined = await read('{account(id:"0.0.1001"){memo}}', {}, 'query Op');
    expect(joined.data).toBeUndefined();
  });
});

it('keeps every alias, and the order of members', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then_'];
  const query = `{ ${names.map((name) => `${name}: account(id:"0.0.1001"){ z: memo ${name}: entityId balance { hbars } }`).join(' ')} __typename }`;
  const { data } = await read(query);
  expect(Object.keys(data)).toEqual([...names, '__typename']);
  for (const name of names) {
    expect(Object.keys(data[name])).toEqual(['z', name, 'balance']);
    expect(data[name][name]).toBe('0.0.1001');
  }
  const merged =
    '{ account(id:"0.0.1010"){ memo stakedAccountId } ...F account(id:"0.0.1010"){ entityId memo } __typename } fragment F on Query { __typename account(id:"0.0.1010"){ balance{hbars} entityId } }';
  const account = (await read(merged)).data;
  expect(Object.keys(account)).toEqual(['account', '__typename']);
  expect(Object.keys(account.account)).toEqual(['memo', 'stakedAccountId', 'balance', 'entityId']);
});

describe('an object that is asked for twice', () => {
  const id = Buffer.from('Account:0.0.1001').toString('base64url');
  const other = Buffer.from('Token:0.0.2001').toString('base64url');

  it('by its global id is there twice', async () => {
    const { data, errors } = await read(
      `{a:node(id:"${id}"){id} b:node(id:"${id}"){id __typename}}`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: { id }, b: { id, __typename: 'Account' } });
  });

  it('in lists of global ids is there each time', async () => {
    const { data, errors } = await read(
      `query($ids:[ID!]!){a:nodes(ids:$ids){id} b:nodes(ids:$ids){id} c:node(id:"${id}"){id}}`,
      { ids: [id, other, id] },
    );
    expect(errors).toBeUndefined();
    const all = [{ id }, { id: other }, { id }];
    expect(data).toEqual({ a: all, b: all, c: { id } });
  });

  it('as an entity of a router is there each time', async () => {
    const { data, errors } = await read(
      `query($r:[_Any!]!){a:_entities(representations:$r){... on Account{id}} b:_entities(representations:$r){... on Account{id}} c:node(id:"${id}"){id}}`,
      { r: [{ __typename: 'Account', entityId: '0.0.1001' }] },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: [{ id }], b: [{ id }], c: { id } });
  });

  it('and is wrong is an error each time', async () => {
    const wrong = Buffer.from('Account:x').toString('base64url');
    const { data, errors } = await read(`{a:node(id:"${wrong}"){id} b:node(id:"${wrong}"){id}}`);
    expect(data).toEqual({ a: null, b: null });
    expect(errors.map(({ path }: { path: unknown }) => path)).toEqual([['a'], ['b']]);
  });
});

describe('a kept answer is not that of other parameters', () => {
  const query = 'query($n:Int){tokens(first:$n){nodes{name}}}';
  const body = (n: string, rest = '') =>
    `{"query":${JSON.stringify(query)},"variables":{"n":${n}}${rest}}`;

  it('such as a number beyond all numbers for null', async () => {
    const [, kept] = [await answerTo(cached, body('null')), await answerTo(cached, body('null'))];
    expect(JSON.parse(kept.text).data.tokens.nodes.length).toBeGreaterThan(0);
    for (const n of ['1e400', '-1e400']) {
      const { text } = await alike(cached, body(n));
      expect(JSON.parse(text).errors[0].extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('such as parameters that there are none of', async () => {
    await answerTo(cached, body('1'));
    const { status, text } = await alike(cached, body('1', ',"unknown":1'));
    expect([status, JSON.parse(text).data]).toEqual([400, undefined]);
  });
});
