// `mirrorql check`: asks a ledger for everything once, and says what it answers and what it lacks.

import type { List, Lookup } from '../contract/resource.js';
import { lists, lookups } from '../contract/resources/index.js';
import { causeOf, LedgerError } from '../errors.js';
import { newestBlock } from '../freshness.js';
import type { Finding, Ledger } from '../ledger.js';
import { type RunningOperation, startOperation } from '../operation.js';

/** A ledger with the time by which it is asked. */
interface Checked {
  readonly ledger: Ledger;
  readonly clock: { now(): number };
}

const marks = { good: 'ok  ', slow: 'slow', bad: 'bad ' } as const;

/** Writes a line for each thing that was looked at. @returns the exit code: 1 where something is bad */
export async function checkLedger(
  { ledger, clock }: Checked,
  timeout: number,
  write: (line: string) => void,
): Promise<number> {
  let code = 0;
  const say = ({ is, text }: Finding) => {
    if (is === 'bad') code = 1;
    write(`${marks[is]}  ${text}`);
  };
  say({ is: 'good', text: ledger.description });
  // What can be looked into need not be complete to answer.
  const behind = await asked(timeout, async (operation) => {
    if (ledger.inspect) return ledger.inspect(operation);
    await ledger.ready(operation);
    return [];
  });
  if (behind instanceof Error) {
    say({ is: 'bad', text: `it does not answer: ${reason(behind)}` });
    return code;
  }
  behind.forEach(say);
  say(await lag(ledger, clock, timeout));
  for (const resource of [...lists, ...lookups]) say(await answers(ledger, resource, timeout));
  return code;
}

/** What a question gives, or the error that it ends with; each has a time of its own. */
async function asked<T>(
  timeout: number,
  question: (operation: RunningOperation) => Promise<T>,
): Promise<T | Error> {
  const operation = startOperation({ timeout, calls: 10 }, { fresh: true });
  try {
    return await question(operation);
  } catch (error) {
    return error as Error;
  } finally {
    operation.end();
  }
}

const reason = (error: Error): string =>
  error instanceof LedgerError ? `${causeOf(error)} (${error.code})` : causeOf(error);

/** How far the ledger is behind the time, or the time of this machine behind the ledger. */
async function lag(ledger: Ledger, clock: Checked['clock'], timeout: number): Promise<Finding> {
  const block = await asked(timeout, (operation) => newestBlock(ledger, operation));
  if (block instanceof Error) return { is: 'bad', text: `newest block: ${reason(block)}` };
  if (!block) return { is: 'bad', text: 'newest block: there is none' };
  const behind = Math.round(clock.now() / 1000 - Number(block.timestamp.to));
  const where =
    behind < 0 ? `${-behind} s ahead of this machine's clock` : `${behind} s behind the time`;
  return {
    is: Math.abs(behind) > lagging ? 'slow' : 'good',
    text: `newest block: ${block.number}, ${where}`,
  };
}

/** Seconds after which a ledger is no longer taken for a live one, or the clock for one that is right. */
const lagging = 60;

/** Whether a resource can be asked for; that nothing is there under an example's key is an answer. */
async function answers(ledger: Ledger, resource: List | Lookup, timeout: number): Promise<Finding> {
  const key = resource.keys ? (resource.documents.example ?? '') : '';
  const began = performance.now();
  const answer = await asked<unknown>(timeout, (operation) => {
    if (resource.is === 'lookup') return ledger.one(resource, key, { filters: [] }, operation);
    const below = resource.keys && { key };
    const request = { filters: [], order: resource.order, limit: 1, ...below };
    return ledger.page(resource, request, operation);
  });
  if (answer instanceof Error) return { is: 'bad', text: `${resource.path}: ${reason(answer)}` };
  const took = Math.round(performance.now() - began);
  return { is: took > slowly ? 'slow' : 'good', text: `${resource.path}: ${took} ms` };
}

/** Milliseconds beyond which one row of a list is slow. */
const slowly = 1000;
