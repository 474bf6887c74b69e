// The commands of "It is slow" in the documentation, run against a server whose mirror node is slow and fails at times.
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, serve } from '../support/ledgers.js';
import { productMain } from '../support/product.js';
import { starter } from '../support/started.js';

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const chapter = page.split('## It is slow')[1]?.split('\n## ')[0] ?? '';
const commands = [...chapter.matchAll(/^```sh\n([^`]+)\n```/gm)].map(([, text]) => text as string);

/** What each command must say, in their order. */
const says: readonly (readonly [begins: string, answer: RegExp])[] = [
  ['curl', /mirrorql_operation_seconds_count\{.*operation="Slow".*\} \d/],
  ['jq', /^\S+\tSlow\t\d{3,}(\.\d)?\t\d+(\.\d)?\t\d+\t\d+\t\d+\tmiss$/m],
  ['curl', /"calls": 1/],
  ['jq', /"operation": "Newest"/],
  ['curl', /mirrorql_ledger_call_seconds_sum\{verb="page",resource="blocks",outcome="ok"\} [\d.]+/],
  ['mirrorql check', /./],
  ['jq', /^ +1 UPSTREAM_\w+\t503/m],
  ['curl', /^process_cpu_seconds_total \d/m],
];

describe('a server of which someone says that it is slow', () => {
  const { folder, start } = starter();
  const run = promisify(execFile);
  let ledger: Ledger;
  let mirror: Server;
  let url: string;
  let isBroken = false;
  let hasJq = true;

  beforeAll(async () => {
    hasJq = await run('jq', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasJq)
      console.warn('not covered: the commands of the documentation with jq, which is not there');
    ledger = await openSample('embedded');
    mirror = await serve({
      ...ledger,
      async page(...asked) {
        if (isBroken) throw new LedgerError('UPSTREAM_UNAVAILABLE');
        if (asked[0].name === 'blocks') await sleep(150);
        return ledger.page(...asked);
      },
    });
    const args = ['--upstream', mirror.url, '--upstream-retries', '0'];
    const logging = ['--log', 'info', '--slow', '100', '--upstream-concurrency', '4'];
    const { child, url: own } = start({ args: [...args, ...logging] });
    child.stderr?.on('data', (chunk) =>
      writeFileSync(join(folder, 'mirrorql.log'), chunk, { flag: 'a' }),
    );
    url = await own;
    const shim = join(folder, 'mirrorql');
    writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${await productMain()}' "$@"\n`);
    chmodSync(shim, 0o755);
    // Names of clients are told apart once they have come again; answers are kept for a second.
    for (let first = 1; first <= 9; first += 1) {
      const query = `query Slow { blocks(first: ${first}) { nodes { number } } }`;
      expect((await ask({ url }, query)).errors).toEqual([]);
    }
    isBroken = true;
    const query = 'query Broken { transactions(first: 2) { nodes { name } } }';
    expect((await ask({ url }, query)).errors).toHaveLength(1);
    isBroken = false;
  });
  afterAll(async () => {
    await mirror.close();
    await ledger.close();
  });

  it('has a command for each step', () => {
    const isNamed = commands.map((text, index) => text.startsWith(says[index]?.[0] as string));
    expect(isNamed).toEqual(says.map(() => true));
  });

  it('is told what each of them says', { timeout: 60_000 }, async () => {
    for (const [index, text] of commands.entries()) {
      if (!hasJq && text.includes('jq')) continue;
      const line = text
        .replaceAll('http://localhost:4000', url)
        .replaceAll('http://localhost:5551', mirror.url);
      const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
      // A line of the log comes a moment after the answer that it is of.
      await expect
        .poll(async () => (await run('sh', ['-ec', line], { cwd: folder, env })).stdout, {
          timeout: 10_000,
        })
        .toMatch(says[index]?.[1] as RegExp);
    }
  });
});
