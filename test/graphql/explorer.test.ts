// An explorer's pages as docs/explorer.md lists them: one operation each, the same on every ledger, with few calls.
import { readdirSync, readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, openSample, remote, serve } from '../support/ledgers.js';
import { startRecorder } from '../support/recorder.js';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** All files of a folder as one document, as GraphiQL has them. */
const files = readdirSync(new URL('examples/explorer/', root));
const source = files.map((file) => read(`examples/explorer/${file}`)).join('\n');
const operations = parse(source).definitions.flatMap((one) =>
  one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value as string] : [],
);

const cell = ' *([^|]+?) *';
const line = new RegExp(
  `^\\|${cell}\\|${cell}\\| *\`(.*)\` *\\| *(\\d+) *\\| *(\\d+) *\\| *(\\d+) *\\|$`,
);
const rows = read('docs/explorer.md')
  .split('\n')
  .map((text) => line.exec(text))
  .flatMap((found) => {
    if (!found) return [];
    const [, page, operationName, variables = '', ...numbers] = found;
    const [today, allowed, ours] = numbers.map(Number);
    return [{ page, operationName, variables: JSON.parse(variables), today, allowed, ours }];
  });

/** Leaves of an answer that hold something. */
function leaves(value: unknown): number {
  if (typeof value !== 'object') return 1;
  if (value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + leaves(one), 0);
}

describe("an explorer's pages", () => {
  const servers: Record<string, Server> = {};
  const closing: { close(): unknown }[] = [];
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  beforeAll(async () => {
    for (const engine of engines) {
      const ledger = await openSample(engine);
      servers[engine] = await serve(ledger);
      closing.unshift(servers[engine], ledger);
    }
    recorder = await startRecorder((servers['embedded'] as Server).url);
    closing.unshift(recorder);
  });
  afterAll(async () => {
    for (const one of closing) await one.close();
  });

  it('are 18 operations, each of which has a row', () => {
    expect(operations).toHaveLength(18);
    expect(new Set(rows.map(({ operationName }) => operationName))).toEqual(new Set(operations));
  });

  it.each(rows)('$page: $operationName $variables', async (row) => {
    const { operationName, variables, allowed, ours, today } = row;
    recorder.calls.length = 0;
    recorder.statuses.length = 0;
    // A new one for each page: it has kept nothing of another.
    const mirror = remote(recorder.url, { cache: 0 });
    const overHttp = await serve(mirror);
    const answers: unknown[] = [];
    for (const [name, server] of Object.entries({ ...servers, overHttp })) {
      const { data, errors } = await ask(server, source, variables, operationName);
      expect(errors, name).toEqual([]);
      expect(leaves(data), name).toBeGreaterThan(2);
      answers.push(data);
    }
    await overHttp.close();
    await mirror.close();
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(recorder.calls, recorder.calls.join('\n')).toHaveLength(ours as number);
    // What was called has to be looked up: it need not be a contract.
    const more = row.page === 'a call of a contract' ? 1 : 0;
    expect(ours).toBeLessThanOrEqual((allowed as number) + more);
    // What a text names can not be known before it is looked for.
    if (operationName !== 'SearchPage') expect(new Set(recorder.statuses)).toEqual(new Set([200]));
    if (operationName !== 'SearchPage' && operationName !== 'AccountsPage') {
      expect(ours).toBeLessThanOrEqual(today as number);
    }
  });
});
