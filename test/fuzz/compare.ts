// One operation in three ways: when it first comes, when it comes again, and by graphql-js beside the server.
import { isDeepStrictEqual } from 'node:util';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import pino from 'pino';
import { makeContext } from '../../src/graphql/reading/context.js';
import { maskError } from '../../src/graphql/running/errors.js';
import { withWarnings } from '../../src/graphql/running/warnings.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import type { Server } from '../../src/server.js';
import { answerTo, type RawAnswer } from '../support/alike.js';
import type { Asking, FuzzRequest } from './operations.js';

export interface Target {
  readonly server: Server;
  readonly ledger: Ledger;
  readonly schema: GraphQLSchema;
}

export const limits = { timeout: 30_000, calls: 5000 };
export const maxPage = 1000;

type Told = NonNullable<ExecutionResult['errors']>[number];

export interface Compared {
  /** How far each asking came. */
  readonly kinds: readonly string[];
  /** How the ways differ; null where they do not. */
  readonly difference: unknown;
}

/** Asks everything that a request asks, then twice all at once, and then once more. */
export async function compare(target: Target, { query, askings }: FuzzRequest): Promise<Compared> {
  const document = parse(query);
  if (validate(target.schema, document).length > 0) return { kinds: [], difference: null };
  const bodies = askings.map((asking) => JSON.stringify({ query, ...asking }));
  // The ledger answers from memory from here on, and so in the same order each time.
  for (const asking of askings) await plainly(target, document, asking);
  const first: RawAnswer[] = [];
  for (const body of bodies) first.push(await answerTo(target.server, body));
  await Promise.all([...bodies, ...bodies].map((body) => answerTo(target.server, body)));
  const kinds: string[] = [];
  let difference: unknown = null;
  for (const [index, asking] of askings.entries()) {
    const answer = first[index] as RawAnswer;
    const last = await answerTo(target.server, bodies[index] as string);
    const plain = await againstPlain(target, document, asking, answer);
    kinds.push(plain.kind);
    if (!isDeepStrictEqual(answer, last)) difference ??= { asking, first: answer, last };
    if (plain.difference) difference ??= { asking, ...plain.difference };
  }
  return { kinds, difference };
}

/** The answer of graphql-js, with the same context and the same finish. */
async function plainly(
  { ledger, schema }: Target,
  document: DocumentNode,
  { variables: variableValues, operationName }: Asking,
): Promise<ExecutionResult> {
  if (!getOperationAST(document, operationName)) return { errors: [] };
  const operation = startOperation(limits);
  const contextValue = makeContext(ledger, operation, maxPage);
  const args = { schema, document, variableValues, operationName, contextValue };
  const result = await execute(args as ExecutionArgs);
  operation.end();
  const mask = maskError(pino({ level: 'silent' }));
  const masked = result.errors ? { ...result, errors: result.errors.map(mask) } : result;
  return JSON.parse(JSON.stringify(withWarnings(masked, contextValue, mask)));
}

async function againstPlain(
  target: Target,
  document: DocumentNode,
  asking: Asking,
  answer: RawAnswer,
) {
  const told = JSON.parse(answer.text) as ExecutionResult;
  const hasRun = 'data' in told;
  const kind = hasRun ? (told.errors ? 'with errors' : 'whole') : 'refused';
  const plain = await plainly(target, document, asking);
  if (!hasRun) {
    const isExpected = !('data' in plain) || told.errors?.every(isOwnRefusal);
    return { kind, difference: isExpected ? null : { answer, plain } };
  }
  const isData = JSON.stringify(told.data) === JSON.stringify(plain.data);
  const isOrdered = isDeepStrictEqual(told.errors, inOrder(told));
  const isWarned = isDeepStrictEqual(told.extensions, plain.extensions);
  const isTold = isData && isWarned && isSameErrors(told, plain);
  return { kind, difference: isTold && isOrdered ? null : { answer, plain } };
}

/** What is refused before it runs although graphql-js takes it: limits, lists for objects, null conditions. */
const isOwnRefusal = ({ message, extensions }: Told): boolean =>
  extensions['code'] === 'COST_LIMIT' ||
  /to be an object\.$|"if" of non-null type "Boolean!" must not be null/.test(message);

/**
 * Whether each place that is null has the same errors. Where one took others below a place along,
 * graphql-js tells of those what had failed by then, and of several that a place is null for the one
 * that came first in time, where we tell the first in order: there it is enough that both tell of one.
 */
function isSameErrors(told: ExecutionResult, plain: ExecutionResult): boolean {
  const [ours, theirs] = [byNull(told), byNull(plain)];
  if (!isDeepStrictEqual(new Set(ours.keys()), new Set(theirs.keys()))) return false;
  return [...ours].every(([place, errors]) => {
    const others = theirs.get(place) ?? [];
    const isOne = errors.length === 1 && others.length === 1;
    if (isOne && errors[0] === others[0]) return true;
    const isFromBelow = (error: string) => JSON.stringify(JSON.parse(error).path) !== place;
    if ([...errors, ...others].every(isFromBelow)) return true;
    return !isOne && errors.some((error) => others.includes(error));
  });
}

/** Errors as text, by the place that is null for them. */
function byNull({ data, errors = [] }: ExecutionResult): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const error of errors) {
    const path = [...(error.path ?? [])];
    let value: unknown = data;
    let depth = 0;
    while (depth < path.length && value !== null && value !== undefined) {
      value = (value as Record<string, unknown>)[path[depth] as string];
      depth += 1;
    }
    const place = JSON.stringify(path.slice(0, depth));
    found.set(place, [...(found.get(place) ?? []), JSON.stringify(error)]);
  }
  return found;
}

/** The errors in the order in which the data has what they are about, as far as it is there. */
function inOrder({ data, errors }: ExecutionResult): readonly Told[] | undefined {
  return errors && [...errors].sort((a, b) => comparePaths(a.path ?? [], b.path ?? [], data));
}

function comparePaths(
  a: readonly (string | number)[],
  b: readonly (string | number)[],
  data: unknown,
): number {
  const [[one, ...restOfOne], [other, ...restOfOther]] = [a, b];
  if (one === undefined || other === undefined || typeof data !== 'object' || !data) return 0;
  if (one === other) {
    return comparePaths(restOfOne, restOfOther, (data as Record<string, unknown>)[one]);
  }
  const keys = Object.keys(data);
  return keys.indexOf(String(one)) - keys.indexOf(String(other));
}
