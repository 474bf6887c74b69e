// Which ledger the options name: one, and never another one by mistake.
import { describe, expect, test } from 'vitest';
import { chooseLedger, type Environment, readConfig } from '../../src/config.js';
import { refusal } from '../support/refusal.js';

describe('the ledger', () => {
  const choose = (args: readonly string[], environment: Environment = {}) =>
    chooseLedger(readConfig(args, environment), environment);

  test.each([
    [[], {}, { kind: 'embedded' }],
    [['--upstream', 'http://a.example'], {}, { kind: 'remote', upstream: ['http://a.example'] }],
    [['--network', 'mainnet'], {}, { kind: 'network', network: 'mainnet', scheme: 'https' }],
    [['--scheme', 'http'], {}, { kind: 'network', network: 'testnet', scheme: 'http' }],
    [['--database', 'postgres://a/b'], {}, { kind: 'database', url: 'postgres://a/b' }],
    [[], { DATABASE_URL: 'postgres://a/b' }, { kind: 'database', url: 'postgres://a/b' }],
    [
      [],
      { MIRRORQL_UPSTREAM: 'http://a.example' },
      { kind: 'remote', upstream: ['http://a.example'] },
    ],
    [
      ['--database', 'postgres://a/b'],
      { PGUSER: 'c' },
      { kind: 'database', url: 'postgres://a/b' },
    ],
    [
      ['--network', 'testnet'],
      { PGHOST: 'c' },
      { kind: 'network', network: 'testnet', scheme: 'https' },
    ],
    [[], { PGTZ: 'UTC', PG_COLOR: 'auto' }, { kind: 'embedded' }],
  ] as const)('of %j and %j is %j', (args, environment, chosen) => {
    expect(choose(args, environment)).toEqual(chosen);
  });

  test.each([
    [['--upstream=http://a.example', '--network=testnet'], {}, ['--upstream', '--network']],
    [['--upstream=http://a.example', '--scheme=http'], {}, ['--upstream', '--network']],
    [
      ['--upstream=http://a.example'],
      { DATABASE_URL: 'postgres://a/b' },
      ['--upstream', 'DATABASE_URL'],
    ],
    [['--network=testnet', '--database=postgres://a/b'], {}, ['--network', '--database']],
    [
      ['--upstream=http://a.example', '--network=testnet', '--database=postgres://a/b'],
      {},
      ['--upstream', '--network', '--database'],
    ],
  ] as const)('can not be two at once: %j and %j', (args, environment, names) => {
    const message = refusal(() => choose(args, environment));
    expect(message).toContain('name different ledgers');
    for (const name of names) expect(message).toContain(name);
  });

  test.each(['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD'])(
    'is not the sample by mistake, when %s is set but no database is named',
    (variable) => {
      const message = refusal(() => choose([], { [variable]: 'secret value' }));
      expect(message).toContain(variable);
      expect(message).toContain('--database');
      expect(message).toContain('DATABASE_URL');
      expect(message).not.toContain('secret value');
    },
  );

  test('is the sample when a variable of PostgreSQL is there but empty, as for our own', () => {
    expect(choose([], { PGHOST: '', DATABASE_URL: '' })).toEqual({ kind: 'embedded' });
  });
});
