// A mirror node of a test's own with ledgers over it, so that tests which wait can do so together.
import type { TestContext } from 'vitest';
import { account } from '../../src/contract/resources/accounts.js';
import type { Ledger } from '../../src/ledger.js';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import { type RemoteOptions, remoteLedger } from '../../src/remote/remote.js';
import { type Handler, startStub } from './stub.js';

const none = { filters: [] };

/** Answers any account. */
export const found: Handler = ({ path }) => ({
  body: { account: path.split('/').at(-1), memo: 'm' },
});

/** A mirror node for the length of a test, and a ledger over it. */
export async function openHost({ onTestFinished }: TestContext) {
  const stub = await startStub(found);
  const operations: RunningOperation[] = [];
  const opened: Ledger[] = [];
  const times: number[] = [];
  onTestFinished(async () => {
    for (const operation of operations) operation.end();
    for (const one of opened) await one.close();
    await stub.close();
  });

  /** Puts a ledger with these options in the place of the one before. */
  function open(options: Partial<RemoteOptions> = {}): Ledger {
    const ledger = remoteLedger({ upstream: stub.url, ...options });
    opened.push(ledger);
    return ledger;
  }
  open();

  /** An operation that ends with the test. */
  function start(timeout = 10_000): RunningOperation {
    const operation = startOperation({ timeout, calls: 50 });
    operations.push(operation);
    return operation;
  }

  const ledger = () => opened.at(-1) as Ledger;
  const read = (num: number, operation = start()) =>
    ledger().one(account, `0.0.${num}`, none, operation);

  return {
    stub,
    operations,
    open,
    start,
    ledger,
    read,
    /** When the calls came since the last handler was set. */
    times,
    /** Answers by this handler, and forgets the calls so far. */
    answer(handler: Handler): void {
      times.length = 0;
      stub.reset((call) => {
        times.push(Date.now());
        return handler(call);
      });
    },
    /** Reads of as many different accounts at the same time: answers, or the errors in their place. */
    readMany: (count: number, timeout?: number) =>
      Promise.all(
        Array.from({ length: count }, (_, num) =>
          read(num + 1, start(timeout)).catch((error: unknown) => error),
        ),
      ),
  };
}
