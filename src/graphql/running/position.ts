// One run of an operation, the places of its answer, and how the value of a place is asked for.
import { defaultFieldResolver, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { Nulled, Place } from './failures.js';
import type { Plan, PlannedField } from './plan.js';

/** One run of an operation. */
export interface Run {
  readonly plan: Plan;
  readonly schema: GraphQLSchema;
  readonly rootValue: unknown;
  readonly contextValue: unknown;
  readonly variableValues: Record<string, unknown>;
  readonly nulled: Nulled[];
  failures: number;
  /** Values that have yet to come, and what is done when the last of them has. */
  waited: number;
  whenWhole: () => void;
  /** Characters of the answer so far, roughly, and how many there may be. */
  size: number;
  readonly longest: number;
}

/** An object or a list of the answer, by the keys of its places. */
export type Holder = Record<string | number, unknown>;

/** A place that a value is to be had for: of a field, or of an item of its list. */
export class Position implements Place {
  constructor(
    readonly run: Run,
    readonly planned: PlannedField,
    readonly prev: Position | undefined,
    /** What has the place. */
    readonly holder: Holder,
    readonly key: string | number,
    readonly typename: string | undefined,
    readonly order: number,
    /** Whether it must not be null. */
    readonly isRequired: boolean,
    readonly complete: Complete,
  ) {}
}

export type Complete = (position: Position, value: unknown) => unknown;

/** What the resolver of a field gives, called as graphql-js calls it. */
export function resolve(at: Position, source: unknown): unknown {
  const { field, argumentsOf } = at.planned;
  const { contextValue, variableValues } = at.run;
  const resolver = field.resolve ?? defaultFieldResolver;
  return resolver(source, argumentsOf(variableValues), contextValue, infoOf(at));
}

export function infoOf(at: Position): GraphQLResolveInfo {
  const { run, planned } = at;
  const { plan, schema, rootValue, variableValues } = run;
  return {
    fieldName: planned.field.name,
    fieldNodes: planned.nodes,
    returnType: planned.field.type,
    parentType: planned.parent,
    path: at,
    schema,
    fragments: plan.fragments,
    rootValue,
    operation: plan.operation,
    variableValues,
  };
}

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { readonly then?: unknown }).then === 'function';
