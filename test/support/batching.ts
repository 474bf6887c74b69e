// How ledgers answer several keys at once, for costs that are measured without a ledger.
import type { Batching } from '../../src/ledger.js';

export const overHttp: Batching = { keys: 20, parents: 1, counts: 0, named: 0 };
export const inSql: Batching = { keys: 1e9, parents: 1e9, counts: 1e9, named: 1 };
