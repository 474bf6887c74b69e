// JSON with exact 64-bit integers: what does not fit a JavaScript number is a bigint, both ways.
import { randomUUID } from 'node:crypto';
import { LedgerError } from '../errors.js';

/** An int64 of the contract: a number where every digit survives, else a bigint. */
export type Int64 = number | bigint;

/** The one rule by which decimal text becomes an int64, for JSON bodies and for SQL columns. */
export function int64(text: string): Int64 {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

// Fewer than 16 digits always fit (2^53 has 16), and a number stands at the start or behind one of
// these: a body without such a run takes the fast path, however many digits its addresses have.
const longRun = /(?:^|[-:,[\s])\d{16}/;
const candidates = /(^|[:,[\s])(-?[1-9]\d{15,})(?=[\s,\]}]|$)/g;
const colon = /\s*:/y;
// Nobody can put into a body what nobody knows, however it is escaped.
const mark = `int64 ${randomUUID()} `;

/** Levels of arrays and objects at the most: what is deeper ends the stack of whoever walks it. */
const deepest = 100;

/**
 * Parses JSON text without losing a digit of any integer.
 *
 * Long integers outside of strings are quoted behind a mark that no text contains, then turned into
 * numbers again after `JSON.parse`.
 * @throws SyntaxError as `JSON.parse` does, and for more than 100 levels.
 */
export function parseJson(text: string): unknown {
  if (!longRun.test(text)) return shallow(JSON.parse(text), text);
  return parseQuoted(text, candidates, (digits) => Number.isSafeInteger(Number(digits)), BigInt);
}

/**
 * Parses JSON whose numbers are left to `make` by their text, where `isHeld` says no to it.
 * @throws SyntaxError as `parseJson` does
 */
export function parseQuoted(
  text: string,
  numbers: RegExp,
  isHeld: (number: string) => boolean,
  make: (number: string) => unknown,
): unknown {
  const { quoted, count } = quoteNumbers(text, numbers, isHeld);
  const parsed = shallow(JSON.parse(quoted), text);
  return count === 0 ? parsed : restored(parsed, count, make);
}

/** A parsed value that is not too deep. The parser itself has no such bound. */
function shallow(value: unknown, text: string): unknown {
  if (text.length > 2 * deepest && isObject(value) && isDeeper(value, deepest - 1)) {
    throw new SyntaxError(`JSON of more than ${deepest} levels`);
  }
  return value;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value has more than so many levels below it. */
function isDeeper(value: object, levels: number): boolean {
  if (levels < 0) return true;
  if (Array.isArray(value))
    return value.some((item) => isObject(item) && isDeeper(item, levels - 1));
  const holder = value as Record<string, unknown>;
  for (const key in holder) {
    const member = holder[key];
    if (isObject(member) && isDeeper(member, levels - 1)) return true;
  }
  return false;
}

/** The text with such numbers quoted. A string that is not closed runs to the end. */
function quoteNumbers(
  text: string,
  numbers: RegExp,
  isHeld: (number: string) => boolean,
): { readonly quoted: string; readonly count: number } {
  let quoted = '';
  let done = 0;
  let count = 0;
  let isInside = false;
  let quote = text.indexOf('"');
  for (const { index, 1: before = '', 2: digits = '' } of text.matchAll(numbers)) {
    const start = index + before.length;
    while (quote !== -1 && quote < start) {
      if (!isInside || !isEscaped(text, quote)) isInside = !isInside;
      quote = text.indexOf('"', quote + 1);
    }
    if (isInside || isHeld(digits)) continue;
    // Before a colon it would become a name, which no number is.
    const end = start + digits.length;
    colon.lastIndex = end;
    if (colon.test(text)) continue;
    quoted += `${text.slice(done, start)}"${mark}${digits}"`;
    done = end;
    count += 1;
  }
  return { quoted: quoted + text.slice(done), count };
}

/** Whether an odd number of backslashes stands before a quotation mark of a string. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text[start - 1] === '\\') start -= 1;
  return (quote - start) % 2 === 1;
}

/** The value with `count` marked strings turned into numbers. A reviver would call for each member. */
function restored(parsed: unknown, count: number, make: (number: string) => unknown): unknown {
  let left = count;
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!value.startsWith(mark)) return value;
      left -= 1;
      return make(value.slice(mark.length));
    }
    if (value === null || typeof value !== 'object') return value;
    const holder = value as Record<string, unknown>;
    for (const key in holder) {
      if (left === 0) return value;
      const member = holder[key];
      if (typeof member !== 'string' && typeof member !== 'object') continue;
      const exact = visit(member);
      if (exact !== member) putMember(holder, key, exact);
    }
    return value;
  };
  return visit(parsed);
}

/** A member named as the prototype is one like any other, and no assignment reaches it. */
export function putMember(holder: object, key: string, value: unknown): void {
  if (key !== '__proto__') (holder as Record<string, unknown>)[key] = value;
  else
    Object.defineProperty(holder, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** Numbers behind the mark, as strings of a text that has been printed. */
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/**
 * Prints a value as JSON; bigints come out as bare integers. `undefined` members are left out.
 * @throws LedgerError that stands in the place of a value
 */
export function printJson(value: unknown): string {
  const printable = withMarks(value);
  const text = JSON.stringify(printable);
  return printable === value ? text : text.replace(marked, '$1');
}

/** What an error in the place of a value is printed as, which nearly all refuse to be. */
function printedError(error: LedgerError & { toJSON?(): unknown }): unknown {
  if (error.toJSON) return error.toJSON();
  throw error;
}

/**
 * The value with bigints marked as in a text that is read, in a copy of what holds them. To let
 * `JSON.stringify` find out that there is one costs more than to look, and a printer of our own more yet.
 */
function withMarks(value: unknown): unknown {
  if (typeof value === 'bigint') return `${mark}${value}`;
  if (!isObject(value)) return value;
  if (value instanceof LedgerError) return printedError(value);
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      const made = withMarks(item);
      if (made === item) continue;
      copy ??= [...value];
      copy[index] = made;
    }
    return copy ?? value;
  }
  const holder = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const key in holder) {
    const member = holder[key];
    if (typeof member !== 'object' && typeof member !== 'bigint') continue;
    const made = withMarks(member);
    if (made === member) continue;
    copy ??= { ...holder };
    putMember(copy, key, made);
  }
  return copy ?? value;
}
