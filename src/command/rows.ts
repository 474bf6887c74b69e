// The rows of a connection as lines: one JSON object or one value each, or CSV with a column for each leaf.
import {
  type FieldNode,
  type GraphQLNamedType,
  GraphQLString,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { OptionError } from '../config.js';
import { addTo } from '../contract/grouped.js';
import { schema } from '../graphql/schema.js';
import { type Followed, nameOf } from './follow.js';

export type Row = Readonly<Record<string, unknown>>;

/** A field, and the type that it is selected on. */
interface Selected {
  readonly field: FieldNode;
  readonly on: GraphQLNamedType;
}

const typeOf = ({ field, on }: Selected) =>
  isObjectType(on) || isInterfaceType(on) ? on.getFields()[field.name.value]?.type : undefined;

/** All fields of a selection on a type, those of fragments among them. */
const fieldsOf = (set: SelectionSetNode | undefined, on: GraphQLNamedType): readonly Selected[] =>
  (set?.selections ?? []).flatMap((one) => {
    if (one.kind === Kind.FIELD) return [{ field: one, on }];
    // Fragments with names have been put in their places.
    if (one.kind === Kind.FRAGMENT_SPREAD) return [];
    const type = one.typeCondition && schema.getType(one.typeCondition.name.value);
    return fieldsOf(one.selectionSet, type ?? on);
  });

/** The fields in an answer by their names there; of each several places may select parts. */
type Named = ReadonlyMap<string, readonly Selected[]>;

function named(fields: readonly Selected[]): Named {
  const found = new Map<string, Selected[]>();
  for (const one of fields) addTo(found, nameOf(one.field), one);
  return found;
}

const within = (selected: readonly Selected[]): Named =>
  named(
    selected.flatMap((one) => {
      const type = getNamedType(typeOf(one));
      return type ? fieldsOf(one.field.selectionSet, type) : [];
    }),
  );

/** A leaf of a row; what is a list below is one column of JSON. */
export interface Column {
  readonly path: readonly string[];
  /** Whether it holds text that anybody may have written, and no number, id or bytes. */
  readonly isText: boolean;
}

const columnsOf = (selected: readonly Selected[], path: readonly string[]): Column[] =>
  [...within(selected)].flatMap(([name, inner]) => {
    const here = [...path, name];
    const [given] = inner.map(typeOf);
    const type = given && getNamedType(given);
    const isRow = type && isCompositeType(type) && !isListType(getNullableType(given));
    return isRow && !type.name.endsWith('Connection')
      ? columnsOf(inner, here)
      : [{ path: here, isText: type === GraphQLString }];
  });

/** How to get the rows out of a connection's value, and what their columns are. */
export interface RowReader {
  rows(connection: Row): readonly Row[];
  readonly columns: readonly Column[];
}

/** The rows of a connection, which it selects in one way. @throws OptionError */
export function readRows({ fields, type, path }: Followed): RowReader {
  const connected = schema.getType(type) as GraphQLNamedType;
  const ways = [
    ...named(fields.flatMap(({ selectionSet }) => fieldsOf(selectionSet, connected))),
  ].flatMap(([name, selected]): RowReader[] => {
    const [first] = selected;
    if (first?.field.name.value === 'nodes') {
      const rows = (value: Row) => (valueAt(value, [name]) ?? []) as Row[];
      return [{ rows, columns: columnsOf(selected, []) }];
    }
    if (first?.field.name.value !== 'edges') return [];
    return [...within(selected)]
      .filter(([, [inner]]) => inner?.field.name.value === 'node')
      .map(([node, inner]) => ({
        rows: (value) =>
          ((valueAt(value, [name]) ?? []) as Row[]).map((edge) => valueAt(edge, [node]) as Row),
        columns: columnsOf(inner, []),
      }));
  });
  const [way, another] = ways;
  if (!way || another) {
    const often = another ? ', once' : '';
    throw new OptionError(`${path.join('.')} must select nodes, or edges { node }${often}`);
  }
  return way;
}

export const nameOfColumn = ({ path }: Column): string => path.join('.');

/** The line that names the columns of a CSV. */
export const csvHeader = ({ columns }: RowReader): string => csvLine(columns.map(nameOfColumn));

/** What a spreadsheet would run when it opens a CSV, unlike a number. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?$/;

/** Text with an apostrophe in front where a spreadsheet would take it for a formula. */
const guarded = (value: unknown): unknown =>
  typeof value === 'string' && formula.test(value) && !number.test(value) ? `'${value}` : value;

/** A row as a line of CSV. */
export const csvRow = ({ columns }: RowReader, row: Row): string =>
  csvLine(
    columns.map(({ path, isText }) => {
      const value = valueAt(row, path);
      return isText ? guarded(value) : value;
    }),
  );

/** A line of CSV (RFC 4180); digits stay as they are, null is nothing. */
function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** The value at a path; null where something on the way is, or is left out: nothing comes of a prototype. */
export const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : null),
    row,
  );

/** A value as a line of its own; null for what would be none, or more than one. */
export function lineOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[\r\n]/.test(text) ? null : `${text}\n`;
}
