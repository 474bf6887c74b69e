// The account that a balance belongs to: the same fields of every kind of balance.
import { builder } from '../build/builder.js';
import { accountLink } from '../build/links.js';
import { Account, Balance, TokenBalance } from '../build/refs.js';

for (const owned of [Balance, TokenBalance]) {
  builder.objectFields(owned, (t) => ({
    accountId: t.expose('account', {
      type: 'EntityId',
      nullable: false,
      description: 'Id of the account.',
    }),
    account: t.field({
      type: Account,
      description: 'The account, as it is now.',
      resolve: ({ account }, _args, context, info) => accountLink(account, context, info),
    }),
  }));
}
