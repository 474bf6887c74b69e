// From a selection to its part of an answer: fields read in their order, values completed by their types.
import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLList,
  type GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { overhead } from './answer-size.js';
import { alongPath, Failure, maxFailures, type Place, tooManyErrors } from './failures.js';
import { located } from './located.js';
import { counted, readLeaf, readPlain } from './members.js';
import { isPlain, type PlannedField, type Selection } from './plan.js';
import { type Complete, infoOf, isPromise, Position, type Run, resolve } from './position.js';

/**
 * Members of one object, or a `Failure` in its place; a promise of either where something is waited
 * for, which does not reject. What comes after a field that fails and must not be null is left alone.
 */
export function readFields(
  run: Run,
  { fields, hasProtoKey, width }: Selection,
  source: unknown,
  at: Place | undefined,
): unknown {
  run.size += width;
  const made: Record<string, unknown> = hasProtoKey ? Object.create(null) : {};
  let waited: string[] | undefined;
  for (const planned of fields) {
    const plain = readLeaf(run, planned, source);
    if (plain !== undefined) {
      made[planned.key] = plain;
      continue;
    }
    const value = readField(run, planned, source, at);
    if (value instanceof Failure) {
      return waited ? allEnded(made, waited, value).then(() => value) : value;
    }
    made[planned.key] = value;
    if (isPromise(value)) {
      waited ??= [];
      waited.push(planned.key);
    }
  }
  return whenSettled(made, waited);
}

/** An object or a list when all that it waits for has come; or the first of what could not be had. */
function whenSettled<K extends string | number>(
  made: Record<K, unknown>,
  waited: readonly K[] | undefined,
): unknown {
  if (!waited) return made;
  return Promise.all(waited.map((key) => made[key])).then((values) => {
    for (const [index, value] of values.entries()) {
      if (value instanceof Failure) return value.after ? value.after.then(() => value) : value;
      made[waited[index] as K] = value;
    }
    return made;
  });
}

/** Resolves when everything has come to its end that had begun before a failure. */
const allEnded = <K extends string | number>(
  made: Record<K, unknown>,
  waited: readonly K[],
  { after }: Failure,
): Promise<unknown> => Promise.all([after, ...waited.map((key) => made[key])]);

function readField(
  run: Run,
  planned: PlannedField,
  source: unknown,
  prev: Place | undefined,
): unknown {
  const { field, key, parent, place, member, isRequired } = planned;
  const complete = completerOf(field.type);
  const position = new Position(run, planned, prev, key, parent.name, place, isRequired, complete);
  try {
    const value =
      member === null ? resolve(position, source) : (source as Record<string, unknown>)[member];
    return completed(position, value);
  } catch (error) {
    return failed(position, error);
  }
}

/** The value for the answer, or a promise of it that does not reject. */
function completed(position: Position, value: unknown): unknown {
  if (isPromise(value)) {
    return value.then(
      (read) => completed(position, read),
      (error) => failed(position, error),
    );
  }
  try {
    const made = position.complete(position, value);
    if (!isPromise(made)) return made instanceof Failure ? propagated(position, made) : made;
    return made.then(
      (all) => (all instanceof Failure ? propagated(position, all) : all),
      (error) => failed(position, error),
    );
  } catch (error) {
    return failed(position, error);
  }
}

function failed(position: Position, error: unknown): unknown {
  const { run, planned } = position;
  run.failures += 1;
  if (run.failures > maxFailures) return propagated(position, new Failure(tooManyErrors, position));
  const told = located(error, planned.nodes, alongPath(position, 'key'));
  return propagated(position, new Failure(told, position));
}

/** A failure in the place of a value that must not be null, or null: what the specification calls propagation. */
function propagated(at: Position, failure: Failure): unknown {
  if (at.isRequired) return failure;
  at.run.nulled.push({ failure, at });
  return failure.after ? failure.after.then(() => null) : null;
}

const completers = new WeakMap<GraphQLOutputType, Complete>();

/** How a value of a type becomes a part of an answer; worked out once for each type. */
function completerOf(type: GraphQLOutputType): Complete {
  let made = completers.get(type);
  if (!made) {
    const complete = newCompleter(type);
    made = (position, value) => {
      if (value instanceof Error) throw value;
      return complete(position, value);
    };
    completers.set(type, made);
  }
  return made;
}

function newCompleter(type: GraphQLOutputType): Complete {
  if (isNonNullType(type)) {
    const complete = completerOf(type.ofType);
    return (position, value) => {
      const made = complete(position, value);
      if (made !== null) return made;
      const { parent, field } = position.planned;
      throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
    };
  }
  const complete = completerOfValue(type);
  return (position, value) =>
    value === null || value === undefined ? null : complete(position, value);
}

function completerOfValue(type: Exclude<GraphQLOutputType, GraphQLNonNull<never>>): Complete {
  if (isListType(type))
    return (position, value) =>
      completeList(position, type as GraphQLList<GraphQLOutputType>, value);
  if (isObjectType(type)) return (position, value) => completeObject(position, type, value);
  if (isAbstractType(type)) return (position, value) => completeAbstract(position, type, value);
  return ({ run }, value) => {
    const made = counted(run, type.serialize(value));
    if (made !== null && made !== undefined) return made;
    throw new Error(`${type.name} cannot represent a value`);
  };
}

function completeList(
  position: Position,
  { ofType }: GraphQLList<GraphQLOutputType>,
  value: unknown,
) {
  if (!isIterable(value)) {
    const { parent, field } = position.planned;
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${parent.name}.${field.name}".`,
    );
  }
  const made: unknown[] = [];
  let waited: number[] | undefined;
  const { run, planned } = position;
  const complete = completerOf(ofType);
  const isRequired = isNonNullType(ofType);
  const selection = planned.below.get(getNullableType(ofType) as GraphQLObjectType);
  const plain = selection && isPlain(selection) ? selection : null;
  for (const item of value) {
    run.size += overhead;
    const { size } = run;
    const read = plain && readPlain(run, plain, item);
    if (read) {
      made.push(read);
      continue;
    }
    run.size = size;
    const order = made.length;
    const at = new Position(run, planned, position, order, undefined, order, isRequired, complete);
    const done = completed(at, item);
    if (done instanceof Failure) {
      // The list is gone at once, whatever else of it is still waited for.
      return waited ? new Failure(done.error, done.origin, allEnded(made, waited, done)) : done;
    }
    made.push(done);
    if (isPromise(done)) {
      waited ??= [];
      waited.push(order);
    }
  }
  return whenSettled(made, waited);
}

function completeObject(at: Position, type: GraphQLObjectType, value: unknown) {
  const { run, planned } = at;
  const selection = run.plan.below(planned, type, run.variableValues);
  return readFields(run, selection, value, at);
}

function completeAbstract(position: Position, type: GraphQLAbstractType, value: unknown): unknown {
  const { contextValue, schema } = position.run;
  const resolver = type.resolveType ?? defaultTypeResolver;
  const complete = (name: unknown) => {
    const found = typeof name === 'string' ? schema.getType(name) : undefined;
    if (isObjectType(found) && schema.isSubType(type, found)) {
      return completeObject(position, found, value);
    }
    throw new Error(`Abstract type ${type.name} resolves to none of its types`);
  };
  const name = resolver(value, contextValue, infoOf(position), type);
  return isPromise(name) ? name.then(complete) : complete(name);
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
