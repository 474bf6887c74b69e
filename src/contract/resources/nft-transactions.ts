// What has happened to an NFT: the transactions that made it what it has been, one after the other.

import { type List, operators } from '../resource.js';
import * as t from '../shape.js';
import { transactionTypeNames } from '../transaction-types.js';
import { timestamp } from '../values.js';
import { serialNumber } from './nfts.js';
import { area, tokenKey } from './tokens.js';

const nftTransactionRow = t.object(
  'A transaction that has changed an NFT: minted, moved, burned or wiped it, or named its spender.',
  {
    consensus_timestamp: t.timestamp('Consensus time of the transaction.'),
    is_approval: t.boolean('Whether its spender, and not its holder, has moved it.'),
    nonce: t.int32('0, or the number of the transaction among those that its cause has caused.'),
    receiver_account_id: t.nullable(
      t.entityId('Account that has it afterwards; null where it did not move, or to nobody.'),
    ),
    sender_account_id: t.nullable(
      t.entityId('Account that had it before; null where it did not move, or was minted.'),
    ),
    transaction_id: t.transactionId(
      'Id of the transaction: payer, and valid start as seconds and nanoseconds.',
    ),
    type: t.oneOf('What kind of transaction it is, in the words of the contract.', [
      ...transactionTypeNames,
      'UNKNOWN',
    ]),
  },
  'NftTransactionTransfer',
);

export type NftTransactionRow = t.Static<typeof nftTransactionRow>;

export const nftTransactions: List<NftTransactionRow> = {
  is: 'list',
  name: 'nftTransactions',
  description: 'Transactions that have changed an NFT, and that by which its token was deleted.',
  path: '/api/v1/tokens/{id}/nfts/{serialNumber}/transactions',
  documents: {
    area,
    operation: 'getNftTransactions',
    body: 'NftTransactionHistory',
    example: '0.0.2003/1',
  },
  row: nftTransactionRow,
  items: 'transactions',
  keys: [tokenKey, serialNumber],
  keyFirst: true,
  order: 'desc',
  sort: [{ parameter: 'timestamp', kind: timestamp, of: (row) => row.consensus_timestamp }],
  flow: 2,
  maxAge: 1,
  canBePartial: 'The transactions, without that by which the NFT was minted.',
  parameters: {
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'When it happened, by consensus.',
    },
  },
};
