// What an event of a subscription shows is what a query of its list shows, whatever is selected of it.
import { isDeepStrictEqual } from 'node:util';
import { parse, validate } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, serve } from '../support/ledgers.js';
import { listen } from '../support/listen.js';
import type { Asked } from './rewritten.js';
import { type Answer, anyShape, placed, selectionOf, shownAt } from './selections.js';
import { smallest } from './smallest.js';

/** Selections of each kind of event: some with each run of the tests, many by `npm run fuzz`. */
const wanted = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['MODE'] === 'fuzz' ? 500 : 8));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
/** Events that are compared, the last ones of their lists. */
const size = 3;

let server: Server;
beforeAll(async () => {
  server = await serve(await openSample('embedded'), anyShape);
  return () => server.close();
});

it.each([
  ['BlockEdge', 'blockAdded(', '{ list: blocks(', ' }'],
  [
    'MessageEdge',
    'messageAdded(topic: "0.0.4001" ',
    '{ of: topic(id: "0.0.4001") { list: messages(',
    ' } }',
  ],
  [
    'TransactionEdge',
    'transactionAdded(account: "0.0.1001" ',
    '{ of: account(id: "0.0.1001") { list: transactions(',
    ' } }',
  ],
  ['ContractLogEdge', 'logAdded(', '{ list: logs(', ' }'],
])('of %s', { timeout: 3_600_000 }, async (edge, event, list, end) => {
  const listOf = ({ data }: Answer) => (data.of ?? data).list;
  const newest = await ask(
    server,
    `${list}first: ${size + 1}, order: DESC) { edges { cursor } }${end}`,
  );
  const after = `after: "${listOf(newest).edges[size].cursor}"`;
  const counts = { whole: 0, 'with errors': 0, refused: 0 };

  /** What the list shows of its rows and what the events do, where both are answered at all. */
  async function shown(asked: Asked) {
    const { variables } = asked;
    const rows = `${list}first: ${size}, order: ASC, ${after}) { edges … }${end}`;
    const query = placed('query', rows, asked);
    const subscription = placed('subscription', `{ one: ${event}${after}) … }`, asked);
    if (validate(schema, parse(query)).length > 0) return null;
    const answer = JSON.parse((await ask(server, query, variables)).text) as Answer;
    const edges: unknown[] | undefined = answer.data && listOf(answer)?.edges;
    if (!edges) return null;
    const place = answer.data.of ? ['of', 'list', 'edges'] : ['list', 'edges'];
    const listener = listen(server, subscription, variables);
    const events: Answer[] = await listener.first(size);
    listener.leave();
    return edges.map((_, index) => [
      shownAt(answer, ...place, index),
      shownAt(events[index] as Answer, 'one'),
    ]);
  }

  const differing = (pairs: Awaited<ReturnType<typeof shown>>) =>
    (pairs ?? []).filter(([row, told]) => !isDeepStrictEqual(row, told));
  const faultsOf = async (asked: Asked) => differing(await shown(asked));

  let next = seed;
  for (; counts.whole + counts['with errors'] < wanted; next += 1) {
    const asked = selectionOf(edge, next);
    if (!asked) continue;
    const pairs = await shown(asked);
    const isFailed = pairs?.some(([row]) => (row?.errors.length ?? 0) > 0);
    counts[pairs ? (isFailed ? 'with errors' : 'whole') : 'refused'] += 1;
    if (differing(pairs).length === 0) continue;
    const isFault = async ({ query }: { readonly query: string }) =>
      (await faultsOf({ ...asked, query })).length > 0;
    const { query } = await smallest({ ...asked, askings: [] }, isFault);
    const least = { ...asked, query };
    expect.fail(JSON.stringify({ seed: next, least, faults: await faultsOf(least) }, null, 1));
  }
  console.info(
    `events of ${edge}: ${JSON.stringify(counts)} with seeds from ${seed} to ${next - 1}`,
  );
});
