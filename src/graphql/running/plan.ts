// What an operation selects of each kind of object: fields merged and conditions decided, worked out once.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
// Which fields are selected, and in which order, is the executor's own answer and no other.
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { overhead } from './answer-size.js';
import { argumentsReader, type Values, variablesReader } from './inputs.js';

/** One member of an answer. */
export interface PlannedField {
  readonly key: string;
  /** Place among its siblings. */
  readonly place: number;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Member of the parent that the field does no more than read; null where it is resolved. */
  readonly member: string | null;
  readonly isRequired: boolean;
  /** Its type, where that is a scalar or an enum whose value is a member of the parent; else null. */
  readonly leaf: GraphQLLeafType | null;
  /** Its type, where that is a kind of object that is a member of the parent; else null. */
  readonly inner: GraphQLObjectType | null;
  /** What it is for all objects: the name of their type; undefined for all other fields. */
  readonly constant: string | undefined;
  /** Reads its arguments. @throws GraphQLError */
  readonly argumentsOf: (variables: Values) => Values;
  /** What is selected below it, by type; filled when objects of a type are met. */
  readonly below: Map<GraphQLObjectType, Selection>;
}

export interface Selection {
  readonly fields: readonly PlannedField[];
  /** Whether a key is `__proto__`, which a plain object has a meaning of its own for: `{ __proto__: memo }`. */
  readonly hasProtoKey: boolean;
  /** Characters of an object of it as JSON, roughly, without its texts and what lies deeper. */
  readonly width: number;
}

/** Whether objects are made of members alone, as far down as they are selected; a plan learns what lies below. */
export const isPlain = ({ fields, hasProtoKey }: Selection): boolean =>
  !hasProtoKey &&
  fields.every(({ leaf, constant, inner, below }) => {
    if (leaf || constant !== undefined) return true;
    const selection = inner && below.get(inner);
    return selection ? isPlain(selection) : false;
  });

/** Fields that a plan may have beside one for each four characters of its text. */
const spareFields = 100;

/**
 * The plan of one operation. Conditions (`@skip`, `@include`) are decided for the values that they
 * have in a run: each combination has selections of its own. Nothing is planned before it is met,
 * and a plan that outgrows its text begins anew, so that it is bounded by what bounds documents.
 */
export class Plan {
  readonly fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  readonly operation: OperationDefinitionNode;
  readonly schema: GraphQLSchema;
  readonly variablesOf: ReturnType<typeof variablesReader>;
  readonly #conditions: readonly string[];
  readonly #room: number;
  #variants = new Map<string, Selection>();
  #size = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.schema = schema;
    this.operation = operation;
    this.variablesOf = variablesReader(schema, operation.variableDefinitions ?? []);
    this.#room = spareFields + (document.loc?.end ?? 0) / 4;
    for (const one of document.definitions) {
      if (one.kind === Kind.FRAGMENT_DEFINITION) this.fragments[one.name.value] = one;
    }
    this.#conditions = conditionsOf(document);
  }

  /** What is selected of the root. @throws GraphQLError for a condition that is null. */
  root(type: GraphQLObjectType, variables: Values): Selection {
    if (this.#size > this.#room) {
      this.#variants = new Map();
      this.#size = 0;
    }
    const variant = this.#conditions.map((name) => variables[name]).join();
    let found = this.#variants.get(variant);
    if (!found) {
      const { selectionSet } = this.operation;
      found = this.#planned(
        type,
        collectFields(this.schema, this.fragments, { ...variables }, type, selectionSet),
      );
      this.#variants.set(variant, found);
    }
    return found;
  }

  /** What is selected of objects of a type below a field. @throws GraphQLError as above */
  below({ nodes, below }: PlannedField, type: GraphQLObjectType, variables: Values): Selection {
    let found = below.get(type);
    if (!found) {
      const given = { ...variables };
      found = this.#planned(
        type,
        collectSubfields(this.schema, this.fragments, given, type, nodes),
      );
      below.set(type, found);
    }
    return found;
  }

  #planned(parent: GraphQLObjectType, groups: Map<string, readonly FieldNode[]>): Selection {
    const fields: PlannedField[] = [];
    for (const [key, nodes] of groups) {
      const field = fieldOf(parent, nodes[0]?.name.value ?? '');
      if (!field) continue;
      const member = memberOf(parent, field);
      const type = getNullableType(field.type);
      fields.push({
        key,
        place: fields.length,
        parent,
        field,
        nodes,
        member,
        isRequired: isNonNullType(field.type),
        leaf: member !== null && isLeafType(type) ? type : null,
        inner: member !== null && isObjectType(type) ? type : null,
        constant: field === TypeNameMetaFieldDef ? parent.name : undefined,
        argumentsOf: argumentsReader(field, nodes[0] as FieldNode),
        below: new Map(),
      });
    }
    this.#size += fields.length;
    const names = fields.reduce((sum, { key }) => sum + key.length, 0);
    const width = names + overhead * (1 + 2 * fields.length);
    return { fields, hasProtoKey: groups.has('__proto__'), width };
  }
}

/** Variables that decide what is selected, wherever in a document. */
function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Fields that no type declares; where they may stand has been seen to by validation. */
const metaFields = new Map<string, GraphQLField<unknown, unknown>>(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

const fieldOf = (parent: GraphQLObjectType, name: string) =>
  metaFields.get(name) ?? parent.getFields()[name];

/** Types of Relay, whose members have the names of their fields. */
const relayTypes = /(?:Connection|Edge)$/;

/**
 * Fields that only read a member of their parent need no resolver called, which costs ten times as much.
 * A member that has to be loaded is none of them: it may be read twice, and of two promises one would be lost.
 */
function memberOf(
  { name: type }: GraphQLObjectType,
  { name, args, extensions }: GraphQLField<unknown, unknown>,
): string | null {
  const { loads } = (extensions['cost'] ?? {}) as FieldCost;
  if (args.length > 0 || metaFields.has(name) || loads !== undefined) return null;
  const exposed = extensions['pothosExposedField'];
  if (typeof exposed === 'string') return exposed;
  return relayTypes.test(type) ? name : null;
}
