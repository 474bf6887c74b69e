// Balance snapshots of the sample ledger, deduplicated as the importer writes them.

import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { known } from './ids.js';
import type { World } from './posting.js';

export interface Snapshots {
  accounts: MirrorRow<'account_balance'>[];
  tokens: MirrorRow<'token_balance'>[];
}

/** The first snapshot has everyone; a later one who changed since, and always the treasury. */
export function takeSnapshot(world: World, snapshots: Snapshots, at: bigint): void {
  const complete = snapshots.accounts.length === 0;
  const treasury = world.people.get(known.treasury) as Party;
  const parties = complete ? world.people.values() : new Set([treasury, ...world.changedPeople]);
  for (const party of parties) {
    // Who was deleted is written once more, with what was left: nothing.
    if (party.deleted && !world.changedPeople.has(party)) continue;
    snapshots.accounts.push({
      consensus_timestamp: at,
      balance: party.balance,
      account_id: party.num,
    });
  }
  const holdings = complete ? [...world.holdings.byToken.values()].flat() : world.changedHoldings;
  for (const holding of holdings) {
    if (!holding.associated) continue;
    const { account: account_id, balance, token: token_id } = holding;
    snapshots.tokens.push({ consensus_timestamp: at, account_id, balance, token_id });
  }
  world.changedPeople.clear();
  world.changedHoldings.clear();
}
