// What an answer is mostly made of: members of rows that are there and of their kind, read as they are.
import type { GraphQLObjectType } from 'graphql';
import { sizeOf } from './answer-size.js';
import { maxFailures } from './failures.js';
import type { PlannedField, Selection } from './plan.js';
import { isPromise, type Run } from './position.js';

/**
 * What most fields are: a member that is there and of its kind. Undefined for all else, such as an
 * error in its place, which is read with its place at hand.
 */
export function readLeaf(
  run: Run,
  { constant, leaf, member, isRequired }: PlannedField,
  source: unknown,
): unknown {
  if (!leaf) return constant;
  try {
    const value = (source as Readonly<Record<string, unknown>>)[member as string];
    if (value === null || value === undefined) return isRequired ? undefined : null;
    if (value instanceof Error || isPromise(value)) return undefined;
    return counted(run, leaf.serialize(value) ?? undefined);
  } catch {
    return undefined;
  }
}

/**
 * What most items of lists are: objects of members alone that are there and of their kind. Undefined
 * for all else, which is read with its place at hand: there is nothing that reading twice would do.
 */
export function readPlain(
  run: Run,
  { fields, width }: Selection,
  source: unknown,
): Record<string, unknown> | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  if (source instanceof Error || isPromise(source)) return undefined;
  run.size += width;
  const made: Record<string, unknown> = {};
  for (const planned of fields) {
    if (isRefused(run)) break;
    const value = planned.inner ? readInner(run, planned, source) : readLeaf(run, planned, source);
    if (value === undefined) return undefined;
    made[planned.key] = value;
  }
  return made;
}

/** An object that is a member; its selection is known to be plain. */
function readInner(
  run: Run,
  { inner, below, member, isRequired }: PlannedField,
  source: object,
): unknown {
  try {
    const value = (source as Readonly<Record<string, unknown>>)[member as string];
    if (value === null || value === undefined) return isRequired ? undefined : null;
    return readPlain(run, below.get(inner as GraphQLObjectType) as Selection, value);
  } catch {
    return undefined;
  }
}

/** Whether the answer is refused whatever else would be in it, so that no more of it is read. */
export const isRefused = ({ size, longest, failures }: Run): boolean =>
  size > longest || failures > maxFailures;

/** The value of a scalar or an enum, whose text is counted; what any value takes is in the width of its selection. */
export function counted(run: Run, value: unknown): unknown {
  if (typeof value === 'string') run.size += value.length;
  else if (typeof value === 'object') run.size += sizeOf(value, run.longest - run.size);
  return value;
}
