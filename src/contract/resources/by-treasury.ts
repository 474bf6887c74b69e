// Tokens by who has newly made units of them, which no endpoint of the contract can be asked for.
import { furtherList } from '../further-list.js';
import type { Parameter } from '../resource.js';
import { entityId } from '../values.js';
import { tokens } from './tokens.js';

export const tokensByTreasury = furtherList(tokens, {
  name: 'tokensByTreasury',
  reason:
    'A mirror node can not be asked for the tokens of a treasury; a server over its database can look them up',
  parameters: {
    treasury: {
      kind: entityId,
      operators: ['eq'],
      repeat: 'last',
      description: 'Treasury of the tokens.',
    },
    'token.id': tokens.parameters['token.id'] as Parameter,
  },
});
