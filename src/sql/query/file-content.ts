// What a file of the ledger holds at a time: its chunks from a create or update on, and who needs which.

import sql, { empty, type Sql } from 'sql-template-tag';
import { typeNumbers } from '../../contract/transaction-types.js';
import { atMost, isKey } from './seek.js';

/** Types of the transactions that write chunks. */
const { FILEAPPEND: append, FILECREATE: create, FILEUPDATE: update } = typeNumbers;

/** Which content of a file is asked for. */
export interface FileRead {
  /** Encoded id of the file: a value, or an expression of the statement around. */
  readonly file: bigint | Sql;
  /** The latest time that counts; left out, the file as it is now. */
  readonly upTo?: bigint | Sql;
  /** The earliest time that counts: a version that has begun before is none. */
  readonly since?: bigint | Sql;
  /** Whether an update without content begins a version, or is as if it were not there. */
  readonly emptyUpdates: boolean;
}

/** The bits of the number in an encoded id, above which shard and realm stand. */
const numberBits = (1n << 38n) - 1n;
/** Files up to this number are the network's own. */
const lastOfNetwork = 1000n;

/** Whether a file is one of users: no contract is made of others, and no call has put its data there. */
export const isOfUsers = (file: Sql): Sql => sql`(${file} & ${numberBits}) > ${lastOfNetwork}`;

const within = ({
  file,
  upTo,
  since,
}: FileRead): Sql => sql`${isKey(sql`entity_id`, sql`${file}::bigint`)}
  ${upTo === undefined ? empty : sql`and consensus_timestamp <= ${upTo}`}
  ${since === undefined ? empty : sql`and consensus_timestamp >= ${since}`}`;

/** Whether a row begins a version: an update may change a file's keys and leave its content alone. */
const begins = ({ emptyUpdates }: FileRead): Sql =>
  emptyUpdates
    ? sql`transaction_type in (${create}, ${update})`
    : sql`(transaction_type = ${create} or (transaction_type = ${update} and length(file_data) > 0))`;

/** The newest of a file's chunks, off its own index: by time alone those of all files come in between. */
const newestFirst = sql`order by entity_id desc, consensus_timestamp desc`;

/** Start of the newest version, or of the one so many before it. */
const versionStart = (read: FileRead, before = 0): Sql =>
  sql`(select consensus_timestamp from file_data where ${within(read)} and ${begins(read)}
    ${newestFirst} offset ${before} ${atMost(1)})`;

/** The bytes of a file as an expression; null where it has no version that counts. */
export const fileContent = (read: FileRead): Sql =>
  sql`(select string_agg(file_data, ''::bytea order by consensus_timestamp) from file_data
    where ${within(read)} and consensus_timestamp >= ${versionStart(read)})`;

/** How one goes back from content that can not be read, and how many contents are tried. */
export interface Retry {
  /** `chunk` leaves out the last chunk, `version` goes to the version before. */
  readonly back: 'chunk' | 'version';
  readonly tries: number;
}

/**
 * All chunks that so many tries may need, as an expression: `[[time, type, hex], …]` in the order of
 * time, or null. What can not be read is rare, and chunks are few: one statement has them all.
 */
export function fileChunks(read: FileRead, { back, tries }: Retry): Sql {
  const last = tries - 1;
  const oldest = sql`(select consensus_timestamp from file_data where ${within(read)}
    and ${isChunk(read)} ${newestFirst} offset ${last} ${atMost(1)})`;
  // Of the oldest chunk that may be the last one, the version that it belongs to.
  const from =
    back === 'version' ? versionStart(read, last) : versionStart({ ...read, upTo: oldest });
  return sql`(select json_agg(json_build_array(consensus_timestamp::text, transaction_type,
      encode(file_data, 'hex')) order by consensus_timestamp) from file_data
    where ${within(read)} and ${isChunk(read)} and consensus_timestamp >= coalesce(${from}, 0))`;
}

/** Whether a row is a part of the content, so that its time can be the content's. */
const isChunk = ({ emptyUpdates }: FileRead): Sql =>
  emptyUpdates ? sql`true` : sql`(transaction_type <> ${update} or length(file_data) > 0)`;

/** A chunk as `fileChunks` gives it. */
export type Chunk = readonly [at: string, type: number, hex: string | null];

/** Content that could be read. */
export interface Readable<T> {
  readonly value: T;
  /** Nanoseconds of its last chunk. */
  readonly at: bigint;
}

/** The newest content that `parse` takes, which throws at any other; null where none of the tries is. */
export function newestReadable<T>(
  given: readonly Chunk[] | null,
  { back, tries }: Retry,
  parse: (content: Uint8Array) => T,
): Readable<T> | null {
  let chunks = given ?? [];
  for (let left = tries; left > 0; left -= 1) {
    const start = chunks.findLastIndex(([, type]) => type !== append);
    if (start === -1) return null;
    const version = chunks.slice(start);
    try {
      const content = Buffer.from(version.map(([, , hex]) => hex ?? '').join(''), 'hex');
      return { value: parse(content), at: BigInt(version.at(-1)?.[0] as string) };
    } catch {
      chunks = chunks.slice(0, back === 'version' ? start : -1);
    }
  }
  return null;
}
