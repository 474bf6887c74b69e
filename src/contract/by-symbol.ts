// Tokens by their symbols, which no endpoint of the contract can be asked for.
import type { List } from './resource.js';
import { type TokenRow, tokens } from './tokens.js';
import { text } from './values.js';

const { unpaged: _unpaged, apart: _apart, spelled: _spelled, batch: _batch, ...same } = tokens;

export const tokensBySymbol: List<TokenRow> = {
  ...same,
  name: 'tokensBySymbol',
  answeredBy: {
    ledger: 'sql',
    reason:
      'A mirror node can not be asked for symbols; a server over its database can look them up',
  },
  parameters: {
    symbol: {
      kind: text(1, 100),
      operators: ['eq'],
      repeat: 'all',
      description: 'The whole symbol, letter case ignored.',
    },
  },
};
