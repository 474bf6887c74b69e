// The account that a balance belongs to: the same fields of every kind of balance.
import { balances } from '../../contract/resources/balances.js';
import { builder } from '../build/builder.js';
import { toAccount } from '../build/links.js';
import { members } from '../build/members.js';
import { Balance, TokenBalance } from '../build/refs.js';

/** Lists of what one account has. */
const sameBelow = ['Account.tokens', 'Balance.tokens'];

for (const owned of [Balance, TokenBalance]) {
  builder.objectFields(owned, (t) =>
    members(t, balances.row, {
      accountId: 'account',
      account: { member: 'account', ...toAccount, cost: { sameBelow } },
    }),
  );
}
