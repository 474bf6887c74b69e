// What a transaction is about, where its name does not tell the type: the same whatever is selected of it.
import {
  type FragmentDefinitionNode,
  GraphQLInterfaceType,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { partsLookedAt } from '../../src/graphql/reading/selection.js';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const [account, contract, token] = ['0.0.1001', '0.0.3001', '0.0.2001'];
const about = [
  [7, 'CONTRACTCALL', account, 'Account'],
  [7, 'CONTRACTCALL', contract, 'Contract'],
  [50, 'ETHEREUMTRANSACTION', account, 'Account'],
  [50, 'ETHEREUMTRANSACTION', contract, 'Contract'],
  [40, 'TOKENASSOCIATE', account, 'Account'],
  [37, 'TOKENMINT', token, 'Token'],
] as const;
const setup = {
  accounts: [{ num: 1001, balance: 7 }],
  contracts: [{ num: 3001 }],
  entities: [{ num: 2001, type: 'TOKEN' }],
  tokens: [{ token_id: token, treasury_account_id: account }],
  transactions: about.map(([type, , entity_id], index) => ({
    ...{ consensus_timestamp: index + 1, payerAccountId: account, type, entity_id },
  })),
};
const types = ['Account', 'Contract', 'Token'];
const ofEach = (fields: string) => types.map((type) => `... on ${type} { ${fields} }`).join(' ');

describe.each(backends)('subjects on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });

  it.each([
    ['nothing', ''],
    ['ids', ofEach('id entityId')],
    ['more', ofEach('id entityId memo')],
    ['what all have', '... on Entity { id entityId memo }'],
  ])('are told by what they are, where %s is selected', async (_what, fields) => {
    const { data, errors } = await ask(
      server,
      `{ transactions(order: ASC) { nodes { name entityId entity { __typename ${fields} } } } }`,
    );
    expect(errors).toEqual([]);
    const told = data.transactions.nodes.map(
      ({ name, entityId, entity }: { name: string; entityId: string; entity: object | null }) => [
        name,
        entityId,
        entity && (entity as { __typename: string }).__typename,
      ],
    );
    expect(told).toEqual(about.map(([, name, id, type]) => [name, id, type]));
  });

  it.each(['id entityId', 'memo deleted', 'createTransaction { id }'])(
    'tell %s of whatever type they are by one selection, in the same calls',
    async (fields) => {
      const read = async (selected: string) => {
        server.calls.length = 0;
        const query = `{ transactions(order: ASC) { nodes { entity { __typename ${selected} } } } }`;
        const { data, errors } = await ask(server, query);
        expect(errors).toEqual([]);
        return { data, calls: [...server.calls] };
      };
      const each = await read(ofEach(fields));
      expect(each.data.transactions.nodes).toHaveLength(about.length);
      expect(await read(`... on Entity { ${fields} }`)).toEqual(each);
    },
  );
});

describe('what an operation looks at of a type', () => {
  const string = (extensions = {}) => ({ type: GraphQLString, extensions });
  const named = new GraphQLInterfaceType({ name: 'Named', fields: { name: string() } });
  const thing = new GraphQLObjectType({
    name: 'Thing',
    interfaces: [named],
    fields: { name: string({ reads: 'name' }), body: string({ reads: 'body' }) },
  });
  const query = new GraphQLObjectType({ name: 'Query', fields: { one: { type: named } } });
  const schema = new GraphQLSchema({ query, types: [thing] });

  it.each([
    ['{ one { name } }', ['body']],
    ['{ one { ... on Thing { body } } }', ['name']],
    ['{ one { ...all } } fragment all on Named { name ... on Thing { body } }', []],
  ])('is what %s selects of its interface too', (text, without) => {
    const [operation, ...rest] = parse(text).definitions as [
      OperationDefinitionNode,
      ...FragmentDefinitionNode[],
    ];
    const fragments = Object.fromEntries(rest.map((one) => [one.name.value, one]));
    const info = { schema, operation, fragments } as unknown as GraphQLResolveInfo;
    const parts = { members: ['name', 'body'] };
    expect(partsLookedAt(info, 'Thing', { parts })).toEqual({ without });
  });
});
