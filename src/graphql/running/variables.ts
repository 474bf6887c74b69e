// Values of variables that graphql-js would take, or fall over, and that are refused before anything runs.
import {
  GraphQLError,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  locatedError,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { cut } from '../../errors.js';
import { type Mask, refusal } from './errors.js';
import type { Asked, CostGuard } from './limits.js';

/** The guard, and the same for operations whose variables it can not even look at. */
export const guardingVariables =
  (guard: CostGuard, mask: Mask): CostGuard =>
  (asked) => {
    const reasons = reasonsToRefuse(asked, guard);
    return reasons.length === 0 ? none : reasons.map((error) => refusal(mask(error)));
  };

const none: readonly GraphQLError[] = [];

function reasonsToRefuse(asked: Asked, guard: CostGuard): readonly unknown[] {
  const misplaced = misplacedLists(asked);
  if (misplaced.length > 0) return misplaced;
  try {
    return guard(asked);
  } catch (error) {
    // A condition (`@skip`, `@include`) that is null by its variable.
    return [locatedError(error as Error, undefined)];
  }
}

/** Lists in the place of objects: to graphql-js each is an object without members. */
function misplacedLists({ schema, operation, variables }: Asked): readonly GraphQLError[] {
  const errors: GraphQLError[] = [];
  const look = (
    definition: VariableDefinitionNode,
    given: GraphQLInputType,
    value: unknown,
    path: string,
  ): void => {
    if (typeof value !== 'object' || value === null) return;
    const type = getNullableType(given);
    if (isListType(type)) {
      const items = Array.isArray(value) ? value : [value];
      for (const [index, item] of items.entries()) {
        look(definition, type.ofType, item, Array.isArray(value) ? `${path}[${index}]` : path);
      }
    } else if (isInputObjectType(type) && Array.isArray(value)) {
      const name = definition.variable.name.value;
      const at = path === name ? '' : ` at "${path}"`;
      const message = `Variable "$${name}" got invalid value ${cut(value, JSON.stringify)}${at}; Expected type "${type.name}" to be an object.`;
      errors.push(new GraphQLError(message, { nodes: definition }));
    } else if (isInputObjectType(type)) {
      const fields = type.getFields();
      for (const [name, member] of Object.entries(value)) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (field) look(definition, field.type, member, `${path}.${name}`);
      }
    }
  };
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const value = variables[name];
    if (typeof value !== 'object' || value === null) continue;
    const type = typeFromAST(schema, definition.type as never);
    if (isInputType(type)) look(definition, type, value, name);
  }
  return errors;
}
