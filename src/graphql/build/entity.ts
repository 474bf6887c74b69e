// Types that have a global id: one registration gives the node, its key for routers, and how it is loaded.
import type { ObjectFieldsShape, ObjectRef } from '@pothos/core';
import type { Kind } from '../../contract/values.js';
import type { Context } from '../reading/context.js';
import { entities } from '../reading/entities.js';
import { builder, type Types } from './builder.js';
import { loadNodes, nodeKey } from './nodes.js';

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
  /** The own part of the global id of an object, of which no more may be known than that. */
  id(source: S): string;
  /** The object by the own part of its global id; null when there is none. */
  load(id: string, context: Context): S | null | Promise<S | null>;
  readonly fields: ObjectFieldsShape<Types, S>;
}

/** Registers a type that has a global id; nothing else has to know of it. */
export function entity<S extends object>(ref: ObjectRef<Types, S>, given: Entity<S>): void {
  const { is, description, key, kind, id, load, fields } = given;
  entities.set(ref.name, { key, id });
  const own = (text: string) => (kind ? nodeKey(kind, text, is) : text);
  builder.node(ref, {
    description,
    id: { resolve: id },
    loadMany: (ids, context) => loadNodes(ids, (text) => load(own(text), context)),
    fields,
  });
}
