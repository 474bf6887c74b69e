// What has happened to an NFT: `Nft.transactions`.

import { sound } from '../../contract/check.js';
import { joinKey } from '../../contract/path-key.js';
import {
  type NftTransactionRow,
  nftTransactions,
} from '../../contract/resources/nft-transactions.js';
import { timestamp } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Nft } from '../build/refs.js';
import { rowAt } from '../reading/first-row.js';

/** A row with the key of its NFT, which it does not tell. */
type NftTransactionSource = NftTransactionRow & { readonly nft: string };

const NftTransaction = builder.objectRef<NftTransactionSource>('NftTransaction');

entity(NftTransaction, {
  description: meaningOf(nftTransactions.row),
  id: ({ nft, consensus_timestamp }) => joinKey(nft, consensus_timestamp),
  kinds: [...(nftTransactions.keys ?? []).map(({ kind }) => kind), timestamp],
  async load(id, context) {
    const [token = '', serial = '', value = ''] = id.split('/');
    const key = joinKey(token, serial);
    const row = await rowAt(context, nftTransactions, [value], key);
    return row ? { ...row, nft: key } : null;
  },
  fields: (t) =>
    members(t, nftTransactions.row, {
      consensusTimestamp: 'consensus_timestamp',
      isApproval: 'is_approval',
      nonce: 'nonce',
      receiverAccountId: 'receiver_account_id',
      receiver: { member: 'receiver_account_id', ...toAccount },
      senderAccountId: 'sender_account_id',
      sender: { member: 'sender_account_id', ...toAccount },
      transactionId: 'transaction_id',
      type: 'type',
      transaction: {
        member: 'consensus_timestamp',
        ...toTransaction('The transaction, with all that it has done'),
        shows: {
          consensus_timestamp: 'consensus_timestamp',
          transaction_id: 'transaction_id',
          nonce: 'nonce',
          name: 'type',
        },
      },
    }),
});

connectionOf(NftTransaction, { one: 'a transaction of an NFT', many: 'transactions of an NFT' });

const ofNft = conditions('NftTransactionsFilter', 'the transactions of an NFT', nftTransactions, {
  timestamp: 'timestamp',
});

const keyOf = ({ token_id, serial_number }: typeof Nft.$inferType) =>
  joinKey(sound(token_id), String(sound(serial_number)));

builder.objectField(Nft, 'transactions', (t) =>
  listField(t, {
    list: nftTransactions,
    type: NftTransaction,
    description:
      'Transactions that have changed the NFT, newest first by default. Where the ledger does not have the one that minted it, `extensions.warnings` says so.',
    by: 'consensus time',
    filter: ofNft,
    below: (nft) => ({ key: keyOf(nft) }),
    node: (row, { parent }) => ({ nft: keyOf(parent), ...row }),
  }),
);
