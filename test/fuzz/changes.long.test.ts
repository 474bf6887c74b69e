// Balances and schedules that change while they are watched: each event is what a query says then, no change is lost, none is told twice.
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { growingTables, interval, mirrorNode } from '../support/growing-tables.js';
import { eventually, type Listener, pause } from '../support/listen.js';
import { accounts, addressOf, changeAt, schedules } from './changed-rows.js';
import { numbersFrom } from './numbers.js';
import type { Asked } from './rewritten.js';
import { type Answer, anyShape, placed, selectionOf, shownAt } from './selections.js';

/** Times that something changes: some with each run of the tests, more with `FUZZ_RUNS`. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 12);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_201);

/** What can be watched: by which field and references, and all that it has of its own. */
const things = {
  Balance: {
    nums: accounts,
    field: (reference: string) => `balanceChanged(account: "${reference}")`,
    references: (num: number) => [`${num}`, `0.0.${num}`, `0x${addressOf(num)}`],
    // In the order of a poll: a row has the first 50 of its tokens in it.
    query: (num: number) =>
      `{ found: balances(filter: { account: { eq: "${num}" } }, order: ASC, first: 1) { nodes … } }`,
    whole: '{ balance tokens(first: 50) { nodes { tokenId balance } } }',
  },
  Schedule: {
    nums: schedules,
    field: (reference: string) => `scheduleChanged(id: "${reference}")`,
    references: (num: number) => [`${num}`, `0.0.${num}`],
    query: (num: number) => `{ found: schedule(id: "${num}") … }`,
    whole: `{ adminKey { key } consensusTimestamp creatorAccountId deleted entityId executedTimestamp
      expirationTime memo payerAccountId transactionBody waitForExpiry
      signatures { consensusTimestamp publicKeyPrefix signature type } }`,
  },
} as const;

interface Watched {
  readonly type: keyof typeof things;
  readonly num: number;
  readonly asked: Asked;
  readonly listener: Listener;
  /** All that it has of its own, as a query said when it was last told. */
  state: string | undefined;
  told: number;
}

const nothing = { data: 'null', errors: [], warnings: [] };

describe.each(['embedded', mirrorNode] as const)('of %s', (kind) => {
  const server = growingTables(kind, anyShape);
  const number = numbersFrom(seed);
  const oneOf = <T>(values: readonly T[]) => values[number(values.length)] as T;
  const watched = new Set<Watched>();

  const query = async (text: string, variables: Asked['variables'] = {}) =>
    JSON.parse((await ask(server, text, variables)).text) as Answer;

  /** What a query says of one thing now. */
  async function said({ type, num }: Pick<Watched, 'type' | 'num'>, asked: Asked) {
    const answer = await query(placed('query', things[type].query(num), asked), asked.variables);
    if (type === 'Schedule' || !answer.data) return shownAt(answer, 'found');
    return answer.data.found.nodes.length > 0 ? shownAt(answer, 'found', 'nodes', 0) : nothing;
  }

  /** Somebody comes to watch something of a type, and selects something of it. */
  async function join(type: Watched['type']) {
    const { nums, field, references } = things[type];
    const num = oneOf(nums);
    const subscribed = `{ one: ${field(oneOf(references(num)))} … }`;
    for (;;) {
      const asked = selectionOf(type, number(1_000_000));
      if (!asked) continue;
      const subscription = placed('subscription', subscribed, asked);
      if (validate(schema, parse(subscription)).length > 0) continue;
      if ((await said({ type, num }, asked)).data === undefined) continue;
      // Of what is known already all is told as it was read last.
      const isKnown = [...watched].some((one) => one.num === num && one.state !== 'null');
      if (type === 'Balance' && isKnown) await polled();
      const listener = server.subscribe(subscription, asked.variables);
      const one: Watched = { type, num, asked, listener, state: undefined, told: 0 };
      watched.add(one);
      return compare(one);
    }
  }

  /** Balances have been asked for again, and answered. */
  async function polled() {
    const count = () => server.calls.filter((call) => call === 'page balances').length;
    const before = count();
    await eventually(count).toBeGreaterThan(before + 1);
  }

  /** There is one event more where a query says something else than the last one, and it says that. */
  async function compare(one: Watched) {
    const { type, asked, listener, state } = one;
    const { data = 'null' } = await said(one, { query: things[type].whole, variables: {} });
    if (data === state) return;
    one.state = data;
    one.told += 1;
    const place = JSON.stringify({ seed, asked, was: state, is: data });
    const event = (await listener.first(one.told).catch(() => expect.fail(place))).at(-1);
    expect(shownAt(event, 'one'), place).toEqual(await said(one, asked));
    const { executedTimestamp, deleted } = JSON.parse(data) ?? {};
    if (!executedTimestamp && !deleted) return;
    await listener.over;
    leave(one);
  }

  function leave(one: Watched) {
    expect(one.listener.events.length, JSON.stringify(one.asked)).toBe(one.told);
    one.listener.leave();
    watched.delete(one);
  }

  it('tells what a query says', { timeout: 60_000 + runs * 2000 }, async () => {
    for (let run = 0; run < runs; run += 1) {
      if (watched.size > 6) leave(oneOf([...watched]));
      if (watched.size < 4 || number(3) === 0) await join(oneOf(['Balance', 'Schedule']));
      const changes = [0n, 1n, 2n].map((index) =>
        changeAt(1_700_000_000_000_000_000n + BigInt(run * 3) + index, number),
      );
      await server.run(`do $$ begin ${changes.map((text) => `${text};`).join('')} end $$`);
      for (const one of [...watched]) await compare(one);
    }
    // Whatever is told without a reason comes with one of the next polls.
    await pause(5 * interval);
    for (const one of [...watched]) leave(one);
  });
});
