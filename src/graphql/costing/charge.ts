// Lists inside objects, such as transfers and fees: what is in them beyond the assumed length is charged as it comes.
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Context } from '../reading/context.js';
import { valuesOfItem } from './cost.js';
import type { FieldCost } from './cost-arguments.js';
import { assumedItems, isConnection, isList } from './cost-lists.js';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      chargedLists: ChargedLists<Types>;
    }
  }
}

/** Values of an item of each list that an operation has come across. */
const known = new WeakMap<Context, Map<FieldNode | undefined, number>>();

type Resolve = GraphQLFieldResolver<unknown, Context>;

type ListOrNone = readonly unknown[] | null | undefined;

/** Charges what a list holds. @throws LedgerError COST_LIMIT when it is too much */
function charged(list: ListOrNone, context: Context, info: GraphQLResolveInfo): ListOrNone {
  const excess = (list?.length ?? 0) - assumedItems;
  if (excess <= 0) return list;
  let items = known.get(context);
  if (!items) {
    items = new Map();
    known.set(context, items);
  }
  const [node] = info.fieldNodes;
  const values = items.get(node) ?? valuesOfItem(info, context.maxPage);
  items.set(node, values);
  context.operation.spend(0, 0, excess * values);
  return list;
}

/** A resolver that charges what its list holds, as soon as it is there. */
const charging =
  (resolve: Resolve): Resolve =>
  (source, args, context, info) => {
    const list = resolve(source, args, context, info);
    return list instanceof Promise
      ? list.then((read: ListOrNone) => charged(read, context, info))
      : charged(list as ListOrNone, context, info);
  };

/** Whether a field gives a list that no argument bounds. */
function isPlainList(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  if (!isList(field.type) || !isCompositeType(getNamedType(field.type))) return false;
  const { atMost, times } = (field.extensions['cost'] ?? {}) as FieldCost;
  const isBounded =
    (atMost ?? times) !== undefined ||
    field.args.some((arg) => isListType(getNullableType(arg.type)));
  return !isBounded && !isConnection(type);
}

/** Every such list of the schema charges, also where it is a member that could be read in place. */
class ChargedLists<Types extends SchemaTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue;
      for (const field of Object.values(type.getFields())) {
        if (!isPlainList(type, field)) continue;
        field.resolve = charging(field.resolve ?? defaultFieldResolver);
        // It is not read in place any more, but still shows the member.
        const { pothosExposedField: reads, ...others } = field.extensions;
        field.extensions = { ...(reads !== undefined && { reads }), ...others };
      }
    }
    return schema;
  }
}

SchemaBuilder.registerPlugin('chargedLists', ChargedLists);
