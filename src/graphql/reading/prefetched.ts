// Fields marked `needs: 'id'` take what has been begun for their object, before it was there, if anything has.
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Context } from './context.js';
import { type EntityType, entities } from './entities.js';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      prefetched: Prefetched<Types>;
    }
  }
}

type Resolve = GraphQLFieldResolver<unknown, Context>;

const taking =
  ({ id }: EntityType, resolve: Resolve): Resolve =>
  (source, args, context, info) =>
    context.prefetch.take(info.fieldNodes[0], id(source as never)) ??
    resolve(source, args, context, info);

class Prefetched<Types extends SchemaTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const [name, entity] of entities) {
      const type = schema.getType(name);
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (field.extensions['needs'] !== 'id') continue;
        field.resolve = taking(entity, field.resolve ?? defaultFieldResolver);
      }
    }
    return schema;
  }
}

SchemaBuilder.registerPlugin('prefetched', Prefetched);
