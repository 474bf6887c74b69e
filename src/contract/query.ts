// Query strings of the contract: checks, messages, and the request that they ask for.
import { type ErrorMessage, LedgerError } from '../errors.js';
import { NoSuchEntityId } from './entity.js';
import {
  bounds,
  type Filter,
  type Limits,
  type List,
  type Lookup,
  type Operator,
  type Order,
  operators,
  type Parameter,
} from './resource.js';
import { naturalNumber, word } from './values.js';

/** Parameters in order of first appearance, names in lower case, values as they came. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** What a valid query string asks for. */
export interface ReadQuery {
  readonly filters: readonly Filter[];
  readonly limit: number;
  readonly order: Order | undefined;
}

const limitKind = naturalNumber(1n);
const orderKind = word('asc', 'desc');

/** The two parameters that every list takes; any operator passes the check (contract A.11). */
const shared: Readonly<Record<string, Parameter>> = {
  limit: {
    kind: limitKind,
    description: 'Items of the page at the most; a value above the maximum counts as the maximum.',
    operators: ['eq'],
    repeat: 'last',
    anyOperator: true,
  },
  order: {
    kind: orderKind,
    description: 'Order of the items.',
    operators: ['eq'],
    repeat: 'last',
    anyOperator: true,
  },
};

/**
 * Sent with 1 by who types nothing: values are taken as a ledger holds them, also where the contract
 * narrows what clients may type. Our own calls to mirror nodes carry it; others pass it over.
 */
export const wideHeader = 'x-mirrorql-wide';

/** All query parameters of a resource by name. */
export function parametersOf(resource: List | Lookup): Readonly<Record<string, Parameter>> {
  return resource.is === 'list' ? { ...resource.parameters, ...shared } : resource.parameters;
}

interface Split {
  readonly operator: string;
  readonly value: string;
}

/** Operator and value; null where the first flow finds a colon too many (contract A.8). */
function split(flow: 1 | 2, text: string): Split | null {
  const parts = text.split(':');
  if (flow === 1 && parts.length > 2) return null;
  const value = parts.at(-1) as string;
  return { operator: parts.length > 1 ? (parts.at(-2) as string) : 'eq', value };
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
  refuse(firstBroken(resource.before, query));
  const known = parametersOf(resource);
  const counts: ErrorMessage[] = [];
  const invalid: ErrorMessage[] = [];
  const unknown: ErrorMessage[] = [];
  const late: ErrorMessage[] = [];
  const filters: Filter[] = [];
  // The first flow reports in order of the query, the second by kind of mistake (contract A.8).
  const [countList, unknownList] = resource.flow === 1 ? [invalid, invalid] : [counts, unknown];

  for (const [name, values] of query) {
    const declared = Object.hasOwn(known, name) ? known[name] : undefined;
    const parameter = declared && isWide ? widened(declared) : declared;
    if (!parameter) {
      const message = { message: `Unknown query parameter: ${name}` };
      unknownList.push(...(resource.flow === 1 ? [message] : values.map(() => message)));
    } else if (values.length > limits.repeats) {
      countList.push({
        message: `Parameter values count exceeds maximum number allowed: ${name} count: ${values.length} max: ${limits.repeats}`,
      });
      if (resource.flow === 2) readValues(resource, name, parameter, values, invalid, late);
    } else {
      filters.push(...readValues(resource, name, parameter, values, invalid, late));
    }
  }
  refuse(...counts, ...invalid, ...unknown);
  refuse(firstBroken(resource.after, query));
  refuse(late[0]);
  refuse(brokenRule(resource, filters));
  return request(resource, filters, query, limits);
}

/** A parameter that takes all that its kind does. */
const widened = ({ typed: _narrow, ...wide }: Parameter): Parameter => wide;

/** Whether a value is one that a client may type, or one that a link of ours may hold. */
function isTypable(resource: List | Lookup, name: string, { typed }: Parameter, given: Split) {
  if (!typed || typed.test(given.value)) return true;
  const isKey = resource.is === 'list' && resource.sort.some(({ parameter }) => parameter === name);
  return isKey && bounds.includes(given.operator as Operator);
}

function readValues(
  resource: List | Lookup,
  name: string,
  parameter: Parameter,
  values: readonly string[],
  invalid: ErrorMessage[],
  late: ErrorMessage[],
): Filter[] {
  const filters: Filter[] = [];
  for (const text of values) {
    const parts = split(resource.flow, text);
    const message = { message: `Invalid parameter: ${name}` };
    if (!parts || !isOperator(parts.operator) || !isTypable(resource, name, parameter, parts)) {
      invalid.push(message);
      continue;
    }
    try {
      const value = parameter.kind.read(parts.value);
      const allowed = parameter.anyOperator || parameter.operators.includes(parts.operator);
      if (value !== null && allowed) {
        filters.push({ parameter: name, operator: parts.operator, value });
      } else if (value !== null && parameter.refusal) {
        late.push({ message: parameter.refusal });
      } else {
        invalid.push(message);
      }
    } catch (error) {
      if (!(error instanceof NoSuchEntityId)) throw error;
      late.push({ message: error.message });
    }
  }
  return filters;
}

function firstBroken(checks: List['before'], query: Query): ErrorMessage | undefined {
  for (const check of checks ?? []) {
    const message = check(query);
    if (message) return message;
  }
  return undefined;
}

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

function refuse(...messages: (ErrorMessage | undefined)[]): void {
  const all = messages.filter((message) => message !== undefined);
  if (all.length > 0) throw contractError(all);
}

/** A 400 of the contract with its messages. */
export function contractError(messages: readonly ErrorMessage[]): LedgerError {
  const text = messages.map(({ message, detail }) => (detail ? `${message} (${detail})` : message));
  return new LedgerError('BAD_USER_INPUT', text.join('; '), { messages });
}

function request(
  resource: List | Lookup,
  read: readonly Filter[],
  query: Query,
  limits: Limits,
): ReadQuery {
  const filters: Filter[] = [];
  const last = new Map<string, Filter>();
  const known = parametersOf(resource);
  for (const filter of read) {
    if (known[filter.parameter]?.repeat === 'last') last.set(filter.parameter, filter);
    else filters.push(filter);
  }
  const limit = Number(last.get('limit')?.value ?? limits.page);
  // The first flow ignores an order that is repeated or has an operator (contract A.10, A.11).
  const plainOrder = resource.flow === 2 || isPlain(query.get('order'));
  const order = plainOrder ? (last.get('order')?.value as Order | undefined) : undefined;
  last.delete('limit');
  last.delete('order');
  return { filters: [...filters, ...last.values()], limit: Math.min(limit, limits.maxPage), order };
}

const isPlain = (values: readonly string[] | undefined) =>
  values?.length === 1 && !values[0]?.includes(':');
