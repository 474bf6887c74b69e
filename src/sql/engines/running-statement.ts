// One statement on one connection, until no answer and no request to cancel is under way any more.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LedgerError } from '../../errors.js';
import type { Operation } from '../../ledger.js';
import { type Backend, cancel } from './cancel.js';
import { type State, streamOf } from './connections.js';
import type { Row } from './database.js';

/** A statement, and who is told what came of it. */
export interface Asked {
  readonly operation: Operation;
  readonly query: pg.QueryConfig;
  resolve(rows: readonly Row[]): void;
  refuse(error: unknown): void;
}

/** Milliseconds by which the server may be late to give up a statement by itself, until it is asked to. */
const late = 500;
/** Milliseconds in which the server must say that it has given up a statement. */
const grace = 2_000;
/** Milliseconds until the server is asked again; a statement may come to it after the request. */
const again = 200;

/**
 * Runs a statement. What its operation no longer waits for is cancelled, and the connection is not
 * free for another one before the server has both ended the statement and taken the request: so a
 * request never meets the next statement. The server should give up by itself after `timeout`
 * milliseconds, which a pooler may keep from it: then it is asked to, and one that says nothing is
 * not waited for.
 */
export async function converse(
  client: pg.PoolClient,
  { operation, query, resolve, refuse }: Asked,
  timeout: number,
): Promise<State> {
  const stream = streamOf(client);
  const count = (chunk: Buffer) => operation.read(chunk.length);
  stream.on('data', count);
  // Without a callback the driver makes one that keeps the rows until all of the memory is collected.
  const answer = new Promise<State>((end) => {
    client.query(query, (error: unknown, result) => {
      if (error) refuse(error);
      else resolve(result.rows);
      end(error && isOfConnection(error) ? 'broken' : 'free');
    });
  });
  let giveUp = () => {};
  const silence = new Promise<State>((end) => {
    giveUp = () => end('silent');
  });
  const outcome = Promise.race([answer, silence]);
  let isOver = false;
  let request: Promise<boolean> | undefined;
  const stop = (patience: number) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, patience);
    request ??= cancelUntil(outcome, () => isOver, client as unknown as Backend);
  };
  let timer = setTimeout(() => stop(grace - late), timeout + late);
  const stay = operation.whenOver(() => stop(grace));
  const state = await outcome;
  isOver = true;
  stream.off('data', count);
  clearTimeout(timer);
  stay();
  if (state === 'silent') refuse(new LedgerError('UPSTREAM_TIMEOUT'));
  if (state !== 'free' || request === undefined) return state;
  // A request of which nothing is known may still come.
  return (await request) ? 'free' : 'broken';
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
