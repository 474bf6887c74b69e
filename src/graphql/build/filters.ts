// Filter inputs: the contract's operators as input fields, and back as conditions.

import { Given } from '../../contract/given.js';
import { sideOf, typedBy } from '../../contract/operators.js';
import { brokenApart, brokenRule, parametersOf } from '../../contract/query.js';
import {
  defaultLimits,
  type Filter,
  type List,
  type Operator,
  operators,
  type Parameter,
} from '../../contract/resource.js';
import { isPast, stateAt } from '../../contract/timestamps.js';
import { type Kind, plainEntityId, readOrNull } from '../../contract/values.js';
import { badInput, type ErrorMessage } from '../../errors.js';
import { decodeGlobalID, noType } from '../reading/global-id.js';
import { builder } from './builder.js';

const meanings: Readonly<Record<Operator, string>> = {
  eq: 'Equal to this.',
  ne: 'Not equal to this.',
  gt: 'Greater than this.',
  gte: 'Greater than this, or equal to it.',
  lt: 'Less than this.',
  lte: 'Less than this, or equal to it.',
};

type FilterScalar = 'EntityId' | 'Hex' | 'Int64' | 'Timestamp';
type Conditions = { readonly [operator in Operator | 'in']?: unknown };

/** `among`: whether there are lists that take several values of which any may be. */
function filterInput(name: string, scalar: FilterScalar, among = false) {
  return builder.inputType(name, {
    description: `Conditions on a value of type ${scalar}; all that are given must hold, and null is as if not given. Not every list takes every one: what a list does not take is refused by name.`,
    fields: (t) => {
      const each = operators.map((operator) => {
        return [operator, t.field({ type: scalar, description: meanings[operator] })] as const;
      });
      const any = t.field({
        type: [scalar],
        description: `Equal to any of these, ${defaultLimits.repeats} at the most; not together with \`eq\`.`,
      });
      return { ...Object.fromEntries(each), ...(among && { in: any }) };
    },
  });
}

export const EntityIdFilter = filterInput('EntityIdFilter', 'EntityId', true);
export const HexFilter = filterInput('HexFilter', 'Hex', true);
export const Int64Filter = filterInput('Int64Filter', 'Int64');
export const TimestampFilter = filterInput('TimestampFilter', 'Timestamp');

/** Which parameter of the contract each field of a filter input stands for. */
export type FilterMap = Readonly<Record<string, string>>;

/**
 * The conditions of a filter input, checked against the declaration; `within` is what the fields are in.
 * @throws LedgerError BAD_USER_INPUT that names the field, before any call is made.
 */
export function readFilters(
  list: List,
  map: FilterMap,
  given: Readonly<Record<string, unknown>> | null | undefined,
  within = 'filter.',
): Filter[] {
  const filters: Filter[] = [];
  for (const field in given) {
    const value = given[field];
    if (value === null || value === undefined) continue;
    const own = { list, parameter: map[field] as string, argument: `${within}${field}` };
    if (Array.isArray(value)) filters.push(...readChoice(own, value));
    else if (typeof value === 'object') filters.push(...readConditions(own, value));
    else filters.push(readCondition(own, 'eq', value));
  }
  const apart = brokenApart(
    list,
    filters.map(({ parameter }) => parameter),
  );
  if (apart) {
    const fieldOf = (name: string) =>
      Object.keys(map).find((field) => map[field] === name) as string;
    const [field, other] = apart.parameters.map(fieldOf) as [string, string];
    throw badInput(`${within}${field}`, given?.[field], `must not be combined with ${other}`);
  }
  const broken = brokenRule(list, filters) ?? brokenSide(list, filters);
  if (broken) throw badInput('filter', given, inFields(map, broken.message));
  return filters;
}

/** A rule of the contract, which speaks of parameters, in the words of the fields that stand for them. */
function inFields(map: FilterMap, message: string): string {
  const fields = new Map(Object.entries(map).map(([field, parameter]) => [parameter, field]));
  return message
    .replace(/\w+(?:\.\w+)*/g, (word) => fields.get(word) ?? word)
    .replace(/^(\w+) without a (\w+) parameter filter$/, '$1 needs $2 beside it');
}

