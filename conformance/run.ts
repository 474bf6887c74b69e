// The conformance runner's command line: case files, or recorded answers, against the service.
import { parseArgs } from 'node:util';
import { createTables } from '../src/sql/tables/schema.js';
import { type CaseFile, readCases } from './cases.js';
import type { Difference } from './compare.js';
import { empty, fill, openTarget, type Target } from './load.js';
import { replay } from './recorded.js';
import { isServed } from './routes.js';
import { notOverHttp, optionsOf, type Service, startService } from './service.js';
import { rowsOf } from './setup.js';
import { startTally, type Tally } from './tally.js';

const usage = `usage: npm run conformance -- DIR [options]
       npm run conformance -- --recorded FILE --ledger DIR [options]
options: --database URL  a PostgreSQL server for a scratch database, instead of PGlite
         --over-http     by way of a second server, whose mirror node is the first one
         --only AREA     one area, such as accounts
         --log LEVEL     what the service logs to stderr: silent, warn, …`;

const { values, positionals } = readArguments();
const tally = startTally(console.log);
const target = await openTarget(values.database);
// An interrupted run must not leave its scratch database behind.
process.once('SIGINT', () => target.close().finally(() => process.exit(130)));
try {
  const service = await startService(target.database, values.log, values['over-http']);
  try {
    const { recorded: file, ledger, only } = values;
    if (file && ledger) await replay(target, service, { file, ledger, only }, tally);
    else await runCases(target, service, readCases(positionals[0] as string, only), tally);
  } finally {
    await service.close();
  }
} finally {
  await target.close();
}
// The reference's own cases are few; its recorded answers have an example of every deviation.
const mustSee = values.recorded !== undefined && values.only === undefined;
process.exitCode = tally.finish(mustSee) ? 0 : 1;

async function runCases(
  target: Target,
  service: Service,
  files: readonly CaseFile[],
  tally: Tally,
): Promise<void> {
  await target.exec(createTables);
  let filled: readonly string[] = [];
  for (const { file, area, setup, fakeTime, cases } of files) {
    const reason = values['over-http'] ? notOverHttp(file) : undefined;
    if (reason !== undefined) {
      console.log(`not covered: ${file}: ${reason}`);
      continue;
    }
    const served = cases.filter(({ url }) => isServed(url));
    for (const _ of cases.slice(served.length)) tally.skip(area);
    if (served.length === 0) continue;
    await empty(target, filled);
    const broken = await troubleOf('setup', async () => {
      const tables = rowsOf(setup);
      filled = [...tables.keys()];
      await fill(target, tables);
      return undefined;
    });
    for (const { url, headers, config, expected } of served) {
      service.reset(optionsOf(config, fakeTime));
      const ask = () => service.differenceFrom(expected, url, headers);
      const difference = broken ?? (await troubleOf('request', ask));
      tally.add({ area, url, source: file, expected, difference });
    }
  }
}

/** What `work` answers; an error becomes a difference, so that one case does not end the run. */
async function troubleOf(
  path: string,
  work: () => Promise<Difference | undefined>,
): Promise<Difference | undefined> {
  try {
    return await work();
  } catch (error) {
    return { path, expected: 'no error', got: (error as Error).message };
  }
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        database: { type: 'string' },
        'over-http': { type: 'boolean', default: false },
        only: { type: 'string' },
        log: { type: 'string', default: 'silent' },
        recorded: { type: 'string' },
        ledger: { type: 'string' },
      },
    });
    const { recorded, ledger } = parsed.values;
    const wantsReplay = recorded !== undefined && ledger !== undefined;
    if (parsed.positionals.length === (wantsReplay ? 0 : 1)) return parsed;
  } catch (error) {
    console.error((error as Error).message);
  }
  console.error(usage);
  process.exit(2);
}
