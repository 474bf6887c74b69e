// Reads below an object that need no more than its id: begun together with the read of the object itself.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import { LedgerError } from '../../errors.js';
import { type Below, fieldsBelow } from './selection.js';

/** A field that needs only an id. */
interface Leading {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  /** The node alone: always the same list, by which what is below is known again. */
  readonly nodes: readonly FieldNode[];
  /** Whether others need not wait for it. */
  readonly isDeferred: boolean;
}

interface Planned extends Leading {
  /** Undefined where they can not be read, so that the field is refused. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

/** Whether a field is told by the row of its object, as `extensions.isCarried` of the field. */
type IsCarried = (
  args: Readonly<Record<string, unknown>>,
  context: unknown,
  info: GraphQLResolveInfo,
) => boolean;

/** An object of which only the id is known. */
interface Beginning {
  readonly id: string;
  readonly source: unknown;
  readonly context: unknown;
  /** Whether its row is being read. */
  readonly hasRow: boolean;
}

/** What has been begun for it. */
interface Begun {
  /** Answers that can prove that there is such an object. */
  readonly proofs: readonly unknown[];
  /** Whether all that is selected was refused for what the client has given: nothing is told of the object. */
  readonly isRefused: boolean;
}

const nothing: Begun = { proofs: [], isRefused: false };

/** What has been begun for one operation, by field and by id of the object above. */
export class Prefetch {
  /** By the nodes of a field and its type, of which an abstract one has several. */
  readonly #plans = new Map<readonly FieldNode[], Map<unknown, readonly Planned[]>>();
  readonly #begun = new Map<FieldNode, Map<string, unknown>>();

  /**
   * Begins to resolve the fields that need only an id and are selected below the field in question,
   * for an object of which only the id is known: its lists need not wait for its other properties.
   * Where its row is read too, what that carries is left to it.
   * Never throws: what is wrong with a field is told in its own place.
   */
  begin(info: GraphQLResolveInfo, { id, source, context, hasRow }: Beginning): Begun {
    const plan = this.#planOf(info);
    if (plan.length === 0) return nothing;
    const proofs: unknown[] = [];
    let refused = 0;
    for (const planned of plan) {
      const { field, node, isDeferred, args } = planned;
      if (!args) {
        refused += 1;
        continue;
      }
      const begun = this.#begun.get(node) ?? new Map<string, unknown>();
      this.#begun.set(node, begun);
      if (begun.has(id)) continue;
      if (hasRow && isCarried(planned, context, info)) continue;
      const inner = infoOf(planned, info);
      const refuse = (error: unknown) => {
        refused += Number(error instanceof LedgerError && error.code === 'BAD_USER_INPUT');
      };
      const answer = attempt(() => field.resolve?.(source, args, context, inner), refuse);
      if (answer === undefined) continue;
      begun.set(id, answer);
      // Told to whoever takes it; nobody may, where there is no such object.
      Promise.resolve(answer).catch(() => {});
      if (field.extensions['provesParent'] && !isDeferred) proofs.push(answer);
    }
    return { proofs, isRefused: refused > 0 && refused === selectedIn(info) };
  }

  /** Whether something that is selected below the field in question is told by the row of its object. */
  isCarried(info: GraphQLResolveInfo, context: unknown): boolean {
    return this.#planOf(info).some((one) => isCarried(one, context, info));
  }

  #planOf(info: GraphQLResolveInfo): readonly Planned[] {
    const plans = this.#plans.get(info.fieldNodes) ?? new Map<unknown, readonly Planned[]>();
    this.#plans.set(info.fieldNodes, plans);
    const type = getNamedType(info.returnType);
    const plan = plans.get(type) ?? attempt(() => planned(info)) ?? [];
    plans.set(type, plan);
    return plan;
  }

  take(node: FieldNode | undefined, id: string): unknown {
    return node && this.#begun.get(node)?.get(id);
  }
}

function infoOf({ field, node, nodes }: Planned, info: GraphQLResolveInfo): GraphQLResolveInfo {
  const key = node.alias?.value ?? field.name;
  return {
    ...info,
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    path: { prev: info.path, key, typename: undefined },
  };
}

/** Asked for each object: most fields have none to ask, and no info is made for them. */
function isCarried(one: Planned, context: unknown, info: GraphQLResolveInfo): boolean {
  const is = one.field.extensions['isCarried'] as IsCarried | undefined;
  return is !== undefined && one.args !== undefined && is(one.args, context, infoOf(one, info));
}

/** The value; nothing where it can not be had, which is found out once more in its own place. */
function attempt<T>(read: () => T, failed?: (error: unknown) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    failed?.(error);
    return undefined;
  }
}

/** The fields with the arguments that they have in this run. */
function planned(info: GraphQLResolveInfo): readonly Planned[] {
  const below = fieldsBelow(info);
  if (!below) return [];
  return leadingOf(below).map((leading): Planned => {
    const read = () => getArgumentValues(leading.field, leading.node, info.variableValues);
    return { args: attempt(read), ...leading };
  });
}

/** How many fields are selected below the one in question. */
function selectedIn(info: GraphQLResolveInfo): number {
  const { fields, deferred } = fieldsBelow(info) as Below;
  return fields.length + deferred.length;
}

const known = new WeakMap<Below, readonly Leading[]>();

function leadingOf(below: Below): readonly Leading[] {
  const found = known.get(below);
  if (found) return found;
  const fields = below.type.getFields();
  const from = (nodes: readonly FieldNode[], isDeferred: boolean) =>
    nodes.flatMap((node): Leading[] => {
      const field = fields[node.name.value];
      if (field?.extensions['needs'] !== 'id') return [];
      return [{ field, node, nodes: [node], isDeferred }];
    });
  const leading = [...from(below.fields, false), ...from(below.deferred, true)];
  known.set(below, leading);
  return leading;
}
