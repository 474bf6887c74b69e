// Transactions: the list, which an account's answer embeds too.
import type { Int64 } from './json.js';
import type { Key } from './keys.js';
import { type List, operators } from './resource.js';
import { entityIdOrEvm, timestamp, word } from './values.js';

/** Names of transaction types by their protobuf number (contract C.3). */
export const transactionTypes: Readonly<Record<number, string>> = {
  7: 'CONTRACTCALL',
  8: 'CONTRACTCREATEINSTANCE',
  9: 'CONTRACTUPDATEINSTANCE',
  10: 'CRYPTOADDLIVEHASH',
  11: 'CRYPTOCREATEACCOUNT',
  12: 'CRYPTODELETE',
  13: 'CRYPTODELETELIVEHASH',
  14: 'CRYPTOTRANSFER',
  15: 'CRYPTOUPDATEACCOUNT',
  16: 'FILEAPPEND',
  17: 'FILECREATE',
  18: 'FILEDELETE',
  19: 'FILEUPDATE',
  20: 'SYSTEMDELETE',
  21: 'SYSTEMUNDELETE',
  22: 'CONTRACTDELETEINSTANCE',
  23: 'FREEZE',
  24: 'CONSENSUSCREATETOPIC',
  25: 'CONSENSUSUPDATETOPIC',
  26: 'CONSENSUSDELETETOPIC',
  27: 'CONSENSUSSUBMITMESSAGE',
  28: 'UNCHECKEDSUBMIT',
  29: 'TOKENCREATION',
  31: 'TOKENFREEZE',
  32: 'TOKENUNFREEZE',
  33: 'TOKENGRANTKYC',
  34: 'TOKENREVOKEKYC',
  35: 'TOKENDELETION',
  36: 'TOKENUPDATE',
  37: 'TOKENMINT',
  38: 'TOKENBURN',
  39: 'TOKENWIPE',
  40: 'TOKENASSOCIATE',
  41: 'TOKENDISSOCIATE',
  42: 'SCHEDULECREATE',
  43: 'SCHEDULEDELETE',
  44: 'SCHEDULESIGN',
  45: 'TOKENFEESCHEDULEUPDATE',
  46: 'TOKENPAUSE',
  47: 'TOKENUNPAUSE',
  48: 'CRYPTOAPPROVEALLOWANCE',
  49: 'CRYPTODELETEALLOWANCE',
  50: 'ETHEREUMTRANSACTION',
  51: 'NODESTAKEUPDATE',
  52: 'UTILPRNG',
  53: 'TOKENUPDATENFTS',
  54: 'NODECREATE',
  55: 'NODEUPDATE',
  56: 'NODEDELETE',
  57: 'TOKENREJECT',
  58: 'TOKENAIRDROP',
  59: 'TOKENCANCELAIRDROP',
  60: 'TOKENCLAIMAIRDROP',
  65: 'STATESIGNATURETRANSACTION',
  66: 'HINTSPREPROCESSINGVOTE',
  67: 'HINTSKEYPUBLICATION',
  68: 'HINTSPARTIALSIGNATURE',
  69: 'HISTORYPROOFSIGNATURE',
  70: 'HISTORYPROOFKEYPUBLICATION',
  71: 'HISTORYPROOFVOTE',
  72: 'CRSPUBLICATION',
  74: 'ATOMICBATCH',
  75: 'HOOKSTORE',
  76: 'HOOKDISPATCH',
  77: 'LEDGERIDPUBLICATION',
  78: 'REGISTEREDNODECREATE',
  79: 'REGISTEREDNODEUPDATE',
  80: 'REGISTEREDNODEDELETE',
  81: 'MIGRATIONROOTHASHVOTE',
};

export const transactionTypeNames: readonly string[] = Object.values(transactionTypes);

interface Transfer {
  readonly account: string | null;
  readonly amount: Int64;
}

export interface TransactionRow {
  readonly batch_key: Key | null;
  readonly bytes: string | null;
  readonly charged_tx_fee: Int64 | null;
  readonly consensus_timestamp: string;
  readonly entity_id: string | null;
  readonly high_volume: boolean;
  readonly high_volume_pricing_multiplier: Int64 | null;
  readonly max_custom_fees: readonly {
    readonly account_id: string | null;
    readonly amount: Int64;
    readonly denominating_token_id: string | null;
  }[];
  readonly max_fee: string | null;
  readonly memo_base64: string | null;
  readonly name: string;
  readonly nft_transfers: readonly {
    readonly is_approval: boolean;
    readonly receiver_account_id: string | null;
    readonly sender_account_id: string | null;
    readonly serial_number: Int64;
    readonly token_id: string | null;
  }[];
  readonly node: string | null;
  readonly nonce: number;
  readonly parent_consensus_timestamp: string | null;
  readonly result: string;
  readonly scheduled: boolean;
  readonly staking_reward_transfers: readonly Transfer[];
  readonly token_transfers: readonly (Transfer & {
    readonly token_id: string | null;
    readonly is_approval: boolean;
  })[];
  readonly transaction_hash: string | null;
  readonly transaction_id: string;
  readonly transfers: readonly (Transfer & { readonly is_approval: boolean })[];
  readonly valid_duration_seconds: string | null;
  readonly valid_start_timestamp: string;
}

export const transactions: List<TransactionRow> = {
  is: 'list',
  name: 'transactions',
  description: 'Transactions with their transfers.',
  path: '/api/v1/transactions',
  items: 'transactions',
  order: 'desc',
  sort: [{ parameter: 'timestamp', kind: timestamp, of: (row) => row.consensus_timestamp }],
  flow: 2,
  maxAge: 2,
  parameters: {
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'any',
      description: 'Account that takes part in the transaction.',
    },
    result: {
      kind: word('success', 'fail'),
      operators: ['eq'],
      repeat: 'last',
      anyOperator: true,
      description: 'Whether the transaction succeeded.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp of the transaction.',
    },
    transactiontype: {
      kind: word(...transactionTypeNames),
      operators: ['eq'],
      repeat: 'all',
      anyOperator: true,
      description: 'Type of the transaction; repeated values mean any of them.',
    },
    type: {
      kind: word('credit', 'debit'),
      operators: ['eq'],
      repeat: 'all',
      anyOperator: true,
      description: 'Whether an account receives or pays.',
    },
  },
};
