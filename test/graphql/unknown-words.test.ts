// A word that the schema does not know is told as UNKNOWN, and spoils nothing around it: for every enum there is.
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { ledgerStub } from '../support/stub.js';

const word = 'A_WORD_OF_TOMORROW';
const key = (type: string) => ({ _type: type, key: 'ab' });
const tokens = [
  { token_id: '0.0.1', name: 'One', symbol: 'A', decimals: 0, type: word, admin_key: key(word) },
  {
    ...{ token_id: '0.0.2', name: 'Two', symbol: 'B', decimals: 0, type: 'FUNGIBLE_COMMON' },
    admin_key: key('ED25519'),
  },
];
const whole = { treasury_account_id: '0.0.2', pause_status: word, supply_type: word };
const relation = { automatic_association: false, balance: 7, created_timestamp: '1.000000001' };
const signed = { consensus_timestamp: '1.000000001', public_key_prefix: 'AA==', signature: 'AA==' };

const hash = `0x${'5001'.repeat(16)}`;
const called = { hash, timestamp: '1.000000001', from: `0x${'5'.repeat(40)}` };
const action = { call_depth: 0, gas: 5, gas_used: 5, value: 0, timestamp: called.timestamp };
const hook = { owner_id: '0.0.5', deleted: false };

const tables = {
  tokens,
  contractResults: [called],
  contractActions: {
    [hash]: [
      {
        ...{ ...action, index: 0, call_operation_type: word, call_type: word },
        ...{ recipient_type: word, result_data_type: word },
      },
      {
        ...{ ...action, index: 1, call_operation_type: 'CALL', call_type: 'CREATE' },
        ...{ recipient_type: 'ACCOUNT', result_data_type: 'OUTPUT' },
      },
    ],
  },
  hooks: {
    '0.0.5': [
      { ...hook, hook_id: 2, type: word, extension_point: word },
      { ...hook, hook_id: 1, type: 'EVM', extension_point: 'ACCOUNT_ALLOWANCE_HOOK' },
    ],
  },
  registeredNodes: [
    { registered_node_id: 1, service_endpoints: [{ type: word }, { type: 'BLOCK_NODE' }] },
  ],
  token: [{ ...tokens[0], ...whole }],
  account: [{ account: '0.0.5', memo: 'm' }],
  accountTokens: {
    '0.0.5': [
      { ...relation, token_id: '0.0.1', freeze_status: word, kyc_status: word },
      { ...relation, token_id: '0.0.2', freeze_status: 'FROZEN', kyc_status: 'GRANTED' },
    ],
  },
  schedule: [
    {
      schedule_id: '0.0.7',
      signatures: [
        { ...signed, type: word },
        { ...signed, type: 'ED25519' },
      ],
    },
  ],
};

interface Case {
  /** An operation that selects the enum where the word is new, and where it is known. */
  readonly query: string;
  readonly data: unknown;
}

/** An enum at actions of a call, of which the second has a known word. */
const ofActions = (field: string, word: string): Case => ({
  query: `{ contractResults { nodes { actions { nodes { index value: ${field} } } } } }`,
  data: {
    contractResults: {
      nodes: [
        {
          actions: {
            nodes: [
              { index: 0, value: 'UNKNOWN' },
              { index: 1, value: word },
            ],
          },
        },
      ],
    },
  },
});

const ofHooks = (field: string, word: string): Case => ({
  query: `{ account(id: "0.0.5") { hooks { nodes { hookId value: ${field} } } } }`,
  data: {
    account: {
      hooks: {
        nodes: [
          { hookId: '2', value: 'UNKNOWN' },
          { hookId: '1', value: word },
        ],
      },
    },
  },
});

