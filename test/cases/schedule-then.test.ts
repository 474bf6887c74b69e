// A schedule as it was: what its transactions had done by then, told by nothing but what it is now.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScheduleRow, scheduleAt } from '../../src/contract/resources/schedules.js';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

/** What happens to a schedule, second by second: it is made at 1, signed, and executed, deleted or neither. */
const history = fc.record({
  signed: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
  end: fc.option(fc.constantFrom('executed', 'deleted')),
  after: fc.integer({ min: 0, max: 5 }),
});
const stamp = (second: number) => `${second}.000000000`;

describe('any history of a schedule', () => {
  it('is told of each instant as a ledger of then would have told it, or not at all', () => {
    let told = 0;
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 30 }), ({ signed, end, after }, at) => {
        const times = [...signed].sort((a, b) => a - b);
        const ended = (times.at(-1) ?? 1) + after;
        /** The row that a ledger has at a second. */
        const rowAt = (second: number) =>
          ({
            consensus_timestamp: stamp(1),
            deleted: end === 'deleted' && ended <= second,
            executed_timestamp: end === 'executed' && ended <= second ? stamp(ended) : null,
            signatures: times
              .filter((time) => time <= second)
              .map((time) => ({ consensus_timestamp: stamp(time) })),
          }) as unknown as ScheduleRow;
        const was = scheduleAt(rowAt(100), stamp(at));
        if (at < 1) {
          expect(was).toBeNull();
          return;
        }
        const { deleted, ...rest } = was as ScheduleRow;
        const { deleted: wasDeleted, ...sure } = rowAt(at);
        expect(rest).toEqual(sure);
        if (deleted === null) expect(end).toBe('deleted');
        else expect(deleted).toBe(wasDeleted);
        if (deleted === false && end === 'deleted') told += 1;
      }),
      { numRuns: 500 },
    );
    expect(told).toBeGreaterThan(5);
  });
});

describe.each(bothLedgers)('over %s', (name) => {
  const both = bothServers();

  it('is an object of its own, found again by its id, for one read of what it is', async () => {
    const server = both.of(name);
    const id = sampleIds.executedSchedule;
    const fields = 'id entityId executedTimestamp deleted memo signatures { consensusTimestamp }';
    const { data } = await ask(
      server,
      `{ schedule(id: "${id}") { ${fields} consensusTimestamp executedTransaction { name } } }`,
    );
    const { executedTimestamp: at, consensusTimestamp: made, signatures } = data.schedule;
    const before = `${BigInt(at.split('.')[0]) - 1n}.999999999`;
    server.calls.length = 0;
    const then = await ask(
      server,
      `{ now: schedule(id: "${id}") { id }
        early: schedule(id: "${id}", at: "5") { id }
        made: schedule(id: "${id}", at: "${made}") { id executedTimestamp }
        open: schedule(id: "${id}", at: "${before}") { ${fields} executedTransaction { name } }
        done: schedule(id: "${id}", at: "${at}") { ${fields} executedTransaction { name } } }`,
    );
    expect(then.errors).toEqual([]);
    const { early, open, done, now } = then.data;
    expect(early).toBeNull();
    expect(then.data.made.executedTimestamp).toBeNull();
    expect(open).toMatchObject({ executedTimestamp: null, executedTransaction: null });
    const known = signatures.filter(
      (one: { consensusTimestamp: string }) => one.consensusTimestamp <= before,
    );
    expect(open.signatures).toEqual(known);
    expect(done).toMatchObject({ executedTimestamp: at, deleted: false });
    expect(done.executedTransaction).toEqual(data.schedule.executedTransaction);
    expect(new Set([open.id, done.id, now.id]).size).toBe(3);
    expect(server.calls.filter((call) => call.includes('schedule'))).toHaveLength(1);
    const again = await ask(server, `{ node(id: "${open.id}") { ... on Schedule { ${fields} } } }`);
    const { executedTransaction: _transaction, ...plain } = open;
    expect(again.data.node).toEqual(plain);
  });

  it('does not say when one was deleted, and takes no id with half a time', async () => {
    const server = both.of(name);
    const { data } = await ask(
      server,
      `{ schedule(id: "${sampleIds.deletedSchedule}") { deleted }
        was: schedule(id: "${sampleIds.deletedSchedule}", at: "1899999999") { deleted } }`,
    );
    expect(data).toEqual({ schedule: { deleted: true }, was: { deleted: null } });
    const id = Buffer.from('Schedule:0.0.9000002@x').toString('base64url');
    const { errors } = await ask(server, `{ node(id: "${id}") { id } }`);
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'id' });
  });
});
