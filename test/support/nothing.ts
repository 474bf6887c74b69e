// A ledger that has nothing.
import type { Ledger, Page } from '../../src/ledger.js';

const emptyPage: Page<never> = { items: [], next: null, timestamp: null };

export const nothing: Ledger = {
  description: 'nothing',
  kind: 'sql',
  batching: { keys: 20, parents: 1 },
  one: async () => null,
  many: async (_resource, keys) => keys.map(() => null),
  page: async () => emptyPage,
  pages: async (_list, requests) => requests.map(() => emptyPage),
  ready: async () => {},
  close: async () => {},
};
