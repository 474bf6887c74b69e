/** Tokens, their fees, their holders and the schedules of the sample as rows. */
import { timestampRange } from './clock.js';
import { bytes } from './entities.js';
import type { Fees } from './fees.js';
import type { World } from './posting.js';
import { type SampleTable, sampleTable } from './table.js';
import type { Token } from './tokens.js';

function tokenRow(token: Token, name: string, totalSupply: bigint, range: string): unknown[] {
  return [
    token.num,
    token.created,
    token.decimals,
    token.freezeDefault,
    bytes(token.freezeKey),
    token.initialSupply,
    bytes(token.kycKey),
    name,
    bytes(token.supplyKey),
    token.symbol,
    totalSupply,
    token.treasury,
    bytes(token.wipeKey),
    token.maxSupply,
    token.finite ? 'FINITE' : 'INFINITE',
    token.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    bytes(token.feeScheduleKey),
    bytes(token.pauseKey),
    token.pauseStatus,
    range,
    // Without a key there is nothing to freeze or to grant.
    token.freezeKey === null ? 0 : token.freezeDefault ? 1 : 2,
    token.kycKey === null ? 0 : 2,
    bytes(token.metadata),
    bytes(token.metadataKey),
  ];
}

export function tokenTables(world: World): SampleTable[] {
  const present: unknown[][] = [];
  const past: unknown[][] = [];
  const fees: unknown[][] = [];
  const formerFees: unknown[][] = [];
  const feeRow = (num: number, each: Fees, range: string): unknown[] => {
    return [each.fixed, each.fractional, each.royalty, range, num];
  };
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
      holdings.map((each) => [
        each.account,
        each.associated,
        each.automatic,
        each.created,
        each.freeze,
        each.kyc,
        timestampRange(each.modified),
        each.token,
        each.balance,
        each.balanceAt,
      ]),
    ),
  ];
}

export function scheduleTables(world: World): SampleTable[] {
  const { random, schedules } = world;
  return [
    sampleTable(
      'schedule',
      schedules.map((each) => [
        each.created,
        each.creator,
        each.executed,
        each.payer,
        each.num,
        bytes(each.body),
        each.expiration,
        each.waitForExpiry,
      ]),
    ),
    sampleTable(
      'transaction_signature',
      schedules.flatMap((schedule) =>
        schedule.signatures.map(({ at, prefix, type }) => {
          return [at, bytes(prefix), schedule.num, bytes(random.hex(64)), type];
        }),
      ),
    ),
  ];
}
