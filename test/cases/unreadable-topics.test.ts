// Serialized members of topics and messages that can not be read: an error in their place, and all else is told.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { engines, openChanging, serve } from '../support/ledgers.js';

const second = 1_000_000_000n;
const chunk = (number: number, id: string) => ({
  topic_id: 7,
  sequence_number: number,
  consensus_timestamp: BigInt(number) * second,
  message: `part ${number}`,
  ...{ chunk_num: 1, chunk_total: 1, initial_transaction_id: id },
});

describe.each(engines)('what can not be read of %s', (engine) => {
  let tables: Awaited<ReturnType<typeof openChanging>>;
  let server: Server;
  beforeAll(async () => {
    tables = await openChanging(engine, {
      entities: [{ num: 7, type: 'TOPIC', memo: 'seven' }],
      topicmessages: [
        chunk(1, '0a06088092b8c30612021807'),
        // Bytes that are no message; a number that no account can have; seconds without an end.
        chunk(2, 'ff'),
        chunk(3, '12071880808080808001'),
        chunk(4, '0a0c08ffffffffffffffff7f1001'),
      ],
    });
    await tables.run(
      "insert into topic (id, timestamp_range, created_timestamp, fee_exempt_key_list) values (7, '[1,)', 1, '\\xff')",
    );
    await tables.run("insert into custom_fee (entity_id, timestamp_range) values (7, '[1,)')");
    server = await serve(tables.ledger);
  });
  afterAll(async () => {
    await server?.close();
    await tables?.release();
    await tables?.ledger.close();
  });

  it('is an error at its field, and its page is told', async () => {
    const { data, errors } = await ask(
      server,
      `{ topic(id: "7") { memo messages(first: 10) { nodes { sequenceNumber text
        chunkInfo { total initialTransaction { payerAccountId validStart } } whole { text } } } } }`,
    );
    const { nodes } = data.topic.messages;
    expect(data.topic.memo).toBe('seven');
    expect(nodes.map((node: { text: string }) => node.text)).toEqual(
      [1, 2, 3, 4].map((number) => `part ${number}`),
    );
    expect(nodes.map((node: { chunkInfo: object | null }) => node.chunkInfo)).toEqual([
      {
        total: 1,
        initialTransaction: { payerAccountId: '0.0.7', validStart: '1752041728.000000000' },
      },
      null,
      null,
      {
        total: 1,
        initialTransaction: {
          payerAccountId: null,
          validStart: '9223372036854775807.000000001',
        },
      },
    ]);
    expect(errors.map(({ path, extensions }) => [path, extensions?.['code']])).toEqual(
      [1, 2].map((at) => [
        ['topic', 'messages', 'nodes', at, 'chunkInfo', 'initialTransaction'],
        'UPSTREAM_BAD_DATA',
      ]),
    );
    // A message that was sent in one is whole, whoever sent it.
    expect(nodes.map((node: { whole: { text: string } }) => node.whole.text)).toEqual(
      [1, 2, 3, 4].map((number) => `part ${number}`),
    );
  });

  it('is an error of its own list of keys, and its topic is told', async () => {
    const { data, errors } = await ask(
      server,
      '{ topic(id: "7") { memo feeExemptKeys { __typename } } }',
    );
    expect(data).toEqual({ topic: { memo: 'seven', feeExemptKeys: null } });
    expect(errors.map(({ extensions }) => extensions?.['code'])).toEqual(['UPSTREAM_BAD_DATA']);
  });

  it.each(['/topics/7', '/topics/7/messages', '/topics/7/messages/2'])(
    'is no half answer over REST: %s',
    async (path) => {
      const { status, body } = await get(server, `/api/v1${path}`);
      expect([status, body]).toEqual([
        503,
        { _status: { messages: [{ message: 'Service unavailable' }] } },
      ]);
    },
  );

  it('leaves the other pages of REST as they are', async () => {
    const { status, body } = await get(server, '/api/v1/topics/7/messages?limit=1');
    expect(status).toBe(200);
    expect(body.messages[0].sequence_number).toBe(1);
  });
});
