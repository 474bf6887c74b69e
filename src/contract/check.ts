// Whether what a ledger holds is what rows declare; a member that is not becomes an error.
import { Kind } from '@sinclair/typebox';
import { type ErrorCode, LedgerError } from '../errors.js';
import { decodeEntityId } from './entity.js';
import { type Int64, printJson } from './json.js';
import { type KindName, kinds } from './kinds.js';
import type { Shape } from './shape.js';

/**
 * What stands in the place of a member that is not of its kind. Whoever reads the member throws it:
 * GraphQL does so with every value that is an error, and the error itself when it would become text,
 * a number or JSON.
 */
export class WrongMember extends LedgerError {
  constructor(
    path: string,
    promise: string,
    value: unknown,
    code: ErrorCode = 'UPSTREAM_BAD_RESPONSE',
  ) {
    const cause = new Error(`${path}: promised ${promise}, but got ${shown(value)}`);
    super(code, undefined, {}, cause);
  }

  toJSON(): unknown {
    throw this;
  }

  override toString(): never {
    throw this;
  }

  [Symbol.toPrimitive](): never {
    throw this;
  }
}

/**
 * The id of nobody in the place of one that there must be: the contract prints the number 0 as null, and
 * so is a row printed that has it. Whoever asks for the id itself throws it.
 */
class Nobody extends WrongMember {
  override toJSON(): null {
    return null;
  }
}

const nobody = new Nobody('an id in a row', kinds.EntityId.promise, null);

/** The id of an encoded one, for a member that must have one. */
export const someId = (encoded: Int64 | null): string =>
  decodeEntityId(encoded) ?? (nobody as never);

/** Whether an id is that of nobody, however it is told. */
export const isNobody = (id: unknown): id is null => id === null || id instanceof Nobody;

/**
 * A member that is read out of serialized bytes, or what stands in its place where they are none of
 * its kind: the rest of the row is told all the same, and so are all others of its page.
 */
export function readMember<T>(path: string, promise: string, hex: string, read: () => T): T {
  try {
    return read();
  } catch {
    return new WrongMember(path, promise, hex, 'UPSTREAM_BAD_DATA') as T;
  }
}

/**
 * The value, or null where a mirror node has left it out, as some do with each null. For those who look
 * inside of it. @throws WrongMember that stands in its place
 */
export function sound<T>(value: T): Exclude<T, undefined> | (undefined extends T ? null : never) {
  if (value instanceof WrongMember) throw value;
  return (value ?? null) as never;
}

/** Errors of one answer by the path of their member: rows that are wrong alike share one. */
type Found = Record<string, WrongMember>;

type Checker = (value: unknown, found: Found) => unknown;

/** `found` is shared by the rows of one answer. */
export type Check = (value: unknown, found?: Found) => unknown;

/**
 * By the shape of what stands at a path, a function that gives a value back as it is, or a copy with errors
 * in the places of the innermost members that are wrong. What is not declared passes, and so does what may
 * be missing.
 */
export function checker(shape: Shape, path = shape.$id ?? 'row', code?: ErrorCode): Check {
  const check = checkerOf(shape, path, code);
  return (value, found = {}) => check(value, found);
}

function checkerOf(shape: Shape, path: string, code?: ErrorCode): Checker {
  const kind = shape[Kind];
  if (kind === 'Object') return objectChecker(shape, path, code);
  if (kind === 'Array') return listChecker(shape, path, code);
  const { promise, holds } = kinds[kind as KindName];
  return (value, found) => (holds(value) ? value : wrong(found, { path, promise, value, code }));
}

const isNullable = (shape: Shape) => Array.isArray(shape['type']);
const isWhole = (shape: Shape) => shape[Kind] === 'Object' || shape[Kind] === 'Array';

function listChecker({ items }: Shape, path: string, code?: ErrorCode): Checker {
  const check = checkerOf(items, `${path}[]`, code);
  const mayBeNull = isNullable(items);
  return (value, found) => {
    if (!Array.isArray(value)) return wrong(found, { path, promise: 'a list', value, code });
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      if (item === null && mayBeNull) continue;
      const checked = check(item, found);
      if (checked === item) continue;
      copy ??= [...value];
      copy[index] = checked;
    }
    return copy ?? value;
  };
}

/**
 * Written as code with a few lines for each member: rows have many, and a loop over their names
 * takes several times as long.
 */
function objectChecker(
  { properties, required = [] }: Shape,
  path: string,
  code?: ErrorCode,
): Checker {
  const members = Object.entries(properties as Readonly<Record<string, Shape>>);
  const lines = members.map(([name, shape], at) => {
    const replace = `(copy ??= { ...value })[${JSON.stringify(name)}]`;
    const ifGiven = `if (member ${isNullable(shape) ? '!= null' : '!== undefined'}`;
    const check = isWhole(shape)
      ? `${ifGiven}) { checked = check${at}(member, found); if (checked !== member) ${replace} = checked; }`
      : `${ifGiven} && !holds${at}(member)) ${replace} = check${at}(member, found);`;
    const isNeeded = required.includes(name) && !isNullable(shape);
    const need = isNeeded
      ? `if (member === undefined) leaveOut(copy ??= { ...value }, ${JSON.stringify(name)}, () => check${at}(undefined, found));`
      : '';
    return `member = value[${JSON.stringify(name)}]; ${check} ${need}`;
  });
  const named = (word: string) => members.map((_member, at) => `${word}${at}`);
  const make = new Function(
    'leaveOut',
    ...named('check'),
    ...named('holds'),
    `return (value, found) => { let copy, member, checked; ${lines.join('\n')} return copy ?? value; }`,
  );
  const inside: Checker = make(
    leaveOut,
    ...members.map(([name, shape]) => checkerOf(shape, `${path}.${name}`, code)),
    ...members.map(([, shape]) => kinds[shape[Kind] as KindName]?.holds),
  );
  return (value, found) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? inside(value, found)
      : wrong(found, { path, promise: 'an object', value, code });
}

/** Not for those who print the row: the mirror node has left the member out, and so do they. */
const leaveOut = (row: object, name: string, get: () => unknown) =>
  Object.defineProperty(row, name, { get, enumerable: false });

interface Wrong {
  readonly path: string;
  readonly promise: string;
  readonly value: unknown;
  readonly code: ErrorCode | undefined;
}

function wrong(found: Found, { path, promise, value, code }: Wrong): WrongMember {
  const isNone = value === null && promise === kinds.EntityId.promise;
  const [name, Made] = isNone ? [`${path} of nobody`, Nobody] : [path, WrongMember];
  found[name] ??= new Made(path, promise, value, code);
  return found[name];
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = printJson(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
