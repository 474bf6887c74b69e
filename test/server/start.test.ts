// Starting: whatever ended an earlier start, and whoever else runs, the next process serves.
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { listen } from '../support/listen.js';
import { starter } from '../support/started.js';

/** More of them: START_KILLS=50 npx vitest run test/server/start.test.ts */
const kills = Number(process.env['START_KILLS'] ?? 2);
const { folder, start } = starter();

const query = '{ account(id: "0.0.1010") { entityId } }';
const answer = { account: { entityId: '0.0.1010' } };

describe('the first start', () => {
  it('may be killed at any moment; the next one serves', { timeout: 120_000 }, async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, ended } = start({ args: ['--no-cache'] });
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 2500));
      child.kill('SIGKILL');
      await ended;
    }
    const { child, url, ended } = start({ args: ['--no-cache'] });
    // Also in the moments in which the sample is kept for the next start.
    for (let again = 0; again < 20; again += 1) {
      expect((await ask({ url: await url }, query)).data).toEqual(answer);
    }
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

describe('the sample that npm start serves', () => {
  it('lives, and what is another ledger is refused to', { timeout: 60_000 }, async () => {
    const tick = { MIRRORQL_TICK: '1' };
    const { child, url, ended } = start({ args: ['--poll', '200'], environment: tick });
    const listener = listen({ url: await url }, 'subscription { blockAdded { node { number } } }');
    const events = await listener.first(2);
    expect(events.map(({ data }) => Number(data.blockAdded.node.number))).toEqual([
      expect.any(Number),
      events[0].data.blockAdded.node.number * 1 + 1,
    ]);
    listener.leave();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const other = start({ args: ['--upstream', 'http://127.0.0.1:9'], environment: tick });
    await expect(other.url).rejects.toThrow(/ended with 2: mirrorql: --tick 1 is for the embedded/);
  });
});

describe('two processes', () => {
  it('serve side by side, each on its own copy, where the file of the sample is cut off', {
    timeout: 120_000,
  }, async () => {
    const cache = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const file = join(folder, cache.find((name) => /sample-\w+\.tar$/.test(name)) as string);
    truncateSync(file, 1_000_000);
    // No process has such a number.
    const half = `${file}.4194305`;
    writeFileSync(half, 'half');
    const two = [start({ args: ['--no-cache'] })];
    await two[0]?.url;
    // While the other one makes the file anew.
    two.push(start({ args: ['--no-cache'] }));
    for (const { url } of two) expect((await ask({ url: await url }, query)).data).toEqual(answer);
    two[0]?.child.kill('SIGKILL');
    expect((await ask({ url: await (two[1] as (typeof two)[0]).url }, query)).data).toEqual(answer);
    two[1]?.child.kill('SIGTERM');
    await Promise.all(two.map(({ ended }) => ended));
    expect(statSync(file).size).toBeGreaterThan(1_000_000);
    expect(existsSync(half)).toBe(false);
  });
});

describe('a start that finds its port taken', () => {
  it('says so in one line, with what to do', { timeout: 60_000 }, async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { ended, said } = start({ args: ['--port', String(port)] });
    expect(await ended).toBe(2);
    other.close();
    expect(said()).toMatch(
      new RegExp(`^mirrorql: port ${port} of \\S+ is taken by another program; .*--port.*\n$`),
    );
  });
});

describe('a start that can not mean what it says', () => {
  it.each([
    [[], { PGHOST: 'db.example' }, 'PGHOST are set, but no database is named'],
    [['--only-persisted'], {}, '--only-persisted needs --operations'],
    [['--operations', '/nowhere'], {}, '--operations: ENOENT'],
  ])('is refused: %j %j', { timeout: 60_000 }, async (args, environment, message) => {
    const { ended, said } = start({ args, environment: environment as Record<string, string> });
    expect(await ended).toBe(2);
    expect(said()).toContain(message);
  });
});
