// Replays recorded answers of the reference server over the ledger that they were recorded on.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseJson } from '../src/contract/json.js';
import type { Expected } from './compare.js';
import { deviations } from './deviations.js';
import { loadLedger } from './ledger-files.js';
import type { Target } from './load.js';
import { areaOf, isServed } from './routes.js';
import { defaultOptions, type Service } from './service.js';
import type { Tally } from './tally.js';

interface Recorded {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const comparedHeaders = ['content-type', 'cache-control', 'link'];

export interface Replay {
  /** `.ndjson` or `.ndjson.gz`, one recorded answer a line. */
  readonly file: string;
  /** Folder with the tables. */
  readonly ledger: string;
  readonly only: string | undefined;
}

export async function replay(target: Target, service: Service, asked: Replay, tally: Tally) {
  await loadLedger(target, asked.ledger);
  service.reset({ ...defaultOptions, now: await clockOf(target) });
  for (const [line, recorded] of readAnswers(asked.file).entries()) {
    const { url } = recorded;
    const area = areaOf(url);
    if (asked.only !== undefined && area !== asked.only) continue;
    if (!isServed(url)) {
      tally.skip(area);
      continue;
    }
    const expected = expectedOf(recorded);
    const difference = await service.differenceFrom(expected, url, {});
    tally.add({ area, url, source: `line ${line + 1}`, expected, difference });
  }
  for (const { area, example: url } of deviations) {
    if (area === undefined || url === undefined || (asked.only ?? area) !== area) continue;
    const expected = { status: 200, body: null, headers: {}, ignoreSignatureOrder: false };
    const difference = await service.differenceFrom(expected, url, {});
    tally.add({ area, url, source: 'example', expected, difference });
  }
}

function readAnswers(file: string): Recorded[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded);
}

function expectedOf({ status, headers, body }: Recorded): Expected {
  return {
    status,
    body: parseJson(body),
    headers: Object.fromEntries(comparedHeaders.map((name) => [name, headers[name]])),
    ignoreSignatureOrder: true,
  };
}

/**
 * The service's time is the end of the ledger's last block: answers about snapshots depend on the
 * time of asking, and a recording must not grow old.
 */
async function clockOf(target: Target): Promise<() => number> {
  const rows = await target.run(
    'select (max(consensus_end) / 1000000)::text as milliseconds from record_file',
    [],
  );
  const milliseconds = Number(rows[0]?.['milliseconds']);
  return () => milliseconds;
}
