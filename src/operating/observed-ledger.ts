// The same ledger, with each call timed for the metrics and shown in the traces.
import { LedgerError } from '../errors.js';
import type { Ledger } from '../ledger.js';
import type { Metrics } from './metrics.js';
import { traced } from './tracing.js';

export function observedLedger(ledger: Ledger, metrics: Pick<Metrics, 'called'>): Ledger {
  async function timed<T>(verb: string, resource: string, run: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let outcome = 'ok';
    try {
      return await traced(`${verb} ${resource}`, 'client', run);
    } catch (error) {
      outcome = error instanceof LedgerError ? error.code : 'INTERNAL';
      throw error;
    } finally {
      metrics.called(verb, resource, outcome, (performance.now() - began) / 1000);
    }
  }
  return {
    description: ledger.description,
    one: (lookup, ...rest) => timed('one', lookup.name, () => ledger.one(lookup, ...rest)),
    many: (of, ...rest) => timed('many', of.name, () => ledger.many(of, ...rest)),
    page: (list, ...rest) => timed('page', list.name, () => ledger.page(list, ...rest)),
    pages: (list, ...rest) => timed('pages', list.name, () => ledger.pages(list, ...rest)),
    ready: (operation) => ledger.ready(operation),
    close: () => ledger.close(),
  };
}
