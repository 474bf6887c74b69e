// A pooler that refuses: settings of its clients, as PgBouncer does unless it is told otherwise, or more clients than it has room for.
import { once } from 'node:events';
import net from 'node:net';
import sql from 'sql-template-tag';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';

const postgres = inject('postgres');
const free = () => startOperation({ timeout: 20_000, calls: 1000 });

/** PostgreSQL's answer to a client that it does not take. */
function refusal(code: string, text: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`;
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

/** A pooler before the server, of so many clients; `refused` is why others were sent away. */
async function startPooler({ room = 100, refuses = /statement_timeout/ } = {}) {
  const refused: string[] = [];
  const state = { room, clients: 0 };
  const target = Number(new URL(postgres).port || 5432);
  const server = net.createServer((near) => {
    near.on('error', () => {});
    near.once('data', (first) => {
      const setting = refuses.exec(first.toString('latin1'))?.[0];
      if (setting) {
        refused.push(setting);
        near.end(refusal('08P01', `unsupported startup parameter: ${setting}`));
        return;
      }
      if (state.clients >= state.room) {
        refused.push('too many');
        near.end(refusal('53300', 'sorry, too many clients already'));
        return;
      }
      state.clients += 1;
      near.once('close', () => {
        state.clients -= 1;
      });
      const far = net.connect(target, '127.0.0.1');
      far.on('error', () => {});
      far.write(first);
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(postgres);
  address.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return { url: address.href, refused, state };
}

describe.skipIf(!postgres)(
  'a database behind a pooler that takes no time-out for statements',
  () => {
    it('is served, and is offered it by the first connections only', async () => {
      const { url, refused } = await startPooler();
      const database = openPostgres(url, { connections: 3 });
      const nap = () => database.query(sql`select pg_sleep(0.1), 1 as a`, free());
      const answers = await Promise.all([nap(), nap(), nap()]);
      expect(answers.map(([row]) => row?.['a'])).toEqual([1, 1, 1]);
      expect(refused.length).toBeGreaterThan(0);
      const before = refused.length;
      await Promise.all([nap(), nap(), nap(), nap()]);
      expect(refused).toHaveLength(before);
      await database.close();
    });

    it('gives up a statement that takes too long, and the connection goes on', async () => {
      const { url } = await startPooler();
      const database = openPostgres(url, { connections: 1, statementTimeout: 500 });
      const pid = sql`select pg_backend_pid() as pid`;
      const [before] = await database.query(pid, free());
      const began = performance.now();
      const slow = database.query(sql`select pg_sleep(17)`, free());
      expect(await slow.catch(({ code }: LedgerError) => code)).toBe('UPSTREAM_TIMEOUT');
      expect(performance.now() - began).toBeLessThan(2400);
      expect((await database.query(pid, free()))[0]).toEqual(before);
      await database.close();
    });
  },
);

describe.skipIf(!postgres)('a database that has fewer connections than are asked of it', () => {
  const nap = sql`select pg_sleep(0.05), pg_backend_pid() as pid`;
  const many = async (database: Database) => {
    const answers = Array.from({ length: 40 }, () => database.query(nap, free()));
    return new Set((await Promise.all(answers)).map(([row]) => row?.['pid'])).size;
  };

  it('answers everyone by those that it has, and by more when there are more', {
    timeout: 20_000,
  }, async () => {
    const { url, refused, state } = await startPooler({ room: 2, refuses: /nothing/ });
    const database = openPostgres(url, { connections: 12 });
    await database.query(nap, free());
    expect(await many(database)).toBe(2);
    expect(refused).toContain('too many');
    const before = refused.length;
    expect(await many(database)).toBe(2);
    expect(refused).toHaveLength(before);
    state.room = 100;
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    expect(await many(database)).toBe(12);
    await database.close();
  });

  it('says at once that there is none where it has none', async () => {
    const { url } = await startPooler({ room: 0, refuses: /nothing/ });
    const database = openPostgres(url, { connections: 12 });
    const codes = Array.from({ length: 40 }, () =>
      database.query(nap, free()).catch(({ code }: LedgerError) => code),
    );
    const began = performance.now();
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['UPSTREAM_BUSY']));
    expect(performance.now() - began).toBeLessThan(2000);
    await database.close();
  });
});
