// The same ledger, with each call timed for the metrics, where there are some, and shown in the traces.
import { LedgerError } from '../errors.js';
import type { Ledger } from '../ledger.js';
import type { Metrics } from './metrics.js';
import { traced } from './tracing.js';

type Passing = NonNullable<Ledger['pass']>;
type Counting = NonNullable<Ledger['counts']>;

export function observedLedger(ledger: Ledger, metrics: Pick<Metrics, 'called'> | null): Ledger {
  function timed<T>(verb: string, resource: string, run: () => Promise<T>): Promise<T> {
    if (!metrics) return traced(`${verb} ${resource}`, run);
    const began = performance.now();
    const note = (outcome: string) =>
      metrics.called(verb, resource, outcome, (performance.now() - began) / 1000);
    const answer = traced(`${verb} ${resource}`, run);
    answer.then(
      () => note('ok'),
      (error) => note(error instanceof LedgerError ? error.code : 'INTERNAL'),
    );
    return answer;
  }
  return {
    description: ledger.description,
    kind: ledger.kind,
    batching: ledger.batching,
    one: (lookup, ...rest) => timed('one', lookup.name, () => ledger.one(lookup, ...rest)),
    many: (of, ...rest) => timed('many', of.name, () => ledger.many(of, ...rest)),
    page: (list, ...rest) => timed('page', list.name, () => ledger.page(list, ...rest)),
    pages: (list, ...rest) => timed('pages', list.name, () => ledger.pages(list, ...rest)),
    ...(ledger.counts && {
      counts: (list, ...rest) =>
        timed('counts', list.name, () => (ledger.counts as Counting)(list, ...rest)),
    }),
    ...(ledger.pass && {
      pass: (what, ...rest) =>
        timed('pass', what.name, () => (ledger.pass as Passing)(what, ...rest)),
    }),
    ready: (operation) => ledger.ready(operation),
    close: () => ledger.close(),
  };
}
