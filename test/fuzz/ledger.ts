// Ledgers for the fuzzer: the sample, each call answered once and from then on from memory; and the same, damaged.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { printJson } from '../../src/contract/json.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { freeOperation } from '../support/ledgers.js';

/** The same answers, as new objects each time: nobody sees what another has written on them. */
export function remembered(ledger: Ledger): Ledger {
  const known = new Map<string, Promise<unknown>>();
  async function answer<T>(call: unknown[], ask: () => Promise<T>): Promise<T> {
    const key = printJson(call);
    if (!known.has(key)) known.set(key, ask());
    return copied(await known.get(key)) as T;
  }
  return {
    ...ledger,
    one: (lookup, key, request) =>
      answer(['one', lookup.name, key, request], () =>
        ledger.one(lookup, key, request, freeOperation()),
      ),
    many: (resource, keys, request) =>
      answer(['many', resource.is, resource.name, keys, request], () =>
        ledger.many(resource, keys, request, freeOperation()),
      ),
    page: (list, request) =>
      answer(['page', list.name, request], () => ledger.page(list, request, freeOperation())),
    pages: (list, requests) =>
      answer(['pages', list.name, requests], () => ledger.pages(list, requests, freeOperation())),
  };
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copied(one)]));
}

/** What stands in the place of what was promised. */
const wrong = [
  null,
  null,
  null,
  undefined,
  'abc',
  '',
  1.5,
  -1,
  1e21,
  true,
  {},
  [],
  [null],
  { a: 1 },
  'UNHEARD_OF',
  10n ** 30n,
];

const failures: (() => Error)[] = [
  () => new LedgerError('UPSTREAM_TIMEOUT'),
  () => new LedgerError('UPSTREAM_UNAVAILABLE', undefined, { upstreamStatus: 503 }),
  () => new LedgerError('UPSTREAM_BAD_RESPONSE', undefined, { upstreamStatus: 200 }),
  () => new LedgerError('RATE_LIMITED', undefined, { retryAfter: 1 }),
  () => new LedgerError('BAD_USER_INPUT', 'id: no', { argument: 'id' }),
  () => new Error('a fault'),
];

/** Numbers that follow from a text, so that a call has the same damage whenever it is made. */
function chances(text: string): (below: number) => number {
  const bytes = createHash('sha256').update(text).digest();
  let next = 0;
  return (below) => bytes.readUInt8(next++ % bytes.length) % below;
}

/**
 * A ledger of which rows are wrong, calls fail or throw, and answers come late: always the same
 * ones. One row in three has one member that is wrong, at any depth.
 */
export function damaged(ledger: Ledger): Ledger {
  async function passed<T>(chance: (below: number) => number, ask: () => Promise<T>): Promise<T> {
    // Turns and not milliseconds: what is asked for together must be the same each time.
    for (let turns = chance(4) === 0 ? chance(6) : 0; turns > 0; turns--) await nextTurn();
    if (chance(30) === 0) throw failures[chance(failures.length)]?.();
    return ask();
  }
  const call = <T>(text: string, ask: () => Promise<T>): Promise<T> => {
    const chance = chances(text);
    if (chance(100) === 0) throw new Error('a fault, and no promise');
    return passed(chance, ask);
  };
  const row = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null || value instanceof Error) return value;
    const chance = chances(printJson(value));
    return chance(3) === 0 ? (withWrong(value, chance) as T) : value;
  };
  const page = <T extends { readonly items: readonly unknown[] } | null>(found: T): T =>
    found && !(found instanceof Error) ? { ...found, items: found.items.map(row) } : found;
  return {
    ...ledger,
    one: (lookup, key, ...rest) =>
      call(`${lookup.name} ${key}`, async () => row(await ledger.one(lookup, key, ...rest))),
    many: (resource, keys, ...rest) =>
      call(`${resource.name} ${keys}`, async () =>
        (await ledger.many(resource, keys, ...rest)).map((found, index) => {
          const chance = chances(`one of many ${resource.name} ${keys[index]}`);
          return chance(20) === 0 ? new LedgerError('UPSTREAM_TIMEOUT') : row(found);
        }),
      ),
    page: (list, request, ...rest) =>
      call(`${list.name} ${printJson(request)}`, async () =>
        page(await ledger.page(list, request, ...rest)),
      ),
    pages: (list, requests, ...rest) =>
      call(`${list.name} ${printJson(requests)}`, async () =>
        (await ledger.pages(list, requests, ...rest)).map((found) => page(found as never)),
      ),
  };
}

/** A copy in which one member is wrong. */
function withWrong(value: object, chance: (below: number) => number): unknown {
  const names = Object.keys(value);
  const name = names[chance(Math.max(names.length, 1))];
  if (name === undefined) return wrong[chance(wrong.length)];
  const member = (value as Record<string, unknown>)[name];
  const isInside = typeof member === 'object' && member !== null && chance(2) === 0;
  const made = isInside ? withWrong(member, chance) : wrong[chance(wrong.length)];
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? made : item));
  return { ...value, [name]: made };
}
