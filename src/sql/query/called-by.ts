// The call that a transaction made: found by its id, or by the hash that Ethereum knows it by (contract G.6).

import sql, { type Sql } from 'sql-template-tag';
import { namedBy } from '../../contract/transaction-reference.js';
import { success } from '../../contract/transaction-results.js';
import { later } from './bytes.js';
import type { Key, KeyColumns } from './query.js';
import { atMost } from './seek.js';

/** Nanoseconds for which a transaction is looked for from its start of validity on. */
const longest = 35n * 60n * 1_000_000_000n;

/** A canonical key in its two forms: a hash, or a payer and a start of validity. */
export const callKeyForms = (key: string): readonly Key[] => {
  const named = namedBy(key);
  if (named.by === 'hash') return [`\\x${named.hex}`, null, null];
  return named.by === 'id' ? [null, named.payer, named.validStart] : [null, null, null];
};
export const callKeyColumns = ['bytea', 'bigint', 'bigint'] as const;

const best = (result: Sql, time: Sql) =>
  sql`order by (${result} = ${success}) desc, ${time} desc ${atMost(1)}`;

/** The relation `(consensus_timestamp, payer_account_id, entity_id)` of the best that a key names. */
export const calledBy = ([hash, payer, start]: KeyColumns, nonce: bigint): Sql =>
  sql`(select consensus_timestamp, payer_account_id, entity_id from (
    (select h.consensus_timestamp, h.payer_account_id, h.entity_id
      from contract_transaction_hash as h where h.hash = ${hash}
      ${best(sql`h.transaction_result`, sql`h.consensus_timestamp`)})
    union all
    (select t.consensus_timestamp, t.payer_account_id, t.payer_account_id
      from transaction as t
      where t.payer_account_id = ${payer} and t.valid_start_ns = ${start} and t.nonce = ${nonce}
        and t.consensus_timestamp >= ${start} and t.consensus_timestamp <= ${later(start as Sql, longest)}
      ${best(sql`t.result`, sql`t.consensus_timestamp`)})) as named)`;
