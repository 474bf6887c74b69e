// What a table of the mirror node's database is: one record, from which its SQL and its types follow.

/** A column as SQL declares it: type, `not null`, default. */
type Column = string;

export interface Table {
  /** Columns that we read, by name, in the order of the schema. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of the primary key; without it the table has none. */
  readonly key?: string;
  /** What further indexes are on, as SQL writes it behind the table's name. */
  readonly indexes?: readonly string[];
  /** Columns by which former versions, in a table `<name>_history`, are found. */
  readonly history?: string;
  /** Further indexes of that table. */
  readonly historyIndexes?: readonly string[];
}

/** Names of tables with former versions. */
export type Versioned<T> = {
  [name in keyof T & string]: T[name] extends { readonly history: string } ? name : never;
}[keyof T & string];

/** Names of all tables, those of former versions included. */
export type TableName<T> = (keyof T & string) | `${Versioned<T>}_history`;

/** The value of a column as its text form is made of it: bytea as `\x…`, ranges, arrays and JSON as text. */
type Value<C extends Column> = C extends `${'bigint' | 'integer' | 'smallint'}[]${string}`
  ? string
  : C extends `${'bigint' | 'integer' | 'smallint'}${string}`
    ? bigint | number
    : C extends `boolean${string}`
      ? boolean
      : string;

type Cell<C extends Column> = C extends `${string} not null${string}` ? Value<C> : Value<C> | null;

/** A row to be written; what it leaves out keeps the column's default. */
export type NewRow<T extends Table> = {
  readonly [name in keyof T['columns']]?: Cell<T['columns'][name]>;
};

/** Every table with its columns, in the order of creation. */
export function allTables(tables: Readonly<Record<string, Table>>): [name: string, Table][] {
  return Object.entries(tables).flatMap(([name, table]): [string, Table][] => {
    const { columns, history, historyIndexes = [] } = table;
    return history === undefined
      ? [[name, table]]
      : [
          [name, table],
          [
            `${name}_history`,
            { columns, indexes: [`(${history}, lower(timestamp_range))`, ...historyIndexes] },
          ],
        ];
  });
}

export const createTable = (name: string, { columns }: Table): string =>
  `create table ${name} (${Object.entries(columns)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')});`;

export const createKeys = (name: string, { key, indexes = [] }: Table): string =>
  [
    ...(key === undefined ? [] : [`alter table ${name} add primary key (${key});`]),
    ...indexes.map((on) => `create index on ${name} ${on};`),
  ].join('\n');
