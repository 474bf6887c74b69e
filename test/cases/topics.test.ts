// Topics and messages as the contract has them, where the reference's own cases say nothing of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openChanging, openSample, serve } from '../support/ledgers.js';

let tables: Awaited<ReturnType<typeof openChanging>>;
let server: Server;
let sample: Ledger;
let sampleServer: Server;

const second = 1_000_000_000n;

beforeAll(async () => {
  tables = await openChanging('embedded', {
    topicmessages: [
      { topic_id: 7, sequence_number: 1, consensus_timestamp: 5n * second, message: 'grüße' },
      { topic_id: 7, sequence_number: 2, consensus_timestamp: 6n * second, message: '\\xff41' },
      {
        ...{ topic_id: 7, sequence_number: 3, consensus_timestamp: 7n * second },
        ...{ payer_account_id: null, running_hash_version: null, message: '\\x' },
      },
      {
        ...{ topic_id: 7, sequence_number: 4, consensus_timestamp: 8n * second },
        ...{ chunk_num: 1, chunk_total: 2, initial_transaction_id: '0a06088092b8c30612021807' },
      },
      {
        ...{ topic_id: 7, sequence_number: 5, consensus_timestamp: 9n * second },
        ...{ chunk_num: 2, chunk_total: 2, valid_start_timestamp: 3n },
      },
    ],
    transactions: [5, 6, 7].map((at) => ({
      payerAccountId: 3,
      consensus_timestamp: BigInt(at) * second,
      entity_id: 7,
      type: at === 6 ? 14 : 27,
      result: at === 7 ? 10 : 22,
    })),
  });
  server = await serve(tables.ledger);
  sample = await openSample('embedded');
  sampleServer = await serve(sample);
});
afterAll(async () => {
  await server?.close();
  await sampleServer?.close();
  await tables?.release();
  await tables?.ledger.close();
  await sample?.close();
});

const api = (path: string) => get(server, `/api/v1/topics${path}`);
const told = async (path: string) => {
  const { status, body } = await api(path);
  return [status, ...body._status.messages];
};

describe('messages over REST', () => {
  it('tell an id that can not exist as such, and any other as invalid, before the query', async () => {
    const impossible = { message: 'Invalid entity ID "0.0.274877906944"' };
    expect(await told('/274877906944/messages?limit=x')).toEqual([400, impossible]);
    const invalid = { message: 'Invalid parameter: topic.id' };
    expect(await told(`/0x${'0'.repeat(38)}07/messages?limit=x`)).toEqual([400, invalid]);
  });

  it.each([
    ['utf-8', ['grüße', '\ufffdA', '']],
    ['UTF8', ['grüße', '\ufffdA', '']],
    ['base64', ['Z3LDvMOfZQ==', '/0E=', '']],
    // As the reference: what has an operator is taken, and changes nothing.
    ['eq:utf-8', ['Z3LDvMOfZQ==', '/0E=', '']],
  ])('are written as %s', async (encoding, texts) => {
    const { body } = await api(`/7/messages?encoding=${encoding}&limit=3`);
    expect(body.messages.map(({ message }: { message: string }) => message)).toEqual(texts);
    expect(body.links.next).toBe(
      `/api/v1/topics/7/messages?encoding=${encoding}&limit=3&timestamp=gt:7.000000000`,
    );
  });

  it('refuse an encoding that there is none of, and number 0', async () => {
    const { body } = await api('/7/messages?encoding=latin1&sequencenumber=0');
    expect(body._status.messages).toEqual([
      { message: 'Invalid parameter: encoding' },
      { message: 'Invalid parameter: sequencenumber' },
    ]);
  });

  it('say nothing of what the ledger does not know', async () => {
    const { body } = await api('/7/messages/3');
    expect(body).toMatchObject({ payer_account_id: null, running_hash_version: 3, message: '' });
  });

  it('have the first transaction of a part, whole or as far as it is known', async () => {
    const { body } = await api('/7/messages?sequencenumber=gte:4');
    expect(body.messages.map((row: { chunk_info: object }) => row.chunk_info)).toEqual([
      {
        initial_transaction_id: {
          ...{ account_id: '0.0.7', nonce: 0, scheduled: false },
          transaction_valid_start: '1752041728.000000000',
        },
        ...{ number: 1, total: 2 },
      },
      {
        initial_transaction_id: {
          ...{ account_id: '0.0.3', nonce: null, scheduled: null },
          transaction_valid_start: '0.000000003',
        },
        ...{ number: 2, total: 2 },
      },
    ]);
  });

  it('are found by time where the transaction sent one and succeeded', async () => {
    const found = ['5', '6', '7', '8'].map(async (at) => (await api(`/messages/${at}`)).status);
    expect(await Promise.all(found)).toEqual([200, 404, 404, 404]);
    const { headers } = await api('/messages/5.0');
    expect(headers['cache-control']).toBe('public, max-age=600');
  });
});

