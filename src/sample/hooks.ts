// Hooks of the sample ledger, and the slots of their storage: written, emptied, and only read.
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, minute, timestampRange, windowStart } from './clock.js';
import { known } from './ids.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_124;

const hour = 60n * minute;
const owner = known.fiftyTokens;
const hookCount = 27;
const slotCount = 40;

const word = (value: number): string => `\\x${value.toString(16).padStart(64, '0')}`;

export function hookTables(): SampleTable[] {
  const random = createRandom(seed);
  const created = windowStart - 30n * day;
  const hooks = Array.from({ length: hookCount }, (_, index): MirrorRow<'hook'> => {
    const at = created + BigInt(index) * hour;
    const isDeleted = index % 9 === 8;
    return {
      admin_key: index % 2 === 0 ? `\\x1220${random.hex(32)}` : null,
      contract_id: known.contract,
      created_timestamp: at,
      deleted: isDeleted,
      hook_id: index + 1,
      owner_id: owner,
      timestamp_range: timestampRange(isDeleted ? at + day : at),
    };
  });

  const slots: MirrorRow<'hook_storage'>[] = [];
  const changes: MirrorRow<'hook_storage_change'>[] = [];
  const place = { owner_id: owner, hook_id: 1 };
  for (let index = 0; index < slotCount; index++) {
    // Counters come first, then what Solidity keeps in a mapping, under a hash.
    const key = index < 8 ? word(index) : `\\x${random.hex(32)}`;
    const first = created + BigInt(index + 1) * hour;
    let value = '\\x';
    const times = 1 + (index % 3);
    for (let change = 0; change < times; change++) {
      const isEmptied = index % 7 === 6 && change === times - 1;
      const written = isEmptied ? '\\x' : word(1 + random.below(2 ** 31));
      changes.push({
        ...place,
        consensus_timestamp: first + BigInt(change) * day,
        key,
        value_read: value,
        value_written: written,
        deleted: isEmptied,
      });
      value = written;
    }
    slots.push({
      ...place,
      created_timestamp: first,
      modified_timestamp: first + BigInt(times - 1) * day,
      key,
      value,
      deleted: value === '\\x',
    });
  }
  // Read by a call that has written nothing.
  changes.push({
    ...place,
    consensus_timestamp: created + 20n * day,
    key: word(0xffff),
    value_read: '\\x',
    value_written: null,
    deleted: false,
  });
  return [
    sampleTable('hook', hooks),
    sampleTable('hook_storage', slots),
    sampleTable('hook_storage_change', changes),
  ];
}
