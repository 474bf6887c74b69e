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
import { alongPath, Failure, maxFailures, tooManyErrors } from './failures.js';
import { located } from './located.js';
import { counted, isRefused, readLeaf, readPlain } from './members.js';
import { isPlain, type PlannedField, type Selection } from './plan.js';
import {
  type Complete,
  type Holder,
  infoOf,
  isPromise,
  Position,
  type Run,
  resolve,
} from './position.js';

/**
 * Members of one object, or a `Failure` in its place. What is waited for is put into it when it has
 * come. What comes after a field that fails and must not be null is left alone.
 */
export function readFields(
  run: Run,
  { fields, hasProtoKey, width }: Selection,
  source: unknown,
  at: Position | undefined,
): Holder | Failure {
  run.size += width;
  const made: Holder = hasProtoKey ? Object.create(null) : {};
  for (const planned of fields) {
    if (isRefused(run)) break;
    const plain = readLeaf(run, planned, source);
    const value = plain === undefined ? readField(run, planned, source, at, made) : plain;
    if (value instanceof Failure) return value;
    made[planned.key] = value;
  }
  return made;
}

function readField(
  run: Run,
  planned: PlannedField,
  source: unknown,
  prev: Position | undefined,
  holder: Holder,
): unknown {
  const { field, key, parent, place, member, isRequired } = planned;
  const complete = completerOf(field.type);
  const at = new Position(
    run,
    planned,
    prev,
    holder,
    key,
    parent.name,
    place,
    isRequired,
    complete,
  );
  try {
    return completed(at, member === null ? resolve(at, source) : (source as Holder)[member]);
  } catch (error) {
    return failed(at, error);
  }
}

/** The value for the answer, a failure that goes further up, or undefined for what has yet to come. */
const completed: Complete = (at, value) =>
  isPromise(value) ? putIn(at, value, completed) : finished(at, at.complete, value);

function finished(at: Position, complete: Complete, value: unknown): unknown {
  try {
    const made = complete(at, value);
    return made instanceof Failure ? propagated(at, made) : made;
  } catch (error) {
    return failed(at, error);
  }
}

/**
 * Puts into its place what is made of a value when that has come, in the same turn: what fails below it
 * later finds it there. The answer waits for it.
 */
function putIn(at: Position, value: Promise<unknown>, make: Complete): undefined {
  const { run } = at;
  const put = (made: unknown) => {
    if (made instanceof Failure) nullAbove(at, made);
    else if (made !== undefined) at.holder[at.key] = made;
    run.waited -= 1;
    if (run.waited === 0) run.whenWhole();
  };
  run.waited += 1;
  value.then(
    (come) => put(make(at, come)),
    (error) => put(failed(at, error)),
  );
}

function failed(at: Position, error: unknown): unknown {
  const { run, planned } = at;
  run.failures += 1;
  if (run.failures > maxFailures) return propagated(at, new Failure(tooManyErrors, at));
  const told = located(error, planned.nodes, alongPath(at, 'key'));
  return propagated(at, new Failure(told, at));
}

/** A failure in the place of a value that must not be null, or null: what the specification calls propagation. */
function propagated(at: Position, failure: Failure): unknown {
  if (at.isRequired) return failure;
  at.run.nulled.push({ failure, at });
  return null;
}

/** The same for a failure that comes when all above it is made: the next place that may be null is. */
function nullAbove(origin: Position, failure: Failure): void {
  let at = origin.prev;
  while (at?.isRequired) at = at.prev;
  origin.run.nulled.push({ failure, at });
  if (at) at.holder[at.key] = null;
}

const completers = new WeakMap<GraphQLOutputType, Complete>();

/** How a value of a type becomes a part of an answer; worked out once for each type. */
function completerOf(type: GraphQLOutputType): Complete {
  let made = completers.get(type);
  if (!made) {
    const complete = newCompleter(type);
    made = (at, value) => {
      if (value instanceof Error) throw value;
      return complete(at, value);
    };
    completers.set(type, made);
  }
  return made;
}

function newCompleter(type: GraphQLOutputType): Complete {
  if (isNonNullType(type)) {
    const complete = completerOf(type.ofType);
    return (at, value) => {
      const made = complete(at, value);
      if (made !== null) return made;
      const { parent, field } = at.planned;
      throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
    };
  }
  const complete = completerOfValue(type);
  return (at, value) => (value === null || value === undefined ? null : complete(at, value));
}

function completerOfValue(type: Exclude<GraphQLOutputType, GraphQLNonNull<never>>): Complete {
  if (isListType(type))
    return (at, value) => completeList(at, type as GraphQLList<GraphQLOutputType>, value);
  if (isObjectType(type)) return (at, value) => completeObject(at, type, value);
  if (isAbstractType(type)) return (at, value) => completeAbstract(at, type, value);
  return ({ run }, value) => {
    const made = counted(run, type.serialize(value));
    if (made !== null && made !== undefined) return made;
    throw new Error(`${type.name} cannot represent a value`);
  };
}

function completeList(at: Position, { ofType }: GraphQLList<GraphQLOutputType>, value: unknown) {
  const { run, planned } = at;
  if (!isIterable(value)) {
    const { parent, field } = planned;
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${parent.name}.${field.name}".`,
    );
  }
  const made: unknown[] = [];
  const complete = completerOf(ofType);
  const isRequired = isNonNullType(ofType);
  const selection = planned.below.get(getNullableType(ofType) as GraphQLObjectType);
  const plain = selection && isPlain(selection) ? selection : null;
  for (const item of value) {
    if (isRefused(run)) break;
    run.size += overhead;
    const { size } = run;
    let done: unknown = plain ? readPlain(run, plain, item) : undefined;
    if (done === undefined) {
      run.size = size;
      const key = made.length;
      const holder = made as unknown as Holder;
      done = completed(
        new Position(run, planned, at, holder, key, undefined, key, isRequired, complete),
        item,
      );
      // The list is gone at once, whatever else of it is still waited for.
      if (done instanceof Failure) return done;
    }
    made.push(done);
  }
  return made;
}

function completeObject(at: Position, type: GraphQLObjectType, value: unknown) {
  const { run, planned } = at;
  const selection = run.plan.below(planned, type, run.variableValues);
  return readFields(run, selection, value, at);
}

function completeAbstract(at: Position, type: GraphQLAbstractType, value: unknown): unknown {
  const { contextValue, schema } = at.run;
  const resolver = type.resolveType ?? defaultTypeResolver;
  const complete: Complete = (_at, name) => {
    const found = typeof name === 'string' ? schema.getType(name) : undefined;
    if (isObjectType(found) && schema.isSubType(type, found)) {
      return completeObject(at, found, value);
    }
    throw new Error(`Abstract type ${type.name} resolves to none of its types`);
  };
  const name = resolver(value, contextValue, infoOf(at), type);
  return isPromise(name)
    ? putIn(at, name, (_at, come) => finished(at, complete, come))
    : complete(at, name);
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
