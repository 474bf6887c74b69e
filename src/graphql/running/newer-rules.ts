// Rules of newer editions of GraphQL, which graphql-js has not yet.
import {
  type DirectiveNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

const isCondition = ({ name }: DirectiveNode) => name.value === 'skip' || name.value === 'include';

/** Refuses operations of a kind that the schema has none of, such as mutations. */
const offeredOperations: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    const message = `There is no ${node.operation} in this schema`;
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** Refuses `@skip` and `@include` where there might be nothing left to subscribe to. */
const alwaysSubscribed: ValidationRule = (context) => {
  const seen = new Set<string>();

  function conditionsIn({ selections }: SelectionSetNode): DirectiveNode[] {
    return selections.flatMap((selection) => {
      const own = selection.directives?.filter(isCondition) ?? [];
      if (selection.kind === Kind.FIELD) return own;
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        return [...own, ...conditionsIn(selection.selectionSet)];
      }
      const { value } = selection.name;
      const fragment = seen.has(value) ? undefined : context.getFragment(value);
      seen.add(value);
      return fragment ? [...own, ...conditionsIn(fragment.selectionSet)] : own;
    });
  }

  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.SUBSCRIPTION) return;
      const nodes = conditionsIn(selectionSet);
      if (nodes.length === 0) return;
      const message = `The field of a subscription takes no @${nodes[0]?.name.value}; to subscribe to nothing, send nothing`;
      context.reportError(new GraphQLError(message, { nodes }));
    },
  };
};

export const newerRules: readonly ValidationRule[] = [offeredOperations, alwaysSubscribed];
