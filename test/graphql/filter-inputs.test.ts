// Filters that are alike are one input; what a list does not take of it is refused by name, before any call.
import { isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { allParts, merged } from '../support/parts.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer();

it('has one input for conditions on each scalar', () => {
  const conditions = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .filter((type) => type.getFields()['gte']);
  const scalars = conditions.map((type) => String(type.getFields()['gte']?.type));
  expect(conditions.map(({ name }) => name)).toEqual(scalars.map((scalar) => `${scalar}Filter`));
  expect(new Set(scalars).size).toBe(scalars.length);
  expect(scalars).toEqual(expect.arrayContaining(['EntityId', 'Int64', 'Timestamp']));
});

it('has no two inputs of several conditions that are the same', () => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const fields = inputs
    .map((type) => Object.values(type.getFields()).map(({ name, type }) => `${name}: ${type}`))
    .filter((own) => own.length > 1)
    .map((own) => own.sort().join(', '));
  expect(fields.filter((own, at) => fields.indexOf(own) !== at)).toEqual([]);
  expect(fields.length).toBeGreaterThan(15);
});

it.each([
  ['blocks(filter: { number: { ne: 5 } })', 'filter.number.ne', /no ne here, but eq, gt, .*"5"/],
  [
    'account(id: "0.0.1002") { tokens(filter: { token: { ne: "0.0.5" } })',
    'filter.token.ne',
    /no ne here, but eq, gt, gte, lt, lte, in, but got/,
  ],
  [
    'schedules(filter: { schedule: { in: ["0.0.5"] } })',
    'filter.schedule.in',
    /takes no choice of several here.*0\.0\.5/,
  ],
  [
    'token(id: "0.0.2001") { balances(filter: { account: { in: ["0.0.5", "0.0.6"] } })',
    'filter.account.in',
    /takes no choice of several here/,
  ],
  [
    'account(id: "0.0.1001") { nfts(filter: { serialNumber: { gt: 5 } })',
    'filter',
    /serialNumber needs token beside it/,
  ],
  [
    'account(id: "0.0.1001") { tokenAllowances(filter: { token: { eq: "0.0.5" } })',
    'filter',
    /^filter: token needs spender beside it/,
  ],
  [
    'account(id: "0.0.1001") { transactions(filter: { counterparty: "1001" })',
    'filter.counterparty',
    /must be another account, but got "0.0.1001"/,
  ],
  [
    'transactions(filter: { minTinybars: -5 })',
    'filter.minTinybars',
    /a whole number from 0 to 9223372036854775807, but got "-5"/,
  ],
  [
    'accounts(filter: { account: { in: ["0.0.5", "VG9rZW46MC4wLjU"] } })',
    'filter.account.in',
    /: must be an entity id such as 0.0.1234, and no global id, but got "VG9rZW46MC4wLjU"/,
  ],
  [
    'balances(filter: { account: { gt: "QWNjb3VudDowLjAuNQ" } })',
    'filter.account.gt',
    /: must be an entity id such as 0.0.1234, and no global id, but got "QWNjb3VudDowLjAuNQ"/,
  ],
  ['logs(filter: { topics: [null, ["0x"]] })', 'filter.topics', /1 to 64 hex digits.*"0x"/],
  ['account(id: "0.0.1001") { nfts(first: -1)', 'first', /from 0 to 1000, but got -1/],
  ['account(id: "0.0.1001") { transactions(last: 1001)', 'last', /from 0 to 1000, but got 1001/],
  ['account(id: "0.0.1001") { pendingAirdrops(after: "x")', 'after', /a cursor of this list.*"x"/],
  ['token(id: "0.0.2003") { nfts(first: 1, last: 1)', 'last', /not be combined with first/],
])('names what a list does not take: %s', async (start, argument, message) => {
  server.calls.length = 0;
  const isNested = start.includes(') {');
  // A prepared operation reads no more than one that is new.
  for (let time = 1; time <= 4; time += 1) {
    const { errors } = await ask(server, `{ ${start} { nodes { id } } ${isNested ? '}' : ''} }`);
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument },
    ]);
    expect(errors[0]?.message).toMatch(message);
  }
  expect(server.calls).toEqual([]);
});

