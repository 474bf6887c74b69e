// How old the newest block is, as an operator reads it: of both ledgers, by few calls, and without waiting for one that is silent.
import { describe, expect, it, onTestFinished } from 'vitest';
import { block } from '../../src/contract/resources/blocks.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import { lookedAt } from '../../src/operating/newest-time.js';
import { sampleIds } from '../../src/sample/sample.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { get } from '../support/get.js';
import { freeOperation, openCase, openSample, remote, serve } from '../support/ledgers.js';
import { startStub } from '../support/stub.js';

const name = 'mirrorql_newest_block_timestamp_seconds';
const never = new Promise<never>(() => {});

/** What the figures of a server say; undefined where they say nothing. */
async function told({ url }: { readonly url: string }): Promise<number | undefined> {
  const { text } = await get({ url }, '/metrics');
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

/** A server whose newest block is what `look` makes of the sample's. */
async function over(look: (read: () => Promise<unknown>) => Promise<unknown>) {
  const ledger = await openSample('embedded');
  const page = ((...asked: Parameters<Ledger['page']>) =>
    look(() => ledger.page(...asked))) as Ledger['page'];
  const server = await serve({ ...ledger, page }, { metrics: makeMetrics() });
  onTestFinished(async () => {
    await server.close();
    await ledger.close();
  });
  return server;
}

describe('the time of the newest block', () => {
  const servers = {
    sql: bothServers({ metrics: makeMetrics() }),
    remote: bothServers({ metrics: makeMetrics() }),
  };

  it.each(bothLedgers)('is that of the ledger: %s', async (kind) => {
    const ledger = await openSample('embedded');
    const newest = await ledger.one(
      block,
      String(sampleIds.lastBlock),
      { filters: [] },
      freeOperation(),
    );
    expect(await told(servers[kind].of(kind))).toBeCloseTo(Number(newest?.timestamp.to), 5);
    expect(servers[kind].of(kind).calls).toEqual(['page blocks']);
    await ledger.close();
  });

  it('is not there where there is no block', async () => {
    const ledger = await openCase('embedded', {});
    const server = await serve(ledger, { metrics: makeMetrics() });
    expect(await told(server)).toBeUndefined();
    await server.close();
    await ledger.close();
  });

  it('is not there before the ledger has answered, whom the figures do not wait for', async () => {
    const server = await over(() => never);
    const began = performance.now();
    expect(await told(server)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2500);
  });

  it('is there for those who read the figures after a slow ledger has answered', async () => {
    let asked = 0;
    const server = await over(async (read) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return read();
    });
    expect(await told(server)).toBeUndefined();
    expect(await told(server)).toBeGreaterThan(1.7e9);
    expect(asked).toBe(1);
  });

  it('is given up when the server closes, which waits for no silent ledger', async () => {
    const stub = await startStub(() => ({ send: () => {} }));
    const ledger = remote(stub.url);
    const server = await serve(ledger, { metrics: makeMetrics() });
    expect(await told(server)).toBeUndefined();
    expect(stub.calls).toHaveLength(1);
    const began = performance.now();
    await server.close();
    await ledger.close();
    expect(performance.now() - began).toBeLessThan(2000);
    await stub.close();
  });

  it('is read once for all who ask meanwhile, and for those who ask soon after', async () => {
    let asked = 0;
    const server = await over(async (read) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return read();
    });
    const many = await Promise.all(Array.from({ length: 20 }, () => told(server)));
    expect(new Set(many).size).toBe(1);
    expect(many[0]).toBeGreaterThan(1.7e9);
    expect(await told(server)).toBe(many[0]);
    expect(asked).toBe(1);
  });
});

it('a ledger that fails has come no further, and goes on when it answers again', async () => {
  const answers: (bigint | Error | null)[] = [
    5n,
    new LedgerError('UPSTREAM_UNAVAILABLE'),
    null,
    7n,
  ];
  const seen: bigint[] = [];
  const { look } = lookedAt(
    async () => {
      const answer = answers.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    (time) => seen.push(time),
    0,
  );
  for (let time = 0; time < 4; time += 1) await look();
  expect(answers).toEqual([]);
  expect(seen).toEqual([5n, 7n]);
});

it('is looked at again after a while, and no sooner', async () => {
  let looks = 0;
  const { look } = lookedAt(
    async () => BigInt(++looks),
    () => {},
    300,
  );
  const began = performance.now();
  await look();
  while (looks < 2) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await look();
  }
  expect(performance.now() - began).toBeGreaterThanOrEqual(300);
});
