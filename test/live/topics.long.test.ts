// What subscribers are told, and what it costs the ledger: the same on every ledger.
import { describe, expect, it, type TestContext } from 'vitest';
import { printCursor } from '../../src/contract/position.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import { type Kind, kinds, openLedger } from '../support/changing.js';
import { serve } from '../support/ledgers.js';
import { eventually, type Listener, listen, pause } from '../support/listen.js';

const interval = 100;

/** A ledger of a test's own with a server that polls it: the tests wait, and do so together. */
async function openLive({ onTestFinished }: TestContext, kind: Kind) {
  const changing = await openLedger(kind);
  const start = () => serve(changing.ledger, { live: { interval } });
  const listeners: Listener[] = [];
  let server = await start();
  onTestFinished(async () => {
    for (const listener of listeners) listener.leave();
    await server.close();
    await changing.close();
  });
  return {
    changing,
    url: () => server.url,
    subscribe(query: string, variables = {}) {
      const listener = listen(server, query, variables);
      listeners.push(listener);
      return listener;
    },
    /** Another server takes the place of the one that there was. */
    async restart(between: () => Promise<void>) {
      await server.close();
      await between();
      server = await start();
    },
    called: (what: string) => changing.calls.filter((call) => call.startsWith(what)).length,
  };
}

// The embedded database does one thing at a time, so that there nothing is gained.
for (const kind of kinds) {
  const concurrent = kind !== 'embedded';
  describe(`live data of ${kind}`, { concurrent }, () => sentences(kind));
}

