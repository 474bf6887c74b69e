// `mirrorql check` and what is misspelt on the command line: what lacks is named, with what was meant.
import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/command/check.js';
import { type Commands, program, runLine } from '../../src/command/program.js';
import { readConfig, unknownVariables } from '../../src/config.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import type { Ledger } from '../../src/ledger.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { engines, openChanging, openSample, remote } from '../support/ledgers.js';
import { startStub } from '../support/stub.js';

async function check(ledger: Ledger, timeout = 10_000, clock = sampleClock) {
  const lines: string[] = [];
  const code = await checkLedger({ ledger, clock }, timeout, (line) => lines.push(line));
  return { code, lines };
}

describe.each(engines)('mirrorql check of a database: %s', (engine) => {
  it('asks for every resource once, and finds nothing bad in the sample', async () => {
    const ledger = await openSample(engine);
    const { code, lines } = await check(ledger);
    expect(lines.filter((line) => line.startsWith('bad'))).toEqual([]);
    expect(code).toBe(0);
    for (const { path } of [...lists, ...lookups]) expect(lines.join('\n')).toContain(`${path}: `);
    expect(lines.join('\n')).toMatch(/ok {4}PostgreSQL [\d.]+, database \w+, role \w+/);
    expect(lines.join('\n')).not.toMatch(/no index on|no statistics/);
    await ledger.close();
  });

  it('says how old the newest block is, and that of a clock which is behind it', async () => {
    const ledger = await openSample(engine);
    const at = async (seconds: number) => {
      const clock = { now: () => sampleClock.now() + seconds * 1000 };
      const { lines } = await check(ledger, 10_000, clock);
      return lines.find((line) => line.includes('newest block'));
    };
    expect(await at(0)).toMatch(/^ok {4}newest block: 91207000, 1 s behind the time$/);
    expect(await at(3600)).toMatch(/^slow {2}newest block: 91207000, 3601 s behind the time$/);
    expect(await at(-3600)).toMatch(
      /^slow {2}newest block: 91207000, 3599 s ahead of this machine's clock$/,
    );
    await ledger.close();
  });

  it('advises against the compiling of statements where the database does so', async () => {
    const { ledger, run, release } = await openChanging(engine, {});
    const [before] = (await run(
      'select pg_jit_available() as jit, current_user::text as role',
    )) as { jit: boolean; role: string }[];
    const { lines } = await check(ledger);
    const advice = `alter role ${before?.role} set jit = off`;
    expect(lines.some((line) => line.startsWith('slow  jit is on') && line.endsWith(advice))).toBe(
      before?.jit,
    );
    await release();
    await ledger.close();
  });

  it('names the tables that were filled and not analyzed, be it in partitions, and what to do', async () => {
    const { ledger, run, release } = await openChanging(engine, {});
    const guessed = async () => {
      const { lines } = await check(ledger);
      return lines.filter((line) => line.includes('statistics'));
    };
    await run('drop table schedule');
    await run(
      `create table schedule (schedule_id bigint primary key, body text) partition by range (schedule_id)`,
    );
    for (const from of [1, 10_001, 20_001]) {
      await run(`create table schedule_${from} partition of schedule
        for values from (${from}) to (${from + 10_000})`);
    }
    const fill = (to: number) => `select n, repeat('x', 200) from generate_series(1, ${to}) as n`;
    await run(`insert into schedule ${fill(20_500)}`);
    await run(`insert into crypto_allowance (owner, spender, payer_account_id, amount_granted, timestamp_range, amount)
      select n, n, 1, 9, '[1,)', 1 from generate_series(1, 20000) as n`);
    // Which counts the rows, and learns nothing of what is in them.
    await run('create index on crypto_allowance (amount)');
    const may = 'so that a page may read most of it; analyze';
    const ofSchedules = (which: string) =>
      `slow  table schedule: ${which} no statistics, ${may} schedule`;
    const ofAllowances = `slow  table crypto_allowance: has no statistics, ${may} crypto_allowance`;
    // The third partition is small.
    expect(await guessed()).toEqual([ofAllowances, ofSchedules('2 of its partitions have')]);
    await run('analyze schedule_1');
    await run('analyze crypto_allowance');
    expect(await guessed()).toEqual([ofSchedules('1 of its partitions have')]);
    await run('analyze schedule');
    expect(await guessed()).toEqual([]);
    await release();
    await ledger.close();
  });

  it('names every table that is not there, also where it is the first that is asked for', async () => {
    const { ledger, run, release } = await openChanging(engine, {});
    await run('drop table entity');
    await run('drop table token');
    const { code, lines } = await check(ledger);
    expect(code).toBe(1);
    expect(lines[1]).toMatch(/^ok {4}PostgreSQL .*, schemas looked into: case_\w+$/);
    expect(lines).toContain('bad   table entity: is not there');
    expect(lines).toContain('bad   table token: is not there');
    expect(lines.join('\n')).toMatch(/ok {4}\/api\/v1\/blocks: \d+ ms/);
    await release();
    await ledger.close();
  });

  it('names the table, the column and the index that are not there', async () => {
    const { ledger, run, release } = await openChanging(engine, {});
    await run('drop table staking_reward_transfer');
    await run('alter table schedule drop column executed_timestamp');
    await run('drop index if exists nft_account_id_token_id_serial_number_idx');
    const { code, lines } = await check(ledger);
    expect(code).toBe(1);
    expect(lines).toContain('bad   table staking_reward_transfer: is not there');
    expect(lines).toContain('bad   table schedule: lacks executed_timestamp');
    expect(lines.join('\n')).toMatch(
      /bad {3}\/api\/v1\/schedules: .*executed_timestamp.* does not/,
    );
    expect(lines).toContain('bad   newest block: there is none');
    await release();
    await ledger.close();
  });
});

