// Rows of which a member is wrong are told as the others are, and the ledger is asked no more often for them.
import { expect, it } from 'vitest';
import { openStub } from '../support/backends.js';
import { listen, pause } from '../support/listen.js';
import { ledgerStub } from '../support/stub.js';

const query =
  'subscription { messageAdded(topic: "7", afterSequenceNumber: 0) { cursor node { text } } }';

it('messages without a number are told each once and in order, also to who catches up', async ({
  onTestFinished,
}) => {
  const messages = Array.from({ length: 250 }, (_, index) => ({
    ...{ chunk_info: null, payer_account_id: '0.0.2', running_hash: 'AA==' },
    ...{ running_hash_version: 3, topic_id: '0.0.7', sequence_number: null },
    consensus_timestamp: `1700000000.${String(index).padStart(9, '0')}`,
    message: Buffer.from(String(index)).toString('base64'),
  }));
  const server = await openStub(ledgerStub({ messages }), {}, { live: { interval: 100 } });
  const listener = listen(server, query);
  onTestFinished(async () => {
    listener.leave();
    await server.close();
  });
  await listener.first(250);
  await pause(300);
  const texts = listener.events.map(({ data }) => data?.messageAdded?.node.text);
  expect(texts).toEqual(messages.map((_row, index) => String(index)));
  expect(server.stub.calls.length).toBeLessThan(30);
});
