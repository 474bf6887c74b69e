// What each rule of graphql-js, and of ours, refuses has the code that the documents say.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse, specifiedRules, type ValidationRule, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { newerRules } from '../../src/graphql/running/newer-rules.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

const ledger = counted(nothing);
let server: Server;
beforeAll(async () => {
  server = await serve(ledger);
  return () => server.close();
});

/** Operations that a rule refuses, by its name; the first of several is the one that is asked for. */
const refused: Readonly<Record<string, readonly string[]>> = {
  ExecutableDefinitionsRule: ['{ __typename } type X { a: Int }'],
  UniqueOperationNamesRule: ['query A { __typename } query A { __typename }'],
  LoneAnonymousOperationRule: ['{ __typename } query A { __typename }'],
  SingleFieldSubscriptionsRule: [
    'subscription { a: blockAdded { cursor } b: blockAdded { cursor } }',
    'subscription { __typename }',
  ],
  KnownTypeNamesRule: [
    '{ ... on Nothing { id } }',
    'query ($v: Nothing) { __typename @skip(if: $v) }',
  ],
  FragmentsOnCompositeTypesRule: ['{ ... on String { id } }'],
  VariablesAreInputTypesRule: ['query ($v: Account) { account(id: $v) { memo } }'],
  ScalarLeafsRule: ['{ account(id: "5") }', '{ account(id: "5") { memo { a } } }'],
  FieldsOnCorrectTypeRule: ['{ nothing }', '{ account(id: "5") { nothing } }'],
  UniqueFragmentNamesRule: [
    '{ ...F } fragment F on Query { __typename } fragment F on Query { __typename }',
  ],
  KnownFragmentNamesRule: ['{ ...F }'],
  NoUnusedFragmentsRule: ['{ __typename } fragment F on Query { __typename }'],
  PossibleFragmentSpreadsRule: [
    '{ account(id: "5") { ... on Token { name } } }',
    '{ account(id: "5") { ...F } } fragment F on Token { name }',
  ],
  NoFragmentCyclesRule: ['{ ...F } fragment F on Query { ...F }'],
  UniqueVariableNamesRule: [
    'query ($v: AccountRef!, $v: AccountRef!) { account(id: $v) { memo } }',
  ],
  NoUndefinedVariablesRule: [
    '{ account(id: $v) { memo } }',
    'query A { account(id: $v) { memo } }',
    '{ ...F } fragment F on Query { account(id: $v) { memo } }',
    '{ accounts(filter: { account: { in: [$v] } }) { nodes { memo } } }',
    '{ accounts(filter: { account: $v }) { nodes { memo } } }',
    '{ __typename @skip(if: $v) }',
    '{ ... @defer(if: $v) { __typename } }',
  ],
  NoUnusedVariablesRule: ['query ($v: Int) { __typename }'],
  KnownDirectivesRule: ['{ __typename @nothing }', 'query @skip(if: true) { __typename }'],
  UniqueDirectivesPerLocationRule: ['{ __typename @skip(if: false) @skip(if: false) }'],
  KnownArgumentNamesRule: [
    '{ account(id: "5", nothing: 5) { memo } }',
    '{ __typename @skip(if: true, nothing: 5) }',
  ],
  UniqueArgumentNamesRule: ['{ account(id: "5", id: "6") { memo } }'],
  ValuesOfCorrectTypeRule: [
    // A field that is not there is no value.
    '{ accounts(filter: { nothing: 5 }) { nodes { memo } } }',
    '{ accounts(filter: { account: { nothing: { a: 1 } } }) { nodes { memo } } }',
  ],
  ProvidedRequiredArgumentsRule: ['{ account { memo } }', '{ __typename @skip }'],
  VariablesInAllowedPositionRule: [
    'query ($v: Int) { account(id: $v) { memo } }',
    'query ($v: AccountRef) { account(id: $v) { memo } }',
    'query ($v: Int!) { accounts(filter: { account: { in: [$v] } }) { nodes { memo } } }',
  ],
  OverlappingFieldsCanBeMergedRule: [
    '{ a: account(id: "5") { memo } a: account(id: "6") { memo } }',
    '{ account(id: "5") { a: memo a: alias } }',
  ],
  UniqueInputFieldNamesRule: [
    '{ accounts(filter: { account: { eq: 5, eq: 6 } }) { nodes { memo } } }',
  ],
  MaxIntrospectionDepthRule: [
    `{ __schema { types { ${'fields { type { '.repeat(4)}name${' } }'.repeat(4)} } } }`,
  ],
  offeredOperations: ['mutation { a }', 'mutation A { a(b: 5) { c } }'],
  alwaysSubscribed: ['subscription { blockAdded @skip(if: true) { cursor } }'],
};

/** Values that their places do not take, written into a query, and where they stand. */
const wrongValues: readonly (readonly [query: string, argument: string])[] = [
  ['{ account(id: 1.5) { memo } }', 'id'],
  ['{ account(id: null) { memo } }', 'id'],
  ['{ accounts(filter: 5) { nodes { memo } } }', 'filter'],
  ['{ accounts(order: UP) { nodes { memo } } }', 'order'],
  ['{ __typename @skip(if: 5) }', 'if'],
  ['query ($v: Int = "x") { accounts(first: $v) { nodes { memo } } }', '$v'],
  ['{ accounts(filter: { account: { in: [5, true] } }) { nodes { memo } } }', 'filter.account.in'],
];

async function codesOf(query: string) {
  const [name] = /(?<=(query|mutation) )A/.exec(query) ?? [];
  const { data, errors } = await ask(server, query, undefined, name);
  expect(data).toBeUndefined();
  expect(ledger.calls).toEqual([]);
  return errors.map(({ extensions }) => extensions);
}

describe('what is refused by', () => {
  const rules: readonly ValidationRule[] = [...specifiedRules, ...newerRules];
  const cases = rules.flatMap((rule) =>
    (refused[rule.name] ?? ['nothing']).map((query) => ({ name: rule.name, rule, query })),
  );

  it.each(cases)('$name is a mistake of the query: $query', async ({ rule, query }) => {
    expect(validate(schema, parse(query), [rule]).length).toBeGreaterThan(0);
    const told = new Set((await codesOf(query)).map((extensions) => JSON.stringify(extensions)));
    expect([...told]).toEqual(['{"code":"GRAPHQL_VALIDATION_FAILED"}']);
  });

  it.each(wrongValues)(
    'the type of a value is one of the client’s input: %s',
    async (query, argument) => {
      expect(await codesOf(query)).toEqual([{ code: 'BAD_USER_INPUT', argument }]);
    },
  );

  it('so many comparisons of fields is a limit, which is that of graphql-js', async () => {
    const rule = 'graphql/validation/rules/OverlappingFieldsCanBeMergedRule.js';
    const source = readFileSync(createRequire(import.meta.url).resolve(rule), 'utf8');
    const [, limit] = /MAX_COMPLEXITY_BUDGET = (\d+)/.exec(source) ?? [];
    const query = `{ ${'account(id: "2") { memo } '.repeat(440)} }`;
    const { errors } = await ask(server, query);
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(` ${limit} comparisons are the limit`),
        extensions: { code: 'COST_LIMIT' },
      },
    ]);
    expect(await codesOf(query)).toEqual([{ code: 'COST_LIMIT' }]);
  });
});
