// Where one object is asked for, its global id does as well as its id on the ledger.
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { entities } from '../../src/graphql/reading/entities.js';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

const globalId = (text: string) => Buffer.from(text).toString('base64url');
const { maxToken, manyTokens: account, keepsakes } = sampleIds;

const server = sampleServer();

async function firstIds() {
  const { data } = await ask(
    server,
    '{ blocks(first: 1) { nodes { id } } schedules(first: 1) { nodes { id entityId } } }',
  );
  return { block: data.blocks.nodes[0].id, schedule: data.schedules.nodes[0].id };
}

describe('an EVM address that stands for an id', () => {
  const addressOf = (id: string) =>
    `0x${BigInt(id.slice('0.0.'.length)).toString(16).padStart(40, '0')}`;

  it('names a token, the token of an NFT, a topic, and the account of a condition', async () => {
    const { data, errors } = await ask(
      server,
      `query Addresses($token: EntityId!, $owner: EntityId) {
        token(id: $token) { entityId }
        nft(token: "${addressOf(keepsakes).toUpperCase().slice(2)}", serialNumber: 1) { tokenId }
        topic(id: "${addressOf('0.0.4001')}") { entityId }
        account(id: "${account}") { token(id: "${addressOf(maxToken)}") { tokenId } }
        accounts(filter: { account: { in: ["${addressOf(account)}", "0.0.1002"] } }) { nodes { entityId } }
        tokens(filter: { account: $owner, token: { eq: $token } }) { nodes { entityId } } }`,
      { token: addressOf(maxToken), owner: addressOf(account) },
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      token: { entityId: maxToken },
      nft: { tokenId: keepsakes },
      topic: { entityId: '0.0.4001' },
      account: { token: { tokenId: maxToken } },
      accounts: { nodes: [{ entityId: account }, { entityId: '0.0.1002' }] },
      tokens: { nodes: [{ entityId: maxToken }] },
    });
  });
});

describe('global ids', () => {
  it('name an account, a token, also that of an NFT, a schedule and a block', async () => {
    const { block, schedule } = await firstIds();
    const ids = { account: globalId(`Account:${account}`), token: globalId(`Token:${maxToken}`) };
    const { data, errors } = await ask(
      server,
      `{ account(id: "${ids.account}") { id memo token(id: "${ids.token}") { tokenId } }
        token(id: "${ids.token}") { id name } schedule(id: "${schedule}") { id memo }
        nft(token: "${globalId(`Token:${keepsakes}`)}", serialNumber: 1) { tokenId }
        block(id: "${block}") { id hash } }`,
    );
    expect(errors).toEqual([]);
    expect(data.nft).toEqual({ tokenId: keepsakes });
    expect(data.account).toMatchObject({ id: ids.account, token: { tokenId: maxToken } });
    expect(data.token.id).toBe(ids.token);
    expect(data.schedule.id).toBe(schedule);
    expect(data.block.id).toBe(block);
  });

  it('are an argument wherever one object is asked for by one', () => {
    const lacking = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
      const { type, args, name } = field;
      const isOne = isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
      const takesIt = args.some((argument) => ['id', 'ref'].includes(argument.name));
      return isOne && !takesIt ? name : [];
    });
    // An NFT is asked for by its token, of which the global id does, and a number.
    expect(lacking).toEqual(['nft']);
  });

  it('name a result of a call', async () => {
    const time = '1795171040.287190063';
    const id = globalId(`ContractResult:${time}`);
    const { data, errors } = await ask(
      server,
      `{ byId: contractResult(id: "${id}") { id timestamp } byTime: contractResult(timestamp: "${time}") { id timestamp } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ byId: { id, timestamp: time }, byTime: { id, timestamp: time } });
  });

  it('have beside them the ids of transactions, as mirror nodes and as software kits write them', async () => {
    const timestamp = '1795175986.976366237';
    const { data, errors } = await ask(
      server,
      `{ node: contractResult(transactionId: "0.0.2-1795175983-974095004") { timestamp }
        kit: contractResult(transactionId: "0.0.2@1795175983.974095004") { timestamp } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ node: { timestamp }, kit: { timestamp } });
  });

  it('go through variables of the same types as ids of the ledger', async () => {
    const query = `query One($account: AccountRef!, $token: EntityId!) {
      account(id: $account) { entityId } token(id: $token) { entityId } }`;
    const { data } = await ask(server, query, {
      account: globalId(`Account:${account}`),
      token: globalId(`Token:${maxToken}`),
    });
    expect(data).toEqual({ account: { entityId: account }, token: { entityId: maxToken } });
  });

  it.each([
    [`account(id: "${globalId(`Token:${maxToken}`)}") { memo }`, 'id', /of Account.* one of Token/],
    [`token(id: "${globalId(`Account:${account}`)}") { name }`, 'id', /of Token.* one of Account/],
    [`schedule(id: "${globalId('Block:5')}") { memo }`, 'id', /of Schedule.* one of Block/],
    [`block(id: "${globalId('Account:0.0.5')}") { hash }`, 'id', /of Block.* one of Account/],
    [`contractResult(id: "${globalId('Block:5')}") { hash }`, 'id', /of ContractResult.* of Block/],
    ['contractResult { hash }', 'hash', /take one of hash, .* but got "nothing"/],
    ['contractResult(id: "x", timestamp: "1") { hash }', 'hash', /but got "timestamp, id"/],
    // Digits alone are a time, of which there would be no result and no word.
    [
      'contractResult(transactionId: "1795175983") { hash }',
      'transactionId',
      /must be a transaction id.*"1795175983"/,
    ],
    ['contractResult(id: "x") { hash }', 'id', /must be .*seconds.*"x"/],
    [`token(id: "${globalId('Token:5')}") { name }`, 'id', /as a field `id` gave it/],
    [
      `token(id: "${globalId('Token:0.0.2001@5.000000000')}") { name }`,
      'id',
      /of Token, and is one of the past, which `node` takes/,
    ],
    // Letters that hold the same bytes are another text, and an object has one id only.
    ['node(id: "QWNjb3VudDowLjAuMTAwMR") { id }', 'id', /must be a global id, as a field/],
    [
      `nft(token: "${globalId('Account:0.0.5')}", serialNumber: 1) { id }`,
      'token',
      /of Token.* one of Account/,
    ],
    [
      `node(id: "${globalId('Nft:0.0.2003/0')}") { id }`,
      'id',
      /must be a global id of Nft, as a field `id` gave it/,
    ],
    ['nft(token: "0.0.2003", serialNumber: 0) { id }', 'serialNumber', /from 1 to .* got "0"/],
    [
      `accounts(filter: { account: { eq: "${globalId('Account:0.0.5')}" } }) { nodes { id } }`,
      'filter.account.eq',
      /must be/,
    ],
  ])('of what is not asked for are refused before any call: %s', async (query, argument, rule) => {
    server.calls.length = 0;
    const { errors } = await ask(server, `{ ${query} }`);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(rule);
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
    expect(server.calls).toEqual([]);
  });
});

