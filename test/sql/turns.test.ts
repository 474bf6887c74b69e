// Whose statement is next, and who loses where too many wait.
import { describe, expect, it } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import { type Turn, Turns } from '../../src/sql/engines/turns.js';

interface Named extends Turn {
  readonly name: string;
}

function open(options: Partial<ConstructorParameters<typeof Turns>[0]> = {}) {
  const turns = new Turns<Named>({ places: 4, each: 2, scans: 1, scansEach: 1, ...options });
  const refused: string[] = [];
  const operation = () => startOperation({ timeout: 5000, calls: 10 });
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
