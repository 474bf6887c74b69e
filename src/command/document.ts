// The operation that a command is given: as text, or in a file; held against the schema.
import { existsSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { OptionError } from '../config.js';
import { faultsIn } from '../graphql/running/valid.js';
import { schema } from '../graphql/schema.js';

/** The one operation of a text, or of the file that it names. @throws OptionError */
export function readOperation(source: string): OperationDefinitionNode {
  const document = readDocument(source);
  const errors = faultsIn(schema, document);
  if (errors.length > 0) throw new OptionError(errors.map(placed).join('\n'));
  const operation = getOperationAST(document);
  if (!operation) throw new OptionError('there must be one operation, and no more');
  if (operation.operation === 'subscription') {
    throw new OptionError('a subscription never ends; ask a server for it (docs/live.md)');
  }
  return withoutFragments(document, operation);
}

function readDocument(source: string): DocumentNode {
  const isFile = existsSync(source);
  try {
    return parse(isFile ? readFileSync(source, 'utf8') : source);
  } catch (error) {
    const isNeither = !isFile && !source.includes('{');
    const what = isNeither ? `${JSON.stringify(source)} is no file, and` : 'the operation';
    throw new OptionError(`${what} can not be read: ${placed(error as Error)}`);
  }
}

/** A mistake with the line where it stands. */
function placed(error: Error): string {
  const [place] = (error instanceof GraphQLError && error.locations) || [];
  return place ? `${error.message} (line ${place.line}, column ${place.column})` : error.message;
}

/** The operation with what its fragments select in their places, so that each field is found where it is. */
function withoutFragments(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationDefinitionNode {
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one): [string, FragmentDefinitionNode] => [one.name.value, one]),
  );
  return visit(operation, {
    // What is put in its place is visited too, with the fragments in it.
    FragmentSpread({ name, directives }) {
      const { typeCondition, selectionSet } = fragments.get(name.value) as FragmentDefinitionNode;
      return {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition,
        selectionSet,
        ...(directives && { directives }),
      };
    },
  });
}
