// Accounts by the node that they are staked to, which no endpoint of the contract can be asked for.
import { furtherList } from '../further-list.js';
import type { Parameter } from '../resource.js';
import { naturalNumber } from '../values.js';
import { accounts } from './accounts.js';

export const stakedAccounts = furtherList(accounts, {
  name: 'stakedAccounts',
  reason:
    'A mirror node can not be asked who is staked to a node; a server over its database can look them up',
  parameters: {
    'staked.node': {
      kind: naturalNumber(),
      operators: ['eq'],
      repeat: 'last',
      description: 'Number of the node that they are staked to.',
    },
    'account.id': accounts.parameters['account.id'] as Parameter,
  },
});
