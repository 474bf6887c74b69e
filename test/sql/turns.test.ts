// Whose statement is next, and who loses where too many wait.
import { describe, expect, it } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import { type Turn, Turns } from '../../src/sql/engines/turns.js';

interface Named extends Turn {
  readonly name: string;
}

function open(options: Partial<ConstructorParameters<typeof Turns>[0]> = {}) {
  const turns = new Turns<Named>({ places: 6, each: 2, scans: 1, scansEach: 1, ...options });
  const refused: string[] = [];
  const operation = (client?: string) => startOperation({ timeout: 5000, calls: 10 }, {}, client);
  const add = (of: ReturnType<typeof operation>, name: string, isScan = false) =>
    turns.add({
      operation: of,
      isScan,
      name,
      refuse: ({ code }: LedgerError) => refused.push(`${name} ${code}`),
    });
  const begin = () => {
    const begun: Named[] = [];
    for (let next = turns.next(); next; next = turns.next()) begun.push(next);
    return begun;
  };
  return { turns, refused, operation, add, begin };
}

const names = (all: readonly Named[]) => all.map(({ name }) => name);

describe('turns', () => {
  it('go round the operations, each with a few places', () => {
    const { turns, operation, add, begin } = open();
    const [a, b, c] = [operation(), operation(), operation()];
    for (const n of [1, 2, 3, 4]) add(a, `a${n}`);
    for (const n of [1, 2]) add(b, `b${n}`);
    const first = begin();
    expect(names(first)).toEqual(['a1', 'b1', 'a2', 'b2']);
    add(c, 'c1');
    for (const one of first.slice(0, 2)) turns.end(one);
    expect(names(begin())).toEqual(['a3', 'c1']);
  });

  it('leave as many places free as one client has, however many operations it has', () => {
    const { turns, operation, add, begin } = open({ places: 8 });
    for (const n of [1, 2, 3, 4, 5, 6]) add(operation('a'), `a${n}`);
    const first = begin();
    expect(names(first)).toEqual(['a1', 'a2', 'a3', 'a4']);
    for (const n of [1, 2, 3]) add(operation('b'), `b${n}`);
    add(operation(), 'c1');
    expect(names(begin())).toEqual(['b1', 'c1', 'b2']);
    turns.end(first[0] as Named);
    expect(names(begin())).toEqual([]);
    add(operation('d'), 'd1');
    expect(names(begin())).toEqual(['d1']);
  });

  it('go round the clients, and the operations of each, where there is one place', () => {
    const { turns, operation, add, begin } = open({ places: 1 });
    const [first, second] = [operation('a'), operation('a')];
    for (const n of [1, 2]) add(first, `first${n}`);
    for (const n of [1, 2]) add(second, `second${n}`);
    for (const n of [3, 4]) add(operation('a'), `a${n}`);
    add(operation('b'), 'b1');
    const order: string[] = [];
    for (let [next] = begin(); next; [next] = begin()) {
      order.push(next.name);
      turns.end(next);
      if (next.name === 'b1') add(operation('b'), 'b2');
    }
    expect(order).toEqual('first1 b1 second1 b2 a3 a4 first2 second2'.split(' '));
  });

  it('that may read whole tables are shared in the same way', () => {
    const { turns, operation, add, begin } = open({ places: 32, scans: 4 });
    for (const n of [1, 2, 3]) add(operation('a'), `a${n}`, true);
    add(operation('b'), 'b1', true);
    const begun = begin();
    expect(names(begun)).toEqual(['a1', 'b1', 'a2']);
    add(operation('c'), 'c1', true);
    expect(names(begin())).toEqual(['c1']);
    for (const one of begun) turns.end(one);
    expect(names(begin())).toEqual(['a3']);
  });

  it('leave room beside what reads whole tables', () => {
    const { turns, operation, add, begin } = open();
    const [a, b, c] = [operation(), operation(), operation()];
    for (const n of [1, 2]) add(a, `scan${n}`, true);
    add(c, 'scan3', true);
    add(b, 'plain');
    const begun = begin();
    expect(names(begun)).toEqual(['scan1', 'plain']);
    turns.end(begun[0] as Named);
    expect(names(begin())).toEqual(['scan3']);
  });

  it('are refused to an operation that is over, whatever it has waiting', () => {
    const { refused, operation, add, begin } = open();
    const [a, b] = [operation(), operation()];
    add(a, 'a1');
    add(b, 'b1');
    a.end();
    add(a, 'a2');
    expect(refused).toEqual(['a1 UPSTREAM_TIMEOUT', 'a2 UPSTREAM_TIMEOUT']);
    expect(names(begin())).toEqual(['b1']);
  });

  it('are lost, where 5,000 wait, by the operation that has most of them', () => {
    const { refused, operation, add } = open();
    const [greedy, modest, late] = [operation(), operation(), operation()];
    for (let n = 0; n < 4998; n += 1) add(greedy, `g${n}`);
    for (const n of [1, 2]) add(modest, `m${n}`);
    add(late, 'l1');
    expect(refused).toEqual(['g4997 UPSTREAM_BUSY']);
    add(greedy, 'more');
    expect(refused.at(-1)).toBe('more UPSTREAM_BUSY');
  });

  it('that do not come in time are told so, but not where others of the same operation run', async () => {
    const { turns, refused, operation, add, begin } = open({ places: 2, patience: 50 });
    const [a, b] = [operation(), operation()];
    for (const n of [1, 2, 3]) add(a, `a${n}`);
    add(b, 'b1');
    const begun = begin();
    expect(names(begun)).toEqual(['a1', 'b1']);
    const c = operation();
    add(c, 'c1');
    turns.next();
    await expect.poll(() => refused).toEqual(['c1 UPSTREAM_BUSY']);
  });
});
