// When an entity expires. Computed after reading: in SQL a long renewal is more than an int64 holds.
import { type Int64, int64 } from '../../contract/json.js';

/** What a row knows of it; times in nanoseconds, the period in seconds. */
interface Renewed {
  readonly expiration_timestamp?: Int64 | null;
  readonly created_timestamp?: Int64 | null;
  readonly auto_renew_period?: Int64 | null;
}

/** Nanoseconds since the epoch; of any size where they follow from the period. */
export function expiry(row: Renewed): Int64 | null {
  const {
    expiration_timestamp: given,
    created_timestamp: created,
    auto_renew_period: period,
  } = row;
  if (given != null) return given;
  if (created == null || period == null) return null;
  return int64((BigInt(created) + BigInt(period) * 1_000_000_000n).toString());
}
