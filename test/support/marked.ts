// Operations with marks of parts: some fields deferred, and some lists streamed.
import {
  type DirectiveNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

/** `@defer`, and `@stream` with nothing, one or two items at once. */
const directives = ['@defer', ...[0, 1, 2].map((count) => `@stream(initialCount: ${count})`)].map(
  (text) => (parse(`{ a ${text} }`).definitions[0] as OperationDefinitionNode).selectionSet,
);
const [defer, ...streams] = directives.map(
  ({ selections }) => selections[0]?.directives as readonly DirectiveNode[],
);

/** The operation with such marks where the numbers say so; each is below what they are asked for. */
export function marked(text: string, number: (below: number) => number): string {
  const chance = () => number(2) === 1;
  const document = visit(parse(text), {
    Field: {
      leave(field) {
        if (field.name.value !== 'edges' || chance()) return undefined;
        const marks = streams[number(streams.length)] ?? [];
        return { ...field, directives: [...(field.directives ?? []), ...marks] };
      },
    },
    SelectionSet: {
      leave(set) {
        const later = set.selections.filter(chance);
        if (later.length === 0) return undefined;
        const deferred: InlineFragmentNode = {
          kind: Kind.INLINE_FRAGMENT,
          directives: defer as readonly DirectiveNode[],
          selectionSet: { kind: Kind.SELECTION_SET, selections: later },
        };
        const kept = set.selections.filter((one) => !later.includes(one));
        return { ...set, selections: [...kept, deferred] };
      },
    },
  });
  return print(document);
}
