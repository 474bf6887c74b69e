// Tables of what accounts let others spend.
import type { Table } from './table.js';

const granted = {
  amount_granted: 'bigint not null',
  owner: 'bigint not null',
  payer_account_id: 'bigint not null',
  spender: 'bigint not null',
  timestamp_range: 'int8range not null',
} as const;

export const allowanceTables = {
  crypto_allowance: {
    columns: { ...granted, amount: 'bigint not null default 0' },
    key: 'owner, spender',
  },
  token_allowance: {
    columns: { ...granted, token_id: 'bigint not null', amount: 'bigint not null default 0' },
    key: 'owner, spender, token_id',
  },
} as const satisfies Readonly<Record<string, Table>>;
