// Parts of messages that lie nowhere near: what looks for them is charged once for a page, and paid for as it comes.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const many = 200;
const second = 1_000_000_000n;
/** First parts of two, each of another message, and no second part of any. */
const setup = {
  topicmessages: Array.from({ length: many }, (_, at) => ({
    ...{ topic_id: 7, sequence_number: 2 * at + 1, chunk_num: 1, chunk_total: 2 },
    ...{ consensus_timestamp: BigInt(at + 100) * second, message: 'a' },
    valid_start_timestamp: BigInt(at + 50) * second,
  })),
};

describe.each(backends)('on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });

  it('all of them are looked for in the calls that an operation may make, and no further', async () => {
    const query = `{ topic(id: "0.0.7") { messages(first: ${many}) { nodes { whole { parts } } } } }`;
    const { data, errors } = await ask(server, query);
    expect(data.topic.messages.nodes).toEqual(Array(many).fill({ whole: null }));
    const codes = errors.map(({ extensions }) => extensions['code']);
    expect(codes).toHaveLength(many);
    const beyond = codes.filter((code) => code === 'COST_LIMIT').length;
    expect(codes.filter((code) => code === 'MESSAGE_INCOMPLETE').length).toBe(many - beyond);
    // One statement answers for all of a page; over HTTP each is a request of its own.
    expect(beyond > 0).toBe(backend === 'the REST face');
  });
});
