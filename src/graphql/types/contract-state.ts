// Slots of a contract's storage, as they are and as they were.

import { joinKey } from '../../contract/path-key.js';
import { contractState } from '../../contract/resources/contracts.js';
import { evmWord, plainEntityId } from '../../contract/values.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { toContract } from '../build/contract-link.js';
import { entity } from '../build/entity.js';
import { versionFilters } from '../build/filters.js';
import { meaningOf, members } from '../build/members.js';
import { ContractState } from '../build/refs.js';
import { firstRow, inPlace } from '../reading/first-row.js';

/** What a storage is at an instant. */
export const newestOfSlots =
  'State at this instant: of each slot the newest value at or before it.';

entity(ContractState, {
  description: meaningOf(contractState.row),
  kinds: [plainEntityId, evmWord],
  versions: 'asOf',
  id: ({ contract_id, slot }) => joinKey(contract_id, slot),
  load(id, context, at) {
    const [key = '', slot = ''] = id.split('/');
    const filters = versionFilters(contractState, at, inPlace(contractState, [slot]));
    return firstRow(context, contractState, { key, filters });
  },
  fields: (t) =>
    members(t, contractState.row, {
      address: 'address',
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract, cost: { sameBelow: ['Contract.state'] } },
      slot: 'slot',
      timestamp: 'timestamp',
      value: 'value',
    }),
});

connectionOf(ContractState, { one: 'a slot of a contract', many: 'slots of a contract' });

export const stateFilter = conditions(
  'ContractStateFilter',
  {
    of: 'the storage of a contract',
    also: 'Slots of the past are in the order of their bytes without leading zeros, 0x0100 before 0x05, and bounds go by that order too.',
  },
  contractState,
  {
    slot: { by: 'slot', description: 'Number of the slot, with or without leading zeros.' },
  },
);