/** Where one condition of each side counts, another one would be lost without a word. */
function brokenSide(list: List, filters: readonly Filter[]): ErrorMessage | undefined {
  const parameters = parametersOf(list);
  const sides = filters
    .filter(({ parameter }) => parameters[parameter]?.repeat === 'sides')
    .map(({ parameter, operator }) => `one ${sideOf(operator)} bound for ${parameter}`);
  const twice = sides.find((side, index) => sides.indexOf(side) !== index);
  return twice === undefined
    ? undefined
    : { message: `this list takes ${twice}, where eq is a lower one too` };
}

/** A parameter of a list, and the argument by which conditions on it are given. */
interface Own {
  readonly list: List;
  readonly parameter: string;
  readonly argument: string;
}

const inside = ({ list, parameter, argument }: Own, name: string): Own => ({
  list,
  parameter,
  argument: `${argument}.${name}`,
});

function readConditions(own: Own, given: Conditions): Filter[] {
  const choice = Array.isArray(given.in) ? given.in : null;
  const any = choice ? readChoice(inside(own, 'in'), choice) : [];
  if (choice && given.eq !== null && given.eq !== undefined) {
    throw badInput(`${own.argument}.in`, choice.join(', '), 'must not be combined with eq');
  }
  const each: Filter[] = [];
  for (const operator of operators) {
    const value = given[operator] ?? null;
    if (value !== null) each.push(readCondition(inside(own, operator), operator, value));
  }
  return [...each, ...any];
}

/** Any of several values. */
function readChoice(own: Own, values: readonly unknown[]): Filter[] {
  const { list, parameter, argument } = own;
  if (parametersOf(list)[parameter]?.repeat !== 'any') {
    throw badInput(argument, values.join(', '), 'this list takes no choice of several here');
  }
  if (values.length === 0 || values.length > defaultLimits.repeats) {
    const rule = `must have 1 to ${defaultLimits.repeats} values`;
    throw badInput(argument, `${values.length} values`, rule);
  }
  return values.map((value) => readCondition(own, 'eq', value));
}

function readCondition(
  { list, parameter, argument }: Own,
  operator: Operator,
  value: unknown,
): Filter {
  const { kind, operators: taken, refuses, repeat } = parametersOf(list)[parameter] as Parameter;
  if (!taken.includes(operator)) {
    const all = repeat === 'any' ? [...taken, 'in'] : taken;
    const rule = `this list takes no ${operator} here, but ${all.join(', ')}`;
    throw badInput(argument, String(value), rule);
  }
  const canonical = readOrNull(kind, String(value));
  if (canonical === null) throw badInput(argument, String(value), `must be ${ruleOf(kind, value)}`);
  if (refuses?.(operator, canonical)) {
    throw badInput(argument, String(value), `this list takes no ${operator} of such a value`);
  }
  return typedBy(argument, { parameter, operator, value: canonical });
}

/** What a value must be; all else that its kind reads, its scalar does not, but for global ids, which look-ups take. */
const ruleOf = ({ rule }: Kind, value: unknown): string =>
  decodeGlobalID(String(value)).typename === noType
    ? rule
    : `${plainEntityId.rule}, and no global id`;

/** Conditions of state at an instant. @throws LedgerError when a time range is given beside it. */
export function atFilters(
  list: Pick<List, 'instant'>,
  at: string | null | undefined,
  filters: readonly Filter[],
): Filter[] {
  if (at === null || at === undefined) return [...filters];
  if (isPast(list, filters)) {
    throw badInput('at', at, 'must not be combined with filter.timestamp; take one of them');
  }
  return [...filters, typedBy('at', stateAt(list, at))];
}

/** The same at the instant of a global id, or of the object above, for which the field has no argument. */
export const versionFilters = (
  list: Pick<List, 'instant'>,
  at: string | null | undefined,
  filters: readonly Filter[] = [],
): readonly Filter[] =>
  at === null || at === undefined
    ? filters
    : [...filters, { ...stateAt(list, at), given: new Given() }];
