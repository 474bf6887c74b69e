// Fields that show members of a row as they are: type, nullability and description are the declaration's.
import { Kind } from '@sinclair/typebox';
import type { GraphQLResolveInfo } from 'graphql';
import { isNobody } from '../../contract/check.js';
import { fractionText, type KindName } from '../../contract/kinds.js';
import type { Shape, Static } from '../../contract/shape.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import type { Needs } from '../reading/entities.js';
import { readOnce } from '../reading/read-once.js';
import type { Shows } from '../reading/shown.js';

/** Scalars by the kind of a member; what is an object or a list has a type of its own, and no place here. */
const scalars: Readonly<Record<KindName, string>> = {
  Text: 'String',
  Digits: 'Int64',
  Hex: 'Hex',
  Base64: 'Base64',
  EntityId: 'EntityId',
  Timestamp: 'Timestamp',
  TransactionId: 'String',
  Boolean: 'Boolean',
  Int64: 'Int64',
  Integer: 'Int64',
  Int32: 'Int',
  Fraction: 'Decimal',
};

/** Kinds whose values are not the text of their scalar, and how they become it. */
const texts: Readonly<Record<string, More<string>['as']>> = {
  Fraction: (part: number | null) => (part === null ? null : fractionText(part)),
};

/** Whatever makes fields, as the builders of fields do. */
interface Fields<F> {
  expose(member: never, options: never): F;
  field(options: never): F;
}

type Member<R extends Shape> = keyof NonNullable<Static<R>> & string;

/** What a field has that the declaration of its member does not say. */
interface More<M extends string> {
  readonly member: M;
  /** Type of what is no scalar, or another scalar. */
  readonly type?: unknown;
  readonly nullable?: boolean | { readonly list: boolean; readonly items: boolean };
  /** What is to be said beside the declaration. */
  readonly also?: string;
  /** What is shown, where that is not the member as it is. */
  readonly description?: string;
  readonly cost?: FieldCost;
  /** What of the object that it leads to the row shows too: members of that by members of the row. */
  readonly shows?: Shows;
  /** Whether `as` looks at other members of the row, or at which. */
  readonly looksAround?: boolean | readonly string[];
  /** What the field shows of the member's value; without it the value itself. */
  as?(value: never, context: Context, info: GraphQLResolveInfo, row: never): unknown;
}

/** The row that has the members, where it is not the field's parent but is read by it. */
export interface Whole<P> {
  read(
    parent: P,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Readonly<Record<string, unknown>> | null>;
  /** What that costs, which all fields of the row share. */
  readonly cost: FieldCost & { readonly shares: string };
}

/**
 * A field for each name, showing the member that it stands for: `{ gasUsed: 'gas_used' }`, or
 * `{ adminKey: { member: 'admin_key', type: Key } }`.
 */
export function members<R extends Shape, F, N extends string, P>(
  t: Fields<F>,
  row: R,
  names: { readonly [field in N]: Member<R> | More<Member<R>> },
  whole?: Whole<P>,
): Record<N, F> {
  const given = Object.entries<Member<R> | More<Member<R>>>(names);
  const fields = given.map(([field, one]) => {
    const more: More<Member<R>> = typeof one === 'string' ? { member: one } : one;
    return [field, memberField(t, row, more, whole)];
  });
  return Object.fromEntries(fields);
}

function memberField<F, P>(t: Fields<F>, row: Shape, more: More<string>, whole?: Whole<P>): F {
  const { properties, required = [] } = row;
  const { member, looksAround: around } = more;
  const shape: Shape = properties[member];
  const as = more.as ?? texts[shape[Kind] as string];
  const isNullable = Array.isArray(shape['type']) || !required.includes(member);
  const options = {
    type: more.type ?? scalars[shape[Kind] as KindName],
    nullable: more.nullable ?? (isNullable || whole !== undefined),
    description: more.description ?? [shape.description, more.also].filter(Boolean).join(' '),
  };
  // What is only read costs a tenth of what is resolved.
  if (!as && !whole) return t.expose(member as never, options as never);
  const show = (from: unknown, context: Context, info: GraphQLResolveInfo) => {
    const value = (from as Readonly<Record<string, unknown>> | null)?.[member] ?? null;
    if (!as) return value;
    const shown = isNobody(value) ? null : value;
    return shown instanceof Error ? shown : as(shown as never, context, info, from as never);
  };
  const resolve = whole
    ? (parent: P, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
        readOnce(context, whole.read, parent, () => whole.read(parent, context, info)).then(
          (from) => show(from, context, info),
        )
    : (parent: P, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
        show(parent, context, info);
  // What else a row that a list has is not enough for.
  const extensions = {
    ...(!whole && { needs: 'row' satisfies Needs }),
    ...(!whole && !around && { reads: member }),
    ...(Array.isArray(around) && { looksAt: [member, ...around] }),
    ...(whole && !around && { looksAt: [member] }),
    ...((more.cost ?? whole) && { cost: { ...whole?.cost, ...more.cost } }),
    ...(more.shows && { shows: more.shows }),
  };
  return t.field({ ...options, extensions, resolve } as never);
}

/** What a row is, or one of its members, in the words of the declaration. */
export function meaningOf<R extends Shape>(row: R, member?: Member<R>): string {
  const { description = '' }: Shape = member === undefined ? row : row['properties'][member];
  return description;
}
