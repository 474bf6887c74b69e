// Who is staked to a node: `NetworkNode.stakedAccounts`.

import { sound } from '../../contract/check.js';
import { equals } from '../../contract/operators.js';
import { stakedAccounts } from '../../contract/resources/staked-accounts.js';
import { builder } from '../build/builder.js';
import { listField } from '../build/list-field.js';
import { Account, NetworkNode } from '../build/refs.js';

builder.objectField(NetworkNode, 'stakedAccounts', (t) =>
  listField(t, {
    list: stakedAccounts,
    type: Account,
    description:
      'Accounts and contracts that are staked to the node, as they are now, by id. Over a mirror node, or a database that has no index for it, this is `NOT_ANSWERABLE`.',
    by: 'account id',
    below: ({ node_id }) => ({ filters: [equals('staked.node', String(sound(node_id)))] }),
    cost: { apart: true },
  }),
);
