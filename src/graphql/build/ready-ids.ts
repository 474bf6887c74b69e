// Fields that give global ids.
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { entities } from '../reading/entities.js';
import { encodeGlobalID } from '../reading/global-id.js';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      readyIds: ReadyIds<Types>;
    }
  }
}

/** Gives each `id` at once: the relay plugin waits for it, which costs ten times as much. */
class ReadyIds<Types extends SchemaTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      const own = entities.get(type.name);
      const field = type.getFields()['id'];
      if (!own || !field) continue;
      const resolve = (source: unknown) => encodeGlobalID(type.name, own.id(source as never));
      field.resolve = resolve;
    }
    return schema;
  }
}

SchemaBuilder.registerPlugin('readyIds', ReadyIds);