describe('mirrorql check of a mirror node', () => {
  it('says why it does not answer, and asks for nothing more', async () => {
    const ledger = remote('http://127.0.0.1:9', { retries: 0 });
    const { code, lines } = await check(ledger, 3000);
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^bad {3}it does not answer: .+ \(UPSTREAM_UNAVAILABLE\)$/);
    await ledger.close();
  });

  it('names the routes that it does not have', async () => {
    const stub = await startStub(() => ({ status: 404, body: 'No static resource' }));
    const ledger = { ...remote(stub.url, { retries: 0 }), ready: async () => {} };
    const { code, lines } = await check(ledger);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/bad {3}\/api\/v1\/tokens: .+ \(UPSTREAM_BAD_RESPONSE\)/);
    await ledger.close();
    await stub.close();
  });
});

describe('a word that is misspelt', () => {
  const nothing = {} as Commands;
  it.each([
    [['qurey', '{ blocks }'], 'there is no command "qurey" (did you mean query?)'],
    [['help', 'chekc'], 'there is no command "chekc" (did you mean check?)'],
    [['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['query', '{ x }', '--formt', 'csv'], "unknown option '--formt' (Did you mean --format?)"],
    [['check', '--databse', 'x'], "unknown option '--databse' (Did you mean --database?)"],
    [['check', '--port', '1'], "unknown option '--port'"],
  ])('%j is told with what is near', async (args, message) => {
    await expect(runLine(args, nothing)).rejects.toThrow(message);
  });

  it('is told for a variable, and what Kubernetes sets is none', () => {
    expect(unknownVariables({ MIRRORQL_PROT: '1', MIRRORQL_PORT: '2', OTHER: '3' })).toEqual([
      'MIRRORQL_PROT stands for no option (did you mean MIRRORQL_PORT?)',
    ]);
    const ofService = { MIRRORQL_SERVICE_HOST: 'a', MIRRORQL_PORT_4000_TCP_ADDR: 'b' };
    expect(unknownVariables(ofService)).toEqual([]);
  });

  it('is refused where options are read alone', () => {
    expect(() => readConfig(['--upstreem', 'http://a'], {})).toThrow('Did you mean --upstream?');
  });
});

describe('the help of a command', () => {
  it.each(['query', 'schema', 'check'])('%s names its own options only', (name) => {
    const command = program({} as Commands).commands.find((one) => one.name() === name);
    const help = command?.helpInformation() ?? '';
    expect(help).toContain(`Usage: mirrorql ${name}`);
    expect(help).not.toContain('--rate-limit');
  });
});
