// Memory under long load: mirrorql over the stub with all workloads in turn, and what it holds as time goes by.
// npx tsx bench/runs/soak.ts --minutes 10 [--cache]

import { parseArgs } from 'node:util';
import { here } from '../lib/places.js';
import { load, mirrorql, start } from '../lib/targets.js';
import { workloads } from '../lib/workloads.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    cache: { type: 'boolean', default: false },
  },
});

const end = Date.now() + Number(options.minutes) * 60_000;
const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last');
const words = mirrorql.command.filter((word) => !options.cache || word !== '--no-cache');
const server = await start(
  words.map((word) => word.replace('{upstream}', stub.url)),
  'first',
);

/** Live and whole heap in megabytes, as the server's own metrics tell. */
async function heap(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1];
  return Number(bytes) / 1e6;
}

let requests = 0;
let failures = 0;
const began = Date.now();
try {
  for (let round = 0; Date.now() < end; round += 1) {
    for (const { name, connections } of workloads) {
      const order = { url: server.url, dialect: 'mirrorql', workload: name, connections } as const;
      const result = await load({ ...order, seconds: 7, first: round * 31 });
      requests += result.requests;
      failures += result.failures;
    }
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    const sizes = `${server.memory().toFixed(0)} MB resident, ${(await heap()).toFixed(0)} MB heap`;
    process.stdout.write(`${minutes} min: ${requests} requests, ${failures} failed, ${sizes}\n`);
  }
} finally {
  await server.stop();
  await stub.stop();
}
