// Tokens, their fees, their holders and the schedules of the sample as rows.

import type { MirrorRow } from '../sql/tables/schema.js';
import { timestampRange } from './clock.js';
import type { Fees } from './fees.js';
import type { World } from './posting.js';
import type { Random } from './random.js';
import type { Schedule } from './schedules.js';
import { bytes, type SampleTable, sampleTable } from './table.js';
import type { Token } from './tokens.js';

function tokenRow(
  token: Token,
  name: string,
  totalSupply: bigint,
  range: string,
): MirrorRow<'token'> {
  return {
    token_id: token.num,
    created_timestamp: token.created,
    decimals: token.decimals,
    freeze_default: token.freezeDefault,
    freeze_key: bytes(token.freezeKey),
    initial_supply: token.initialSupply,
    kyc_key: bytes(token.kycKey),
    name,
    supply_key: bytes(token.supplyKey),
    symbol: token.symbol,
    total_supply: totalSupply,
    treasury_account_id: token.treasury,
    wipe_key: bytes(token.wipeKey),
    max_supply: token.maxSupply,
    supply_type: token.finite ? 'FINITE' : 'INFINITE',
    type: token.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    fee_schedule_key: bytes(token.feeScheduleKey),
    pause_key: bytes(token.pauseKey),
    pause_status: token.pauseStatus,
    timestamp_range: range,
    // Without a key there is nothing to freeze or to grant.
    freeze_status: token.freezeKey === null ? 0 : token.freezeDefault ? 1 : 2,
    kyc_status: token.kycKey === null ? 0 : 2,
    metadata: bytes(token.metadata),
    metadata_key: bytes(token.metadataKey),
  };
}

export function tokenTables(world: World): SampleTable[] {
  const present: MirrorRow<'token'>[] = [];
  const past: MirrorRow<'token'>[] = [];
  const fees: MirrorRow<'custom_fee'>[] = [];
  const formerFees: MirrorRow<'custom_fee'>[] = [];
  const feeRow = (num: number, each: Fees, range: string): MirrorRow<'custom_fee'> => ({
    fixed_fees: each.fixed,
    fractional_fees: each.fractional,
    royalty_fees: each.royalty,
    timestamp_range: range,
    entity_id: num,
  });
  for (const token of world.tokens.values()) {
    const { num, former, formerFees: before } = token;
    present.push(tokenRow(token, token.name, token.totalSupply, timestampRange(token.modified)));
    if (former) {
      const range = timestampRange(token.created, token.modified);
      past.push(tokenRow(token, former.name, former.totalSupply, range));
    }
    // Every token has a row of fees, also one that has no fees: the importer writes it.
    fees.push(feeRow(num, token.fees, timestampRange(token.feesFrom)));
    if (before) formerFees.push(feeRow(num, before.fees, timestampRange(before.from, before.to)));
  }
  const holdings = [...world.holdings.byToken.values()].flat();
  return [
    sampleTable('token', present),
    sampleTable('token_history', past),
    sampleTable('custom_fee', fees),
    sampleTable('custom_fee_history', formerFees),
    sampleTable(
      'token_account',
      holdings.map((each) => ({
        account_id: each.account,
        associated: each.associated,
        automatic_association: each.automatic,
        created_timestamp: each.created,
        freeze_status: each.freeze,
        kyc_status: each.kyc,
        timestamp_range: timestampRange(each.modified),
        token_id: each.token,
        balance: each.balance,
        balance_timestamp: each.balanceAt,
      })),
    ),
  ];
}

export const signatureRow = (
  random: Random,
  num: number,
  { at, prefix, type }: Schedule['signatures'][number],
): MirrorRow<'transaction_signature'> => ({
  consensus_timestamp: at,
  public_key_prefix: `\\x${prefix}`,
  entity_id: num,
  signature: `\\x${random.hex(64)}`,
  type,
});

export function scheduleTables({
  random,
  schedules,
}: Pick<World, 'random' | 'schedules'>): SampleTable[] {
  return [
    sampleTable(
      'schedule',
      schedules.map((each) => ({
        consensus_timestamp: each.created,
        creator_account_id: each.creator,
        executed_timestamp: each.executed,
        payer_account_id: each.payer,
        schedule_id: each.num,
        transaction_body: `\\x${each.body}`,
        expiration_time: each.expiration,
        wait_for_expiry: each.waitForExpiry,
      })),
    ),
    sampleTable(
      'transaction_signature',
      schedules.flatMap((schedule) =>
        schedule.signatures.map((signature) => signatureRow(random, schedule.num, signature)),
      ),
    ),
  ];
}
