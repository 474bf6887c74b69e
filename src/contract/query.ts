// Query strings of the contract: checks, messages, and the request that they ask for.
import { type ErrorMessage, LedgerError } from '../errors.js';
import { NoSuchEntityId } from './entity.js';
import { textOf } from './error-answer.js';
import type { Flow, Mistake, Split } from './flow.js';
import { flowOf, pageSizes } from './flows.js';
import { bounds, sideOf } from './operators.js';
import {
  type Filter,
  type Limits,
  type List,
  type Lookup,
  type Operator,
  type Order,
  operators,
  type Parameter,
} from './resource.js';

/** Parameters in order of first appearance, names in lower case, values as they came. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** What a valid query string asks for. */
export interface ReadQuery {
  readonly filters: readonly Filter[];
  readonly limit: number;
  readonly order: Order | undefined;
}

/**
 * Sent with 1 by who types nothing: values are taken as a ledger holds them, also where the contract
 * narrows what clients may type. Our own calls to mirror nodes carry it; others pass it over.
 */
export const wideHeader = 'x-mirrorql-wide';

type Parameters = Readonly<Record<string, Parameter>>;

const ofLists = new WeakMap<List, Parameters>();

/** All query parameters of a resource by name. */
export function parametersOf(resource: List | Lookup): Parameters {
  if (resource.is !== 'list') return resource.parameters;
  const known = ofLists.get(resource);
  if (known) return known;
  const all = { ...resource.parameters, ...flowOf(resource).shared };
  ofLists.set(resource, all);
  return all;
}

const isOperator = (name: string): name is Operator => operators.includes(name as Operator);

/**
 * Reads and checks a query string against the declaration of its resource.
 * `isWide` takes all values that a ledger can hold, where the contract narrows what clients type.
 * @throws LedgerError BAD_USER_INPUT with all messages of the contract at once.
 */
export function readQuery(
  resource: List | Lookup,
  query: Query,
  limits: Limits,
  isWide = false,
): ReadQuery {
  const flow = flowOf(resource);
  const apart = brokenApart(resource, [...query.keys()]);
  refuse(flow, apart && { message: apart.message });
  const reading = new Reading(resource, limits, isWide);
  for (const [name, values] of ordered(resource, query)) reading.read(name, values);
  const told = flow.told(reading.mistakes).map(({ message }) => message);
  if (told.length > 0) throw contractError(told);
  const [late] = reading.late;
  refuse(flow, firstBroken(resource.spelled, late ? beforeLate(query, late) : query));
  if (late) throw contractError([late.message]);
  refuse(flow, resource.is === 'list' ? resource.search?.broken(reading.filters) : undefined);
  // A rule may be about an operator that a parameter refuses, and is looked at first (contract B.5).
  const { refused } = reading;
  refuse(flow, brokenRule(resource, [...reading.filters, ...refused.map(({ filter }) => filter)]));
  refuse(flow, refused[0]?.as);
  return request(resource, reading.filters, query, limits);
}

/** The parameters of a query in the order in which the flow looks at them. */
function ordered(resource: List | Lookup, query: Query): Iterable<[string, readonly string[]]> {
  if (flowOf(resource).inOrderOf === 'query') return query;
  return Object.keys(parametersOf(resource)).flatMap((name) => {
    const values = query.get(name);
    return values ? [[name, values] satisfies [string, readonly string[]]] : [];
  });
}

/** A mistake that is told after all others, and which of the values of its parameter it is. */
interface Late {
  readonly parameter: string;
  readonly place: number;
  readonly message: ErrorMessage;
}

/** A query with no more values of the parameter than come before the mistake. */
const beforeLate = (query: Query, { parameter, place }: Late): Query =>
  new Map([...query, [parameter, query.get(parameter)?.slice(0, place) ?? []]]);

/** A parameter that takes all that its kind does. */
const widened = ({ typed: _narrow, ...wide }: Parameter): Parameter => wide;

