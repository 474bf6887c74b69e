// A remote ledger over a server of our own, opened anew for each test, and what tests ask of both.
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Filter, List } from '../../src/contract/resource.js';
import { type ErrorDetail, LedgerError } from '../../src/errors.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import type { RemoteOptions } from '../../src/remote/remote.js';
import { remoteLedger } from '../../src/remote/remote.js';
import { type Answer, type Stub, startStub } from '../support/stub.js';

export let stub: Stub;
export let ledger: Ledger;
export let operation: RunningOperation;

/** Opens a server for the tests of a file, and for each of them a ledger and an operation. */
export function useStubbedLedger(): void {
  beforeAll(async () => {
    stub = await startStub(() => undefined);
    return () => stub.close();
  });
  beforeEach(() => {
    open({ timeout: 4000 });
    begin({});
    stub.reset(() => undefined);
  });
  afterEach(async () => {
    operation.end();
    await ledger.close();
  });
}

/** Puts a ledger with these options in the place of the test's. */
export function open(options: Partial<RemoteOptions>): void {
  ledger = remoteLedger({ upstream: stub.url, ...options });
}

/** Puts an operation with these limits in the place of the test's. */
export function begin(limits: { readonly calls?: number }): void {
  operation = startOperation({ timeout: 5000, calls: 200, ...limits });
}

export const answers = (body: unknown, more: Answer = {}) => stub.reset(() => ({ body, ...more }));
export const urls = () => stub.calls.map(({ url }) => url);
export const none = { filters: [] };
export const eq = (parameter: string, value: string): Filter => ({
  parameter,
  operator: 'eq',
  value,
});
export const accountIds = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `0.0.${from + index}`);
export const accountRows = (ids: readonly string[]) =>
  ids.map((id) => ({ account: id, balance: { balance: Number(id.slice(4)) } }));
export const blockRows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: from + index }));

export const page = <T>(list: List<T>, request: Partial<PageRequest> = {}) =>
  ledger.page(list, { filters: [], order: list.order, limit: 25, ...request }, operation);

/** The error that a promise ends with; fails when there is none. */
export async function failure(answer: Promise<unknown>): Promise<LedgerError> {
  const error = await answer.then(
    (value) => expect.fail(`answered ${String(value)}`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  return error;
}

export async function fails(answer: Promise<unknown>, code: string, detail: ErrorDetail = {}) {
  const error = await failure(answer);
  expect(error).toMatchObject({ code, detail });
  // Where the ledger stands is the operator's business, and its words are not ours.
  expect(error.message).not.toMatch(/127\.0\.0\.1|http|secret/i);
  return error;
}
