// Whoever follows a topic and does not read holds a bounded amount, misses nothing, and is gone when it leaves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server } from '../../src/server.js';
import { engines, openChanging, serve } from '../support/ledgers.js';
import { eventually, listen, pause } from '../support/listen.js';
import { slowReader, stalled } from '../support/slow-reader.js';

const interval = 100;
const all = 500;
/** Bytes of a message: all of them are far more than the buffers of a connection. */
const size = 30_000;

const engine = engines[0] as (typeof engines)[number];
const query = `subscription { messageAdded(topic: "7", afterSequenceNumber: 0) { node { sequenceNumber text } } }`;
const number = /"sequenceNumber":"(\d+)"/g;

describe('a subscriber of messages that does not read', () => {
  let tables: Awaited<ReturnType<typeof openChanging>>;
  let ledger: Ledger;
  let server: Server;
  /** Rows of messages that the ledger has given. */
  let given = 0;
  let polls = 0;

  beforeAll(async () => {
    tables = await openChanging(engine, {});
    await tables.run(`insert into topic_message (topic_id, sequence_number, consensus_timestamp, message, running_hash)
      select 7, n, 1000 + n, convert_to(repeat('m', ${size}), 'UTF8'), '\\x00' from generate_series(1, ${all}) n`);
    ledger = {
      ...tables.ledger,
      async page(...asked) {
        polls += 1;
        const page = await tables.ledger.page(...asked);
        given += page?.items.length ?? 0;
        return page;
      },
    };
    server = await serve(ledger, { metrics: makeMetrics(), live: { interval } });
  });
  afterAll(async () => {
    await server.close();
    await tables.release();
    await tables.ledger.close();
  });

  it('is sent no more than its connection holds, and no more is read for it', async () => {
    const reader = slowReader(server, query, number);
    const count = await stalled(server, interval);
    expect(count).toBeLessThan(all - 100);
    const quick = listen(server, query.replace('0)', `${all - 1})`));
    await quick.first(1);
    quick.leave();
    // What was read lies in the window of all, in one page of its own, or was sent.
    expect(given).toBeLessThanOrEqual((await stalled(server, interval)) + 100 + 100 + 1);
    reader.socket.resume();
    await eventually(() => reader.numbers.length).toBe(all);
    expect(reader.numbers).toEqual(Array.from({ length: all }, (_, index) => index + 1));
    reader.socket.destroy();
  });

  it('is followed no more once it has left, whatever was still to be sent', async () => {
    const reader = slowReader(server, query, number);
    await stalled(server, interval);
    reader.socket.destroy();
    let last = -1;
    await eventually(async () => {
      const isQuiet = polls === last;
      last = polls;
      await pause(2 * interval);
      return isQuiet;
    }).toBe(true);
    expect(reader.numbers).toEqual([]);
  });
});
