// The rows of a connection as lines: one JSON object or one value each, or CSV with a column for each leaf.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
import { schema } from '../graphql/schema.js';
import { nameOf } from './follow.js';

export type Row = Readonly<Record<string, unknown>>;
type Fields = readonly { readonly field: FieldNode; readonly type: GraphQLNamedType }[];

/** All fields of a selection, those of fragments among them. */
function fieldsOf(document: DocumentNode, set: SelectionSetNode, type: GraphQLNamedType): Fields {
  return set.selections.flatMap((one): Fields => {
    if (one.kind === Kind.FIELD) return [{ field: one, type }];
    const fragment =
      one.kind === Kind.INLINE_FRAGMENT
        ? one
        : (document.definitions.find(
            (it) => it.kind === Kind.FRAGMENT_DEFINITION && it.name.value === one.name.value,
          ) as FragmentDefinitionNode);
    const on = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
    return fieldsOf(document, fragment.selectionSet, on ?? type);
  });
}

/** A leaf of a row; what is a list below is one column of JSON. */
export interface Column {
  readonly path: readonly string[];
  /** Whether it holds text that anybody may have written, and no number, id or bytes. */
  readonly isText: boolean;
}

/** How to get the rows out of a connection's value, and what their columns are. */
export interface RowReader {
  rows(connection: Row): readonly Row[];
  readonly columns: readonly Column[];
}

/** Null when the connection's selection has neither `nodes` nor `edges { node }`. */
export function readRows(
  document: DocumentNode,
  connection: FieldNode,
  type: string,
): RowReader | null {
  const connected = schema.getType(type) as GraphQLNamedType;
  const within = (field: FieldNode, on: GraphQLNamedType) =>
    fieldsOf(document, field.selectionSet as SelectionSetNode, on);
  const find = (fields: Fields, name: string) =>
    fields.find(({ field }) => field.name.value === name)?.field;
  const typeOf = (on: GraphQLNamedType, name: string) =>
    isObjectType(on) || isInterfaceType(on) ? on.getFields()[name]?.type : undefined;

  function columnsOf(field: FieldNode, on: GraphQLNamedType, path: readonly string[]): Column[] {
    return within(field, on).flatMap(({ field: inner, type: at }) => {
      const here = [...path, nameOf(inner)];
      const given = typeOf(at, inner.name.value);
      const named = given && getNamedType(given);
      const isRow = named && isCompositeType(named) && !isListType(getNullableType(given));
      return isRow && !named.name.endsWith('Connection')
        ? columnsOf(inner, named, here)
        : [{ path: here, isText: named === GraphQLString }];
    });
  }

  const fields = within(connection, connected);
  const nodes = find(fields, 'nodes');
  if (nodes) {
    const node = getNamedType(typeOf(connected, 'nodes')) as GraphQLNamedType;
    return {
      rows: (value) => value[nameOf(nodes)] as Row[],
      columns: unique(columnsOf(nodes, node, [])),
    };
  }
  const edges = find(fields, 'edges');
  if (!edges) return null;
  const edge = getNamedType(typeOf(connected, 'edges')) as GraphQLNamedType;
  const inner = find(within(edges, edge), 'node');
  if (!inner) return null;
  const node = getNamedType(typeOf(edge, 'node')) as GraphQLNamedType;
  return {
    rows: (value) => (value[nameOf(edges)] as Row[]).map((one) => one[nameOf(inner)] as Row),
    columns: unique(columnsOf(inner, node, [])),
  };
}

const unique = (columns: readonly Column[]) => [
  ...new Map(columns.map((column) => [nameOfColumn(column), column])).values(),
];

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

/** The value at a path; null where something on the way is. */
export const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row) ?? null;

/** A value as a line of its own; null for what would be none, or more than one. */
export function lineOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[\r\n]/.test(text) ? null : `${text}\n`;
}
