// Members that are not of their kind: an error at the field, never a wrong value, and never the value itself.
import { type GraphQLScalarType, getNamedType, isObjectType, isScalarType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { ledgerStub } from '../support/stub.js';

const secret = 'se cret';
let server: OnStub;

beforeAll(async () => {
  server = await openStub(() => undefined, { cache: 0 });
  return server.close;
});

describe('a scalar', () => {
  const junk = [secret, 1.5, Number.NaN, {}, [], true, Symbol('s'), 1n << 64n, '1e3', '0x1g'];
  const known: Readonly<Record<string, { right: readonly unknown[]; wrong: readonly unknown[] }>> =
    {
      Int64: {
        right: [0, -7, (1n << 63n) - 1n, '12'],
        wrong: [...junk, 2 ** 53, '9223372036854775808'],
      },
      Decimal: { right: ['0', '-1.50'], wrong: [...junk.slice(0, -3), 7, '1.', 'abc'] },
      EntityId: { right: ['0.0.5', '0.0.999999999999'], wrong: [...junk, 5, '5', '0.0.x'] },
      Timestamp: {
        right: ['1.000000001', '99999999999.000000000'],
        wrong: [...junk, 1_700_000_000, 'yesterday', '2026-11-20T12:00:00Z'],
      },
      Hex: { right: ['0xab', 'AB', '0x', ''], wrong: [secret, 1, {}, 'xyz', '0x1g'] },
      Base64: { right: ['', 'AA==', 'AA\nAA'], wrong: [1, {}, null, 'é'] },
    };

  it('is tried for every scalar of ours that the schema answers with', () => {
    const answered = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) => Object.values((isObjectType(type) && type.getFields()) || {}))
      .map((field) => getNamedType(field.type))
      .filter((type) => isScalarType(type) && !/^(?:ID|Int|Float|String|Boolean)$/.test(type.name));
    expect(new Set(answered.map(({ name }) => name))).toEqual(new Set(Object.keys(known)));
  });

  it.each(Object.entries(known))('gives out its own kind only: %s', (name, { right, wrong }) => {
    const type = schema.getType(name) as GraphQLScalarType;
    for (const value of right) expect(type.serialize(value)).toMatch(/^/);
    for (const value of wrong) {
      expect(() => type.serialize(value)).toThrow(
        expect.objectContaining({
          code: 'UPSTREAM_BAD_RESPONSE',
          message: 'The ledger gave an answer outside its contract',
        }),
      );
    }
  });
});

const balance = { timestamp: '1.000000001', tokens: [] };
const token = { token_id: '0.0.1', name: 'One', symbol: 'A', decimals: 2, type: 'FUNGIBLE_COMMON' };

interface Case {
  readonly tables: Parameters<typeof ledgerStub>[0];
  readonly query: string;
  readonly data: unknown;
  readonly paths: readonly (readonly (string | number)[])[];
}

