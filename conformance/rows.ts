// How an object of a case's setup becomes a row of a table: recipes of columns, as data.
import { aliasOf, asIs, bytes, entityId, rawBytes } from './values.js';

/** An object of a setup, as the case file has it. */
export type Given = Readonly<Record<string, unknown>>;
/** A row by column names; its values are printed as JSON for the database. */
export type Row = Record<string, unknown>;
/** Takes the rows that an object stands for. */
export type Add = (table: string, row: Row) => void;
/** Turns one object below a key of the setup into rows. */
export type Loader = (given: Given, add: Add) => void;

interface Column {
  readonly convert: (value: unknown) => unknown;
  /** Value of an absent field, in the spelling of the case files. */
  readonly absent: (given: Given) => unknown;
  /** The field's name where it is not the column's. */
  readonly field?: string;
}

export type Recipe = Readonly<Record<string, Column>>;

const column =
  (convert: Column['convert']) =>
  (absent: unknown = null, field?: string): Column => ({
    convert,
    absent: typeof absent === 'function' ? (absent as Column['absent']) : () => absent,
    ...(field === undefined ? {} : { field }),
  });

// One maker of columns for each spelling; the argument is the default, or how it follows.
export const plain = column(asIs);
export const id = column(entityId);
export const binary = column(bytes);
export const raw = column(rawBytes);
export const alias = column(aliasOf);

/** The row that a recipe makes; a field that is given, even as null, goes before its default. */
export function makeRow(recipe: Recipe, given: Given): Row {
  const row: Row = {};
  for (const [name, { convert, absent, field = name }] of Object.entries(recipe)) {
    row[name] = convert(field in given ? given[field] : absent(given));
  }
  return row;
}

/** Each object is one row of a table. */
export const into =
  (table: string, recipe: Recipe): Loader =>
  (given, add) =>
    add(table, makeRow(recipe, given));

/** As `into`, but a row whose range is closed is history. */
export const intoCurrentOrHistory =
  (table: string, recipe: Recipe): Loader =>
  (given, add) => {
    const row = makeRow(recipe, given);
    add(isCurrent(row) ? table : `${table}_history`, row);
  };

const isCurrent = (row: Row) => String(row['timestamp_range']).endsWith(',)');

/** Default of `timestamp_range`: open, from the creation on. */
export const sinceCreation = (given: Given): string => `[${given['created_timestamp'] ?? 0},)`;