/** Whether a value is one that a client may type, or one that a link of ours may hold. */
function isTypable(resource: List | Lookup, name: string, { typed }: Parameter, given: Split) {
  if (!typed || typed.test(given.value)) return true;
  return isPlaced(resource, name) && bounds.includes(given.operator as Operator);
}

/** Whether links hold places of rows in this parameter, as bounds. */
export const isPlaced = (resource: List | Lookup, name: string): boolean =>
  resource.is === 'list' && resource.sort.some(({ parameter }) => parameter === name);

/** Whether a text is as good as none; of a bare parameter also spaces are a value, and a wrong one. */
const isBlank = (text: string, { isBare }: Pick<Parameter, 'isBare'>): boolean =>
  (isBare ? text : text.trim()) === '';

/** One reading of a query string: the conditions so far, and the mistakes. */
class Reading {
  readonly filters: Filter[] = [];
  readonly mistakes: Mistake[] = [];
  /** Of these the first is told. */
  readonly late: Late[] = [];
  /** Conditions with an operator that is refused in words of its own. */
  readonly refused: { readonly filter: Filter; readonly as: ErrorMessage }[] = [];
  readonly #resource: List | Lookup;
  readonly #flow: Flow;
  readonly #known: Readonly<Record<string, Parameter>>;
  readonly #limits: Limits;
  readonly #isWide: boolean;

  constructor(resource: List | Lookup, limits: Limits, isWide: boolean) {
    this.#resource = resource;
    this.#flow = flowOf(resource);
    this.#known = parametersOf(resource);
    this.#limits = limits;
    this.#isWide = isWide;
  }

