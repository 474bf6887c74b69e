// Several servers of a ledger behind one address, each as old as it happens to be: nothing is told to go back.
import { expect, it, type TestContext, vi } from 'vitest';
import { openStub } from '../support/backends.js';
import { type Listener, listen, pause } from '../support/listen.js';
import { ledgerStub, type Tables } from '../support/stub.js';

interface Age {
  readonly tables: Tables;
  /** The time of the balances. */
  readonly timestamp?: string;
}

/** A mirror node that answers by one age and the other in turns, with a server that polls it. */
async function balanced({ onTestFinished }: TestContext, ages: readonly Age[]) {
  const handlers = ages.map(({ tables, timestamp }) => {
    const answer = ledgerStub(tables);
    return (call: Parameters<typeof answer>[0]) => {
      const { body, ...rest } = answer(call) ?? { status: 404 };
      const isTimed = timestamp !== undefined && call.path.endsWith('/balances');
      return { ...rest, body: isTimed ? { ...(body as object), timestamp } : body };
    };
  });
  let turn = 0;
  const server = await openStub(
    (call) => handlers[turn++ % handlers.length]?.(call),
    { retries: 0 },
    { live: { interval: 50 } },
  );
  const { stub } = server;
  const listeners: Listener[] = [];
  onTestFinished(async () => {
    for (const listener of listeners) listener.leave();
    await server.close();
  });
  return {
    stub,
    subscribe(query: string) {
      const listener = listen(server, query);
      listeners.push(listener);
      return listener;
    },
    /** Each age has been asked several times. */
    async polled() {
      const before = stub.calls.length;
      while (stub.calls.length < before + 6) await pause(20);
    },
  };
}

const holder = (num: number, balance: bigint) => ({ account: `0.0.${num}`, balance, tokens: [] });
const balanceOf = (num: number) => `subscription { balanceChanged(account: "${num}") { balance } }`;
const told = ({ events }: Listener) =>
  events.map(({ data }) => data.balanceChanged?.balance ?? null);

it('a balance is not told again as it was before', async (context) => {
  const { subscribe, polled } = await balanced(context, [
    { tables: { balances: [holder(7, 5n)] }, timestamp: '1700000001.000000000' },
    { tables: { balances: [holder(7, 6n)] }, timestamp: '1700000002.000000000' },
  ]);
  const listener = subscribe(balanceOf(7));
  await polled();
  expect(told(listener)).toEqual(['5', '6']);
});

it('an account that one of them does not have yet is not told to have gone', async (context) => {
  const { subscribe, polled } = await balanced(context, [
    { tables: { balances: [] } },
    { tables: { balances: [holder(7, 6n)] } },
  ]);
  const listener = subscribe(balanceOf(7));
  await polled();
  expect(told(listener)).toEqual([null, '6']);
});

it('a balance is told though the time goes back with an account that nobody watches any more', async (context) => {
  const { stub, subscribe } = await balanced(context, []);
  stub.reset(({ query }) => {
    const asked = query.getAll('account.id');
    const isWatched = asked.includes('0.0.8');
    const rows = [holder(7, isWatched ? 5n : 4n), holder(8, 1n)];
    const balances = rows.filter(({ account }) => asked.includes(account));
    const timestamp = isWatched ? '1700000009.000000000' : '1700000003.000000000';
    return { body: { timestamp, balances, links: { next: null } } };
  });
  const second = subscribe(balanceOf(8));
  await second.first(1);
  const first = subscribe(balanceOf(7));
  await vi.waitFor(() => expect(told(first).at(-1)).toBe('5'));
  second.leave();
  await vi.waitFor(() => expect(told(first).at(-1)).toBe('4'), 5000);
});

it('a schedule is not told to have lost a signature', async (context) => {
  const signature = (n: number) => ({
    ...{ consensus_timestamp: `1700000000.00000000${n}`, public_key_prefix: 'AA==' },
    ...{ signature: 'AA==', type: 'ED25519' },
  });
  const schedule = (signatures: number) => ({
    ...{ schedule_id: '0.0.7', consensus_timestamp: '1700000000.000000001', deleted: false },
    ...{ executed_timestamp: null, expiration_time: null, wait_for_expiry: false },
    ...{ transaction_body: '', admin_key: null, memo: '' },
    ...{ creator_account_id: '0.0.2', payer_account_id: '0.0.2' },
    signatures: Array.from({ length: signatures }, (_, index) => signature(index + 1)),
  });
  const { subscribe, polled } = await balanced(
    context,
    [1, 2].map((count) => ({ tables: { schedules: [schedule(count)] } })),
  );
  const listener = subscribe(
    'subscription { scheduleChanged(id: "7") { signatures { publicKeyPrefix } } }',
  );
  await polled();
  const counts = listener.events.map(({ data }) => data.scheduleChanged.signatures.length);
  expect(counts).toEqual([1, 2]);
});
