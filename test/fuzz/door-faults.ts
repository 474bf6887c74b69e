// What differs of one operation by the ways in which it comes in.
import { isDeepStrictEqual } from 'node:util';
import { type GraphQLSchema, Kind, parse, validate, visit } from 'graphql';
import { putMember } from '../../src/contract/json.js';
import { marked } from '../support/marked.js';
import { byHash, type House, type How, hashOf, type Told } from './doors.js';
import { numbersFrom } from './numbers.js';
import {
  type Asked,
  amongOthers,
  byName,
  decided,
  inLiterals,
  inPlace,
  inVariables,
  prefix,
  renamed,
} from './rewritten.js';

export interface Fault {
  readonly door: string;
  /** What the first way has told, and what this one. */
  readonly told: readonly unknown[];
  /** The operation as it came by this way, where it had other words. */
  readonly asked?: Asked;
}

/** What is the same by whichever way an operation comes. */
const essenceOf = ({ type: _type, caching: _caching, cache: _cache, data, ...told }: Told) => ({
  ...told,
  // The order of members is a part of it.
  data: JSON.stringify(data),
});

/** What is the same of a refusal for wrong values, however they were written. */
const refusalOf = ({ status, data, made, codes, errors }: Told) => ({
  ...{ status, data, made },
  codes: [...new Set(codes)],
  errors: [...new Set(errors.map(({ message }) => plainly(message)))].sort(),
  isNamed: errors.every(({ extensions }) => typeof extensions['argument'] === 'string'),
});

/** A message without the name of what it is about, and of the type that has refused it. */
const plainly = (message: string): string =>
  message
    .replace(/^Variable "\$\w+" got invalid value .*?; /s, '')
    .replace(/^[\w.$]+: /, '')
    .replace(/^Expected (?:value of )?type "_Any!?"(?:\.|, found .*;) (?=representations: )/s, '')
    .replace(/ cannot represent non-(?:string|enum) value/, ' cannot represent')
    .replace(/^Expected (?:value of )?type "(\w+)!?"(?: to be an object\.|, found .*\.)$/s, 'no $1')
    .replace(/^(Field ")\w+\.(\w+" of required type)/, '$1$2');

const isRefused = ({ data }: Told): boolean => data === undefined;

/** All faults of an operation, by a seed for what is left to chance. */
export async function faultsOf(
  house: House,
  schema: GraphQLSchema,
  asked: Asked,
  seed: number,
): Promise<readonly Fault[]> {
  const chance = numbersFrom(seed);
  const how = { accept: chance(2) ? 'application/json' : 'application/graphql-response+json' };
  const first = await house.ask(asked, how);
  const ways = { house, asked, how, first };
  return [
    ...(await inOtherWords(ways)),
    ...(await inOtherValues(ways, schema, chance)),
    ...(await byOtherNames(ways)),
    ...(await inParts(ways, schema, chance)),
  ];
}

interface Ways {
  readonly house: House;
  readonly asked: Asked;
  readonly how: How;
  readonly first: Told;
}

export function compared(
  door: string,
  told: readonly [object, object],
  asked?: Asked,
): readonly Fault[] {
  const [one, other] = told as readonly [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(one).filter((name) => !isDeepStrictEqual(one[name], other[name]));
  if (names.length === 0) return [];
  const shown = told.map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  );
  return [{ door, told: shown, ...(asked && { asked }) }];
}

async function inOtherWords({ house, asked, how, first }: Ways): Promise<readonly Fault[]> {
  const words: readonly (readonly [string, Asked])[] = [
    ['fragments in place', inPlace(asked)],
    ['fragments by name', byName(asked)],
    ['conditions as constants', decided(asked)],
    ['among other operations', amongOthers(asked)],
    ['other names of fields', renamed(asked)],
  ];
  const faults: Fault[] = [];
  for (const [door, one] of words) {
    const told = await house.ask(one, how);
    const plain = door === 'other names of fields' ? withoutPrefix(told) : told;
    faults.push(...compared(door, [essenceOf(first), essenceOf(plain)], one));
  }
  return faults;
}

function withoutPrefix(told: Told): Told {
  const cut = (key: string | number) => (typeof key === 'string' ? key.slice(prefix.length) : key);
  const placed = <P extends { readonly path?: readonly (string | number)[] }>(one: P): P =>
    one.path ? { ...one, path: one.path.map(cut) } : one;
  const data = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== 'object' || value === null) return value;
    const made = {};
    for (const [key, member] of Object.entries(value)) {
      putMember(made, cut(key) as string, data(member));
    }
    return made;
  };
  const { errors, warnings } = told;
  return {
    ...told,
    data: data(told.data),
    errors: errors.map(placed),
    warnings: warnings.map(placed),
  };
}

