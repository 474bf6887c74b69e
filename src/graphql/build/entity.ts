// Types that have a global id: one registration gives the node, its key for routers, and how it is loaded.
import type { ObjectFieldsShape, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Filter, List } from '../../contract/resource.js';
import { type Kind, timestamp } from '../../contract/values.js';
import type { NodeCost } from '../costing/named-types.js';
import type { Context } from '../reading/context.js';
import { entities } from '../reading/entities.js';
import { builder, type Types } from './builder.js';
import { loadNodes, nodeKey } from './nodes.js';
import { type AsOf, asOf } from './refs.js';

interface Entity<S> {
  /** What one is called in messages, such as "an account". */
  readonly is: string;
  readonly description: string;
  /**
   * Field that holds what the global id is made of; a router may name an object by it too. Left
   * out where no one field tells the object.
   */
  readonly key?: string;
  /** Kind of the global id's own part, in its canonical spelling; left out, `load` checks it. */
  readonly kind?: Kind;
  /** Whether it can be read as it was: then the id of that ends with `@` and the instant. */
  readonly versions?: true;
  /** The own part of the global id of an object, of which no more may be known than that. */
  id(source: S): string;
  /** The object by the own part of its global id, or as it was at an instant; null when there is none. */
  load(id: string, context: Context, at?: string): S | null | Promise<S | null>;
  /** What the operation wants of such objects, where not all of them are read whole. */
  parts?(context: Context, info: GraphQLResolveInfo): unknown;
  /** How objects are read by their ids; left out, one call of a mirror node for each. */
  readonly byId?: NodeCost;
  readonly fields: ObjectFieldsShape<Types, S>;
}

/** Registers a type that has a global id; nothing else has to know of it. */
export function entity<S extends object>(ref: ObjectRef<Types, S>, given: Entity<S>): void {
  const { is, description, key, kind, versions, load, parts, byId = {}, fields } = given;
  const own = (text: string) => (kind ? nodeKey(kind, text, is) : text);
  const id = (source: S) => {
    const at = versions && (source as AsOf)[asOf];
    return at === undefined ? given.id(source) : `${given.id(source)}@${at}`;
  };
  async function loadVersion(text: string, context: Context): Promise<S | null> {
    const end = text.indexOf('@');
    const at = nodeKey(timestamp, text.slice(end + 1), is);
    return asItWas(await load(own(text.slice(0, end)), context, at), at);
  }
  const loadOne = (text: string, context: Context) =>
    versions && text.includes('@') ? loadVersion(text, context) : load(own(text), context);
  entities.set(ref.name, { key, id, load: loadOne, ...(parts && { parts }) });
  builder.node(ref, {
    description,
    extensions: { byId },
    id: { resolve: id },
    loadMany: (ids, context) => loadNodes(ids, (text) => loadOne(text, context)),
    fields,
  });
}

/** What has been read as it was at an instant says so; what is of now does not. */
export const asItWas = <S extends object>(source: S | null, at?: string | null): S | null =>
  source && at ? { ...source, [asOf]: at } : source;

/** The row of a list that was asked for as of an instant says so too. */
export const ofInstant = <S extends object>(
  row: S,
  { instant }: Pick<List, 'instant'>,
  filters: readonly Filter[],
): S => asItWas(row, filters.find(({ parameter }) => parameter === instant)?.value) as S;
