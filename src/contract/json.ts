// JSON with exact 64-bit integers: what does not fit a JavaScript number is a bigint, both ways.
import { randomUUID } from 'node:crypto';

/** An int64 of the contract: a number where every digit survives, else a bigint. */
export type Int64 = number | bigint;

/** The one rule by which decimal text becomes an int64, for JSON bodies and for SQL columns. */
export function int64(text: string): Int64 {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

// Fewer than 16 digits always fit (2^53 has 16), so a body without such a run takes the fast path.
const longRun = /\d{16}/;
// A string that is not closed runs to the end, so that nothing is put into what is no JSON.
const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const colon = /\s*:/y;
const integer = /^-?[1-9]\d{15,}$/;
// Nobody can put into a body what nobody knows, however it is escaped.
const mark = `int64 ${randomUUID()} `;

/**
 * Parses JSON text without losing a digit of any integer.
 *
 * Long integers outside of strings are quoted behind a mark that no text contains, then turned into
 * numbers again after `JSON.parse`. Throws SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  if (!longRun.test(text)) return JSON.parse(text);
  let marked = false;
  const quoted = text.replace(tokens, (token, offset: number) => {
    if (!integer.test(token) || Number.isSafeInteger(Number(token))) return token;
    // Before a colon it would become a name, which no number is.
    colon.lastIndex = offset + token.length;
    if (colon.test(text)) return token;
    marked = true;
    return `"${mark}${token}"`;
  });
  if (!marked) return JSON.parse(text);
  return JSON.parse(quoted, (_key, value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Prints a value as JSON; bigints come out as bare integers. `undefined` members are left out. */
export function printJson(value: unknown): string {
  let big = false;
  const plain = JSON.stringify(value, (_key, member) => {
    if (typeof member !== 'bigint') return member;
    big = true;
    return null;
  });
  return big ? printExact(value) : plain;
}

function printExact(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => printExact(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${printExact(member)}`);
  }
  return `{${members.join(',')}}`;
}
