// What operators give to let the server in stays theirs: no refusal, description or log line repeats a password.
import pino from 'pino';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { type Commands, runLine } from '../../src/command/program.js';
import { readConfig } from '../../src/config.js';
import { openLedger } from '../../src/open.js';
import { redisStore } from '../../src/operating/redis.js';
import { hasRedis, redisUrl } from '../support/redis.js';
import { refusal } from '../support/refusal.js';

const unseen = 'but is not; what came may hold a secret and is not shown';
const readable =
  'whose user, password, host and port can be read (/ ? # @ % in a password are written %2F %3F %23 %40 %25)';

describe('a refused value', () => {
  test.each([
    ['database', 'mysql://u:secret@h/x', 'a postgres:// address'],
    ['database', 'postgres://u:two secret@h/x', 'a postgres:// address'],
    ['database', 'postgres:/u:secret', 'a postgres:// address'],
    ['database', 'postgres://u:sec/secret@h/x', `a postgres:// address ${readable}`],
    ['database', 'postgres://u:12/secret@h/x', `a postgres:// address ${readable}`],
    ['database', 'postgres://u:12#secret@h/x', `a postgres:// address ${readable}`],
    ['database', 'postgres://u:%FFsecret@h/x', `a postgres:// address ${readable}`],
    ['database', 'postgres://u:secret@h:1,i:1/x', `a postgres:// address ${readable}`],
    ['upstream', 'ftp://u:secret@h', 'an http or https address'],
    ['upstream', 'http://u:sec/secret@h', `an http or https address ${readable}`],
    ['upstream', 'http://u:sec%secret@h', `an http or https address ${readable}`],
    ['upstream-header', 'Authorization Bearer secret', "a header in the form 'Name: value'"],
    ['upstream-header', 'secret', "a header in the form 'Name: value'"],
    ['redis', 'http://:secret@h', 'a redis:// address'],
    ['redis', 'redis://:sec/secret@h', `a redis:// address ${readable}`],
  ])('of --%s is not shown where it may hold a secret: %s', (name, bad, rule) => {
    const said = `must be ${rule}, ${unseen}`;
    expect(refusal(() => readConfig([`--${name}`, bad], {}))).toBe(`--${name} ${said}`);
    const variable = `MIRRORQL_${name.toUpperCase().replace('-', '_')}`;
    expect(refusal(() => readConfig([], { [variable]: bad }))).toBe(`${variable} ${said}`);
  });

  test('of an option that there is not is not shown', async () => {
    const run = runLine(['check', '--databse=postgres://u:secret@h/x'], {} as Commands);
    await expect(run).rejects.toThrow(/^unknown option '--databse'$/);
  });
});

describe('an address of a database', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['postgres://u:secret@h/x', 'h:5432/x'],
    ['postgres://u:a%2Fb%3Fc%23d%40e%25secret@h:1/x', 'h:1/x'],
    ['postgres://u:a@secret@h/x', 'h:5432/x'],
    ['postgres://u:secret@/x', 'localhost:5432/x'],
    ['postgres://u:secret@[::1]:1/x', '[::1]:1/x'],
    ['postgres://u:secret@%2Fvar%2Frun/x', '/var/run:5432/x'],
    ['postgres:///x?host=/var/run&user=u&password=secret', '/var/run:5432/x'],
    ['postgresql://u@h:1/some%20one', 'h:1/some one'],
  ])('%s is described as %s', async (url, shown) => {
    const { ledger } = await openLedger(readConfig(['--database', url], {}), {});
    expect(ledger.description).toBe(`PostgreSQL at ${shown}`);
    await ledger.close();
  });

  it('is described with what it leaves to PG variables', async () => {
    vi.stubEnv('PGHOST', 'inside.example');
    vi.stubEnv('PGPORT', '6543');
    const { ledger } = await openLedger(readConfig(['--database', 'postgres:///x'], {}), {});
    expect(ledger.description).toBe('PostgreSQL at inside.example:6543/x');
    await ledger.close();
  });

  it('is refused at the start where its certificates can not be read', async () => {
    const config = readConfig(['--database', 'postgres://u:secret@h/x?sslrootcert=/no/ca'], {});
    await expect(openLedger(config, {})).rejects.toThrow(
      /^--database can not be used: ENOENT: no such file or directory, open '\/no\/ca'$/,
    );
  });
});

describe.skipIf(!hasRedis)('a Redis that does not let the server in', () => {
  it('is logged with its reason, and without the password', async () => {
    const lines: string[] = [];
    const address = new URL(redisUrl);
    [address.username, address.password] = ['nobody', 'secret'];
    const store = redisStore(address.href, pino({}, { write: (line) => lines.push(line) }));
    await expect.poll(() => lines.join('')).toContain('WRONGPASS');
    expect(lines.join('')).not.toContain('secret');
    store.close();
  });
});
