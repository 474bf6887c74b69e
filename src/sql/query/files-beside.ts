// What files of the network said at a time, beside the rows that name it: each version is read once, and kept.
import { LRUCache } from 'lru-cache';
import sql, { type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import { type Operation, within } from '../../ledger.js';
import { startOperation } from '../../operation.js';
import type { Database, Row } from '../engines/database.js';
import { type Chunk, fileChunks, newestReadable, type Retry } from './file-content.js';
import { askedColumns, askedKeys, type FileBeside, type ListQuery } from './query.js';

/** A file as it was when its last chunk had come at a time, of which nothing changes any more. */
interface Version extends FileBeside {
  readonly at: bigint;
}

const most = 5_000;
/** Nearly every version can be read; for one that can not, so many older ones are tried. */
const first: Retry = { back: 'version', tries: 1 };
const further: Retry = { back: 'version', tries: 12 };
/** All wait for the same read, so it is no one's: it has its own time, and goes on when one leaves. */
const own = { timeout: 10_000, calls: 2 };

const nameOf = ({ number, at }: Pick<Version, 'number' | 'at'>) => `${number} ${at}`;

export function filesBeside(database: Database) {
  const kept = new LRUCache<string, Promise<unknown>>({ max: most });

  /** The chunks of each version, in the order of these. */
  async function chunksOf(versions: readonly Version[], retry: Retry, operation: Operation) {
    const keys = versions.map(({ number, at }) => [systemEntity(number), at]);
    const [file, upTo] = askedColumns(2) as readonly [Sql, Sql];
    const chunks = fileChunks({ file, upTo, emptyUpdates: true }, retry);
    const statement = sql`select ordinal, ${chunks} as chunks
      from ${askedKeys(keys, [...keys.keys()])}`;
    const rows = await database.query(statement, operation, 'index');
    const found = new Map<number, readonly Chunk[] | null>(
      rows.map((row) => [row['ordinal'], row['chunks']]),
    );
    return versions.map((_version, ordinal) => found.get(ordinal) ?? []);
  }

  async function read(versions: readonly Version[]): Promise<ReadonlyMap<string, unknown>> {
    const operation = startOperation(own);
    const found = new Map<string, unknown>();
    try {
      let left = versions;
      for (const retry of [first, further]) {
        if (left.length === 0) break;
        const all = await chunksOf(left, retry, operation);
        left = left.filter((version, index) => {
          const chunks = all[index] as readonly Chunk[];
          // A replica that is behind the one which gave the row has not all of it yet.
          if (chunks.at(-1)?.[0] !== String(version.at)) kept.delete(nameOf(version));
          const content = newestReadable(chunks, retry, version.parse);
          if (content) found.set(nameOf(version), content.value);
          return content === null;
        });
      }
      return found;
    } finally {
      operation.end();
    }
  }

  /** What all of these versions say, out of what is kept as far as it is there. */
  async function contents(versions: ReadonlyMap<string, Version>, operation: Operation) {
    // Held here, too: a page may name more versions than are kept.
    const said = new Map([...versions.keys()].map((name) => [name, kept.get(name)] as const));
    const unknown = [...said.keys()].filter((name) => !said.get(name));
    if (unknown.length > 0) {
      // Whoever makes the read necessary pays for it.
      operation.spend(1);
      const reading = read(unknown.map((name) => versions.get(name) as Version));
      for (const name of unknown) {
        const content = reading.then((found) => found.get(name) ?? null);
        kept.set(name, content);
        said.set(name, content);
      }
      reading.catch(() => {
        for (const name of unknown) kept.delete(name);
      });
    }
    const all = [...said].map(async ([name, content]) => [name, await content] as const);
    return new Map(await Promise.all(all));
  }

  return {
    /** The rows with what the files said that they name. */
    async beside(
      rows: readonly Row[],
      files: NonNullable<ListQuery<unknown>['files']>,
      operation: Operation,
    ): Promise<readonly Row[]> {
      const named = Object.entries(files).flatMap(([member, file]) =>
        rows.flatMap((row) => {
          const at = row[`${member}_at`] ?? null;
          return at === null ? [] : [{ row, member, version: { ...file, at: BigInt(at) } }];
        }),
      );
      if (named.length === 0) return rows;
      const versions = new Map(named.map(({ version }) => [nameOf(version), version]));
      const said = await within(operation, contents(versions, operation));
      const beside = new Map(rows.map((row) => [row, { ...row }]));
      for (const { row, member, version } of named) {
        Object.assign(beside.get(row) as object, { [member]: said.get(nameOf(version)) });
      }
      return [...beside.values()];
    },
  };
}
