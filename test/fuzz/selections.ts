// Selections of objects of a type, made up by a seed, and what two operations that select them have answered.
import {
  GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import { freely } from '../support/ledgers.js';
import { fuzzRequest } from './operations.js';
import { type Asked, aloneIn } from './rewritten.js';

const shape = { depth: 60, aliases: 5000, directives: 5000, tokens: 50_000 };
/** Of a server that takes selections of any shape, of one object as of several in a list. */
export const anyShape = {
  ...freely,
  bodyLimit: 1_000_000,
  graphql: { limits: { ...defaultQueryLimits, ...shape } },
};

interface Failure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: unknown;
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has an answer of its own shape
  readonly data?: any;
  readonly errors?: readonly Failure[];
  readonly extensions?: { readonly warnings?: readonly Failure[] };
}

/** The errors or warnings below a path, by what is behind it, in no order. */
const below = (failures: readonly Failure[] = [], place: readonly (string | number)[]) =>
  failures
    .filter(({ path = [] }) => place.every((key, index) => path[index] === key))
    .map(({ message, path = [], extensions }) =>
      JSON.stringify([message, path.slice(place.length), extensions]),
    )
    .sort();

/** What an answer shows at a place, in a form that two of them can be compared in. */
export const shownAt = (
  { data, errors, extensions }: Answer,
  ...place: readonly (string | number)[]
) => ({
  data: JSON.stringify(place.reduce((value, key) => value?.[key], data)),
  errors: below(errors, place),
  warnings: below(extensions?.warnings, place),
});

/** The selections of an object of a type, which a seed makes up; null where they are not valid. */
export function selectionOf(type: string, number: number): Asked | null {
  const types = Object.values(schema.getTypeMap()).filter(
    (one) => isObjectType(one) && !/^__|^Query$|^Subscription$/.test(one.name),
  );
  const root = schema.getType(type);
  if (!isObjectType(root)) throw new TypeError(`${type} is no type of an object`);
  const own = new GraphQLSchema({ query: root, types });
  const { query, askings } = fuzzRequest(number, own);
  const [{ variables, operationName } = {}] = askings;
  return validate(own, parse(query)).length > 0 ? null : aloneIn(query, operationName, variables);
}

/** The same selections of another operation, at the place of `…` in its text. */
export function placed(kind: string, text: string, { query }: Asked): string {
  const { definitions } = parse(query);
  const one = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const { selectionSet, variableDefinitions = [] } = one as OperationDefinitionNode;
  const heads = variableDefinitions.map(print);
  const head = heads.length > 0 ? `(${heads.join(' ')})` : '';
  const others = definitions.filter((definition) => definition !== one).map(print);
  const body = text.replace('…', () => print(selectionSet));
  return [`${kind} Shown${head} ${body}`, ...others].join('\n');
}
