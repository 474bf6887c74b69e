// Logs of contracts by topic, out of a million, beside plain selects: of the same rows, and of them with their blocks.
import { parseArgs } from 'node:util';
import { besideOptions, measureBeside } from '../lib/beside-select.js';
import { fillWithLogs, known } from '../lib/logs.js';
import { withOwnDatabase } from '../lib/medium.js';

const { values: options } = parseArgs({
  options: { ...besideOptions, logs: { type: 'string', default: '1000000' } },
});

const { busy, quiet, common, rare, week } = known;
const below = (contract: number, search: string) =>
  `/api/v1/contracts/0.0.${contract}/results/logs?limit=100${search}`;
const paths = [
  below(busy, ''),
  below(busy, `&${week}&topic0=${common}`),
  below(quiet, `&${week}&topic0=${common}`),
  below(busy, `&${week}&topic0=${rare}`),
  `/api/v1/contracts/results/logs?limit=100&${week}&topic0=${common}`,
  `/api/v1/contracts/results/logs?limit=100&${week}&topic0=${rare}`,
];

await withOwnDatabase(
  (database) => fillWithLogs(database, Number(options.logs)),
  (database) =>
    measureBeside(paths, database, options, { 'plain select': [], 'with blocks': ['blocks'] }),
);
