// Slots of a contract's storage, as they are and as they were.

import { joinKey } from '../../contract/path-key.js';
import { contractState } from '../../contract/resources/contracts.js';
import { evmWord, plainEntityId, timestamp } from '../../contract/values.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { toContract } from '../build/contract-link.js';
import { entity, ofInstant } from '../build/entity.js';
import { versionFilters } from '../build/filters.js';
import { meaningOf, members } from '../build/members.js';
import { nodeKeys } from '../build/nodes.js';
import { asOf, ContractState } from '../build/refs.js';
import { firstRow, inPlace } from '../reading/first-row.js';

/** What a storage is at an instant. */
export const newestOfSlots =
  'State at this instant: of each slot the newest value at or before it.';

entity(ContractState, {
  is: 'a slot of a contract',
  description: meaningOf(contractState.row),
  id: ({ contract_id, slot, [asOf]: at }) => joinKey(contract_id, slot, ...(at ? [at] : [])),
  async load(id, context) {
    const kinds = [plainEntityId, evmWord, timestamp].slice(0, id.split('/').length > 2 ? 3 : 2);
    const [key = '', slot = '', at] = nodeKeys(kinds, id, 'a slot of a contract');
    const filters = versionFilters(contractState, at, inPlace(contractState, [slot]));
    const row = await firstRow(context, contractState, { key, filters });
    return row && ofInstant(row, contractState, filters);
  },
  fields: (t) =>
    members(t, contractState.row, {
      address: 'address',
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract },
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
