// Fields that give a list of the contract as a connection, with its filter and order, from what is said of it once.
import type { FieldKind, FieldRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { pageSizes } from '../../contract/flows.js';
import { defaultLimits, type Filter, type List } from '../../contract/resource.js';
import { isPast } from '../../contract/timestamps.js';
import { timestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import type { Parts } from '../../ledger.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { Order, type Types } from './builder.js';
import type { Conditions } from './conditions.js';
import { connect } from './connection.js';
import { connectionTo } from './connection-type.js';
import { atFilters } from './filters.js';
import type { Keep } from './further-conditions.js';
import type { Connection } from './paging.js';
import { type AsOf, asOf } from './refs.js';
import type { ConnectionArguments } from './walk.js';

interface Below {
  readonly key?: string;
  readonly filters?: readonly Filter[];
}

/** What a row has been read with. */
interface Read<P> {
  readonly parent: P;
  readonly context: Context;
  readonly filters: readonly Filter[];
  readonly parts: Parts | undefined;
  /** Time that the page as a whole is of, where its list has one. */
  readonly timestamp: string | null;
}

/** A list that the row of what it is below may tell. */
interface Carried<P, N> {
  /** Whether it does for what is asked. */
  is(args: ConnectionArguments, context: Context, info: GraphQLResolveInfo): boolean;
  /** The list out of a row; null where that has not enough. */
  read(parent: P, args: ConnectionArguments, context: Context): Connection<N> | null;
}

/** Lists of the same rows in another order, by the words of an enum. */
export interface Orders<T> {
  readonly type: object;
  readonly description: string;
  readonly lists: Readonly<Record<string, List<T>>>;
}

interface ListField<P, T, N> {
  readonly list: List<T>;
  /** Type of the nodes, of which `connectionOf` has made the connection. */
  readonly type: ObjectRef<Types, N>;
  readonly description: string;
  /** What the list is ordered by, in words. */
  readonly by: string;
  readonly filter?: Conditions;
  /** Other orders of the same rows. */
  readonly orders?: Orders<T>;
  /** What state at an instant is, where it is not out of a snapshot. */
  readonly atInstant?: string;
  /**
   * What of the parent says which list it is, for which its id is enough, or null where it has none.
   * Left out for a list of all.
   */
  below?(parent: P): Below | null;
  readonly carried?: Carried<P, N>;
  /** What is asked for beside the rows. */
  parts?(context: Context, info: GraphQLResolveInfo): Parts;
  readonly cost?: FieldCost;
}

/** How a row becomes a node; nothing is to be said where it is one. */
type Shown<P, T, N> = [T] extends [N]
  ? { node?(row: T, read: Read<P>): N }
  : { node(row: T, read: Read<P>): N };

type Given = ConnectionArguments & {
  readonly at?: string | null;
  readonly filter?: object | null;
  readonly orderBy?: string | null;
};

/** Whether a list has neither states of the past nor a time by which it could be cut. */
const isOfNow = ({ instant, sort }: List): boolean =>
  instant === undefined && sort[0]?.kind !== timestamp;

/** Below what has been read as it was: the state of that instant, or what there was until then. */
export function until(list: List, at: string | undefined, filters: readonly Filter[]): Filter[] {
  if (at === undefined || isPast(list, filters)) return [...filters];
  const parameter = list.instant ?? (list.sort[0]?.parameter as string);
  return [...filters, { parameter, operator: 'lte', value: at }];
}

/** @throws LedgerError BAD_USER_INPUT for conditions that only the usual order can be asked under. */
function refuseUnknown(
  list: List,
  filters: readonly Filter[],
  filter: Conditions | undefined,
  orderBy: string,
): void {
  if (filters.every(({ parameter }) => list.parameters[parameter] !== undefined)) return;
  const fieldOf = (parameter: string) => filter?.fieldOf(parameter) ?? parameter;
  const taken = Object.keys(list.parameters).map(fieldOf).join(' and ');
  throw badInput('orderBy', orderBy, `is of the present, under conditions on ${taken} alone`);
}

/** A list that has a state in the past takes `at` too. */
export function listField<P, K extends FieldKind, T, N>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, P, K>,
  given: ListField<P, T, N> & Shown<P, T, N>,
): FieldRef<Types, unknown> {
  const { type, description, by, filter, orders, below, carried, parts } = given;
  const { maxPage: page } = pageSizes(given.list as List);
  const cost = { ...given.cost, ...(page < defaultLimits.maxPage && { page }) };
  const node: (row: T, read: Read<P>) => N = given.node ?? ((row) => row as unknown as N);
  const { many, ref } = connectionTo(type as ObjectRef<Types, never>);
  const { list: usual } = given;
  const at = {
    type: 'Timestamp',
    description: given.atInstant ?? 'State at this instant: the newest snapshot at or before it.',
  } as const;
  const options = {
    type,
    description,
    args: {
      ...(usual.instant !== undefined && { at: t.arg(at) }),
      ...(filter && {
        filter: t.arg({ type: filter.input as never, description: `Which ${many}.` }),
      }),
      order: t.arg({
        type: Order,
        description: `Order by ${by}; default ${usual.order.toUpperCase()}.`,
      }),
      ...(orders && {
        orderBy: t.arg({ type: orders.type as never, description: orders.description }),
      }),
    },
    extensions: {
      ...(below && { needs: 'id' }),
      // A list with the parent's key in its path is of nobody else.
      ...(below && usual.keys && { provesParent: true }),
      ...(carried && { isCarried: carried.is }),
      cost,
    },
    resolve(parent: P, args: Given, context: Context, info: GraphQLResolveInfo) {
      const which = below ? below(parent) : {};
      const then = (parent as AsOf | undefined)?.[asOf];
      if (!which || (then !== undefined && isOfNow(usual))) return null;
      const told = carried?.is(args, context, info) && carried.read(parent, args, context);
      if (told) return told;
      const { key, filters: own = [] } = which;
      // Nothing can be asked for below what can not be named.
      for (const part of [key, ...own.map(({ value }) => value)]) sound(part);
      const orderBy = args.orderBy ?? '';
      const list = orders?.lists[orderBy] ?? usual;
      const given = [...own, ...(filter?.read(args.filter) ?? [])];
      const filters = until(usual, then, atFilters(usual, args.at, given));
      if (list !== usual) refuseUnknown(list, filters, filter, orderBy);
      const keep = filter?.keep?.(args.filter, context);
      const asked = parts?.(context, info);
      return connect(context, info, {
        list,
        args,
        below: {
          filters,
          ...(key !== undefined && { key }),
          ...(asked && { parts: asked }),
          ...(keep && { keep: keep as Keep<T> }),
        },
        node: (row, timestamp) => node(row, { parent, context, filters, parts: asked, timestamp }),
      });
    },
  };
  return t.connection(options as never, ref as never) as never;
}
