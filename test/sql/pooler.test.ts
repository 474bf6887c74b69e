// A pooler that refuses settings of its clients, as PgBouncer does unless it is told otherwise.
import { once } from 'node:events';
import net from 'node:net';
import sql from 'sql-template-tag';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
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

/** A pooler before the server; `refused` are the settings with which clients have come. */
async function startPooler() {
  const refused: string[] = [];
  const target = Number(new URL(postgres).port || 5432);
  const server = net.createServer((near) => {
    near.on('error', () => {});
    near.once('data', (first) => {
      const setting = /statement_timeout/.exec(first.toString('latin1'))?.[0];
      if (setting) {
        refused.push(setting);
        near.end(refusal('08P01', `unsupported startup parameter: ${setting}`));
        return;
      }
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
  return { url: address.href, refused };
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