describe('a topic over REST', () => {
  it('is told in the words of its endpoint', async () => {
    const convert = { message: 'Bad Request', detail: "Failed to convert 'id'" };
    for (const id of ['x', `0x${'0'.repeat(38)}07`, '274877906944', '1.2.3.4']) {
      expect(await told(`/${id}`), id).toEqual([400, convert]);
    }
    const missing = { message: 'Not Found', detail: 'Topic not found' };
    expect(await told('/7?limit=x&nothing=1')).toEqual([404, missing]);
  });

  it('is not found as long as its fees are unknown, and in GraphQL is there without them', async () => {
    await tables.add({ entities: [{ num: 9, type: 'TOPIC', memo: 'nine' }] });
    await tables.run(
      "insert into topic (id, timestamp_range, created_timestamp) values (9, '[1,)', 1)",
    );
    const lack = { message: 'Not Found', detail: 'Custom fee for entity not found' };
    expect(await told('/9')).toEqual([404, lack]);
    const { data, errors } = await ask(
      server,
      '{ topic(id: "9") { memo customFees { fixed { amount } } } }',
    );
    expect({ data, errors }).toEqual({
      data: { topic: { memo: 'nine', customFees: { fixed: [] } } },
      errors: [],
    });
    await tables.run("insert into custom_fee (entity_id, timestamp_range) values (9, '[1,)')");
    expect((await api('/9')).status).toBe(200);
  });

  it('is not found as long as it is no entity, and in GraphQL has its messages, and no memo that nobody knows', async () => {
    await tables.run(
      "insert into topic (id, timestamp_range, created_timestamp) values (11, '[5,)', 5)",
    );
    await tables.run("insert into custom_fee (entity_id, timestamp_range) values (11, '[1,)')");
    const lack = { message: 'Not Found', detail: 'Entity not found' };
    expect(await told('/11')).toEqual([404, lack]);
    const { data, errors } = await ask(
      server,
      '{ topic(id: "11") { entityId createdTimestamp deleted } other: topic(id: "11") { memo } none: topic(id: "12") { memo } }',
    );
    expect(data).toEqual({
      topic: { entityId: '0.0.11', createdTimestamp: '0.000000005', deleted: null },
      other: { memo: null },
      none: null,
    });
    expect(errors.map(({ path, extensions }) => [path, extensions?.['code']])).toEqual([
      [['other', 'memo'], 'UPSTREAM_BAD_DATA'],
    ]);
  });

  it('needs no row of its own for its messages', async () => {
    const query = (more: string) =>
      `{ topic(id: "7") { ${more} messages(first: 2) { nodes { sequenceNumber } } } }`;
    const { data, errors } = await ask(server, query('entityId'));
    expect(errors).toEqual([]);
    expect(data.topic.entityId).toBe('0.0.7');
    expect(data.topic.messages.nodes).toHaveLength(2);
    expect((await ask(server, query('memo'))).data).toEqual({ topic: null });
    const nothing = await ask(
      server,
      '{ topic(id: "777") { messages(first: 2) { nodes { sequenceNumber } } } }',
    );
    expect(nothing.data).toEqual({ topic: null });
  });

  it('has its keys, its fees and its time', async () => {
    const { status, body, headers } = await get(sampleServer, '/api/v1/topics/4001');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=5');
    expect(body).toMatchObject({
      topic_id: '0.0.4001',
      auto_renew_account: '0.0.1014',
      auto_renew_period: 7_776_000,
      memo: 'Notes of the harbour master',
      deleted: false,
      fee_exempt_key_list: [{ _type: 'ED25519' }, { _type: 'ECDSA_SECP256K1' }],
      custom_fees: {
        created_timestamp: '1795165193.000000000',
        fixed_fees: [
          { collector_account_id: '0.0.1014', denominating_token_id: '0.0.2001' },
          { amount: 500_000, collector_account_id: '0.0.1014', denominating_token_id: null },
        ],
      },
      timestamp: { from: '1795164600.000000000', to: null },
    });
    const { text } = await get(sampleServer, '/api/v1/topics/4001');
    expect(text).toContain('"amount":9007199254740993');
  });

  it('without keys and fees says so', async () => {
    const { body } = await get(sampleServer, '/api/v1/topics/4006');
    expect(body).toMatchObject({ admin_key: null, submit_key: null, deleted: true });
    expect([body.fee_exempt_key_list, body.custom_fees.fixed_fees]).toEqual([[], []]);
  });
});