async function inOtherValues(
  { house, asked, how, first }: Ways,
  schema: GraphQLSchema,
  chance: (below: number) => number,
): Promise<readonly Fault[]> {
  const values: readonly (readonly [string, Asked])[] = [
    ...(mayBeWritten(asked) ? [['literals', inLiterals(schema, asked)] as const] : []),
    ['some variables', inVariables(schema, asked, () => chance(2) === 0)],
    ['variables', inVariables(schema, asked, () => true)],
  ];
  const faults: Fault[] = [];
  for (const [door, one] of values) {
    const told = await house.ask(one, how);
    const essence = isRefused(first) || isRefused(told) ? refusalOf : essenceOf;
    faults.push(...compared(door, [essence(first), essence(told)], one));
  }
  return faults;
}

/**
 * Whether literals may stand for all variables: null is refused by the type of a variable where the
 * place would take it, and a default lets it pass where the place does not.
 */
function mayBeWritten({ query, variables }: Asked): boolean {
  let may = true;
  visit(parse(query), {
    VariableDefinition({ type, variable, defaultValue }) {
      const value = variables[variable.name.value];
      const isMissing = value === null || (value === undefined && !defaultValue);
      if (isMissing && (type.kind === Kind.NON_NULL_TYPE || defaultValue)) may = false;
    },
  });
  return may;
}

/** Whether it goes into an address that no server refuses. */
export const isShort = (asked: Asked): boolean =>
  encodeURIComponent(JSON.stringify(asked)).length < 12_000;

async function byOtherNames({ house, asked, how, first }: Ways): Promise<readonly Fault[]> {
  const { query, variables } = asked;
  const extensions = byHash(query);
  const hash = { variables, extensions };
  const inAddress = { ...how, method: 'GET' as const };
  const names: readonly (readonly [string, object, How])[] = [
    ['the second time', asked, how],
    ['the third time', asked, how],
    ['the fourth time', asked, how],
    ['text and hash', { ...asked, extensions }, how],
    ['hash', hash, how],
    ['hash again', hash, how],
    ['trusted', { variables, documentId: house.trust(query) }, how],
    ['trusted by its hash', { variables, documentId: `sha256:${hashOf(query)}` }, how],
    ...(isShort(asked)
      ? ([
          ['address', asked, inAddress],
          ['address again', asked, inAddress],
          ['hash in an address', hash, inAddress],
        ] as const)
      : []),
  ];
  const faults: Fault[] = [];
  for (const [door, sent, way] of names) {
    faults.push(...compared(door, [essenceOf(first), essenceOf(await house.ask(sent, way))]));
  }
  const events = await house.ask(asked, { accept: 'text/event-stream' });
  // The status of a stream is known before what it is about.
  const told = { ...events, status: first.status };
  return [...faults, ...compared('events', [essenceOf(first), essenceOf(told)])];
}

/** Calls but for look-ups of what its lists prove: they do not where all of them are deferred. */
const callsBeside = ({ calls, made }: Told): number =>
  calls - made.filter((call) => /^(one|many) (account|topic)\b/.test(call)).length;

/**
 * The data of parts, as one part alone would tell them: a field that two parts select is read for each,
 * and the one that wants no more than its id tells that of an object which the ledger does not have.
 */
function agreed(whole: unknown, parts: unknown): unknown {
  if (typeof parts !== 'object' || parts === null) return parts;
  if (Array.isArray(parts)) {
    return Array.isArray(whole) ? parts.map((one, at) => agreed(whole[at], one)) : parts;
  }
  const isNamed = Object.values(parts).every((member) => typeof member === 'string');
  if (whole === null && isNamed) return null;
  const made = {};
  for (const [key, member] of Object.entries(parts)) {
    const own = Object.hasOwn(whole ?? {}, key)
      ? (whole as Record<string, unknown>)[key]
      : undefined;
    putMember(made, key, agreed(own, member));
  }
  return made;
}

/** With marks of parts: the data are the same in the end, and the ledger is asked no more often. */
async function inParts(
  { house, asked, how, first }: Ways,
  schema: GraphQLSchema,
  chance: (below: number) => number,
): Promise<readonly Fault[]> {
  const parts = { ...asked, query: marked(asked.query, chance) };
  const isValid = validate(schema, parse(parts.query)).length === 0;
  if (first.errors.length > 0 || !isValid) return [];
  const faults: Fault[] = [];
  for (const accept of ['multipart/mixed', 'text/event-stream', how.accept as string]) {
    const told = await house.ask(parts, { accept });
    // There are limits for parts alone.
    if (told.codes.includes('COST_LIMIT')) continue;
    const pair = [
      { data: first.data, errors: [], isMore: false },
      {
        data: agreed(first.data, told.data),
        errors: told.errors,
        isMore: callsBeside(told) > callsBeside(first),
      },
    ] as const;
    faults.push(...compared(`parts as ${accept}`, pair, parts));
  }
  return faults;
}
