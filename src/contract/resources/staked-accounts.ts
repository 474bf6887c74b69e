// Accounts by the node that they are staked to, which no endpoint of the contract can be asked for.

import type { List, Parameter } from '../resource.js';
import { naturalNumber } from '../values.js';
import { type AccountRow, accounts } from './accounts.js';

const { batch: _batch, ...same } = accounts;

export const stakedAccounts: List<AccountRow> = {
  ...same,
  name: 'stakedAccounts',
  answeredBy: {
    ledger: 'sql',
    reason:
      'A mirror node can not be asked who is staked to a node; a server over its database can look them up',
  },
  parameters: {
    'staked.node': {
      kind: naturalNumber(),
      operators: ['eq'],
      repeat: 'last',
      description: 'Number of the node that they are staked to.',
    },
    'account.id': accounts.parameters['account.id'] as Parameter,
  },
};
