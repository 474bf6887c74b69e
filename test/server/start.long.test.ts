// Starting: whatever ended an earlier start, and whoever else runs, the next process serves.
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import envPaths from 'env-paths';
import { describe, expect, it, vi } from 'vitest';
import { fingerprintOfSources } from '../../src/sample/fingerprint.js';
import { ask } from '../support/ask.js';
import { listen } from '../support/listen.js';
import { starter } from '../support/started.js';
import { type Call, startStub } from '../support/stub.js';

/** More of them: START_KILLS=50 npx vitest run test/server/start.long.test.ts */
const kills = Number(process.env['START_KILLS'] ?? 1);
const { folder, start } = starter();
const environment = { XDG_CACHE_HOME: folder };

const query = '{ account(id: "0.0.1010") { entityId } }';
const answer = { account: { entityId: '0.0.1010' } };

/** Puts the first megabyte of the sample where a start looks for all of it. */
function cutOff(): string {
  const name = `sample-${fingerprintOfSources()}.tar`;
  const { cache } = envPaths('mirrorql', { suffix: '' });
  const file = join(folder, 'mirrorql', name);
  mkdirSync(dirname(file));
  copyFileSync(join(cache, name), file);
  truncateSync(file, 1_000_000);
  return file;
}

describe('a start that finds the file of the sample cut off', () => {
  it('may be killed at any moment; the next two serve side by side, each on its own copy', {
    timeout: 120_000,
  }, async () => {
    const file = cutOff();
    // No process has such a number.
    const half = `${file}.4194305`;
    writeFileSync(half, 'half');
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, ended } = start({ args: ['--no-cache'], environment });
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 2500));
      child.kill('SIGKILL');
      await ended;
    }
    const first = start({ args: ['--no-cache'], environment });
    await first.url;
    // While the first one makes the file anew.
    const second = start({ args: ['--no-cache'], environment });
    for (let again = 0; again < 20; again += 1) {
      expect((await ask({ url: await first.url }, query)).data).toEqual(answer);
    }
    expect((await ask({ url: await second.url }, query)).data).toEqual(answer);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await ask({ url: await second.url }, query)).data).toEqual(answer);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(statSync(file).size).toBeGreaterThan(1_000_000);
    expect(existsSync(half)).toBe(false);
  });
});

describe('a start that can not keep the sample', () => {
  it('serves it, and says once why the next one has to make it anew', {
    timeout: 60_000,
  }, async () => {
    const { child, url, ended, said } = start({ environment: { XDG_CACHE_HOME: '/dev/null' } });
    expect((await ask({ url: await url }, query)).data).toEqual(answer);
    await vi.waitFor(() => expect(said()).toContain('"msg"'), 10_000);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const lines = said()
      .split('\n')
      .filter((line) => line.startsWith('{"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        cause: "ENOTDIR: not a directory, mkdir '/dev/null/mirrorql'",
        msg: 'the sample could not be kept, so that each start makes it anew',
      }),
    ]);
  });
});

describe('the sample that npm start serves', () => {
  it('lives, and what is another ledger is refused to', { timeout: 60_000 }, async () => {
    const tick = { ...environment, MIRRORQL_TICK: '1' };
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

describe('a server without GraphiQL', () => {
  it('names none, and nothing to try there', { timeout: 60_000 }, async () => {
    const { child, url, ended, said } = start({ args: ['--no-graphiql'], environment });
    expect(await url).toMatch(/^http:/);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said()).toMatch(/^mirrorql serves .*\n {2}GraphQL +\S+\n {2}REST +\S+\n$/);
  });
});

describe('a start that finds its port taken', () => {
  it('says so in one line, with what to do', { timeout: 60_000 }, async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { ended, said } = start({ args: ['--port', String(port)], environment });
    expect(await ended).toBe(2);
    other.close();
    expect(said()).toMatch(
      new RegExp(`^mirrorql: port ${port} of \\S+ is taken by another program; .*--port.*\n$`),
    );
  });
});

describe('a start that may open a few files only', () => {
  it('says so in one line, with what to do', { timeout: 60_000 }, async () => {
    // Node itself takes some twenty of them, and loads the product by many at once.
    const { ended, said } = start({ files: 36, environment });
    expect(await ended).toBe(2);
    expect(said()).toMatch(/^mirrorql: this process may not open as many files .* ulimit -n .*\n$/);
  });
});

describe('a start that can not mean what it says', () => {
  it.each([
    [[], { PGHOST: 'db.example' }, 'no database is named beside PGHOST'],
    [['--only-persisted'], {}, '--only-persisted needs --operations'],
    [['--operations', '/nowhere'], {}, '--operations: ENOENT'],
  ])('is refused: %j %j', { timeout: 60_000 }, async (args, environment, message) => {
    const { ended, said } = start({ args, environment: environment as Record<string, string> });
    expect(await ended).toBe(2);
    expect(said()).toContain(message);
  });
});

describe('a signal', () => {
  const args = ['--upstream', 'http://127.0.0.1:9'];

  it.each(['SIGTERM', 'SIGINT'])(
    'ends a start without a word, also that of the first process of a container: %s',
    {
      timeout: 60_000,
    },
    async (signal) => {
      // What the process asks for itself is all that such a one hears.
      // It never comes to serve, however long the signal takes, and has no other end than that.
      const soon = `
        import { Server } from 'node:net';
        Server.prototype.listen = function () { return this; };
        setInterval(() => {}, 1000);
        process.once('newListener', function heard(name) {
          if (name === '${signal}') setImmediate(() => process.kill(process.pid, name));
          else process.once('newListener', heard);
        });`;
      const node = ['--import', `data:text/javascript,${encodeURIComponent(soon)}`];
      const { ended, said } = start({ args, environment, node });
      expect(await ended).toBe(0);
      expect(said()).toBe('');
    },
  );

  // Of a terminal that goes away the shell tells once more.
  it.each([
    [['SIGTERM'], 0, null],
    [['SIGINT'], 0, null],
    [['SIGHUP', 'SIGHUP'], null, 'SIGHUP'],
  ] as const)(
    'lets a server that has just begun close, and say no more: %j',
    {
      timeout: 60_000,
    },
    async (signals, code, signalCode) => {
      const isOurs = (call: Call) => call.query.get('limit') === '2';
      const stub = await startStub((call) => ({
        ...(isOurs(call) ? { body: { blocks: [], links: {} } } : { status: 404 }),
        // Less than it is waited for at the start, and more than a busy machine needs until the signal.
        delay: 1500,
      }));
      const { child, url, ended, said } = start({ args: ['--upstream', stub.url], environment });
      const running = ask({ url: await url }, '{ blocks(first: 2) { nodes { number } } }');
      await expect.poll(() => stub.calls.length).toBe(2);
      for (const signal of signals) {
        child.kill(signal);
        await pause(50);
      }
      expect((await running).data).toEqual({ blocks: { nodes: [] } });
      // Not even an abort: on its way out Node wants to put the terminal in order.
      expect([await ended, child.signalCode]).toEqual([code, signalCode]);
      expect(said()).not.toContain('mirrorql:');
      await stub.close();
    },
  );
});
