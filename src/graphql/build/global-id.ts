// Global ids: their text, and fields that give them.
import SchemaBuilder, { BasePlugin, type SchemaTypes } from '@pothos/core';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { entities } from '../reading/entities.js';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      readyIds: ReadyIds<Types>;
    }
  }
}

/** Stands for the type of what is no global id; the text itself is kept for the message. */
export const noType = '';

export function encodeGlobalID(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64url');
}

/** Type and own part of a global id as it is given out; of any other text, `noType` and the text. */
export function decodeGlobalID(text: string): { typename: string; id: string } {
  const parts = /^(\w+):(.+)$/.exec(Buffer.from(text, 'base64url').toString());
  const [, typename = '', id = ''] = parts ?? [];
  const isOne = entities.has(typename) && encodeGlobalID(typename, id) === text;
  return isOne ? { typename, id } : { typename: noType, id: text };
}

/** Gives each `id` at once: the relay plugin waits for it, which costs ten times as much. */
class ReadyIds<Types extends SchemaTypes> extends BasePlugin<Types> {
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      const own = entities.get(type.name);
      const field = type.getFields()['id'];
      if (own && field)
        field.resolve = (source) => encodeGlobalID(type.name, own.id(source as never));
    }
    return schema;
  }
}

SchemaBuilder.registerPlugin('readyIds', ReadyIds);