const cases: Readonly<Record<string, Case>> = {
  'an amount that is text': {
    tables: { account: [{ account: '0.0.5', memo: 'm', balance: { ...balance, balance: 'abc' } }] },
    query: '{ account(id: "0.0.5") { memo balance { balance hbars timestamp } } }',
    data: {
      account: { memo: 'm', balance: { balance: null, hbars: null, timestamp: '1.000000001' } },
    },
    paths: [
      ['account', 'balance', 'balance'],
      ['account', 'balance', 'hbars'],
    ],
  },
  'a list with a null in it': {
    tables: { balances: [{ account: '0.0.5', balance: 7, tokens: [null] }] },
    query: '{ balances { nodes { balance tokens { nodes { tokenId } } } } }',
    data: { balances: { nodes: [{ balance: '7', tokens: null }] } },
    paths: [['balances', 'nodes', 0, 'tokens']],
  },
  'decimals that are text': {
    tables: {
      accountTokens: { '0.0.5': [{ token_id: '0.0.1', balance: 7, decimals: 'abc' }] },
      account: [{ account: '0.0.5' }],
    },
    query: '{ account(id: "0.0.5") { tokens { nodes { balance decimals amount } } } }',
    data: { account: { tokens: { nodes: [{ balance: '7', decimals: null, amount: null }] } } },
    paths: [
      ['account', 'tokens', 'nodes', 0, 'decimals'],
      ['account', 'tokens', 'nodes', 0, 'amount'],
    ],
  },
  'decimals that no token can have': {
    tables: { token: [{ ...token, decimals: '2147483648' }] },
    query: '{ token(id: "0.0.1") { decimals } other: account(id: "0.0.9") { memo } }',
    data: { token: null, other: null },
    paths: [['token', 'decimals']],
  },
  'decimals that nobody could write out': {
    tables: {
      accountTokens: { '0.0.5': [{ token_id: '0.0.1', balance: 7, decimals: 2_147_483_647 }] },
      account: [{ account: '0.0.5' }],
    },
    query: '{ account(id: "0.0.5") { tokens { nodes { balance decimals amount } } } }',
    data: {
      account: { tokens: { nodes: [{ balance: '7', decimals: 2_147_483_647, amount: null }] } },
    },
    paths: [['account', 'tokens', 'nodes', 0, 'amount']],
  },
  'a flag that is text': {
    tables: { account: [{ account: '0.0.5', memo: 'm', deleted: secret }] },
    query: '{ account(id: "0.0.5") { memo deleted } }',
    data: { account: { memo: 'm', deleted: null } },
    paths: [['account', 'deleted']],
  },
  'a number that is text': {
    tables: {
      account: [{ account: '0.0.5', memo: 'm', max_automatic_token_associations: secret }],
    },
    query: '{ account(id: "0.0.5") { memo maxAutomaticTokenAssociations } }',
    data: { account: { memo: 'm', maxAutomaticTokenAssociations: null } },
    paths: [['account', 'maxAutomaticTokenAssociations']],
  },
  'a word that is a number': {
    tables: { token: [{ ...token, treasury_account_id: '0.0.2', pause_status: 7 }] },
    query: '{ token(id: "0.0.1") { name pauseStatus } }',
    data: { token: { name: 'One', pauseStatus: null } },
    paths: [['token', 'pauseStatus']],
  },
  'an id that is none': {
    tables: { account: [{ account: '0.0.5', memo: 'm', staked_account_id: secret }] },
    query: '{ account(id: "0.0.5") { memo stakedAccountId } }',
    data: { account: { memo: 'm', stakedAccountId: null } },
    paths: [['account', 'stakedAccountId']],
  },
  'a time that is none': {
    tables: { account: [{ account: '0.0.5', memo: 'm', created_timestamp: secret }] },
    query: '{ account(id: "0.0.5") { memo createdTimestamp } }',
    data: { account: { memo: 'm', createdTimestamp: null } },
    paths: [['account', 'createdTimestamp']],
  },
  'a list that is none': {
    tables: { schedule: [{ schedule_id: '0.0.7', memo: 'm', signatures: secret }] },
    query: '{ schedule(id: "0.0.7") { memo signatures { type } } }',
    data: { schedule: null },
    paths: [['schedule', 'signatures']],
  },
};

it.each(Object.entries(cases))('is an error at its own field: %s', async (_name, one) => {
  server.stub.reset(ledgerStub(one.tables));
  // More than twice, since operations that come again are found in another way.
  for (let count = 0; count < 4; count += 1) {
    const { data, errors, text } = await ask(server, one.query);
    expect(data).toEqual(one.data);
    expect(errors.map(({ path }) => path)).toEqual(one.paths);
    for (const { message, extensions } of errors) {
      expect(extensions).toEqual({ code: 'UPSTREAM_BAD_RESPONSE' });
      expect(message).toBe('The ledger gave an answer outside its contract');
    }
    expect(text).not.toMatch(/se cret|abc/);
  }
});

it('is not believed at all where a row of a list has what it does not declare', async () => {
  const listed = { ...token, decimals: 2, treasury_account_id: '0.0.2', memo: 7, custom_fees: [] };
  const looked = { ...token, memo: 'looked up', treasury_account_id: '0.0.3' };
  server.stub.reset(ledgerStub({ tokens: [listed], token: [looked] }));
  const { data, errors } = await ask(server, '{ tokens { nodes { name memo treasuryId } } }');
  expect(errors).toEqual([]);
  expect(data.tokens.nodes).toEqual([{ name: 'One', memo: 'looked up', treasuryId: '0.0.3' }]);
});
