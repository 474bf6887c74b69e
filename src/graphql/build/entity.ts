// Types that have a global id: one registration gives the node, its key for routers, and how it is loaded.
import type { ObjectFieldsShape, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Filter, List } from '../../contract/resource.js';
import { type Kind, readOrNull, timestamp } from '../../contract/values.js';
import type { NodeCost } from '../costing/named-types.js';
import type { Context } from '../reading/context.js';
import { entities } from '../reading/entities.js';
import { builder, type Types } from './builder.js';
import { loadNodes } from './nodes.js';
import { type AsOf, asOf, Transaction } from './refs.js';

interface Entity<S> {
  readonly description: string;
  /**
   * Field that holds what the global id is made of; a router may name an object by it too. Left
   * out where no one field tells the object.
   */
  readonly key?: string;
  /** Kinds of what the own part of the global id is joined of, each in its canonical spelling. */
  readonly kinds: readonly Kind[];
  /**
   * Whether it can be read as it was: then the id of that ends with `@` and the instant. What is read
   * is marked by that as what it is (`asOf`), or says so by itself (`read`).
   */
  readonly versions?: 'asOf' | 'read';
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

/** Of types that have an entity id, whatever each of them says of it. */
const LedgerEntity = builder.interfaceRef<object>('Entity').implement({
  description:
    'What has an entity id: one selection for what all such types tell, where it is not known of which of them something is.',
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.' }),
    entityId: t.field({ type: 'EntityId', nullable: false, description: 'Its entity id.' }),
    memo: t.string({ nullable: true, description: 'Its memo.' }),
    deleted: t.boolean({ nullable: true, description: 'Whether it was deleted.' }),
    createTransaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'The transaction that has created it.',
    }),
  }),
});

/** Registers a type that has a global id; nothing else has to know of it. */
export function entity<S extends object>(ref: ObjectRef<Types, S>, given: Entity<S>): void {
  const { description, key, kinds, versions, load, parts, byId = {}, fields } = given;
  const id = (source: S) => {
    const at = versions === 'asOf' ? (source as AsOf)[asOf] : undefined;
    return at === undefined ? given.id(source) : `${given.id(source)}@${at}`;
  };
  const isOwn = (text: string) => {
    const [own = '', at, ...more] = text.split('@');
    const parts = own.split('/');
    return (
      parts.length === kinds.length &&
      kinds.every((kind, part) => isCanonical(kind, parts[part] as string)) &&
      (at === undefined || (versions !== undefined && isCanonical(timestamp, at))) &&
      more.length === 0
    );
  };
  async function loadVersion(own: string, context: Context, at: string): Promise<S | null> {
    const source = await load(own, context, at);
    return versions === 'asOf' ? asItWas(source, at) : source;
  }
  const loadOne = (text: string, context: Context) => {
    const [own = '', at] = text.split('@');
    return at === undefined ? load(own, context) : loadVersion(own, context, at);
  };
  entities.set(ref.name, { key, id, isOwn, load: loadOne, ...(parts && { parts }) });
  builder.node(ref, {
    description,
    extensions: { byId },
    ...(key === 'entityId' && { interfaces: [LedgerEntity] as never }),
    id: { resolve: id },
    loadMany: (ids, context) => loadNodes(ids, (text) => loadOne(text, context)),
    fields,
  });
}

const isCanonical = (kind: Kind, text: string): boolean => readOrNull(kind, text) === text;

/** What has been read as it was at an instant says so; what is of now does not. */
export const asItWas = <S extends object>(source: S | null, at?: string | null): S | null =>
  source && at ? { ...source, [asOf]: at } : source;

/** The row of a list that was asked for as of an instant says so too. */
export const ofInstant = <S extends object>(
  row: S,
  { instant }: Pick<List, 'instant'>,
  filters: readonly Filter[],
): S => asItWas(row, filters.find(({ parameter }) => parameter === instant)?.value) as S;