describe('what no field `id` has given', () => {
  /** Fields that take a global id of one type, beside other forms. */
  const taking: Readonly<Record<string, readonly [field: string, argument: string][]>> = {
    Account: [['account(id: ID) { memo }', 'id']],
    Block: [['block(id: ID) { hash }', 'id']],
    Contract: [['contract(id: ID) { memo }', 'id']],
    ContractResult: [['contractResult(id: ID) { hash }', 'id']],
    Message: [['message(id: ID) { runningHash }', 'id']],
    Schedule: [['schedule(id: ID) { memo }', 'id']],
    Token: [
      ['token(id: ID) { name }', 'id'],
      ['nft(token: ID, serialNumber: 1) { id }', 'token'],
    ],
    Topic: [
      ['topic(id: ID) { memo }', 'id'],
      ['message(topic: ID, sequenceNumber: 1) { runningHash }', 'topic'],
    ],
    Transaction: [
      ['transaction(ref: ID) { memo }', 'ref'],
      ['transactionsById(id: ID) { memo }', 'id'],
    ],
  };
  const wrong = [
    'x',
    '1/2/3/4/5',
    '@1.000000000',
    '0.0.1@',
    '0.0.1@1',
    '0.0.1@1.000000000@2.000000000',
  ];
  const cases = [...entities.keys()].flatMap((type) =>
    wrong.map((own) => ({ type, own, id: globalId(`${type}:${own}`) })),
  );

  it.each(cases)(
    'is refused in the same words by all that take one: $type:$own',
    async ({ type, id }) => {
      server.calls.length = 0;
      const fields = [
        ['node(id: ID) { id }', 'id'],
        ['nodes(ids: [ID]) { id }', 'ids'],
        ...(taking[type] ?? []),
      ] as const;
      const asked = fields.map(([field], at) => `f${at}: ${field.replace('ID', `"${id}"`)}`);
      const { errors } = await ask(server, `{ ${asked.join(' ')} }`);
      expect(errors.map(({ message }) => message)).toEqual(
        fields.map(
          ([, argument]) =>
            `${argument}: must be a global id of ${type}, as a field \`id\` gave it, but got "${id}"`,
        ),
      );
      expect(errors.map(({ extensions }) => extensions)).toEqual(
        fields.map(([, argument]) => ({ code: 'BAD_USER_INPUT', argument })),
      );
      expect(server.calls).toEqual([]);
    },
  );

  it('finds nothing in a search, and takes nothing from those that are right', async () => {
    const [right, id] = [globalId(`Token:${maxToken}`), globalId('Token:x')];
    server.calls.length = 0;
    const { data, errors } = await ask(server, `{ search(text: "${id}") { __typename } }`);
    expect({ data, errors }).toEqual({ data: { search: [] }, errors: [] });
    expect(server.calls).toEqual([]);
    const both = await ask(server, `{ nodes(ids: ["${id}", "${right}"]) { id } }`);
    expect(both.data).toEqual({ nodes: [null, { id: right }] });
    expect(both.errors.map(({ path }) => path)).toEqual([['nodes', 0]]);
  });
});
