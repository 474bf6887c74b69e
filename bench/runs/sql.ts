// The REST face on PostgreSQL beside a plain select through the same driver.

import { parseArgs } from 'node:util';
import { besideOptions, measureBeside } from '../lib/beside-select.js';
import { type Known, knownIn, ledgerOptions, withLedger } from '../lib/medium.js';

const { values: options } = parseArgs({ options: { ...ledgerOptions, ...besideOptions } });

const paths = ({ account, token, payer }: Known) => [
  '/api/v1/balances?limit=25',
  '/api/v1/balances?limit=100',
  `/api/v1/balances?account.id=0.0.${account}`,
  `/api/v1/accounts/0.0.${account}?transactions=false`,
  `/api/v1/tokens/0.0.${token}/balances`,
  '/api/v1/schedules?limit=25',
  '/api/v1/blocks?limit=25',
  `/api/v1/transactions?account.id=0.0.${payer}`,
  `/api/v1/accounts/0.0.${payer}`,
];

await withLedger(options, async (database) =>
  measureBeside(paths(await knownIn(database)), database, options),
);
