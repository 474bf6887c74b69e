// The register of types that have a global id; `entity` of the builder fills it, one entry for each type.
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';

export interface EntityType {
  /** Field that holds what the global id is made of, if one does. */
  readonly key: string | undefined;
  /** The own part of an object's global id. */
  id(source: never): string;
  /** Whether a text is the own part of a global id, as a field `id` gives it. */
  isOwn(text: string): boolean;
  /** The object of the own part of a global id, or null when there is none. */
  load(id: string, context: never): unknown;
  /** Finds out what the operation wants of its objects, before one is read by its global id. */
  parts?(context: never, info: GraphQLResolveInfo): unknown;
}

export const entities = new Map<string, EntityType>();

/**
 * What there must be for a field to be resolved, as `extensions.needs` of the field: `id` and no
 * row, or the `row` that a list has of the object. Without it, whatever a look-up gives; a field
 * that shows a member as it is does so of either, and needs the `row`.
 */
export type Needs = 'id' | 'row';

type Names = Readonly<Record<Needs, ReadonlySet<string>>>;

const known = new WeakMap<GraphQLObjectType, Names>();

/** Names of the fields of a type that need no more than this. */
export function fieldsNeeding(needs: Needs, type: GraphQLObjectType): ReadonlySet<string> {
  let names = known.get(type);
  if (!names) {
    names = namesOf(type);
    known.set(type, names);
  }
  return names[needs];
}

function namesOf(type: GraphQLObjectType): Names {
  const fields = Object.values(type.getFields());
  const needing = (needs: Needs) => fields.filter(({ extensions }) => needOf(extensions) === needs);
  const key = entities.get(type.name)?.key ?? 'id';
  const id = ['__typename', 'id', key, ...needing('id').map(({ name }) => name)];
  return { id: new Set(id), row: new Set([...id, ...needing('row').map(({ name }) => name)]) };
}

interface Showing {
  /** Member that holds what the global id is made of. */
  readonly key: string | undefined;
  /** Names of fields that need no more than that. */
  readonly byId: ReadonlySet<string>;
  /** The member of the row that a field shows, where it shows one and looks at no other. */
  readonly members: ReadonlyMap<string, string>;
  /** All members of the row that a field looks at; not there for one that does not say, by `extensions.looksAt`. */
  readonly looked: ReadonlyMap<string, readonly string[]>;
}

const showing = new WeakMap<GraphQLObjectType, Showing>();

/** Which members of an object its fields show. */
export function fieldsShowing(type: GraphQLObjectType): Showing {
  let found = showing.get(type);
  if (!found) {
    const members = new Map<string, string>();
    const looked = new Map<string, readonly string[]>();
    for (const { name, extensions } of Object.values(type.getFields())) {
      const member = extensions['pothosExposedField'] ?? extensions['reads'];
      if (typeof member === 'string') members.set(name, member);
      const own = typeof member === 'string' ? [member] : extensions['looksAt'];
      if (own) looked.set(name, own as readonly string[]);
    }
    const key = members.get(entities.get(type.name)?.key ?? '');
    found = { key, byId: fieldsNeeding('id', type), members, looked };
    showing.set(type, found);
  }
  return found;
}

/** Whether all of these fields of a type are told by these members of its row. */
export function areTold(
  type: GraphQLObjectType,
  names: Iterable<string>,
  known: ReadonlySet<string>,
): boolean {
  const { key, byId, members } = fieldsShowing(type);
  const isNamed = key !== undefined && known.has(key);
  for (const name of names) {
    const member = members.get(name);
    const isKnown = member === undefined ? isNamed && byId.has(name) : known.has(member);
    if (!isKnown) return false;
  }
  return true;
}

/** Of these members of the row, those that none of these fields of a type looks at; none where one does not say. */
export function unlookedAt(
  type: GraphQLObjectType,
  names: Iterable<string>,
  members: readonly string[],
): readonly string[] {
  const { byId, looked } = fieldsShowing(type);
  const seen = new Set<string>();
  for (const name of names) {
    const own = looked.get(name);
    if (!own && !byId.has(name)) return [];
    for (const member of own ?? []) seen.add(member);
  }
  return members.filter((member) => !seen.has(member));
}

const needOf = ({ needs, pothosExposedField: member }: Readonly<Record<string, unknown>>) =>
  needs ?? (member === undefined ? undefined : 'row');
