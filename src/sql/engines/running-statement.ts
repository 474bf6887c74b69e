// One statement on one connection, until no answer and no request to cancel is under way any more.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LedgerError } from '../../errors.js';
import type { Operation } from '../../ledger.js';
import { type Backend, cancel } from './cancel.js';
import type { State } from './connections.js';
import type { Row } from './database.js';

/** A statement, and who is told what came of it. */
export interface Asked {
  readonly operation: Operation;
  readonly query: pg.QueryConfig;
  resolve(rows: readonly Row[]): void;
  refuse(error: unknown): void;
}

/** Milliseconds in which the server must say that it has given up a statement. */
const grace = 2_000;
/** Milliseconds until the server is asked again; a statement may come to it after the request. */
const again = 200;

/**
 * Runs a statement. What its operation no longer waits for is cancelled, and the connection is not
 * free for another one before the server has both ended the statement and taken the request: so a
 * request never meets the next statement. A server that says nothing for `timeout` milliseconds, in
 * which it should have given up by itself, is not waited for.
 */
export async function converse(
  client: pg.PoolClient,
  { operation, query, resolve, refuse }: Asked,
  timeout: number,
): Promise<State> {
  const answer = client.query(query).then(
    ({ rows }): State => {
      resolve(rows);
      return 'free';
    },
    (error: unknown): State => {
      refuse(error);
      return isOfConnection(error) ? 'broken' : 'free';
    },
  );
  let giveUp = () => {};
  const silence = new Promise<State>((end) => {
    giveUp = () => end('silent');
  });
  let timer = setTimeout(giveUp, timeout + grace);
  const outcome = Promise.race([answer, silence]);
  let isOver = false;
  let request: Promise<boolean> | undefined;
  const stay = operation.whenOver(() => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, grace);
    request = cancelUntil(outcome, () => isOver, client as unknown as Backend);
  });
  const state = await outcome;
  isOver = true;
  clearTimeout(timer);
  stay();
  if (state === 'silent') refuse(new LedgerError('UPSTREAM_TIMEOUT'));
  // A request of which nothing is known may still come.
  const isSafe = request === undefined || (await request);
  return state === 'free' && !isSafe ? 'broken' : state;
}

/** Whether it is known what became of each request. */
async function cancelUntil(
  outcome: Promise<unknown>,
  isOver: () => boolean,
  backend: Backend,
): Promise<boolean> {
  let isKnown = true;
  while (!isOver()) {
    isKnown = (await cancel(backend)) && isKnown;
    if (!isOver()) await Promise.race([outcome, sleep(again, undefined, { ref: false })]);
  }
  return isKnown;
}

/** Whether the connection is lost with the statement. */
const isOfConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(FATAL|PANIC)$/.test(error.severity ?? '');