describe('`message`', () => {
  const field = (args: string) =>
    ask(sampleServer, `{ message(${args}) { id sequenceNumber topic { entityId memo } } }`);

  it('is found by number, by time and by its global id, and each way is the same', async () => {
    const { data } = await field('topic: "0.0.4001", sequenceNumber: 1');
    expect(data?.message).toMatchObject({ sequenceNumber: '1', topic: { entityId: '0.0.4001' } });
    const others = await Promise.all([
      field('timestamp: "1795170016.015535040"'),
      field(`id: "${data?.message.id}"`),
    ]);
    for (const other of others) expect(other.data).toEqual(data);
  });

  it.each([
    ['', 'topic'],
    ['topic: "0.0.4001"', 'topic'],
    ['sequenceNumber: 1', 'topic'],
    ['topic: "0.0.4001", sequenceNumber: 1, timestamp: "1"', 'topic'],
    ['topic: "0.0.4001", sequenceNumber: 0', 'sequenceNumber'],
    ['id: "nothing"', 'id'],
  ])('refuses (%s)', async (args, argument) => {
    const query = args === '' ? '{ message { id } }' : `{ message(${args}) { id } }`;
    const { errors } = await ask(sampleServer, query);
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });

  it('is null where there is none', async () => {
    for (const args of ['topic: "0.0.4001", sequenceNumber: 99', 'timestamp: "1"']) {
      expect(await field(args)).toMatchObject({ data: { message: null }, errors: [] });
    }
  });
});

it('leads from a part to its transaction and the first of all, and from a transaction to its topic', async () => {
  const { data, errors } = await ask(
    sampleServer,
    `{ message(topic: "0.0.4003", sequenceNumber: 2) {
      transaction { name entity { ... on Topic { entityId memo } } }
      chunkInfo { initialTransaction { transaction { consensusTimestamp } } } }
      first: message(topic: "0.0.4003", sequenceNumber: 1) { consensusTimestamp }
      pruned: message(topic: "0.0.4005", sequenceNumber: 1) { transaction { name } } }`,
  );
  expect(errors).toEqual([]);
  expect(data?.message.transaction).toEqual({
    name: 'CONSENSUSSUBMITMESSAGE',
    entity: { entityId: '0.0.4003', memo: 'Letters and pictures, in parts' },
  });
  expect(data?.message.chunkInfo.initialTransaction.transaction).toEqual(data?.first);
  expect(data?.pruned).toEqual({ transaction: null });
});
