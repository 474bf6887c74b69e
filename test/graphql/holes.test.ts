// Answers whose parts come at different times: the data is graphql-js's, and errors do not depend on what comes first.
import fc from 'fast-check';
import {
  buildSchema,
  type ExecutionResult,
  execute as executePlainly,
  GraphQLError,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { execute } from '../../src/graphql/running/execute.js';

const schema = buildSchema(`
  union Any = Thing | Other
  type Other { name: String }
  type Thing {
    name: String
    sure: String!
    thing: Thing
    sureThing: Thing!
    things: [Thing]
    sureThings: [Thing!]!
    grid: [[Thing!]]
    any: Any
    sureAny: Any!
  }
  type Query { thing: Thing, sureThing: Thing! }
`);

const fields = [
  'name',
  'sure',
  'thing',
  'sureThing',
  'things',
  'sureThings',
  'grid',
  'any',
] as const;

/** What a field gives, and after how many turns of the event loop; null for at once. */
interface Given {
  readonly value: unknown;
  readonly delay: number | null;
}

const given = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Given> =>
  fc.record({ value, delay: fc.option(fc.nat(3), { nil: null }) });
const failing = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 8, arbitrary: value },
    fc.constant(null),
    fc.constant(new GraphQLError('gone')),
  );

const thing = (depth: number): fc.Arbitrary<Record<string, unknown>> => {
  const inner = depth === 0 ? fc.constant(null) : failing(thing(depth - 1));
  const many = failing(fc.array(given(inner), { maxLength: 3 }));
  return fc.record({
    kind: fc.constantFrom('Thing', 'Thing', 'Thing', 'Other', 'Nothing'),
    kindDelay: fc.option(fc.nat(2), { nil: null }),
    name: given(failing(fc.constant('a'))),
    sure: given(failing(fc.constant('b'))),
    thing: given(inner),
    sureThing: given(inner),
    things: given(many),
    sureThings: given(many),
    grid: given(failing(fc.array(given(many), { maxLength: 2 }))),
    any: given(inner),
    sureAny: given(inner),
  });
};

const after = async <T>(turns: number, make: () => T): Promise<T> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((next) => setImmediate(next));
  return make();
};

/** A value as resolvers give it: at once or later, an error thrown or rejected with. */
function give({ value, delay }: Given, isTimed: boolean): unknown {
  const make = () => {
    if (value instanceof Error) throw value;
    return Array.isArray(value)
      ? value.map((one: Given) => {
          if (one.value instanceof Error && !(isTimed && one.delay !== null)) return one.value;
          return give(one, isTimed);
        })
      : source(value as Record<string, Given> | null, isTimed);
  };
  return isTimed && delay !== null ? after(delay, make) : make();
}

function source(row: Record<string, unknown> | string | null, isTimed: boolean): unknown {
  if (row === null || typeof row === 'string') return row;
  const methods = Object.entries(row).filter(([name]) => !name.startsWith('kind'));
  const { kind, kindDelay } = row as { kind: string; kindDelay: number | null };
  return {
    ...Object.fromEntries(methods.map(([name, one]) => [name, () => give(one as Given, isTimed)])),
    kind: () => (isTimed && kindDelay !== null ? after(kindDelay, () => kind) : kind),
  };
}

const any = schema.getType('Any') as { resolveType?: unknown };
any.resolveType = ({ kind }: { kind(): unknown }) => kind();

/** A selection of all fields, so many levels deep. */
const selected = (depth: number): string =>
  depth === 0
    ? '{ name sure }'
    : `{ sureAny { __typename ... on Thing ${selected(0)} } ${fields
        .map((name) => {
          if (name === 'name' || name === 'sure') return name;
          const below = selected(depth - 1);
          return name === 'any'
            ? `any { ... on Thing ${below} ... on Other { name } }`
            : `${name} ${below}`;
        })
        .join(' ')} }`;
/** All fields, and a few: what fails beside what must not be null hides all that is left. */
const texts = [
  `{ thing ${selected(1)} sureThing ${selected(1)} }`,
  '{ thing { name thing { sure things { name sure } } sureThings { name } } }',
  '{ thing { name any { __typename ... on Thing { things { sure } } } grid { sure } } }',
];

const told = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data ?? null)),
  errors: errors.map(({ path, message }) => [path?.join('.'), message]),
});

describe('an answer whose parts come at different times', () => {
  it('is that of graphql-js, with the errors that it has when nothing is waited for', async () => {
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), thing(2), thing(2), async (text, one, other) => {
        const document = parse(text);
        const rootOf = (isTimed: boolean) => ({
          thing: () => source(one, isTimed),
          sureThing: () => source(other, isTimed),
        });
        const run = async (isTimed: boolean) =>
          told(await execute({ schema, document, rootValue: rootOf(isTimed) }));
        const plainly = told(await executePlainly({ schema, document, rootValue: rootOf(true) }));
        const [timed, atOnce] = [await run(true), await run(false)];
        expect(timed.data).toEqual(plainly.data);
        expect(timed).toEqual(atOnce);
        expect(timed.errors.length > 0).toBe(plainly.errors.length > 0);
        failed += Number(timed.errors.length > 0);
      }),
      { numRuns: 150 },
    );
    expect(failed).toBeGreaterThan(20);
  });
});
