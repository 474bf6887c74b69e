// PostgreSQL that falls silent, is not there, restarts, or holds what can not be read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, inject, it, type TestContext } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import { type Database, databaseError } from '../../src/sql/engines/database.js';
import { openPostgres, type PostgresOptions } from '../../src/sql/engines/postgres.js';
import { ask } from '../support/ask.js';
import { productMain } from '../support/product.js';
import { type SilentProxy, silentProxy } from '../support/proxy.js';

const postgres = inject('postgres');
const free = () => startOperation({ timeout: 20_000, calls: 1000 });
const one = sql`select 1 as a`;
const code = (error: LedgerError) => error.code;

describe.skipIf(!postgres)('PostgreSQL', { concurrent: true }, () => {
  /** A database behind a proxy of a test's own: nearly all the time is waited, and so together. */
  async function open({ onTestFinished }: TestContext, options: PostgresOptions, query = '') {
    const proxy = await silentProxy(postgres, 5432);
    const address = new URL(postgres);
    address.host = `127.0.0.1:${proxy.port}`;
    address.search = query;
    const database = openPostgres(address.href, options);
    onTestFinished(async () => {
      await proxy.close();
      await database.close();
    });
    return { proxy, database };
  }

  /** Statements at once, one on each connection. */
  const fill = (database: Database, connections: number) =>
    Promise.all(
      Array.from({ length: connections }, () => database.query(sql`select pg_sleep(0.2)`, free())),
    );

  it('answers again when all 32 connections have fallen silent', {
    timeout: 20_000,
  }, async (context) => {
    const { proxy, database: open32 } = await open(context, {
      connections: 32,
      statementTimeout: 500,
    });
    await fill(open32, 32);
    proxy.silence();
    const began = performance.now();
    expect(await open32.query(one, free()).catch(code)).toBe('UPSTREAM_TIMEOUT');
    const answers = Array.from({ length: 64 }, () => open32.query(one, free()));
    expect(await Promise.all(answers)).toEqual(Array(64).fill([{ a: 1 }]));
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it('answers again soon after clients have left silent connections', {
    timeout: 20_000,
  }, async (context) => {
    const { proxy, database: few } = await open(context, {
      connections: 2,
      statementTimeout: 10_000,
    });
    await fill(few, 2);
    proxy.silence();
    const left = [1, 2].map(() => few.query(one, startOperation({ timeout: 100, calls: 10 })));
    expect(await Promise.all(left.map((answer) => answer.catch(code)))).toEqual(
      Array(2).fill('UPSTREAM_TIMEOUT'),
    );
    expect(await few.query(one, free())).toEqual([{ a: 1 }]);
  });

  type Begin = (database: Database, proxy: SilentProxy) => void;
  const busy: readonly [string, Begin][] = [
    ['idle', () => {}],
    ['at work', (database) => void database.query(sql`select pg_sleep(20)`, free()).catch(code)],
    [
      'about to connect',
      (database, proxy) => {
        proxy.silenceAll(true);
        for (let n = 0; n < 4; n += 1) void database.query(one, free()).catch(code);
      },
    ],
  ];
  it.for(busy)(
    'closes within seconds where silent connections are %s',
    async ([_state, begin], context) => {
      const { proxy, database: silent } = await open(context, { connections: 4 });
      await fill(silent, 3);
      begin(silent, proxy);
      await new Promise((resolve) => setTimeout(resolve, 100));
      proxy.silence();
      const began = performance.now();
      await silent.close();
      expect(performance.now() - began).toBeLessThan(3500);
      expect(await silent.query(one, free()).catch(code)).toBe('UPSTREAM_UNAVAILABLE');
      await silent.close();
    },
  );

  it('is not to be reached while it ends connections, and answers at once afterwards', async (context) => {
    const { database: restarted } = await open(
      context,
      { connections: 3 },
      '?application_name=ignored',
    );
    await fill(restarted, 3);
    const pids = sql`select pg_backend_pid() as pid`;
    const [row] = await restarted.query(pids, free());
    const running = restarted.query(sql`select pg_sleep(21)`, free()).catch(code);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const hand = new pg.Client({ connectionString: postgres });
    await hand.connect();
    const { rows } = await hand.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'select pg_sleep(21)' or pid = $1`,
      [row?.['pid']],
    );
    expect(rows.length).toBeGreaterThan(0);
    await hand.end();
    expect(await running).toBe('UPSTREAM_UNAVAILABLE');
    expect(await restarted.query(one, free())).toEqual([{ a: 1 }]);
  });

  it('may come after the start; until then every one is told so, and none waits', async () => {
    const port = await unusedPort();
    const address = new URL(postgres);
    const target = Number(address.port || 5432);
    address.host = `127.0.0.1:${port}`;
    const database = openPostgres(address.href, { connections: 2 });
    const began = performance.now();
    const told = Array.from({ length: 40 }, () => database.query(one, free()).catch(code));
    expect(new Set(await Promise.all(told))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
    expect(performance.now() - began).toBeLessThan(2000);
    const late = net.createServer((near) => {
      const far = net.connect(target, '127.0.0.1');
      near.pipe(far).pipe(near);
    });
    late.listen(port, '127.0.0.1');
    await once(late, 'listening');
    expect(await database.query(one, free())).toEqual([{ a: 1 }]);
    await database.close();
    late.close();
  });

  it.each([
    ['57P03', 'the database system is starting up', 'UPSTREAM_UNAVAILABLE'],
    ['53300', 'sorry, too many clients already', 'UPSTREAM_BUSY'],
  ])('that refuses connections with %s (%s) is %s', async (state, text, expected) => {
    const refusing = net.createServer((socket) => {
      const fields = `SFATAL\0VFATAL\0C${state}\0M${text}\0\0`;
      const length = Buffer.alloc(4);
      length.writeInt32BE(fields.length + 4);
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])),
      );
    });
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as net.AddressInfo;
    const database = openPostgres(`postgres://u@127.0.0.1:${port}/x`, { connections: 2 });
    const error = await database.query(one, free()).catch((failure: LedgerError) => failure);
    expect(error).toMatchObject({ code: expected });
    expect((error as LedgerError).message).not.toContain(text);
    await database.close();
    refusing.close();
  });

  it('that has fallen silent does not keep the process from ending', {
    timeout: 60_000,
  }, async () => {
    const proxy = await silentProxy(postgres, 5432);
    const address = new URL(postgres);
    address.host = `127.0.0.1:${proxy.port}`;
    const args = ['--port', '0', '--shutdown-timeout', '500', '--database', address.href];
    const child = spawn(process.execPath, [await productMain(), ...args]);
    const ended = once(child, 'exit');
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.includes('/graphql')) break;
    }
    const url = /(http\S+)\/graphql/.exec(said)?.[1] as string;
    expect((await ask({ url }, '{ accounts(first: 1) { nodes { entityId } } }')).errors).toEqual(
      [],
    );
    proxy.silence();
    proxy.silenceAll(true);
    const unanswered = ask({ url }, '{ tokens(first: 1) { nodes { entityId } } }').catch(
      () => null,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    child.kill('SIGTERM');
    await ended;
    expect(performance.now() - began).toBeLessThan(8000);
    await unanswered;
    await proxy.close();
  });

  it('that holds a number out of range has a code for it, and is not away', async (context) => {
    const { database: bad } = await open(context, { connections: 1 });
    const pid = sql`select pg_backend_pid() as pid`;
    const [before] = await bad.query(pid, free());
    const overflow = sql`select 9223372036854775807::bigint + ${1}::bigint`;
    expect(await bad.query(overflow, free()).catch(code)).toBe('UPSTREAM_BAD_DATA');
    expect((await bad.query(pid, free()))[0]).toEqual(before);
  });
});

describe('an SQLSTATE', () => {
  it.each([
    ['22003', 'UPSTREAM_BAD_DATA', 502],
    ['22P02', 'UPSTREAM_BAD_DATA', 502],
    ['XX001', 'UPSTREAM_BAD_DATA', 502],
    ['53300', 'UPSTREAM_BUSY', 503],
    ['53200', 'UPSTREAM_BUSY', 503],
    ['40001', 'UPSTREAM_BUSY', 503],
    ['55P03', 'UPSTREAM_BUSY', 503],
    ['42P01', 'UPSTREAM_BAD_RESPONSE', 502],
    ['57014', 'UPSTREAM_TIMEOUT', 504],
    ['57P01', 'UPSTREAM_UNAVAILABLE', 503],
    ['57P03', 'UPSTREAM_UNAVAILABLE', 503],
    ['08006', 'UPSTREAM_UNAVAILABLE', 503],
    ['EPIPE', 'UPSTREAM_UNAVAILABLE', 503],
  ])('%s is %s', (state, expected, status) => {
    const error = databaseError(
      Object.assign(new Error('secret text of the server'), { code: state }),
    );
    expect(error).toMatchObject({ code: expected, status });
    expect(error.message).not.toContain('secret');
  });
});

async function unusedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
