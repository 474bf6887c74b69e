// A ledger that has nothing.
import type { Ledger, Page } from '../../src/ledger.js';
import { overHttp } from './batching.js';

const emptyPage: Page<never> = { items: [], next: null, timestamp: null };

export const nothing: Ledger = {
  description: 'nothing',
  kind: 'sql',
  batching: overHttp,
  one: async () => null,
  many: async (_resource, keys) => keys.map(() => null),
  page: async () => emptyPage,
  pages: async (_list, requests) => requests.map(() => emptyPage),
  ready: async () => {},
  close: async () => {},
};
