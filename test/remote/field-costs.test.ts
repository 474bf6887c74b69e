// What fields cost, as docs/upstream.md says: HTTP calls over a mirror node, statements on a database.
import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/costing/cost.js';
import { encodeGlobalID } from '../../src/graphql/reading/global-id.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { nodes } from '../support/operations.js';

const document = readFileSync(new URL('../../docs/upstream.md', import.meta.url), 'utf8');
const rows = (document.split('## What a field costs')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .map((line) => /^\| `(\{.*\})` +\| (\d+) +\| (\d+) +\|$/.exec(line))
  .flatMap((cells) =>
    cells
      ? [{ query: cells[1] as string, calls: Number(cells[2]), statements: Number(cells[3]) }]
      : [],
  );

const overHttpBatching = { keys: 20, parents: 1 };
const onDatabaseBatching = { keys: 1e9, parents: 1e9 };

let onDatabase: Server;
let overHttp: Server;

beforeAll(async () => {
  const sample = await openSample('embedded');
  const options = { graphql: { trace: true } };
  onDatabase = await serve(sample, options);
  const ledger = remote(onDatabase.url, { cache: 0 });
  overHttp = await serve(ledger, options);
  // Whoever is first to ask for an address that nobody has stored reads those that follow from keys.
  await ask(onDatabase, `{ account(id: "0x${'ab'.repeat(20)}") { id } }`);
  // And whoever is first to search for a name looks whether there are the indexes for it.
  await ask(onDatabase, '{ search(text: "a") { __typename } }');
  return async () => {
    await overHttp.close();
    await ledger.close();
    await onDatabase.close();
    await sample.close();
  };
});

describe('what a field costs', () => {
  it('is told of several', () => expect(rows.length).toBeGreaterThan(5));

  it.each(rows)('$query', async ({ query, calls, statements }) => {
    const costs: number[] = [];
    const answers: unknown[] = [];
    for (const server of [overHttp, onDatabase]) {
      const { data, errors, text } = await ask(server, query);
      expect(errors).toEqual([]);
      costs.push(JSON.parse(text).extensions.mirrorql.calls);
      answers.push(data);
    }
    expect(costs).toEqual([calls, statements]);
    expect(answers[0]).toEqual(answers[1]);
    // What is counted before anything runs is never less.
    for (const [place, batching] of [overHttpBatching, onDatabaseBatching].entries()) {
      const declared = costOf(schema, parse(query), undefined, {}, batching, 1000);
      expect(declared.calls).toBeGreaterThanOrEqual(costs[place] ?? Number.NaN);
    }
  });
});

describe('what an object costs that is named by its global id', () => {
  it.each(nodes)('%s', async (name) => {
    const [type = '', ...own] = name.split(':');
    const query = `{ node(id: "${encodeGlobalID(type, own.join(':'))}") { id } }`;
    const { text } = await ask(overHttp, query);
    const declared = costOf(schema, parse(query), undefined, {}, overHttpBatching, 1000);
    expect(declared.calls).toBeGreaterThanOrEqual(JSON.parse(text).extensions.mirrorql.calls);
  });
});

describe('accounts that are named by their addresses', () => {
  it('are charged one by one, as they are read', async () => {
    const query = '{ contractResults(first: 25) { nodes { fromAccount { memo } } } }';
    const batchings = [onDatabaseBatching, overHttpBatching];
    for (const [place, server] of [onDatabase, overHttp].entries()) {
      const { text } = await ask(server, query);
      const { calls } = JSON.parse(text).extensions.mirrorql;
      expect(calls).toBeGreaterThan(2);
      const batching = batchings[place] as (typeof batchings)[number];
      const declared = costOf(schema, parse(query), undefined, {}, batching, 1000);
      expect(calls).toBeLessThanOrEqual(declared.calls);
    }
  });
});
