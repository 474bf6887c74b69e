// Reads below an object that need no more than its id: begun together with the read of the object itself.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import { fieldsBelow } from './selection.js';

interface Planned {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What has been begun for one operation, by field and by id of the object above. */
export class Prefetch {
  /** By the nodes of a field and its type, of which an abstract one has several. */
  readonly #plans = new Map<readonly FieldNode[], Map<unknown, readonly Planned[]>>();
  readonly #begun = new Map<FieldNode, Map<string, unknown>>();

  /**
   * Begins to resolve the fields that need only an id and are selected below the field in question,
   * for an object of which only the id is known: its lists need not wait for its other properties.
   * Never throws: what is wrong with a field is told in its own place.
   * Gives those of the answers that can prove that there is such an object.
   */
  begin(info: GraphQLResolveInfo, id: string, source: unknown, context: unknown): unknown[] {
    const plans = this.#plans.get(info.fieldNodes) ?? new Map<unknown, readonly Planned[]>();
    this.#plans.set(info.fieldNodes, plans);
    const type = getNamedType(info.returnType);
    const plan = plans.get(type) ?? attempt(() => planned(info)) ?? [];
    plans.set(type, plan);
    const proofs: unknown[] = [];
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
      if (field.extensions['provesParent']) proofs.push(answer);
    }
    return proofs;
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

/** Fields that need only the id and are surely selected; what is deferred is not. */
function planned(info: GraphQLResolveInfo): readonly Planned[] {
  const below = fieldsBelow(info);
  if (!below) return [];
  const fields = below.type.getFields();
  return [...below.fields.values()].flatMap(([node]): Planned[] => {
    const field = node && fields[node.name.value];
    if (!node || !field || field.extensions['needs'] !== 'id') return [];
    const args = attempt(() => getArgumentValues(field, node, info.variableValues));
    return args ? [{ field, node, args }] : [];
  });
}
