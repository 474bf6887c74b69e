// Which ledger the options name: one, and never another one by mistake.
import { describe, expect, test } from 'vitest';
import { chooseLedger, type Environment, readConfig, readTick } from '../../src/config.js';
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
    [[], {}, 2],
    [['--tick', '5'], {}, 5],
    [['--tick', '0'], {}, 0],
    [['--network=testnet'], {}, 0],
    [['--network=testnet', '--tick=0'], {}, 0],
    [['--upstream=http://a.example'], { MIRRORQL_TICK: '0' }, 0],
  ] as const)('of %j and %j goes on by itself every %i s', (args, environment, seconds) => {
    expect(readTick(readConfig(args, environment), choose(args, environment))).toBe(seconds);
  });

  test.each([
    [['--upstream=http://a.example', '--tick=3'], {}],
    [['--database=postgres://a/b'], { MIRRORQL_TICK: '3' }],
  ] as const)('that is no sample has no blocks made up: %j and %j', (args, environment) => {
    const chosen = choose(args, environment);
    const message = refusal(() => readTick(readConfig(args, environment), chosen));
    expect(message).toBe(
      '--tick 3 is for the embedded sample ledger, and another one is named: leave it out, or 0',
    );
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
