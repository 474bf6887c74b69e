// The command line as a process: what it prints where, and exit codes.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSample, serve } from '../support/ledgers.js';
import { productMain } from '../support/product.js';

const query =
  '{ token(id: "0.0.10265") { balances(filter: { balance: { gt: 0 } }) { nodes { accountId amount } } } }';

describe('the command', () => {
  let main: string;
  beforeAll(async () => {
    main = await productMain();
  });
  const mirrorql = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args]).catch((error) => error);

  it('prints the schema', async () => {
    const file = new URL('../../schema.graphql', import.meta.url);
    expect((await mirrorql('schema')).stdout).toBe(readFileSync(file, 'utf8'));
  });

  it('ends without a word when who reads it has read enough', async () => {
    for (const words of ['schema', '--help']) {
      const line = `set -o pipefail; '${process.execPath}' '${main}' ${words} | head -n 1`;
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line]);
      expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 2, stderr: '' });
    }
  });

  it('says that what it prints can not be written', async () => {
    for (const words of ['schema', '--help']) {
      const line = `'${process.execPath}' '${main}' ${words} > /dev/full`;
      const { code, stderr } = await promisify(execFile)('bash', ['-c', line]).catch((it) => it);
      expect(code).toBe(1);
      expect(stderr).toBe(
        'mirrorql: what is printed can not be written: ENOSPC: no space left on device, write\n',
      );
    }
  });

  it('shows the help of a command', async () => {
    const [all, one] = await Promise.all([mirrorql('help'), mirrorql('help', 'query')]);
    expect(all.stdout).toContain('Usage: mirrorql [options] [command]');
    expect(one.stdout).toContain('Usage: mirrorql query [options] <operation>');
  });

  it('runs an operation and ends', async () => {
    const { stdout } = await mirrorql('query', '{ block(number: 91207000) { count } }');
    expect(JSON.parse(stdout)).toEqual({ block: { count: '1' } });
  });

  /** A process starts in half of the time where the ledger is somewhere else. */
  const elsewhere = async () => {
    const ledger = await openSample('embedded');
    const server = await serve(ledger);
    onTestFinished(() => server.close());
    return ['--upstream', server.url];
  };
  const threeRuns = { timeout: 60_000 };
  it('counts rows on a terminal that does not show them, and nowhere else', threeRuns, async () => {
    const words = ['query', query, '--all', '--format', 'csv', '--max-page', '50'];
    words.push(...(await elsewhere()));
    const line = [process.execPath, main, ...words].map((word) => `'${word}'`);
    const onTerminal = async (redirect: string) => {
      const command = `${line.join(' ')} ${redirect}`;
      const options = ['--quiet', '--return', '--command', command, '/dev/null'];
      return (await promisify(execFile)('script', options)).stdout;
    };
    const file = join(await mkdtemp(join(tmpdir(), 'mirrorql-')), 'holders.csv');
    const [unseen, counted, seen] = await Promise.all([
      mirrorql(...words),
      onTerminal(`> ${file}`),
      onTerminal(''),
    ]);
    expect(unseen.stderr).toBe('');
    expect(unseen.stdout).toMatch(/^accountId,amount\r\n(0\.0\.\d+,\d+\.\d\d\r\n){100,}$/);
    expect(readFileSync(file, 'utf8')).toBe(unseen.stdout);
    expect(seen.replaceAll('\r\r\n', '\r\n')).toBe(unseen.stdout);

    const [start, ...counts] = counted.split('\r\u001b[K');
    expect(start).toBe('');
    expect(counts.length).toBeGreaterThan(2);
    for (const count of counts) expect(count).toMatch(/^\d+ rows, [\d,]+ a second(\r\n)?$/);
    const rows = unseen.stdout.trimEnd().split('\r\n').length - 1;
    expect(counts.at(-1)).toMatch(new RegExp(`^${rows} rows, .*\r\n$`));
  });

  it('ends with 2 when it was called wrongly', async () => {
    const { code, stderr } = await mirrorql('query', '{ nothing }', ...(await elsewhere()));
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot query field');
  });
});
