// Parts whose senders lie of their numbers, or of when the first was sent: an error of their own, on every ledger.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, openChanging, remote, serve } from '../support/ledgers.js';

const second = 1_000_000_000n;
const greatest = 2n ** 63n - 1n;
/** TransactionIDs of the account 0.0.3 that start at 5, at the last second of an int64, before the epoch, and without an end of nanoseconds. */
const starts = {
  usual: '0a02080512021803',
  last: '0a0c08ffffffffffffffff7f100112021803',
  before: '0a0b08ffffffffffffffffff0112021803',
  nanos: '0a0d080510ffffffffffffffffff0112021803',
};
const most = 2 ** 31 - 1;

describe.each([...engines, 'a mirror node'] as const)('lies in %s', (kind) => {
  let tables: Awaited<ReturnType<typeof openChanging>>;
  let face: Server | undefined;
  let ledger: Ledger;
  let server: Server;

  beforeAll(async () => {
    const lies: [bigint, number, number | null, string | null][] = [
      [1n, 1, 0, starts.usual],
      [2n, 3, 2, starts.usual],
      [3n, most, most, starts.usual],
      [4n, -1, -2, starts.usual],
      [5n, -most - 1, 1, starts.usual],
      [6n, 1, null, starts.usual],
      [7n, 1, 3, starts.usual],
      [8n, 1, 2, starts.last],
      [9n, 1, 2, starts.before],
      [10n, 1, 2, starts.nanos],
      [11n, 1, 2, null],
      [greatest, 1, 2, starts.usual],
    ];
    tables = await openChanging(kind === 'a mirror node' ? 'embedded' : kind, {
      topicmessages: lies.map(([number, chunk_num, chunk_total, initial_transaction_id]) => ({
        topic_id: 7,
        sequence_number: number,
        consensus_timestamp: (number > 100n ? 100n : number) * second,
        message: 'part',
        ...{ chunk_num, chunk_total, initial_transaction_id },
      })),
    });
    face = kind === 'a mirror node' ? await serve(tables.ledger) : undefined;
    ledger = face ? remote(face.url, { retries: 0 }) : tables.ledger;
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server?.close();
    if (face) await ledger?.close();
    await face?.close();
    await tables?.release();
    await tables?.ledger.close();
  });

  const told = async (number: bigint) => {
    const { data, errors } = await ask(
      server,
      `{ message(topic: "7", sequenceNumber: "${number}") { text
        chunkInfo { number total initialTransaction { validStart transaction { name } } } whole { parts } } }`,
    );
    return { data, errors: errors.map(({ path, extensions }) => [path, extensions?.['code']]) };
  };

  it.each([
    [1n, 'part 1 of 0', 1, 0, '5.000000000', 'MESSAGE_INCOMPLETE'],
    [2n, 'part 3 of 2', 3, 2, '5.000000000', 'MESSAGE_INCOMPLETE'],
    [3n, 'the last of 2^31 - 1', most, most, '5.000000000', 'MESSAGE_TOO_LARGE'],
    [4n, 'part -1 of -2', -1, -2, '5.000000000', 'MESSAGE_INCOMPLETE'],
    [6n, 'part 1 of nobody knows how many', 1, null, '5.000000000', 'MESSAGE_INCOMPLETE'],
    [7n, 'part 1 of 3, of which two are not there', 1, 3, '5.000000000', 'MESSAGE_INCOMPLETE'],
    [8n, 'sent at the last', 1, 2, '9223372036854775807.000000001', 'MESSAGE_INCOMPLETE'],
    [9n, 'sent before the epoch', 1, 2, '-1.000000000', 'MESSAGE_INCOMPLETE'],
    [10n, 'of odd nanoseconds', 1, 2, '4.999999999', 'MESSAGE_INCOMPLETE'],
    [11n, 'sent nobody knows when', 1, 2, null, 'MESSAGE_INCOMPLETE'],
    [greatest, 'of the greatest number', 1, 2, '5.000000000', 'MESSAGE_INCOMPLETE'],
  ] as const)('message %d, %s, is told as it is, and no whole', async (at, _name, ...lie) => {
    const [number, total, validStart, code] = lie;
    expect(await told(at)).toEqual({
      data: {
        message: {
          text: 'part',
          chunkInfo: { number, total, initialTransaction: { validStart, transaction: null } },
          whole: null,
        },
      },
      errors: [[['message', 'whole'], code]],
    });
  });

  it('a message of one part is whole, whatever number it has', async () => {
    expect((await told(5n)).data.message.whole).toEqual({ parts: 1 });
  });
});
