// Options: where their values come from, and which are refused.
import { describe, expect, test } from 'vitest';
import { type Commands, program } from '../../src/command/program.js';
import { readConfig } from '../../src/config.js';
import { type OptionName as Name, options } from '../../src/options.js';
import { refusal } from '../support/refusal.js';

/** An option that takes a value: its default, two values, one that breaks the rule, and the rule. */
interface Valued {
  readonly name: Name;
  readonly standard?: string;
  readonly good: readonly [string, string];
  readonly bad: string;
  readonly rule: string;
  readonly variables?: readonly string[];
}

const number = (name: Name, standard: string, variables: readonly string[] = []): Valued => {
  const [low, high] = options[name].range as readonly [number, number];
  const rule = `a whole number from ${low} to ${high}`;
  return { name, standard, variables, good: ['11', '22'], bad: '-1', rule };
};
const numbers = [
  number('port', '4000', ['PORT']),
  number('max-page', '1000'),
  number('max-calls', '700'),
  number('timeout', '15000'),
  number('upstream-timeout', '10000'),
  number('upstream-retries', '2'),
  number('upstream-cache', '67108864'),
  number('upstream-max-body', '10485760'),
  number('max-wait', '5000'),
  number('chunk', '20'),
  number('max-body', '200000'),
  number('max-connections', '10000'),
  number('max-depth', '20'),
  number('max-aliases', '200'),
  number('max-tokens', '5000'),
  number('max-cost-rows', '10000'),
  number('max-cost-calls', '700'),
  number('max-cost-values', '50000'),
  number('max-answer', '10000000'),
  number('cache-size', '50000000'),
  number('max-streams', '1000'),
  number('max-streams-per-client', '100'),
  number('stream-life', '3600'),
  number('ready-timeout', '2000'),
  number('shutdown-timeout', '10000'),
  number('slow', '1000'),
];
const valued: readonly Valued[] = [
  {
    name: 'upstream',
    good: ['https://a.example', 'http://b.example/x'],
    bad: 'ftp://a.example',
    rule: 'an http or https address',
  },
  {
    name: 'upstream-header',
    good: ['X-Key: a', 'y:b, c'],
    bad: 'X-Key',
    rule: "a header in the form 'Name: value'",
  },
  { name: 'upstream-ca', good: ['a.pem', '/b c.pem'], bad: ' ', rule: 'the name of a file' },
  {
    name: 'shard',
    standard: '0',
    good: ['1', '1023'],
    bad: '1024',
    rule: 'a whole number from 0 to 1023',
  },
  {
    name: 'realm',
    standard: '0',
    good: ['2', '65535'],
    bad: '65536',
    rule: 'a whole number from 0 to 65535',
  },
  { name: 'tick', good: ['0', '5'], bad: '3601', rule: 'a whole number from 0 to 3600' },
  { name: 'upstream-rate', good: ['0', '50'], bad: 'x', rule: 'a whole number from 0 to 1000000' },
  {
    name: 'connections',
    good: ['1', '100'],
    bad: '0',
    rule: 'a whole number from 1 to 10000',
  },
  {
    name: 'upstream-concurrency',
    standard: '64',
    good: ['1', '128'],
    bad: '0',
    rule: 'a whole number from 1 to 10000',
  },
  {
    name: 'poll',
    standard: '3000',
    good: ['100', '5000'],
    bad: '99',
    rule: 'a whole number from 100 to 3600000',
  },
  {
    name: 'max-watched',
    standard: '1000',
    good: ['1', '5000'],
    bad: '0',
    rule: 'a whole number from 1 to 999999',
  },
  {
    name: 'max-held',
    standard: '67108864',
    good: ['1000000', '5000000'],
    bad: '999999',
    rule: 'a whole number from 1000000 to 999999999',
  },
  {
    name: 'network',
    good: ['mainnet', 'mainnet-public'],
    bad: 'devnet',
    rule: 'one of mainnet-public, mainnet, previewnet, testnet',
  },
  { name: 'scheme', good: ['http', 'https'], bad: 'HTTP', rule: 'http or https' },
  {
    name: 'database',
    good: ['postgres://a@b/c', 'postgresql://d@e/f'],
    bad: 'mysql://b/c',
    rule: 'a postgres:// address',
    variables: ['DATABASE_URL'],
  },
  {
    name: 'redis',
    good: ['redis://a:6379', 'rediss://b/1'],
    bad: 'a:6379',
    rule: 'a redis:// address',
    variables: ['REDIS_URL'],
  },
  { name: 'operations', good: ['a.json', 'b'], bad: ' ', rule: 'a path' },
  { name: 'rate-limit', good: ['11', '22'], bad: '0', rule: 'a whole number from 1 to 999999999' },
  {
    name: 'trust-proxy',
    good: ['2', '10.0.0.0/8, 2001:db8::/32'],
    bad: 'my-proxy',
    rule: 'a number of proxies, or their addresses and networks with commas between',
  },
  {
    name: 'cors-origin',
    standard: '*',
    good: ['none', 'https://a.example, http://b.example:8080'],
    bad: 'a.example',
    rule: '*, none, or origins such as https://app.example with commas between',
  },
  {
    name: 'host',
    standard: 'localhost',
    good: ['::', '127.0.0.1'],
    bad: 'two words',
    rule: 'a host name or address',
    variables: ['HOST'],
  },
  {
    name: 'log',
    standard: 'warn',
    good: ['silent', 'debug'],
    bad: 'loud',
    rule: 'one of debug, info, warn, error, silent',
  },
  ...numbers,
];
const switches: readonly Name[] = [
  ...(['no-graphiql', 'no-introspection', 'only-persisted', 'no-cache'] as const),
  ...(['trace', 'federation', 'no-metrics', 'no-prepared-statements'] as const),
];
const ranged = (Object.keys(options) as Name[]).flatMap((name) => {
  const { range } = options[name];
  return range ? [[name, range] as const] : [];
});
const named = valued.map((option) => [option.name, option] as const);
const variablesOf = (name: Name, more: readonly string[] = []) => [
  `MIRRORQL_${name.toUpperCase().replaceAll('-', '_')}`,
  ...more,
];

