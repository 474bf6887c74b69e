// Variables and arguments are read as graphql-js reads them, whatever is written, given or left out.
import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, it } from 'vitest';
import { argumentsReader, variablesReader } from '../../src/graphql/running/inputs.js';

const schema = buildSchema(`
  enum Order { ASC DESC }
  input Range { gt: Int, lt: Int! = 5, in: [String!] }
  type Query {
    list(
      first: Int, last: Int! = 25, after: String!, ids: [ID!], range: Range,
      order: Order = DESC, both: Boolean = null, ranges: [Range!] = [{ lt: 2 }]
    ): Int
  }
`);
const field = schema.getQueryType()?.getFields()['list'] as Parameters<typeof argumentsReader>[0];
const names = field.args.map(({ name }) => name);

const literal = fc.constantFrom(
  ...['1', '-7', '3000000000', '"text"', '"0.0.7"', 'ASC', 'UP', 'true', 'null', '[]'],
  ...['[1]', '["a", null]', '{ gt: 1 }', '{ lt: null }', '{ lt: 2, in: "x" }', '{ none: 1 }', '$v'],
  ...['{ gt: $v, lt: 1 }', '{ lt: $v }', '{ lt: $w, in: ["a", $v] }', '{ gt: 1, in: $toString }'],
  ...['[{ lt: $v }]', '{ in: [] }', '{ gt: "a" }'],
);
const type = fc.constantFrom(
  ...['Int', 'Int!', 'String', 'String!', '[ID!]', 'Range', 'Range!', 'Order', 'Boolean'],
  ...['[Range!]', 'Query', 'Missing'],
);
const json = fc.oneof(
  fc.constant(null),
  fc.constantFrom<unknown>(null, undefined, 1, 2.5, 3e9, '7', 'ASC', '', true, [], [1, null]),
  fc.constantFrom<unknown>({}, { lt: 1 }, { gt: '1' }, { lt: 3, in: ['a'] }, { lt: 1, other: 2 }),
);
const variable = fc.constantFrom('v', 'w', '__proto__', 'toString');
const definition = fc.record({
  type,
  fallback: fc.option(literal.filter((text) => !text.includes('$'))),
});

/** An input object, with variables in it or not. */
const part = fc.oneof(
  variable.map((own) => `$${own}`),
  literal,
);
const range = fc
  .dictionary(fc.constantFrom('gt', 'lt', 'in'), part, { minKeys: 1 })
  .map((parts) => `{ ${Object.entries(parts).map(([name, own]) => `${name}: ${own}`)} }`);

/** Mostly a value that the argument takes, or a variable; it is left out now and then. */
const rights: Readonly<Record<string, string>> = { first: '1', last: '2', after: '"x"' };
const writtenFor = (name: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(rights[name] ?? 'null') },
    { weight: 2, arbitrary: variable.map((own) => `$${own}`) },
    { weight: 1, arbitrary: literal },
    ...(name.startsWith('range') ? [{ weight: 6, arbitrary: range }] : []),
  );

/** What is read, or what is said instead. */
const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};
/** The same with input objects as objects like any other: those of graphql-js have no prototype. */
const usual = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(usual)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, usual(one)]))
      : value;
const told = ({ coerced, errors }: ReturnType<typeof getVariableValues>) =>
  coerced ? { coerced } : { errors: errors?.map(String) };

it('variables have the values and the errors that graphql-js gives them', () => {
  let right = 0;
  const property = fc.property(
    fc.dictionary(variable, definition),
    fc.dictionary(variable, json),
    (defined, inputs) => {
      const head = Object.entries(defined).map(
        ([name, one]) =>
          `$${name}: ${one.type}${one.fallback === null ? '' : ` = ${one.fallback}`}`,
      );
      const text = `query${head.length > 0 ? `(${head.join()})` : ''} { __typename }`;
      const [operation] = parse(text).definitions as OperationDefinitionNode[];
      const definitions = operation?.variableDefinitions ?? [];
      const plain = getVariableValues(schema, definitions, inputs, { maxErrors: 50 });
      const read = variablesReader(schema, definitions);
      for (let time = 0; time < 2; time += 1) expect(told(read(inputs))).toStrictEqual(told(plain));
      if (plain.coerced && head.length > 0) right += 1;
    },
  );
  fc.assert(property, { numRuns: 800 });
  expect(right).toBeGreaterThan(50);
});

it('arguments have the values and the errors that graphql-js gives them', () => {
  let right = 0;
  const property = fc.property(
    fc.record(Object.fromEntries(names.map((name) => [name, writtenFor(name)])), {
      requiredKeys: [],
    }),
    fc.dictionary(variable, json),
    (written, variables) => {
      const list = Object.entries(written).map(([name, value]) => `${name}: ${value}`);
      const text = `{ list${list.length > 0 ? `(${list.join()})` : ''} }`;
      const [operation] = parse(text).definitions as OperationDefinitionNode[];
      const node = operation?.selectionSet.selections[0] as FieldNode;
      const plain = outcome(() => getArgumentValues(field, node, variables));
      const read = argumentsReader(field, node);
      for (let time = 0; time < 2; time += 1) {
        expect(usual(outcome(() => read(variables)))).toStrictEqual(usual(plain));
      }
      if (typeof plain === 'object') right += 1;
    },
  );
  fc.assert(property, { numRuns: 3000 });
  expect(right).toBeGreaterThan(50);
});

it('arguments that objects share can not be changed by one of them', () => {
  const [operation] = parse('{ list(after: "x", first: 3) }').definitions;
  const node = (operation as OperationDefinitionNode).selectionSet.selections[0] as FieldNode;
  const read = argumentsReader({ ...field, args: field.args.slice(0, 3) }, node);
  expect(read({})).toBe(read({}));
  expect(Object.isFrozen(read({}))).toBe(true);
});
