// Fields marked `shows` lead to an object of which the row above has a part: where no more is selected, nothing is read.
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Context } from './context.js';
import { isEnough } from './selection.js';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      shown: Shown<Types>;
    }
  }
}

/** Members of an object by the members of the row above that say the same, as `extensions.shows` of a field. */
export type Shows = Readonly<Record<string, string>>;

type Row = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<unknown, Context>;

/** What the row says of the object, where all that is selected is in that; else null. */
export function shownOf<T = Row>(shows: Shows, row: object, info: GraphQLResolveInfo): T | null {
  const part: Record<string, unknown> = {};
  for (const [member, own] of Object.entries(shows)) {
    const value = (row as Row)[own];
    // What is null or wrong here may be known there.
    if (value === undefined || value === null || value instanceof Error) continue;
    part[member] = value;
  }
  return isEnough(info, new Set(Object.keys(part))) ? (part as T) : null;
}

function showing(shows: Shows, resolve: Resolve): Resolve {
  const most = new Set(Object.keys(shows));
  return (row, args, context, info) => {
    // Mostly more is selected than any row could say, which is the same for all rows.
    const shown = isEnough(info, most) ? shownOf(shows, row as object, info) : null;
    return shown ?? resolve(row, args, context, info);
  };
}

class Shown<Types extends SchemaTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const shows = field.extensions['shows'] as Shows | undefined;
        if (shows) field.resolve = showing(shows, field.resolve ?? defaultFieldResolver);
      }
    }
    return schema;
  }
}

SchemaBuilder.registerPlugin('shown', Shown);