describe('an option', () => {
  test.each(named)(
    '--%s comes from the command line, else its variables, else its default',
    (name, option) => {
      const {
        standard,
        good: [first, second],
        variables,
      } = option;
      expect(readConfig([], {}).text(name)).toBe(standard);
      expect(readConfig([], {}).isSet(name)).toBe(standard !== undefined);
      expect(readConfig([`--${name}`, first], {}).text(name)).toBe(first);
      for (const variable of variablesOf(name, variables)) {
        expect(readConfig([], { [variable]: second }).text(name)).toBe(second);
        expect(readConfig([`--${name}=${first}`], { [variable]: second }).text(name)).toBe(first);
        expect(readConfig([], { [variable]: '' }).text(name)).toBe(standard);
        const both = { [variable]: second, [variablesOf(name)[0] as string]: first };
        expect(readConfig([], both).text(name)).toBe(first);
      }
    },
  );

  test.each(named)(
    '--%s with a wrong value is refused with its name, rule and value',
    (name, option) => {
      const {
        good: [first],
        bad,
        rule,
        variables,
      } = option;
      const shown = name === 'upstream-header' ? 'not; what came' : JSON.stringify(bad);
      const because = `must be ${rule}, but is ${shown}`;
      for (const variable of variablesOf(name, variables)) {
        expect(refusal(() => readConfig([], { [variable]: bad }))).toContain(
          `${variable} ${because}`,
        );
        const line = () => readConfig([`--${name}=${bad}`], { [variable]: first });
        expect(refusal(line)).toContain(`--${name} ${because}`);
        expect(readConfig([`--${name}=${first}`], { [variable]: bad }).text(name)).toBe(first);
      }
      if (options[name].bare) return;
      expect(refusal(() => readConfig([`--${name}`], {}))).toContain(`--${name}`);
    },
  );

  test.each(numbers.map(({ name }) => name))('--%s is a number', (name) => {
    expect(readConfig([`--${name}=12`], {}).number(name)).toBe(12);
    for (const wrong of ['', ' 5', '1.5', '1e3', '0x1', '9999999999', 'x']) {
      expect(refusal(() => readConfig([`--${name}=${wrong}`], {}))).toContain('a whole number');
    }
  });

  test.each(ranged)('--%s takes what is in its range only', (name, [low, high]) => {
    for (const within of [low, high]) {
      expect(readConfig([`--${name}=${within}`], {}).number(name)).toBe(within);
    }
    const rule = `must be a whole number from ${low} to ${high}, but is `;
    for (const beyond of [low - 1, high + 1, 1e12].map(String)) {
      expect(refusal(() => readConfig([`--${name}=${beyond}`], {}))).toBe(
        `--${name} ${rule}"${beyond}"`,
      );
      const [variable = ''] = variablesOf(name);
      expect(refusal(() => readConfig([], { [variable]: beyond }))).toContain(rule);
    }
  });

  test.each([
    [['--trust-proxy'], 'true'],
    [['--trust-proxy', '--log', 'info'], 'true'],
    [['--trust-proxy', '2', '--log', 'info'], '2'],
    [['--trust-proxy=10.0.0.0/8'], '10.0.0.0/8'],
  ])('may stand alone where nothing need be said: %j', (args, value) => {
    expect(readConfig(args, {}).text('trust-proxy')).toBe(value);
  });

  test.each(switches)('--%s is off, and on by command line or variable', (name) => {
    const [variable = ''] = variablesOf(name);
    expect(readConfig([], {}).isSet(name)).toBe(false);
    expect(readConfig([`--${name}`], {}).isSet(name)).toBe(true);
    const set = (word: string) => readConfig([], { [variable]: word }).isSet(name);
    expect(['true', '1'].map(set)).toEqual([true, true]);
    expect(['false', '0', ''].map(set)).toEqual([false, false, false]);
    expect(refusal(() => set('no'))).toContain(`${variable} must be true or false, 1 or 0, but`);
  });

  test.each(['--nope', '--port', 'serve', '-x', '--help=yes'])(
    'that does not exist is refused: %s',
    (argument) => expect(refusal(() => readConfig([argument], {}))).not.toBe(''),
  );
});

describe('the help', () => {
  const [, rest = ''] = program({} as Commands)
    .helpInformation()
    .split('Options:\n');
  const [all = ''] = rest.split('\n\n');
  const entries = all.split(/\n(?= {2}-)/).map((entry) => entry.replaceAll(/\s+/g, ' '));
  const entryOf = (name: Name) => entries.find((entry) => entry.includes(` --${name} `));

  test('lists every option, and this test knows them all', () => {
    const names = entries.map((entry) => /--([\w-]+)/.exec(entry)?.[1]);
    const all = [...valued.map(({ name }) => name), ...switches, 'help', 'version'];
    expect(names.sort()).toEqual(all.sort());
  });

  test.each(named)(
    'tells of --%s with its variables and default',
    (name, { standard, variables }) => {
      expect(entryOf(name)).toContain(`[${variablesOf(name, variables).join(', ')}]`);
      if (standard !== undefined) expect(entryOf(name)).toContain(`Default ${standard}.`);
    },
  );

  test.each(switches)('tells of --%s with its variable', (name) => {
    expect(entryOf(name)).toContain(`[${variablesOf(name).join(', ')}]`);
  });
});