function sentences(kind: Kind): void {
  const crowd = kind === 'a mirror node' ? 100 : 20;

  describe('blockAdded', () => {
    const query =
      'subscription Blocks($after: String) { blockAdded(after: $after) { cursor node { number } } }';
    const numbersOf = ({ events }: Listener) =>
      events.map(({ data }) => Number(data.blockAdded.node.number));
    const upTo = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);

    it('tells of new blocks, each once and in order, and of no old one', async (context) => {
      const { changing, subscribe, called } = await openLive(context, kind);
      const listener = subscribe(query);
      await eventually(() => called('page blocks'), context).toBeGreaterThan(1);
      await changing.addBlocks(4, 5);
      await listener.first(2);
      await changing.addBlocks(6, 6);
      await listener.first(3);
      expect(numbersOf(listener)).toEqual([4, 5, 6]);
    });

    it(`asks once per poll, for ${crowd} subscribers as for one`, async (context) => {
      const { changing, subscribe, called } = await openLive(context, kind);
      const after = printCursor(blocks, ['2']);
      const many = Array.from({ length: crowd }, () => subscribe(query, { after }));
      await Promise.all(many.map((listener) => listener.first(1)));
      const before = called('page');
      const began = performance.now();
      await changing.addBlocks(4, 4);
      await Promise.all(many.map((listener) => listener.first(2)));
      const polls = Math.ceil((performance.now() - began) / interval) + 1;
      expect(called('page') - before).toBeLessThanOrEqual(polls);
      expect(changing.calls.every((call) => call === 'page blocks')).toBe(true);
      for (const listener of many) expect(numbersOf(listener)).toEqual([3, 4]);
    });

    it('goes on after a cursor on another server, without a gap or a double', async (context) => {
      const { changing, subscribe, restart, called } = await openLive(context, kind);
      const first = subscribe(query);
      await eventually(() => called('page blocks'), context).toBeGreaterThan(1);
      await changing.addBlocks(4, 4);
      const [{ data }] = await first.first(1);
      const { cursor } = data.blockAdded;
      await restart(() => changing.addBlocks(5, 254));
      const again = subscribe(query, { after: cursor });
      await again.first(250);
      await changing.addBlocks(255, 255);
      await again.first(251);
      expect(numbersOf(again)).toEqual(upTo(5, 255));
    });

    it('goes on after a cursor of the list', async (context) => {
      const { url, subscribe } = await openLive(context, kind);
      const answer = await fetch(`${url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ blocks(first: 2) { edges { cursor } } }' }),
      });
      const { data } = (await answer.json()) as {
        data: { blocks: { edges: { cursor: string }[] } };
      };
      const listener = subscribe(query, { after: data.blocks.edges[1]?.cursor });
      await listener.first(1);
      expect(numbersOf(listener)).toEqual([3]);
    });
  });

  describe('balanceChanged', () => {
    const query =
      'subscription ($id: AccountRef!) { balanceChanged(account: $id) { accountId balance hbars account { memo } } }';
    const balancesOf = ({ events }: Listener) =>
      events.map(({ data }) => data.balanceChanged?.balance ?? null);

    it('tells the balance as it is, and then each other one with all its digits', async (context) => {
      const { changing, subscribe } = await openLive(context, kind);
      await changing.setBalance(1001, 5n);
      const listener = subscribe(query, { id: '1001' });
      await listener.first(1);
      await changing.setBalance(1001, 9_223_372_036_854_775_807n);
      await listener.first(2);
      expect(balancesOf(listener)).toEqual(['5', '9223372036854775807']);
      expect(listener.events[1].data.balanceChanged).toMatchObject({
        accountId: '0.0.1001',
        hbars: '92233720368.54775807',
        account: { memo: 'account 1001' },
      });
    });

    it('says nothing while nothing changes', async (context) => {
      const { changing, subscribe, called } = await openLive(context, kind);
      await changing.setBalance(1001, 5n);
      const listener = subscribe(query, { id: '0.0.1001' });
      await listener.first(1);
      const before = called('page balances');
      await eventually(() => called('page balances'), context).toBeGreaterThan(before + 2);
      expect(listener.events).toHaveLength(1);
    });

    it('is null while there is no such account, and tells when there is one', async (context) => {
      const { changing, subscribe } = await openLive(context, kind);
      const listener = subscribe(query, { id: '0.0.1002' });
      const [event] = await listener.first(1);
      expect(event).toEqual({ data: { balanceChanged: null } });
      await changing.setBalance(1002, 7n);
      await listener.first(2);
      expect(balancesOf(listener)).toEqual([null, '7']);
    });

    it('asks for all accounts together, and for each once', async (context) => {
      const { changing, subscribe, called } = await openLive(context, kind);
      const nums = Array.from({ length: 24 }, (_, index) => 2000 + index);
      for (const num of nums) await changing.setBalance(num, BigInt(num));
      const few = 'subscription ($id: AccountRef!) { balanceChanged(account: $id) { balance } }';
      const many = [...nums, ...nums.slice(0, 4)].map((num) => subscribe(few, { id: num }));
      await Promise.all(many.map((listener) => listener.first(1)));
      // What was new has been asked for in between; from here on there are only polls.
      await pause(interval);
      changing.calls.length = 0;
      changing.stub?.reset();
      await eventually(() => called('page balances'), context).toBeGreaterThan(2);
      const asked = changing.stub?.calls.map(({ query: sent }) => sent.getAll('account.id').length);
      // A mirror node is asked for 20 at a time.
      if (asked) expect(asked.slice(0, 4).sort()).toEqual([20, 20, 4, 4]);
      expect(new Set(changing.calls)).toEqual(new Set(['page balances']));
    });
  });

  describe('scheduleChanged', () => {
    const query =
      'subscription { scheduleChanged(id: "0.0.3001") { entityId executedTimestamp deleted } }';

    it('tells the schedule as it is, its execution, and then completes', async (context) => {
      const { changing, subscribe } = await openLive(context, kind);
      await changing.addSchedule(3001);
      const listener = subscribe(query);
      const [before] = await listener.first(1);
      expect(before.data.scheduleChanged).toMatchObject({ executedTimestamp: null });
      await changing.execute(3001, '1700000100.000000002');
      await listener.over;
      expect(listener.events.slice(1).map(({ data }) => data.scheduleChanged)).toMatchObject([
        { entityId: '0.0.3001', executedTimestamp: '1700000100.000000002' },
      ]);
    });

    it('asks no more once nothing can change', async (context) => {
      const { changing, subscribe, called } = await openLive(context, kind);
      await changing.addSchedule(3001);
      await changing.execute(3001, '1700000100.000000002');
      const listener = subscribe(query);
      await listener.over;
      expect(listener.events).toHaveLength(1);
      const before = called('many schedule');
      await pause(3 * interval);
      expect(called('many schedule')).toBe(before);
    });

    it('is null while there is none', async (context) => {
      const { subscribe } = await openLive(context, kind);
      const [event] = await subscribe(query).first(1);
      expect(event).toEqual({ data: { scheduleChanged: null } });
    });
  });
}
