// Reads right after a write: past every cache, and not before the ledger has come to an instant.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sound } from './contract/check.js';
import { type BlockRow, blocks } from './contract/resources/blocks.js';
import { timeOf } from './contract/timestamps.js';
import { nanoseconds, timestamp } from './contract/values.js';
import { badInput, LedgerError } from './errors.js';
import { type Ledger, type Operation, within } from './ledger.js';
import { oneForAll } from './one-for-all.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface Freshness {
  /** Whether no answer may come out of a cache. */
  readonly fresh: boolean;
  /** The instant that the ledger must have come to, or null. */
  readonly instant: string | null;
}

const freshHeader = 'x-mirrorql-fresh';
const instantHeader = 'x-mirrorql-wait-for';

/** Tells caches in between that these headers of a request make another answer of the same address. */
export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const known = reply.getHeader('vary');
  reply.header('vary', [...(known ? [known] : []), ...names].join(', '));
}

/** The same, of an answer that is read past the caches where that is asked for. */
export const tellVary = (reply: FastifyReply, ...others: readonly string[]): void =>
  varyBy(reply, ...others, freshHeader, instantHeader);

/** Milliseconds from one look at the newest block to the next. */
const interval = 500;

/** What a request's headers ask for. @throws LedgerError BAD_USER_INPUT that names the header. */
export function readFreshness(headers: Headers): Freshness {
  const given = headers[instantHeader];
  if (given === undefined) return { fresh: headers[freshHeader] === '1', instant: null };
  const instant = timestamp.read(String(given));
  if (instant === null) throw badInput(instantHeader, given, 'must be a consensus timestamp');
  return { fresh: true, instant };
}

/** The newest block; undefined where there is none. */
export async function newestBlock(
  ledger: Ledger,
  operation: Operation,
): Promise<BlockRow | undefined> {
  const page = await ledger.page(blocks, { filters: [], order: 'desc', limit: 1 }, operation);
  return page?.items[0];
}

/** The time to which the ledger has come, in nanoseconds; null where it has no block, or none that says so. */
export const newestTime = async (ledger: Ledger, operation: Operation): Promise<bigint | null> =>
  timeOf((await newestBlock(ledger, operation))?.timestamp.to);

/**
 * Waits until the newest block ends at an instant or later, which is when all up to it can be read.
 * @throws LedgerError UPSTREAM_TIMEOUT where that takes longer than the patience of `arrivals`.
 */
export type Reached = (instant: string, operation: Operation) => Promise<void>;

/**
 * All who wait look at the newest block together, in operations of nobody's (`begin`). A look that is
 * under way is for those who come meanwhile, too: where the ledger has come to, it stays.
 * `patience` are the milliseconds for which one may wait.
 */
export function arrivals(
  ledger: Ledger,
  begin: () => Operation & { end(): void },
  patience: number,
): Reached {
  let isLooking = false;
  const look = oneForAll(async () => {
    const looking = begin();
    isLooking = true;
    try {
      return (await newestBlock(ledger, looking))?.timestamp.to ?? undefined;
    } finally {
      isLooking = false;
      looking.end();
    }
  });
  const pause = oneForAll(() => sleep(interval));

  return async (instant, operation) => {
    const end = Math.min(performance.now() + patience, operation.deadline);
    for (;;) {
      // Whoever makes a look necessary pays for it.
      if (isLooking) operation.note({ shared: 1 });
      else operation.spend(1);
      const last = await within(operation, look());
      if ((timeOf(sound(last)) ?? -1n) >= nanoseconds(instant)) return;
      if (performance.now() + interval >= end) {
        const where = last === undefined ? 'has no block yet' : `has come to ${last} only`;
        throw new LedgerError(
          'UPSTREAM_TIMEOUT',
          `${instantHeader}: the ledger ${where}, and not to ${instant}`,
          { argument: instantHeader, retryAfter: 1 },
        );
      }
      await within(operation, pause());
    }
  };
}

/**
 * Says that a client has an answer already (304). Gives what Fastify is to send: nothing, which has no length,
 * since that of the answer would be the only right one (RFC 9110, 8.6); to a HEAD, of which it tells the length
 * in any case, the answer itself.
 */
export function notModified<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  body: T,
): T | undefined {
  reply.code(304);
  return request.method === 'HEAD' ? body : undefined;
}
