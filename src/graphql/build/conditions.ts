// Filter inputs of lists: a field for each parameter, with the type of its kind and the description of its declaration.
import { parametersOf } from '../../contract/query.js';
import type { Filter, List, Parameter } from '../../contract/resource.js';
import type { Context } from '../reading/context.js';
import { builder } from './builder.js';
import {
  EntityIdFilter,
  type FilterMap,
  HexFilter,
  Int64Filter,
  readFilters,
  TimestampFilter,
} from './filters.js';
import {
  type FurtherConditions,
  furtherFields,
  type Keep,
  keepOf,
  withoutFurther,
} from './further-conditions.js';

/** What conditions on a value are typed by, by the name of its kind. */
const types: Readonly<Record<string, unknown>> = {
  'entity id': EntityIdFilter,
  'account reference': EntityIdFilter,
  number: Int64Filter,
  'block number': Int64Filter,
  timestamp: TimestampFilter,
  'public key': 'Hex',
  'word of 32 bytes': HexFilter,
};

/** A parameter by its name, and what the field has that its declaration does not say. */
type Condition =
  | string
  | { readonly by: string; readonly type?: unknown; readonly description?: string };

/** A filter input, and how what is given by it becomes conditions of the contract. */
export interface Conditions {
  readonly input: object;
  /** @throws LedgerError BAD_USER_INPUT that names the field, before any call is made. */
  read(given: object | null | undefined): Filter[];
  /** The field that stands for a parameter of the contract, or where none does, that as it is. */
  fieldOf(parameter: string): string;
  /** Which rows stay, where conditions are given that the contract does not know. */
  keep?(given: object | null | undefined, context: Context): Keep<unknown> | undefined;
}

interface Made extends Conditions {
  /** The same input for another list; `map` has its parameters that are called otherwise there. */
  of<T>(list: List<T>, map?: FilterMap): Conditions;
}

/** What is filtered, such as "the rewards of an account", and what more there is to it. */
interface Filtered<T> {
  readonly of: string;
  /** What is to be known beside it. */
  readonly also?: string;
  /** Conditions that the contract has no parameter for. */
  readonly further?: FurtherConditions<T>;
}

export function conditions<T>(
  name: string,
  filtered: string | Filtered<T>,
  list: List<T>,
  fields: Readonly<Record<string, Condition>>,
): Made {
  const { of, also, further } = typeof filtered === 'string' ? { of: filtered } : filtered;
  const asked = Object.entries(fields).map(([field, one]) => {
    return [field, typeof one === 'string' ? { by: one } : one] as const;
  });
  const map: FilterMap = Object.fromEntries(asked.map(([field, { by }]) => [field, by]));
  const fieldOf = (parameter: string) =>
    asked.find(([, { by }]) => by === parameter)?.[0] ?? parameter;
  const all = `Conditions on ${of}; all that are given must hold.`;
  const input = builder.inputType(name, {
    description: also === undefined ? all : `${all} ${also}`,
    fields: (t) => {
      const made = asked.map(([field, { by, type, description }]) => {
        const { kind, ...declared } = parametersOf(list as List)[by] as Parameter;
        const options = {
          type: type ?? types[kind.name],
          description: description ?? declared.description,
        };
        return [field, t.field(options as never)];
      });
      return { ...Object.fromEntries(made), ...furtherFields(t as never, further) };
    },
  });
  const reading = (from: List, by: FilterMap) => (given: object | null | undefined) =>
    readFilters(from, by, withoutFurther(further, given));
  return {
    input,
    fieldOf,
    read: reading(list as List, map),
    keep: (given, context) => keepOf(further, given, context) as Keep<unknown> | undefined,
    of: (other, own = {}) => ({
      input,
      fieldOf,
      read: reading(other as List, { ...map, ...own }),
    }),
  };
}
