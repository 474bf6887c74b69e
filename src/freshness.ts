// Reads right after a write: past every cache, and not before the ledger has come to an instant.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { sound } from './contract/check.js';
import { blocks } from './contract/resources/blocks.js';
import { timeOf } from './contract/timestamps.js';
import { nanoseconds, timestamp } from './contract/values.js';
import { badInput, LedgerError } from './errors.js';
import type { Ledger, Operation } from './ledger.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface Freshness {
  /** Whether no answer may come out of a cache. */
  readonly fresh: boolean;
  /** The instant that the ledger must have come to, or null. */
  readonly instant: string | null;
}

const freshHeader = 'x-mirrorql-fresh';
const instantHeader = 'x-mirrorql-wait-for';

/** Tells caches in between what of a request makes another answer of the same address. */
export function tellVary(reply: FastifyReply, ...others: readonly string[]): void {
  const known = reply.getHeader('vary');
  const names = [...(known ? [known] : []), ...others, freshHeader, instantHeader];
  reply.header('vary', names.join(', '));
}

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

/**
 * Waits until the newest block ends at an instant or later, which is when all up to it can be read.
 * @throws LedgerError UPSTREAM_TIMEOUT where that takes longer than `patience` milliseconds.
 */
export async function reached(
  ledger: Ledger,
  instant: string,
  operation: Operation,
  patience: number,
): Promise<void> {
  const end = Math.min(performance.now() + patience, operation.deadline);
  for (;;) {
    const newest = await ledger.page(blocks, { filters: [], order: 'desc', limit: 1 }, operation);
    const last = newest?.items[0]?.timestamp.to ?? undefined;
    if ((timeOf(sound(last)) ?? -1n) >= nanoseconds(instant)) return;
    if (performance.now() + interval >= end) {
      const where = last === undefined ? 'has no block yet' : `has come to ${last} only`;
      throw new LedgerError(
        'UPSTREAM_TIMEOUT',
        `${instantHeader}: the ledger ${where}, and not to ${instant}`,
        { argument: instantHeader, retryAfter: 1 },
      );
    }
    // Whoever leaves in between learns so from the next call.
    await sleep(interval);
  }
}
