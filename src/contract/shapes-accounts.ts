// JSON Schemas of accounts, their balances, and their tokens.
import type { AccountRow, TokenRelationshipRow } from './accounts.js';
import type { BalanceRow, TokenBalanceRow } from './balances.js';
import { defaultLimits } from './resource.js';
import {
  boolean,
  choice,
  component,
  entityId,
  int32,
  int64,
  key,
  list,
  nullable,
  object,
  type Schema,
  text,
  timestampOrNull,
} from './shape.js';

const { tokensPerRow, tokensPerAccount } = defaultLimits;

const tokenBalance = object<TokenBalanceRow>('Balance of one token.', {
  token_id: entityId('The token.'),
  balance: int64("In the token's smallest unit; the number of serials for a non-fungible token."),
});

const accountBalance = object<BalanceRow>('Balance of one account.', {
  account: entityId('The account or contract.'),
  balance: nullable(int64('In tinybars; null where the ledger knows none.')),
  tokens: list(component('TokenBalance'), `At most ${tokensPerRow} token balances.`),
});

const balance = nullable(
  object<NonNullable<AccountRow['balance']>>(
    'Balance of an account; null when the request left it out.',
    {
      balance: nullable(int64('In tinybars.')),
      timestamp: timestampOrNull('When the balance was that.'),
      tokens: list(
        component('TokenBalance'),
        `Token balances: at most ${tokensPerAccount} of a single account, ${tokensPerRow} in a list.`,
      ),
    },
  ),
);

const accountInfo = object<AccountRow>(
  'State of an account or contract.',
  {
    account: entityId('The account or contract.'),
    alias: nullable(text('Alias in base32 without padding.', '^[A-Z2-7]*$')),
    auto_renew_period: nullable(int64('In seconds.')),
    balance: component('Balance'),
    created_timestamp: timestampOrNull('Consensus timestamp of the creation.'),
    decline_reward: boolean('Whether the account takes no staking rewards.'),
    delegation_address: text(
      'Address whose code runs for the account, `0x` for none; only where the service shows it.',
      '^0x([0-9a-f]{40})?$',
    ),
    deleted: nullable(boolean('Whether the account is deleted.')),
    ethereum_nonce: nullable(int64('Nonce of the latest Ethereum transaction.')),
    evm_address: nullable(text('EVM address of 20 bytes in hex.', '^0x[0-9a-f]{40}$')),
    expiry_timestamp: timestampOrNull('When the account expires unless it is renewed.'),
    key: key('Key that signs for the account.'),
    max_automatic_token_associations: nullable(
      int32('Tokens that associate themselves at the most; -1 means any number.'),
    ),
    memo: text('Note of the account.'),
    pending_reward: int64(
      'Staking reward in tinybars that the next payout brings, as of the last staking period.',
    ),
    receiver_sig_required: nullable(boolean('Whether the account signs what it receives.')),
    staked_account_id: nullable(entityId('Account that this one stakes to.')),
    staked_node_id: nullable(int64('Number of the node that this one stakes to.')),
    stake_period_start: timestampOrNull('Start of the period since which it stakes to the node.'),
  },
  ['delegation_address'],
);

const tokenRelationship = object<TokenRelationshipRow>(
  'A token that an account is associated with.',
  {
    automatic_association: nullable(boolean('Whether the association made itself.')),
    balance: int64("In the token's smallest unit; the number of serials for a non-fungible token."),
    created_timestamp: timestampOrNull('Consensus timestamp of the association.'),
    decimals: nullable(int64('Digits of the balance behind the decimal point.')),
    token_id: entityId('The token.'),
    freeze_status: nullable(
      choice('Whether transfers are frozen.', 'NOT_APPLICABLE', 'FROZEN', 'UNFROZEN'),
    ),
    kyc_status: nullable(
      choice('Whether the account is known to the issuer.', 'NOT_APPLICABLE', 'GRANTED', 'REVOKED'),
    ),
  },
);

export const accountShapes: Readonly<Record<string, Schema>> = {
  AccountBalance: accountBalance,
  TokenBalance: tokenBalance,
  AccountInfo: accountInfo,
  Balance: balance,
  TokenRelationship: tokenRelationship,
};
