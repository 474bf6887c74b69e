// The process goes on after a fault that nobody caught, and ends in time whatever does not close.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Client } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { productMain } from '../support/product.js';
import { starter } from '../support/started.js';
import { startStub } from '../support/stub.js';

const { start, folder } = starter();
const aMinute = { timeout: 60_000 };

/** Runs in the process when it gets a signal. */
const onSignal = (code: string) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} });`)}`,
];
const blocks = '{ blocks(first: 1) { nodes { number } } }';
const noBlocks = { blocks: { nodes: [] } };

describe('a fault that nobody catches', () => {
  it(
    'is logged and takes no answer along; outside of a promise it ends the process',
    aMinute,
    async () => {
      const stub = await startStub(() => ({ body: { blocks: [], links: {} }, delay: 1000 }));
      const node = onSignal(`
      if (globalThis.again) throw new Error('thrown at no one');
      globalThis.again = true;
      Promise.reject(new Error('lost in a promise'));`);
      const args = ['--upstream', stub.url, '--no-cache'];
      const { child, url, ended, said } = start({ args, node });
      for (const message of ['lost in a promise', 'thrown at no one']) {
        stub.reset();
        const running = ask({ url: await url }, blocks);
        await expect.poll(() => stub.calls.length).toBe(1);
        child.kill('SIGUSR2');
        expect((await running).data).toEqual(noBlocks);
        const line = said()
          .split('\n')
          .find((text) => text.includes(message));
        expect(JSON.parse(line as string)).toMatchObject({ level: 50, code: 'INTERNAL' });
      }
      expect(await ended).toBe(1);
      await stub.close();
    },
  );
});

/** Lines of the log that a server says it could not write. */
const lostLines = async (server: { readonly url: string }): Promise<number> => {
  const { text } = await get(server, '/metrics');
  return Number(/^mirrorql_log_lines_lost_total (\d+)$/m.exec(text)?.[1]);
};

/** Asks a server whose log is not read any more, and is full by a signal, until a line of it is lost. */
async function loseLines(child: ChildProcess, server: { readonly url: string }): Promise<void> {
  child.stderr?.pause();
  child.kill('SIGUSR2');
  const lost = async () => {
    await ask(server, blocks);
    return lostLines(server);
  };
  await expect.poll(lost).toBeGreaterThan(0);
}

describe('a log that can not be written', () => {
  it('for a while says how many lines it lacks once it is read again', aMinute, async () => {
    const stub = await startStub(() => ({ status: 503 }));
    const node = onSignal(`process.stderr.write('x'.repeat(2_000_000) + String.fromCharCode(10));`);
    const args = ['--upstream', stub.url, '--upstream-retries', '0'];
    const { child, url, said } = start({ args, node });
    const server = { url: await url };
    expect(await lostLines(server)).toBe(0);
    await loseLines(child, server);
    const lines = await lostLines(server);
    child.stderr?.resume();
    await expect.poll(() => said().length).toBeGreaterThan(2_000_000);
    await ask(server, blocks);
    await expect.poll(said).toContain(`"lines":${lines},"msg":"lines of the log were lost`);
    await stub.close();
  });

  it('of one of two servers in a program is none of the other', aMinute, async () => {
    const stub = await startStub(() => ({ status: 503 }));
    const program = join(folder, 'two.mjs');
    const options = { upstream: stub.url, 'upstream-retries': 0, port: 0, host: '127.0.0.1' };
    writeFileSync(
      program,
      `import { startServer } from ${JSON.stringify(join(dirname(await productMain()), 'index.js'))};
       const start = () => startServer(${JSON.stringify(options)});
       const [one, other] = [await start(), await start()];
       process.on('SIGUSR2', () => process.stderr.write('x'.repeat(2_000_000) + '\\n'));
       console.log('Other ' + other.url + '\\nGraphQL and GraphiQL  ' + one.url + '/graphql');`,
    );
    const { child, url, said } = start({ main: program });
    const server = { url: await url };
    const other = { url: /Other (\S+)/.exec(said())?.[1] as string };
    await loseLines(child, server);
    expect(await lostLines(other)).toBe(0);
    await stub.close();
  });

  it.for([
    ['its disk is full', '/dev/full'],
    ['nobody reads it any more', null],
  ] as const)(
    'since %s, holds up neither answers nor the end',
    aMinute,
    async ([_why, file], { skip }) => {
      if (file !== null && !existsSync(file))
        skip('not covered: a full disk, since there is no such device');
      const stub = await startStub(() => ({ status: 503 }));
      const stderr = file === null ? undefined : openSync(file, 'w');
      const args = ['--upstream', stub.url, '--upstream-retries', '0', '--log', 'info'];
      const { child, url, ended } = start({ args, ...(stderr !== undefined && { stderr }) });
      const server = { url: await url };
      child.stdout?.destroy();
      child.stderr?.destroy();
      for (let time = 0; time < 3; time += 1) {
        expect((await ask(server, blocks)).errors[0]?.extensions['code']).toBe(
          'UPSTREAM_UNAVAILABLE',
        );
      }
      expect(await lostLines(server)).toBeGreaterThan(0);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      if (stderr !== undefined) closeSync(stderr);
      await stub.close();
    },
  );
});

it(
  'pages that it had no file left to open for are there when it has some again',
  aMinute,
  async () => {
    const { url } = start({ args: ['--upstream', 'http://127.0.0.1:9'], files: 80 });
    const client = new Client(await url);
    const read = async (path: string) => {
      const headers = { accept: 'text/html' };
      const { statusCode, body } = await client.request({ path, method: 'GET', headers });
      await body.dump();
      return statusCode;
    };
    const pages = ['/docs', '/graphql/graphiql.css'];
    const statuses = async () => [await read(pages[0] as string), await read(pages[1] as string)];
    expect(await read('/health')).toBe(200);
    const { port, hostname: host } = new URL(await url);
    const crowd = Array.from({ length: 100 }, () =>
      connect({ port: Number(port), host }).on('error', () => {}),
    );
    await expect.poll(() => crowd.some(({ closed }) => closed), { timeout: 10_000 }).toBe(true);
    // Now and then one is free for a moment.
    expect(await statuses()).toContain(500);
    for (const socket of crowd) socket.destroy();
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 200]);
    await client.close();
  },
);

describe('an end', () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it.each([
    ['a database', 'postgres'],
    ['Redis', 'redis'],
  ])('is not held up by %s that has fallen silent', aMinute, async (_name, scheme) => {
    if (!silent.listening) await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as { port: number };
    const address = `${scheme}://127.0.0.1:${port}`;
    const stub = await startStub(() => undefined);
    const args =
      scheme === 'redis'
        ? ['--redis', address, '--upstream', stub.url]
        : ['--database', `${address}/mirror_node`];
    const { child, url, ended } = start({ args: [...args, '--shutdown-timeout', '1000'] });
    const asked = Array.from({ length: 40 }, async () => ask({ url: await url }, blocks));
    const answers = Promise.allSettled(asked);
    await expect.poll(() => sockets.size, { timeout: 30_000 }).toBeGreaterThan(0);
    const began = performance.now();
    child.kill('SIGTERM');
    await ended;
    expect(performance.now() - began).toBeLessThan(5000);
    await answers;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await stub.close();
  });
});
