// CASE-25: the embedded database under stress. No statement holds up the server, or others for long.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocks } from '../../src/contract/resources/blocks.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { openSampleDatabase, sampleClock } from '../../src/sample/prepared.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';

const heavy = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`;

let database: EmbeddedDatabase;
let ledger: Ledger;
let server: Server;

beforeAll(async () => {
  database = await openSampleDatabase({ statementTimeout: 1500 });
  const plain = sqlLedger(database, sampleClock);
  ledger = {
    ...plain,
    /** Blocks stand for the heaviest thing that one can ask for. */
    async page(list, request, operation) {
      if (list.name === blocks.name) await database.query(heavy, operation);
      return plain.page(list, request, operation);
    },
  };
  server = await serve(ledger, { operation: { timeout: 800 } });
});

afterAll(async () => {
  await server?.close();
  await ledger?.close();
});

const light = '{ token(id: "0.0.2001") { entityId } accounts(first: 1) { nodes { entityId } } }';
const busy = '{ blocks(first: 1) { nodes { number } } }';

describe('200 requests at once', () => {
  it('are all answered', { timeout: 60_000 }, async () => {
    const patient = await serve(ledger, { operation: { timeout: 50_000 } });
    const [, at] = sampleIds.snapshots;
    const query = (n: number) => `{ balances(at: "${at}", first: ${1 + (n % 7)}) { timestamp
      nodes { balance account { memo tokens(first: 2) { nodes { amount } } } } } }`;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(patient, query(n))),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(new Set(answers.map(({ data }) => data.balances.timestamp)).size).toBe(1);
    await patient.close();
  });
});

describe('a statement without end', () => {
  it('ends with a code while the server stays awake, and others are answered soon after', {
    timeout: 30_000,
  }, async () => {
    const waits: number[] = [];
    let isOver = false;
    const polling = (async () => {
      while (!isOver) {
        const began = performance.now();
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
        waits.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const began = performance.now();
    const { errors } = await ask(server, busy);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_TIMEOUT']);
    expect(performance.now() - began).toBeLessThan(8000);

    // The thread is ended a second after the last one stopped waiting, and another one takes over.
    const patient = await serve(ledger, { operation: { timeout: 25_000 } });
    expect((await ask(patient, light)).data).toMatchObject({ token: { entityId: '0.0.2001' } });
    isOver = true;
    await polling;
    waits.sort((a, b) => a - b);
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(100);
    expect(waits.at(-1)).toBeLessThan(3000);
    await patient.close();
  });

  it('takes no one along that waits behind it', { timeout: 90_000 }, async () => {
    const patient = await serve(ledger, { operation: { timeout: 50_000 } });
    const stuck = ask(patient, busy);
    const others = await Promise.all(Array.from({ length: 20 }, () => ask(patient, light)));
    expect(others.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await stuck).errors.map(({ extensions }) => extensions['code'])).toEqual([
      'UPSTREAM_TIMEOUT',
    ]);
    await patient.close();
  });

  it('is not begun when no one waits for it any more', { timeout: 60_000 }, async () => {
    const hasty = () => database.query(heavy, startOperation({ timeout: 200, calls: 1 }));
    const began = performance.now();
    const ended = await Promise.allSettled(Array.from({ length: 5 }, hasty));
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(performance.now() - began).toBeLessThan(2000);
    const operation = startOperation({ timeout: 20_000, calls: 1 });
    await database.query(sql`select 1`, operation);
    // Five in turn, each ended after a second of patience, would take much longer.
    expect(performance.now() - began).toBeLessThan(25_000);
  });
});

describe('a thread that dies', () => {
  it('is replaced, and what waited is answered or told', { timeout: 60_000 }, async () => {
    const operation = startOperation({ timeout: 20_000, calls: 100 });
    const crash = database.query(
      sql`select repeat('x', 1000000000) || repeat('y', 1000000000)`,
      operation,
    );
    await crash.catch(() => {});
    const [row] = await database.query(sql`select count(*)::int as count from token`, operation);
    expect(row?.['count']).toBeGreaterThan(0);
  });
});
