// Reads below an object that need no more than its id: begun together with the read of the object itself.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import { fieldsBelow } from './selection.js';

type Resolve<S, A, C, R> = (source: S, args: A, context: C, info: GraphQLResolveInfo) => R;

interface Planned {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What has been begun for one operation, by field and by id of the object above. */
export class Prefetch {
  readonly #plans = new Map<readonly FieldNode[], readonly Planned[]>();
  readonly #begun = new Map<FieldNode, Map<string, unknown>>();

  /**
   * Begins to resolve the fields of these names that are selected below the field in question,
   * for an object of which only the id is known: its lists need not wait for its other properties.
   * Never throws: what is wrong with a field is told in its own place.
   */
  begin(
    info: GraphQLResolveInfo,
    names: readonly string[],
    id: string,
    source: unknown,
    context: unknown,
  ): void {
    let plan = this.#plans.get(info.fieldNodes);
    if (!plan) {
      plan = attempt(() => planned(info, names)) ?? [];
      this.#plans.set(info.fieldNodes, plan);
    }
    for (const { field, node, args } of plan) {
      const begun = this.#begun.get(node) ?? new Map<string, unknown>();
      this.#begun.set(node, begun);
      if (begun.has(id)) continue;
      const key = node.alias?.value ?? field.name;
      const inner = {
        ...info,
        fieldName: field.name,
        fieldNodes: [node],
        returnType: field.type,
        path: { prev: info.path, key, typename: undefined },
      };
      const answer = attempt(() => field.resolve?.(source, args, context, inner));
      if (answer === undefined) continue;
      begun.set(id, answer);
      // Told to whoever takes it; nobody may, where there is no such object.
      Promise.resolve(answer).catch(() => {});
    }
  }

  take(node: FieldNode | undefined, id: string): unknown {
    return node && this.#begun.get(node)?.get(id);
  }
}

/** The value; nothing where it can not be had, which is found out once more in its own place. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A resolver that takes what has been begun for its object, if anything has. */
export const prefetched =
  <S, A, C extends { readonly prefetch: Prefetch }, R>(
    idOf: (source: S) => string,
    resolve: Resolve<S, A, C, R>,
  ): Resolve<S, A, C, R> =>
  (source, args, context, info) =>
    (context.prefetch.take(info.fieldNodes[0], idOf(source)) as R | undefined) ??
    resolve(source, args, context, info);

/** Fields of these names that are surely selected; what is deferred is not. */
function planned(info: GraphQLResolveInfo, names: readonly string[]): readonly Planned[] {
  const below = fieldsBelow(info);
  if (!below) return [];
  return [...below.fields.values()].flatMap(([node]): Planned[] => {
    const name = node?.name.value;
    if (!node || name === undefined || !names.includes(name)) return [];
    const field = below.type.getFields()[name] as GraphQLField<unknown, unknown>;
    const args = attempt(() => getArgumentValues(field, node, info.variableValues));
    return args ? [{ field, node, args }] : [];
  });
}
