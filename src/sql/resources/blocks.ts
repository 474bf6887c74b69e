// Blocks out of `record_file`.
import sql, { type Sql } from 'sql-template-tag';
import { bounds } from '../../contract/operators.js';
import type { Filter } from '../../contract/resource.js';
import { type BlockRow, blocks as blockList, isTime } from '../../contract/resources/blocks.js';
import { nanoseconds, printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import type { ListQuery, LookupQuery } from '../query/query.js';
import { conditions, ordered, placeConditions, where } from '../query/seek.js';

const columns = sql`count, nullif(gas_used, -1) as gas_used, hapi_version_major as major,
  hapi_version_minor as minor, hapi_version_patch as patch, hash, encode(logs_bloom, 'hex') as bloom,
  name, index, prev_hash, coalesce(size, length(bytes)) as size, consensus_start, consensus_end`;

const bloomDigits = 512;
/** An empty bloom filter stays empty, any other is shown at full length (contract B.16). */
const printBloom = (hex: string) => (hex === '' ? '0x' : `0x${hex.padStart(bloomDigits, '0')}`);

function blockItem(row: Row): BlockRow {
  const { major, minor, patch } = row as Record<string, number | null>;
  const bloom: string | null = row['bloom'];
  const isVersioned = major !== null && minor !== null && patch !== null;
  return {
    count: row['count'],
    hapi_version: isVersioned ? `${major}.${minor}.${patch}` : null,
    hash: `0x${row['hash'] as string}`,
    name: row['name'],
    number: row['index'],
    previous_hash: `0x${row['prev_hash'] as string}`,
    size: row['size'],
    timestamp: {
      from: printTimestamp(row['consensus_start']) as string,
      to: printTimestamp(row['consensus_end']) as string,
    },
    gas_used: row['gas_used'],
    logs_bloom: bloom === null ? null : printBloom(bloom),
  };
}

const isBoundOfTime = ({ parameter, operator }: Filter): boolean =>
  parameter === 'timestamp' && bounds.includes(operator);

/** A bound of time as one of the number, so that no index of one of them is walked for the other. */
function numberAt(filter: Filter): Sql {
  const [own] = conditions(blockList, [filter], { timestamp: sql`consensus_end` });
  const isLower = filter.operator.startsWith('g');
  const first = isLower ? sql`asc` : sql`desc`;
  return sql`index ${isLower ? sql`>=` : sql`<=`}
    (select index from record_file where ${own} order by consensus_end ${first} limit 1)`;
}

export const blocks: ListQuery<BlockRow> = {
  select(request) {
    const { filters } = request;
    const byNumber = [
      ...conditions(blockList, filters, { 'block.number': sql`index` }),
      ...placeConditions(blockList, request, [sql`index`]),
    ];
    const isByNumber = byNumber.length > 0;
    const all = [
      ...byNumber,
      ...conditions(blockList, filters, { timestamp: sql`consensus_end` }),
      ...(isByNumber ? filters.filter(isBoundOfTime).map(numberAt) : []),
    ];
    // The reference goes by the column of the first condition; in consistent data both give one order.
    return sql`select ${columns} from record_file ${where(all)}
      ${ordered([isByNumber ? sql`index` : sql`consensus_end`], request.order, request.limit)}`;
  },
  item: blockItem,
};

export const block: LookupQuery<BlockRow> = {
  // A hash may be given by its first 64 digits; where it fits several blocks it names none.
  key: (canonical) => {
    if (isTime(canonical)) {
      return sql`(select index from record_file where consensus_end >= ${nanoseconds(canonical)}::bigint
        order by consensus_end limit 1)`;
    }
    return canonical.startsWith('0x')
      ? sql`(select min(index) from record_file where hash like ${`${canonical.slice(2)}%`} having count(*) = 1)`
      : BigInt(canonical);
  },
  select: ([key]) => sql`select ${columns} from record_file where index = ${key}`,
  item: blockItem,
};
