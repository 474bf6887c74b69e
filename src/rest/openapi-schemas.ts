// Schemas of the OpenAPI document out of declared rows: what has a name becomes a component.
import { isDeepStrictEqual } from 'node:util';
import { Component, type Shape } from '../contract/shape.js';

/** The part of JSON Schema (2020-12) that the document needs. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly (string | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

export type Schemas = Record<string, Schema>;

export const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A schema by reference if it has a name, with what differs from its component in this place. */
export function schemaOf(shape: Shape, components: Schemas): Schema {
  const { $id } = shape;
  if ($id === undefined) return plain(shape, components);
  const own: Shape = shape[Component as never] ?? shape;
  components[$id] ??= plain(own, components);
  const differing = Object.entries(shape).filter(
    ([name, value]) => !isDeepStrictEqual(value, own[name]),
  );
  return { ...component($id), ...Object.fromEntries(differing) };
}

function plain({ $id, ...shape }: Shape, components: Schemas): Schema {
  const { items, properties } = shape;
  return {
    ...Object.fromEntries(Object.entries(shape)),
    ...(items && { items: schemaOf(items, components) }),
    ...(properties && { properties: membersOf(properties, components) }),
  };
}

const membersOf = (properties: Readonly<Record<string, Shape>>, components: Schemas) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, schemaOf(shape, components)]),
  );