  read(name: string, given: readonly string[]): void {
    const { unknown, isBlankAbsent, readsTooMany, words } = this.#flow;
    const declared = Object.hasOwn(this.#known, name) ? this.#known[name] : undefined;
    if (!declared) {
      const times = unknown === 'each' ? given.length : unknown === 'once' ? 1 : 0;
      const mistake = { kind: 'unknown', message: words.unknown(name) } as const;
      this.mistakes.push(...Array.from({ length: times }, () => mistake));
      return;
    }
    const parameter = this.#isWide ? widened(declared) : declared;
    const values = isBlankAbsent ? given.filter((text) => !isBlank(text, parameter)) : given;
    const { maximum = this.#limits.repeats, argument = name } = parameter.values ?? {};
    const isTooMany = values.length > maximum;
    if (isTooMany) {
      const message = words.tooMany(name, argument, values.length, maximum);
      this.mistakes.push({ kind: 'count', message });
    } else if (parameter.repeat === 'once' && values.length > 1) {
      this.mistakes.push({ kind: 'repeated', message: words.repeated(name) });
    }
    if (isTooMany && !readsTooMany) return;
    const read = parameter.repeat === 'first' ? values.slice(0, 1) : values;
    for (const [place, text] of read.entries()) this.#readValue(name, parameter, text, place);
  }

  #readValue(name: string, parameter: Parameter, text: string, place: number): void {
    const { words, split, isAnyCase, isIdLate } = this.#flow;
    const invalid = { kind: 'invalid', message: words.invalid(name) } as const;
    const parts = parameter.isBare ? { operator: 'eq', value: text } : split(text);
    const isAsTyped = !isAnyCase || parameter.isLowerCase;
    const operator = (isAsTyped ? parts?.operator : parts?.operator.toLowerCase()) ?? '';
    if (!parts || !isOperator(operator)) {
      this.mistakes.push(invalid);
      return;
    }
    const tellLate = (message: ErrorMessage) => this.late.push({ parameter: name, place, message });
    const isTyped = isTypable(this.#resource, name, parameter, parts);
    try {
      const read = isTyped ? parameter.kind.read(parts.value) : null;
      const value = (read !== null && text.includes(':') && parameter.behindOperator) || read;
      if (value === null || parameter.refuses?.(operator, value)) {
        if (parameter.isLate) tellLate(invalid.message);
        else this.mistakes.push(invalid);
      } else if (parameter.anyOperator || parameter.operators.includes(operator)) {
        if (name === 'limit') this.#checkSize(value);
        this.filters.push({ parameter: name, operator, value });
      } else if (parameter.refusal) {
        const filter = { parameter: name, operator, value };
        this.refused.push({ filter, as: { message: parameter.refusal } });
      } else if (!parameter.forgets?.includes(operator)) {
        this.mistakes.push(invalid);
      }
    } catch (error) {
      if (!(error instanceof NoSuchEntityId)) throw error;
      if (isIdLate) tellLate({ message: parameter.impossible ?? error.message });
      else this.mistakes.push(invalid);
    }
  }

  #checkSize(value: string): void {
    const { maxPage, beyond } = pageSizes(this.#resource, this.#limits);
    const rule =
      BigInt(value) < 1n
        ? 'greater than 0'
        : beyond === 'refused' && BigInt(value) > maxPage && `less than or equal to ${maxPage}`;
    if (rule) {
      this.mistakes.push({ kind: 'range', message: this.#flow.words.outside('limit', rule) });
    }
  }
}

/** Two parameters of those that are given, by name, that must not come together. */
export const brokenApart = ({ apart = [] }: List | Lookup, given: readonly string[]) =>
  apart.find(({ parameters }) => parameters.every((name) => given.includes(name)));

function firstBroken(checks: List['spelled'], query: Query): ErrorMessage | undefined {
  for (const check of checks ?? []) {
    const message = check(query);
    if (message) return message;
  }
  return undefined;
}

/** @throws LedgerError BAD_USER_INPUT for what is looked at before the path. */
export const checkFirst = (resource: List | Lookup, query: Query): void =>
  refuse(flowOf(resource), firstBroken(resource.first, query));

/** The error of the first rule that conditions break. */
export function brokenRule(
  { rules = [] }: List | Lookup,
  filters: readonly Filter[],
): ErrorMessage | undefined {
  for (const rule of rules) {
    const message = rule(filters);
    if (message) return message;
  }
  return undefined;
}

function refuse({ words }: Flow, message: ErrorMessage | undefined): void {
  if (message) throw contractError([words.rule(message)]);
}

/** A 400 of the contract with its messages. */
export function contractError(messages: readonly ErrorMessage[]): LedgerError {
  return new LedgerError('BAD_USER_INPUT', textOf(messages), { messages });
}

function request(
  resource: List | Lookup,
  read: readonly Filter[],
  query: Query,
  limits: Limits,
): ReadQuery {
  const known = parametersOf(resource);
  const filters = counting(read, ({ parameter }) => known[parameter]?.repeat);
  const lastOf = (name: string) => filters.find(({ parameter }) => parameter === name)?.value;
  const { page, maxPage } = pageSizes(resource, limits);
  const asked = lastOf('limit');
  const limit = asked === undefined ? page : Math.min(Number(asked), maxPage);
  const isOrdered = !flowOf(resource).isOrderPlain || isPlain(query.get('order'));
  const order = isOrdered ? (lastOf('order') as Order | undefined) : undefined;
  // They say which page of a list it is; where there is none, `order` is a condition like any other.
  const isPaged = resource.is === 'list' || resource.embedded !== undefined;
  const others = filters.filter(
    ({ parameter }) => !(isPaged && (parameter === 'limit' || parameter === 'order')),
  );
  return { filters: others, limit, order };
}

/**
 * The conditions that count, where of repeated ones only the last does. Those of which all count
 * come first.
 */
function counting(
  read: readonly Filter[],
  repeatOf: (filter: Filter) => Parameter['repeat'] | undefined,
): Filter[] {
  const all: Filter[] = [];
  const last = new Map<string, Filter>();
  for (const filter of read) {
    const repeat = repeatOf(filter);
    if (repeat === 'any' || repeat === 'all') all.push(filter);
    else if (repeat === 'sides') last.set(`${filter.parameter} ${sideOf(filter.operator)}`, filter);
    else last.set(filter.parameter, filter);
  }
  return [...all, ...last.values()];
}

const isPlain = (values: readonly string[] | undefined) =>
  values?.length === 1 && !values[0]?.includes(':');
