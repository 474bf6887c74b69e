// What is told of an operation out of what servers keep: nothing else than by a server that keeps nothing.
import { compared, type Fault, isShort } from './door-faults.js';
import { byHash, type House, type How, type Sent, type Told } from './doors.js';
import type { Asked } from './rewritten.js';

/** What a kept answer says: all that a client sees. */
const seenOf = ({ status, type, data, errors, warnings, codes, retryAfter }: Told) => ({
  ...{ status, type, errors, warnings, codes, retryAfter },
  data: JSON.stringify(data),
});

/** The same with what it has cost, where it was made. */
const allOf = ({ cost, calls, rows, made, ...told }: Told) => ({
  ...{ cost, calls, rows, made },
  ...seenOf({ cost, calls, rows, made, ...told }),
});

/** What is told without any work: an answer that was kept. */
const unspent = { cost: undefined, calls: 0, rows: 0, made: [] };

/** Ways in which what was kept by one must not be taken for another, in the order of a seed. */
function waysOf(
  asked: Asked,
  chance: (below: number) => number,
): readonly (readonly [Sent, How])[] {
  const [query, { variables }] = [{ query: asked.query }, asked];
  const extensions = byHash(asked.query);
  const plain = { accept: 'application/json' };
  const ours = { accept: 'application/graphql-response+json' };
  const inAddress = { ...ours, method: 'GET' as const };
  const ways: (readonly [Sent, How])[] = [
    [asked, plain],
    [asked, ours],
    [{ variables, ...query }, plain],
    [{ variables, extensions }, ours],
    ...(isShort(asked) ? ([[asked, inAddress]] as const) : []),
  ];
  return ways
    .map((way) => [chance(1000), way] as const)
    .sort(([a], [b]) => a - b)
    .map(([, way]) => way);
}

/**
 * All faults of servers that keep answers: of one that is asked twice, and of others that share what
 * it keeps. `count` is told who has found what was kept.
 */
export async function keptFaultsOf(
  house: House,
  keeping: readonly House[],
  asked: Asked,
  chance: (below: number) => number,
  count: (by: 'itself' | 'another') => void,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const [first] = keeping as [House];
  // A hash stands for a text that a server has seen.
  for (const one of [house, ...keeping])
    await one.ask({ ...asked, extensions: byHash(asked.query) });
  for (const [sent, how] of waysOf(asked, chance)) {
    const plain = await house.ask(sent, how);
    for (const [time, one] of [first, ...keeping].entries()) {
      const told = await one.ask(sent, how);
      const isFound = told.cache === 'hit';
      if (isFound) count(one === first ? 'itself' : 'another');
      const expected = isFound ? { ...plain, ...unspent } : plain;
      const door = `kept, time ${time + 1}, ${how.method ?? how.accept}, ${told.cache}`;
      faults.push(...compared(door, [allOf(expected), allOf(told)]));
    }
  }
  return faults;
}
