// The subscription `transactionAdded`.

import { referenceForm } from '../../contract/entity.js';
import { equals } from '../../contract/operators.js';
import { readCursor } from '../../contract/position.js';
import { account } from '../../contract/resources/accounts.js';
import { transactions } from '../../contract/resources/transactions.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { edgeOf } from '../build/connection-type.js';
import { givenKey } from '../build/nodes.js';
import { Transaction } from '../build/refs.js';
import type { Context } from '../reading/context.js';
import { shownIn, subscriberOf } from './subscription.js';
import { readTypes, TransactionTypeFilter } from './transaction-type.js';

/** The id of an account; an address or an alias is looked up once, when the stream begins. */
async function idOf(reference: string, { loaders }: Context): Promise<string> {
  const key = givenKey('Account', 'account', reference);
  if (referenceForm(key) === 'id') return key;
  const found = await loaders.of(account).load(loaders.typed(key, 'account'));
  if (!found) throw badInput('account', reference, 'must be an account that there is');
  return found.account;
}

builder.subscriptionField('transactionAdded', (t) =>
  t.field({
    type: edgeOf(Transaction),
    nullable: true,
    description:
      'Each transaction that an account takes part in, once and in order. With `after` first all since that cursor, 10000 at the most, then those to come: without a gap, so that a client goes on where it was cut off.',
    args: {
      account: t.arg({ type: 'AccountRef', required: true, description: 'The account.' }),
      type: t.arg({
        type: TransactionTypeFilter,
        description: 'Only transactions of these types.',
      }),
      after: t.arg.string({
        description:
          'Cursor of the last one that is known, of an event or of a list of transactions.',
      }),
    },
    async subscribe(_root, { account, type, after }, context) {
      const { live, client } = subscriberOf(context);
      const place = after == null ? null : readCursor(transactions, 'after', after);
      const types = readTypes(type, '');
      const value = await idOf(account, context);
      const own = equals('account.id', value);
      return live.transactions(client, [own, ...types], place);
    },
    resolve: (event) => shownIn(transactions, event),
  }),
);
