// The first difference between the answer that is expected and the one that came.
import { parseJson, printJson } from '../src/contract/json.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Raw text of the body. */
  readonly text: string;
}

export interface Expected {
  readonly status: number;
  /** Parsed JSON, or the text of a body that is not JSON. */
  readonly body: unknown;
  /** Headers that must equal; an undefined one must be absent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Signatures of a schedule with one consensus timestamp may come in any order. */
  readonly ignoreSignatureOrder: boolean;
}

export interface Difference {
  /** The whole body that came, where it is JSON. */
  readonly body?: unknown;
  /** `status`, `header NAME`, or the JSON path from `$`. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Undefined where the answer is as expected: int64-exact, key order free, array order strict. */
export function firstDifference(expected: Expected, answer: Answer): Difference | undefined {
  if (answer.status !== expected.status) {
    const got = `${answer.status} ${answer.text.slice(0, 200)}`;
    return { path: 'status', expected: expected.status, got };
  }
  return bodyDifference(expected, answer) ?? headerDifference(expected, answer);
}

function headerDifference({ headers }: Expected, answer: Answer): Difference | undefined {
  for (const [name, expected] of Object.entries(headers)) {
    const got = answer.headers[name.toLowerCase()];
    if (got !== expected) return { path: `header ${name}`, expected, got };
  }
  return undefined;
}

function bodyDifference({ body, ignoreSignatureOrder }: Expected, { text }: Answer) {
  if (typeof body === 'string') return valueDifference(body, text, '$');
  let got: unknown;
  try {
    got = parseJson(text);
  } catch {
    return { path: '$', expected: body, got: text };
  }
  const found = ignoreSignatureOrder
    ? valueDifference(withSortedSignatures(body), withSortedSignatures(got), '$')
    : valueDifference(body, got, '$');
  return found && { ...found, body: got };
}

function valueDifference(expected: unknown, got: unknown, path: string): Difference | undefined {
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let place = 0; place < Math.max(expected.length, got.length); place += 1) {
      const found = valueDifference(expected[place], got[place], `${path}[${place}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(expected) || !isObject(got)) {
    return Object.is(expected, got) ? undefined : { path, expected, got };
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
    const found = valueDifference(expected[name], got[name], `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

/** Whether two values of JSON are the same, as answers are compared. */
export const isSame = (a: unknown, b: unknown): boolean => valueDifference(a, b, '$') === undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts signatures of one instant into an order of their text; the instants stay where they are. */
function withSortedSignatures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedSignatures);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'signatures' && Array.isArray(member) ? sorted(member) : withSortedSignatures(member),
  ]);
  return Object.fromEntries(members);
}

function sorted(signatures: readonly unknown[]): unknown[] {
  const instant = (item: unknown) => (item as Record<string, unknown>)['consensus_timestamp'];
  const runs: unknown[][] = [];
  for (const item of signatures) {
    const run = runs.at(-1);
    if (run && instant(run[0]) === instant(item)) run.push(item);
    else runs.push([item]);
  }
  const text = (item: unknown) => JSON.stringify(item);
  return runs.flatMap((run) => run.sort((a, b) => (text(a) < text(b) ? -1 : 1)));
}

/** A value as a report shows it. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : printJson(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
