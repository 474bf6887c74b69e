// `transactionAdded`: each transaction of an account once and in order, also by who comes again to another server.
import { describe, expect, it } from 'vitest';
import { growingTables, interval, mirrorNode } from '../support/growing-tables.js';
import { type Listener, pause } from '../support/listen.js';

const start = 1_700_000_000_000_000_000n;

const query =
  'subscription ($account: AccountRef!, $type: TransactionTypeFilter, $after: String) { transactionAdded(account: $account, type: $type, after: $after) { cursor node { consensusTimestamp name } } }';
/** The cursor of a transaction, as every list of them has it. */
const cursor = (number: number) =>
  Buffer.from(`["transactions","1700000000.${String(number).padStart(9, '0')}"]`).toString(
    'base64url',
  );
const numbersOf = ({ events }: Listener) =>
  events.map(({ data }) => Number(data.transactionAdded.node.consensusTimestamp.slice(-9)));

describe.each(['embedded', mirrorNode] as const)('transactionAdded of %s', (kind) => {
  const server = growingTables(kind);
  const subscribe = (account: number | string, variables = {}) =>
    server.subscribe(query, { account: `0.0.${account}`, ...variables });
  const add = (account: number, numbers: readonly number[], type = 14) =>
    server.add({
      cryptotransfers: numbers.map((number) => ({
        consensus_timestamp: String(start + BigInt(number)),
        payerAccountId: account,
        recipientAccountId: 3,
        type,
      })),
    });

  it('tells of those of an account and of a type, each once and in order, and of no old one', async () => {
    await add(11, [1, 2]);
    const all = subscribe(11);
    const some = subscribe(11, { type: { in: ['CRYPTODELETE'] } });
    await server.polled(4);
    await add(12, [3]);
    await add(11, [4, 5]);
    await add(11, [6], 12);
    await Promise.all([all.first(3), some.first(1)]);
    expect(numbersOf(all)).toEqual([4, 5, 6]);
    expect(numbersOf(some)).toEqual([6]);
  });

  it('goes on after a cursor on another server, without a gap or a double', async () => {
    await add(13, [101, 102]);
    const first = subscribe(13, { after: cursor(102) });
    await add(13, [103]);
    const [{ data }] = await first.first(1);
    expect(data.transactionAdded.cursor).toBe(cursor(103));
    const missed = Array.from({ length: 230 }, (_, index) => 104 + index);
    await server.restart(() => add(13, missed));
    const again = subscribe(13, { after: data.transactionAdded.cursor });
    await again.first(230);
    await add(13, [400]);
    await again.first(231);
    expect(numbersOf(again)).toEqual([...missed, 400]);
  });

  it('is one poll for all who follow the same account', async () => {
    await add(14, [500]);
    const all = [1, 2, 3, 4, 5].map(() => subscribe(14, { after: cursor(499) }));
    await Promise.all(all.map((listener) => listener.first(1)));
    server.calls.length = 0;
    const began = performance.now();
    await add(14, [501]);
    await Promise.all(all.map((listener) => listener.first(2)));
    const rounds = (performance.now() - began) / interval;
    expect(server.calls.length).toBeLessThan(rounds + 3);
    for (const listener of all) expect(numbersOf(listener)).toEqual([500, 501]);
  });

  it.each([
    ['a cursor', 11, { after: 'nonsense' }, 'after'],
    ['a type', 11, { type: { names: [] } }, 'type.names'],
    ['a choice of types', 11, { type: { in: [] } }, 'type.in'],
    ['an address of nobody', `${'ab'.repeat(20)}`, {}, 'account'],
  ])('refuses %s that is wrong', async (_name, account, given, argument) => {
    const reference = typeof account === 'string' ? { account: `0x${account}` } : {};
    const [event] = await subscribe(account, { ...given, ...reference }).first(1);
    expect(event.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });

  it('ends where the ledger refuses a type, for nobody else, and asks it no more', async () => {
    const other = subscribe(16);
    await server.polled(2);
    const listener = subscribe(15, { type: { names: ['FROMTHEFUTURE'] } });
    await listener.over;
    expect(listener.events).toHaveLength(1);
    const [{ errors }] = listener.events;
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    // Ours, or the mirror node's own words.
    const refused =
      /^type\.names: must be types that are known|^Invalid parameter: transactiontype$/;
    expect(errors[0].message).toMatch(refused);
    await add(16, [600]);
    await other.first(1);
    expect(numbersOf(other)).toEqual([600]);
    other.leave();
    await pause(2 * interval);
    server.calls.length = 0;
    await pause(5 * interval);
    expect(server.calls).toEqual([]);
  });
});
