// Tokens by who has newly made units of them, which no endpoint of the contract can be asked for.
import type { List, Parameter } from '../resource.js';
import { entityId } from '../values.js';
import { type TokenRow, tokens } from './tokens.js';

const { unpaged: _unpaged, apart: _apart, spelled: _spelled, batch: _batch, ...same } = tokens;

export const tokensByTreasury: List<TokenRow> = {
  ...same,
  name: 'tokensByTreasury',
  answeredBy: {
    ledger: 'sql',
    reason:
      'A mirror node can not be asked for the tokens of a treasury; a server over its database can look them up',
  },
  parameters: {
    treasury: {
      kind: entityId,
      operators: ['eq'],
      repeat: 'last',
      description: 'Treasury of the tokens.',
    },
    'token.id': tokens.parameters['token.id'] as Parameter,
  },
};
