// Clients that leave at any moment: of what they have asked for nothing fails that nobody waits for.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { subgraphSchema } from '../../src/graphql/federation.js';
import { type Ledger, type Operation, within } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';
import { limits, maxPage } from './compare.js';
import { damaged, remembered } from './ledger.js';
import { numbersFrom } from './numbers.js';
import { fuzzRequest } from './operations.js';

/** Requests that run: some with each run of the tests, many by `npm run fuzz`. */
const wanted = Number(
  process.env['FUZZ_REQUESTS'] ?? (process.env['MODE'] === 'fuzz' ? 5_000 : 40),
);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_221);
const number = numbersFrom(seed);

/** Turns of the event loop after which some clients leave; most answers come earlier. */
const longestStay = 60;
const accepts = [
  'application/json',
  'application/graphql-response+json',
  'multipart/mixed',
  'text/event-stream',
] as const;

/** Each answer comes some turns later, and is waited for no longer than its operation lives. */
function late(ledger: Ledger): Ledger {
  const held = <T>(operation: Operation, ask: () => Promise<T>): Promise<T> => {
    const later = async () => {
      for (let turns = number(12); turns > 0; turns--) await nextTurn();
      return ask();
    };
    return within(operation, later());
  };
  return {
    ...ledger,
    one: (...asked) => held(asked[3], () => ledger.one(...asked)),
    many: (...asked) => held(asked[3], () => ledger.many(...asked)),
    page: (...asked) => held(asked[2], () => ledger.page(...asked)),
    pages: (...asked) => held(asked[2], () => ledger.pages(...asked)),
    counts: (...asked) => held(asked[2], async () => (await ledger.counts?.(...asked)) ?? []),
  };
}

/** What has failed without anybody who waits for it: it ends a program that has no ear for it. */
const lost: unknown[] = [];
const note = (reason: unknown) => lost.push(reason);
const servers: Server[] = [];

beforeAll(async () => {
  process.prependListener('unhandledRejection', note);
  const sound = late(remembered(await openSample('embedded')));
  const queries = { depth: 60, aliases: 5000, directives: 5000, tokens: 50_000 };
  const cost = { calls: 1_000_000, rows: 100_000_000, values: 1_000_000_000 };
  const graphql = { limits: { ...queries, cost, answer: 100_000_000 }, federation: true, maxPage };
  for (const ledger of [sound, damaged(sound)]) {
    servers.push(await serve(ledger, { operation: limits, bodyLimit: 1_000_000, graphql }));
  }
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await Promise.all(servers.map((server) => server.close()));
});

/** What a client has of its request, which leaves after so many turns. */
async function visit(server: Server, body: string, accept: string, turns: number) {
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json', accept };
  const asked = { method: 'POST', headers, body, signal: leaving.signal } as const;
  const answer = request(`${server.url}/graphql`, asked).then(
    async ({ statusCode, body }) => `${statusCode} ${(await body.text()).length > 0}`,
  );
  const seen = answer.catch(() => 'left');
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  leaving.abort();
  return seen;
}

it('leaves nothing behind that fails alone, whenever its client goes', {
  timeout: 3_600_000,
}, async () => {
  const counts: Record<string, number> = {};
  const schema = subgraphSchema(true);
  for (let next = seed; next < seed + wanted; next++) {
    const accept = accepts[next % accepts.length] as string;
    const { query, askings } = fuzzRequest(next, schema);
    // Parts that come later, for who can read them.
    const text = query.replaceAll(/\.\.\. (on \w+ )?\{/g, '... $1@defer {');
    for (const asking of askings) {
      const body = JSON.stringify({ query: text, ...asking });
      for (const server of servers) {
        const how = await visit(server, body, accept, number(longestStay));
        counts[how] = (counts[how] ?? 0) + 1;
        if (lost.length > 0)
          expect.fail(JSON.stringify({ seed: next, body, lost: lost.map(String) }));
      }
    }
  }
  console.info(`clients: ${JSON.stringify(counts)} with seeds from ${seed}`);
  expect(counts['left']).toBeGreaterThan(0);
  expect(counts['200 true']).toBeGreaterThan(0);
});