it('leaves what is asked for beside it', async () => {
  server.calls.length = 0;
  const { data, errors } = await ask(
    server,
    '{ account(id: "0.0.1001") { nfts(first: -1) { nodes { id } } tokens(first: 1) { nodes { tokenId } } } none: account(id: "0.0.7654321") { memo nfts(first: -1) { nodes { id } } } }',
  );
  expect(errors.map(({ path }) => path)).toEqual([['account', 'nfts']]);
  expect(data.account).toMatchObject({ nfts: null, tokens: { nodes: [{}] } });
  expect(data.none).toBeNull();
});

it.each([
  'account(id: "0.0.7654321") { entityId nfts(first: -1) { nodes { id } } }',
  'account(id: "0.0.7654321") { nfts(first: -1) { nodes { id } } ... @defer { tokens(first: 1) { nodes { id } } } }',
  'account(id: "0.0.7654321") { nfts(first: -1) { nodes { id } } ... @defer { memo } }',
  'token(id: "0.0.7654321") { entityId nfts(first: -1) { nodes { id } } }',
  'topic(id: "0.0.7654321") { __typename messages(first: -1) { nodes { id } } }',
])('tells of nothing that it is there, whatever is refused of it: %s', async (field) => {
  const { data, errors } = merged(await allParts(server, `{ it: ${field} }`));
  expect([data, errors]).toEqual([{ it: null }, []]);
});

it('takes what a list does take', async () => {
  const { data, errors } = await ask(
    server,
    `{ accounts(filter: { account: { in: ["0.0.1002", "0.0.1003"], ne: "0.0.7" } }) { nodes { entityId } }
      transactions(filter: { type: { in: [CRYPTOTRANSFER, TOKENMINT] } }) { nodes { name } } }`,
  );
  expect(errors).toEqual([]);
  expect(data.accounts.nodes).toEqual([{ entityId: '0.0.1002' }, { entityId: '0.0.1003' }]);
  expect(data.transactions.nodes.length).toBeGreaterThan(0);
});

const byNames = (names: string) =>
  `{ transactions(first: 5, filter: { type: ${names} }) { nodes { name } } }`;

it('has an enum of the types of transactions, and names for newer ones', async () => {
  const body = { transactions: [], links: { next: null } };
  const face = await openStub(() => ({ body }));
  const { errors } = await ask(face, byNames('{ in: [TOKENMINT], names: ["FROMTHEFUTURE"] }'));
  await face.close();
  expect(errors).toEqual([]);
  const asked = face.stub.calls.map(({ query }) => query.getAll('transactiontype'));
  expect(asked).toEqual([['TOKENMINT', 'FROMTHEFUTURE']]);
});

it('says so where a ledger does not know the name of a type', async () => {
  const { errors } = await ask(server, byNames('{ names: ["FROMTHEFUTURE"] }'));
  expect(errors[0]?.message).toBe(
    'filter.type.names: must be types that are known here, but got "FROMTHEFUTURE"',
  );
  expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'filter.type.names' });
});

it.each(['{ eq: TOKENMINT, names: ["TOKENBURN"] }', '{ names: [] }', '{ names: ["a b"] }'])(
  'refuses names that can not be meant: %s',
  async (given) => {
    server.calls.length = 0;
    const { errors } = await ask(server, byNames(given));
    const argument = 'filter.type.names';
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument },
    ]);
    expect(server.calls).toEqual([]);
  },
);

it.each([
  ['$given: EntityIdFilter', '{ account: $given }'],
  ['$given: EntityId', '{ account: { eq: $given } }'],
  ['$given: [EntityId!]', '{ account: { in: $given, eq: null } }'],
])('takes null as not given: %s in %s', async (declared, filter) => {
  const { data, errors } = await ask(
    server,
    `query Null(${declared}) {
      accounts(first: 2, filter: ${filter}) { nodes { entityId } }
      all: accounts(first: 2) { nodes { entityId } }
    }`,
    { given: null },
  );
  expect(errors).toEqual([]);
  expect(data.accounts.nodes).toEqual(data.all.nodes);
});