/** The enums of the schema's answers, and what is asked of each. */
const cases: Readonly<Record<string, Case>> = {
  ContractOperationType: ofActions('callOperationType', 'CALL'),
  ContractCallType: ofActions('callType', 'CREATE'),
  ContractRecipientType: ofActions('recipientType', 'ACCOUNT'),
  ContractResultDataType: ofActions('resultDataType', 'OUTPUT'),
  HookType: ofHooks('type', 'EVM'),
  HookExtensionPoint: ofHooks('extensionPoint', 'ACCOUNT_ALLOWANCE_HOOK'),
  RegisteredNodeType: {
    query: '{ network { registeredNodes { nodes { serviceEndpoints { type } } } } }',
    data: {
      network: {
        registeredNodes: {
          nodes: [{ serviceEndpoints: [{ type: 'UNKNOWN' }, { type: 'BLOCK_NODE' }] }],
        },
      },
    },
  },
  TokenType: {
    query: '{ tokens { nodes { name type } } }',
    data: {
      tokens: {
        nodes: [
          { name: 'One', type: 'UNKNOWN' },
          { name: 'Two', type: 'FUNGIBLE_COMMON' },
        ],
      },
    },
  },
  KeyType: {
    query: '{ tokens { nodes { name adminKey { type key } } } }',
    data: {
      tokens: {
        nodes: [
          { name: 'One', adminKey: { type: 'UNKNOWN', key: 'ab' } },
          { name: 'Two', adminKey: { type: 'ED25519', key: 'ab' } },
        ],
      },
    },
  },
  TokenPauseStatus: {
    query: '{ token(id: "0.0.1") { name pauseStatus } }',
    data: { token: { name: 'One', pauseStatus: 'UNKNOWN' } },
  },
  TokenSupplyType: {
    query: '{ token(id: "0.0.1") { name supplyType } }',
    data: { token: { name: 'One', supplyType: 'UNKNOWN' } },
  },
  FreezeStatus: {
    query:
      '{ account(id: "0.0.5") { tokens { nodes { balance relationship { freezeStatus } } } } }',
    data: {
      account: {
        tokens: {
          nodes: [
            { balance: '7', relationship: { freezeStatus: 'UNKNOWN' } },
            { balance: '7', relationship: { freezeStatus: 'FROZEN' } },
          ],
        },
      },
    },
  },
  KycStatus: {
    query: '{ account(id: "0.0.5") { tokens { nodes { balance relationship { kycStatus } } } } }',
    data: {
      account: {
        tokens: {
          nodes: [
            { balance: '7', relationship: { kycStatus: 'UNKNOWN' } },
            { balance: '7', relationship: { kycStatus: 'GRANTED' } },
          ],
        },
      },
    },
  },
  SignatureType: {
    query: '{ schedule(id: "0.0.7") { signatures { signature type } } }',
    data: {
      schedule: {
        signatures: [
          { signature: 'AA==', type: 'UNKNOWN' },
          { signature: 'AA==', type: 'ED25519' },
        ],
      },
    },
  },
};

let server: OnStub;
beforeAll(async () => {
  server = await openStub(ledgerStub(tables));
  return server.close;
});

it('is tried for every enum that the schema answers with', () => {
  const answered = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values((isObjectType(type) && type.getFields()) || {}))
    .map((field) => getNamedType(field.type))
    .filter(isEnumType);
  expect(new Set(answered.map(({ name }) => name))).toEqual(new Set(Object.keys(cases)));
  for (const type of answered) {
    expect(type.getValue('UNKNOWN')?.description, type.name).toMatch(/newer than this schema/);
  }
});

it.each(Object.entries(cases))('is UNKNOWN, and known words stay: %s', async (_name, one) => {
  // More than twice, since operations that come again are run in another way.
  for (let count = 0; count < 4; count += 1) {
    const { data, errors } = await ask(server, one.query);
    expect(errors).toEqual([]);
    expect(data).toEqual(one.data);
  }
});

it.each([
  'tokens',
  'account(id: "0.0.5") { tokens',
  'account(id: "0.0.5") { outstandingAirdrops',
  'account(id: "0.0.5") { pendingAirdrops',
])('can not be asked for, and the error names what can: %s', async (start) => {
  server.stub.calls.length = 0;
  const end = start.includes('{') ? '}' : '';
  const list = (type: string) => `{ ${start}(filter: { type: ${type} }) { nodes { id } } ${end} }`;
  const { errors } = await ask(server, list('UNKNOWN'));
  expect(errors.map(({ extensions }) => extensions)).toEqual([
    { code: 'BAD_USER_INPUT', argument: 'filter.type' },
  ]);
  expect(errors[0]?.message).toBe(
    'filter.type: must be one of FUNGIBLE_COMMON, NON_FUNGIBLE_UNIQUE, but got "UNKNOWN"',
  );
  expect(server.stub.calls).toEqual([]);
});
