// Conditions that the contract does not know: rows are read in their order, and what does not meet them is left out.
import { compare } from '../../contract/compared.js';
import { meets } from '../../contract/operators.js';
import type { Operator } from '../../contract/resource.js';
import type { Context } from '../reading/context.js';

/** Which of the rows of a page stay. */
export type Keep<T> = (rows: readonly T[]) => readonly boolean[] | Promise<readonly boolean[]>;

// biome-ignore lint/suspicious/noExplicitAny: what is given by a field has the type that the field says
type Given = Readonly<Record<string, any>>;

/** Such conditions, as fields of a filter input. */
export interface FurtherConditions<T> {
  readonly fields: Readonly<
    Record<string, { readonly type: unknown; readonly description: string }>
  >;
  /** Told only what is given by these fields. @throws LedgerError BAD_USER_INPUT that names the field */
  read(given: Given, context: Context): Keep<T>;
}

const scanned =
  'The contract has no such condition: rows are read to find those that meet it, 1,000 at the most, so that a page can come with fewer, or none, and yet have a next one.';

interface FieldBuilder {
  field(options: object): unknown;
}

export const furtherFields = (
  t: FieldBuilder,
  further: Pick<FurtherConditions<never>, 'fields'> | undefined,
): Record<string, never> =>
  Object.fromEntries(
    Object.entries(further?.fields ?? {}).map(([name, { type, description }]) => [
      name,
      t.field({ type, description: `${description} ${scanned}` }) as never,
    ]),
  );

/** What is given by fields that the contract does know. */
export function withoutFurther<T>(
  further: FurtherConditions<T> | undefined,
  given: object | null | undefined,
): Given {
  if (!further || !given) return given ?? nothing;
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(further.fields, name)),
  );
}

const nothing: Given = {};

/** Which rows stay; undefined where none of these conditions is given, and all of them do. */
export function keepOf<T>(
  further: FurtherConditions<T> | undefined,
  given: object | null | undefined,
  context: Context,
): Keep<T> | undefined {
  if (!further || !given) return undefined;
  const own = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(further.fields, name) && value !== null && value !== undefined,
  );
  return own.length > 0 ? further.read(Object.fromEntries(own), context) : undefined;
}

/** Conditions on a number, as a filter input has them. */
export type NumberBounds = { readonly [operator in Operator]?: string | null };

/** Whether a number meets all of them. */
export const meetsAll = (value: bigint, bounds: NumberBounds): boolean =>
  Object.entries(bounds).every(
    ([operator, bound]) =>
      typeof bound !== 'string' || meets(operator as Operator, compare(value, BigInt(bound))),
  );
