// The token type: what the list's rows carry, and what has to be read by id.

import { sound } from '../../contract/check.js';
import { firstKey } from '../../contract/path-key.js';
import { holdersByAmount } from '../../contract/resources/by-balance.js';
import { type TokenInfo, token, tokenBalances, tokens } from '../../contract/resources/tokens.js';
import { isPast } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import { readDecimals } from '../build/amount.js';
import { entity } from '../build/entity.js';
import { versionFilters } from '../build/filters.js';
import { toAccount, toCreation } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members, type Whole } from '../build/members.js';
import { asOf, Token, TokenBalance, type TokenSource } from '../build/refs.js';
import { wholeOf } from '../build/units.js';
import { lookedUp } from '../costing/cost-arguments.js';
import { balanceOrders, ofBalances } from './balance.js';
import { CustomFees } from './fees.js';
import { Key } from './key.js';
import { fromHolder } from './token-balance.js';
import { pauseStatus, supplyType, tokenType } from './token-enums.js';

/**
 * All properties of a token, read once for all such fields; a token that was looked up is known
 * already. What a row of a list may have beyond what it declares is not believed.
 */
const whole: Whole<TokenSource> = {
  read: ({ token_id, [asOf]: at }, { loaders }) =>
    loaders.of(token, versionFilters(token, at)).load(sound(token_id)),
  cost: { shares: 'whole', instead: true, rows: 1, freeBelow: lookedUp('Query.token') },
};

const decimalsOf = ({ decimals }: TokenInfo) => readDecimals(decimals);

entity(Token, {
  description: meaningOf(token.row),
  key: 'entityId',
  kinds: [firstKey(token).kind],
  versions: 'asOf',
  id: (row) => row.token_id,
  load: (id, { loaders }, at) => loaders.of(token, versionFilters(token, at)).load(id),
  byId: { loads: 'batch', alone: true },
  fields: (t) => ({
    ...members(t, tokens.row, {
      entityId: 'token_id',
      name: 'name',
      symbol: 'symbol',
      decimals: { member: 'decimals', type: 'Int', as: readDecimals },
      type: { member: 'type', ...tokenType },
      metadata: 'metadata',
      adminKey: { member: 'admin_key', type: Key },
    }),
    ...members(
      t,
      token.row,
      {
        feeScheduleKey: { member: 'fee_schedule_key', type: Key },
        freezeKey: { member: 'freeze_key', type: Key },
        kycKey: { member: 'kyc_key', type: Key },
        metadataKey: { member: 'metadata_key', type: Key },
        pauseKey: { member: 'pause_key', type: Key },
        supplyKey: { member: 'supply_key', type: Key },
        wipeKey: { member: 'wipe_key', type: Key },
        memo: 'memo',
        deleted: 'deleted',
        freezeDefault: 'freeze_default',
        pauseStatus: { member: 'pause_status', ...pauseStatus },
        supplyType: { member: 'supply_type', ...supplyType },
        initialSupply: 'initial_supply',
        initialSupplyAmount: { member: 'initial_supply', ...wholeOf('initialSupply', decimalsOf) },
        totalSupply: 'total_supply',
        totalSupplyAmount: { member: 'total_supply', ...wholeOf('totalSupply', decimalsOf) },
        maxSupply: 'max_supply',
        maxSupplyAmount: { member: 'max_supply', ...wholeOf('maxSupply', decimalsOf) },
        autoRenewPeriod: 'auto_renew_period',
        createdTimestamp: 'created_timestamp',
        createTransaction: { member: 'created_timestamp', ...toCreation },
        modifiedTimestamp: 'modified_timestamp',
        expiryTimestamp: {
          member: 'expiry_timestamp',
          type: 'Timestamp',
          as: printTimestamp,
          description: 'When the token expires, unless it is renewed.',
        },
        treasuryId: 'treasury_account_id',
        treasury: { member: 'treasury_account_id', ...toAccount },
        autoRenewAccountId: 'auto_renew_account',
        autoRenewAccount: { member: 'auto_renew_account', ...toAccount },
        customFees: { member: 'custom_fees', type: CustomFees },
      },
      whole,
    ),
    balances: listField(t, {
      list: tokenBalances,
      type: TokenBalance,
      description:
        'Holders of the token by account id, highest id first by default: live balances, or with `at` (or `filter.timestamp`) those of a snapshot.',
      by: 'account id, or what `orderBy` says',
      filter: ofBalances.of(tokenBalances),
      orders: balanceOrders(holdersByAmount),
      below: ({ token_id: key }) => ({ key }),
      node: (row, { parent, filters, timestamp }) =>
        fromHolder(parent.token_id, row, isPast(tokenBalances, filters) ? timestamp : null),
      cost: { unique: 'account' },
    }),
  }),
});
