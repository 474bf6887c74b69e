// Setup keys about topics: the messages that were sent to them.
import { binary, id, into, type Loader, plain, raw } from './rows.js';

export const topicLoaders: Readonly<Record<string, Loader>> = {
  topicmessages: into('topic_message', {
    consensus_timestamp: plain(),
    topic_id: id(),
    sequence_number: plain(),
    message: raw('message'),
    running_hash: raw('running_hash'),
    running_hash_version: plain(2),
    payer_account_id: id(3),
    chunk_num: plain(),
    chunk_total: plain(),
    valid_start_timestamp: plain(),
    initial_transaction_id: binary(),
  }),
};
