// What is counted while the selections of an operation are walked through.
import type { Batching } from '../../ledger.js';
import { type FieldCost, GivenArguments } from './cost-arguments.js';
import { assumedItems } from './cost-lists.js';
import type { Selecting } from './selected.js';

/** Values that the work on one read is worth: a promise, its place in a batch, and maybe an error. */
const readValues = 10;
/** The same where the answer comes in parts: what fails has no end there, and each failure its own error. */
const readValuesInParts = 40;
/** Fields looked at before the query counts as too intricate to be measured. */
export const maxSteps = 20_000;

/** Objects on which fields are selected. */
export interface Parents {
  readonly count: number;
  /** Field that they came from, and how many lists of it. */
  readonly via: string;
  readonly lists: number;
  /** How many of them are the same one, which is read once; left out, each is another. */
  readonly alike?: number;
  /** Whether they may be as they were, so that what is read for them is of the past too. */
  readonly isPast?: boolean;
  /** Reads that fields have in common, and one of them has counted. */
  readonly shared?: Set<string>;
  /** The same of the objects that have the lists which these are items of. */
  readonly above?: Set<string> | undefined;
}

export interface Walk extends Selecting {
  readonly given: GivenArguments;
  readonly batching: Batching;
  readonly maxPage: number;
  /** Whether answers must be fresh, which some lists are not. */
  readonly isFresh: boolean;
  calls: number;
  /** Calls of reads that go together: so many more there are for each further type that objects may be of. */
  together: number;
  rows: number;
  values: number;
  /** Reads, whose values are counted when it is known whether there are parts. */
  reads: number;
  parts: number;
  steps: number;
}

export const valuesOf = ({ values, reads, parts }: Walk): number =>
  values + reads * (parts > 0 ? readValuesInParts : readValues);

/** What selections are measured by. */
export type Measure = Pick<Walk, 'schema' | 'variables' | 'batching' | 'maxPage'> &
  Partial<Pick<Walk, 'isFresh'>>;

export function startWalk(measure: Measure, fragments: Walk['fragments']): Walk {
  const start = { calls: 0, together: 0, rows: 0, values: 0, reads: 0, parts: 0, steps: 0 };
  return {
    isFresh: false,
    ...measure,
    fragments,
    given: new GivenArguments(measure.variables),
    ...start,
  };
}

/** Reads of a field for its objects: one for each, or for as many of one list as a call takes. */
export function readsOf(
  { shares, sharedBelow }: FieldCost,
  { count, lists, via }: Parents,
  keys: number,
): number {
  if (shares !== undefined || !sharedBelow?.includes(via) || lists === 0) return count;
  return lists * Math.ceil(count / lists / keys);
}

/** How many of a field's objects are the same one: with those of its parents, all of a list that lead back. */
export function alikeOf(
  { sameBelow }: FieldCost,
  { count, lists, alike = 1, via }: Parents,
): number {
  return sameBelow?.includes(via) ? alike * Math.max(1, count / Math.max(1, lists)) : alike;
}

/** Counts reads of which one call answers so many, and each of the calls is several. */
export function addCalls(walk: Walk, reads: number, atOnce: number, rounds = 1): void {
  walk.calls += Math.ceil(reads / atOnce) * rounds;
  if (atOnce > 1) walk.together += rounds;
}

export type SharedCost = FieldCost & { readonly shares: string };

/** A read per parent, whichever of the fields that share it is selected. */
export function addShared(
  walk: Walk,
  rule: SharedCost,
  together: number,
  { count: own, lists, alike = 1, via, shared, above }: Parents,
): void {
  const { shares: name, rows = assumedItems, sharedBelow = [] } = rule;
  const [counted, count] = sharedBelow.includes(via) ? [above, lists] : [shared, own];
  if (counted?.has(name)) return;
  counted?.add(name);
  const below = rule.callsBelow?.[via];
  addCalls(walk, count / alike, together, below ?? rule.calls);
  walk.rows += (count / alike) * rows * (below ?? 1);
  walk.reads += count;
}

/** The read that follows what a field finds, which others may have made already. */
export function addFollowing(
  walk: Walk,
  { thenShares }: FieldCost,
  together: number,
  parents: Parents,
): void {
  if (thenShares === undefined) return;
  addShared(walk, { shares: thenShares, rows: 1 }, together, parents);
}

type Counted = Pick<Walk, 'calls' | 'together' | 'rows' | 'values' | 'reads' | 'parts'>;

const counted = ({ calls, together, rows, values, reads, parts }: Walk): Counted => ({
  ...{ calls, together, rows, values, reads, parts },
});

/**
 * Counts so many objects, each of one of several types: as if all were of the dearest. What goes
 * together goes so for each type alone, so that objects of several types take calls of their own.
 */
export function addDearest<T>(
  walk: Walk,
  count: number,
  types: readonly T[],
  add: (type: T) => void,
): void {
  const before = counted(walk);
  const all = types.map((type) => {
    Object.assign(walk, before);
    add(type);
    return counted(walk);
  });
  for (const unit of Object.keys(before) as (keyof Counted)[]) {
    walk[unit] = Math.max(before[unit], ...all.map((one) => one[unit]));
  }
  const further = Math.min(count, types.length) - 1;
  const shares = all.map(({ together }) => together - before.together).sort((a, b) => b - a);
  for (const calls of shares.slice(0, further)) walk.calls += calls;
  for (const calls of shares.slice(1, further + 1)) walk.together += calls;
}
