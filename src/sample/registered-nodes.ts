// Registered nodes of the sample ledger: of every type, of several, of none, and some that are deleted.
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, minute, timestampRange, windowStart } from './clock.js';
import { createRandom } from './random.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_126;

const count = 34;
const greatest = (1n << 63n) - 1n;

/** What an endpoint says of itself, by the number of its type. */
const about: readonly object[] = [
  {},
  { block_node: { endpoint_apis: ['STATUS', 'SUBSCRIBE_STREAM'] } },
  { general_service: { description: 'Archive of "old" files' } },
  { mirror_node: {} },
  { rpc_relay: {} },
];

export function registeredNodeRows(): MirrorRow<'registered_node'>[] {
  const random = createRandom(seed);
  const first = windowStart - 20n * day;
  return Array.from({ length: count }, (_, index): MirrorRow<'registered_node'> => {
    const at = first + BigInt(index) * minute;
    const type = index % 5;
    const where =
      index % 3 === 0
        ? { ip_address: `10.1.${index}.1` }
        : { domain_name: `r${index}.example`, requires_tls: true };
    const own = { ...about[type], ...where, port: 8080 + index };
    // A block node that answers as a mirror node too.
    const also = index % 10 === 1 ? [{ ...about[3], ip_address: '10.1.0.9', port: 5551 }] : [];
    const types = type === 0 ? [] : also.length > 0 ? [type, 3] : [type];
    return {
      admin_key: index === 2 ? null : `\\x1220${random.hex(32)}`,
      created_timestamp: at,
      deleted: index % 9 === 8,
      description: index === 5 ? null : `Registered node ${index}`,
      registered_node_id: index === count - 1 ? greatest : index + 1,
      service_endpoints: index === 10 ? null : JSON.stringify([own, ...also]),
      timestamp_range: timestampRange(at),
      type: `{${types.join(',')}}`,
    };
  });
}
