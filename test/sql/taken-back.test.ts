// Statements that PostgreSQL takes back though nothing is wrong with them are asked once more.
import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, inject, it } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';

const postgres = inject('postgres');
const free = () => startOperation({ timeout: 20_000, calls: 1000 });
const code = (error: LedgerError) => error.code;

describe.skipIf(!postgres)('PostgreSQL', () => {
  it('is asked again where it has ended a session that was idle until then', async ({
    onTestFinished,
  }) => {
    const address = new URL(postgres);
    address.searchParams.set('options', '-c idle_session_timeout=200');
    const impatient = openPostgres(address.href, { connections: 1 });
    onTestFinished(() => impatient.close());
    const pid = sql`select pg_backend_pid() as pid`;
    const [before] = await impatient.query(pid, free());
    // What the server says meanwhile is read only after the next statement is sent.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    const operation = free();
    expect(await impatient.query(pid, operation)).not.toEqual([before]);
    expect(operation.usage.retries).toBe(1);
  });

  it('is asked once more where it takes a statement back, as a standby does', async ({
    onTestFinished,
  }) => {
    const standby = openPostgres(postgres, { connections: 1 });
    onTestFinished(() => standby.close());
    const hand = new pg.Client({ connectionString: postgres });
    await hand.connect();
    const name = `taken_back_${process.pid}`;
    await hand.query(`create sequence ${name};
      create function ${name}(times int) returns int language plpgsql as $$ begin
        if nextval('${name}') <= times then raise 'conflict' using errcode = '40001'; end if;
        return 1;
      end $$`);
    try {
      expect(await standby.query(sql([`select ${name}(1) as a`]), free())).toEqual([{ a: 1 }]);
      expect(await standby.query(sql([`select ${name}(9) as a`]), free()).catch(code)).toBe(
        'UPSTREAM_BUSY',
      );
      const { rows } = await hand.query(`select last_value::int from ${name}`);
      expect(rows).toEqual([{ last_value: 4 }]);
    } finally {
      await hand.query(`drop function ${name}; drop sequence ${name}`);
      await hand.end();
    }
  });
});
