// Setup keys about what accounts let others spend.
import { id, intoCurrentOrHistory, type Loader, plain } from './rows.js';

const granted = {
  amount: plain(0),
  amount_granted: plain(0),
  owner: id(1000),
  spender: id(2000),
  timestamp_range: plain('[0,)'),
};

export const allowanceLoaders: Readonly<Record<string, Loader>> = {
  cryptoAllowances: intoCurrentOrHistory('crypto_allowance', {
    ...granted,
    payer_account_id: id(101),
  }),
  tokenAllowances: intoCurrentOrHistory('token_allowance', {
    ...granted,
    payer_account_id: id(1000),
    token_id: id(3000),
  }),
};
