// What the documentation tells generators of types about scalars is what the schema has and what the package exports for them.
import { readFileSync } from 'node:fs';
import { type GraphQLScalarType, isScalarType, isSpecifiedScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { scalars } from '../../src/scalars.js';

const custom = Object.values(schema.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name)
  .sort();
const docs = readFileSync('docs/clients.md', 'utf8').split('## Types by generators')[1] ?? '';

it('has a row and a line for each scalar', () => {
  const rows = [...docs.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  const lines = [...docs.matchAll(/^ {2}(\w+): (.*),$/gm)];
  expect(rows.sort()).toEqual(custom);
  expect(lines.map(([, name]) => name)).toEqual(custom);
});

it('tells what the package exports for generators', () => {
  const lines = [...docs.matchAll(/^ {2}(\w+): (.*),$/gm)].map(([, name, types]) => [name, types]);
  const given = Object.entries(scalars).map(([name, types]) => [
    name,
    typeof types === 'string'
      ? `'${types}'`
      : `{ input: '${types.input}', output: '${types.output}' }`,
  ]);
  expect(lines).toEqual(given);
});

it('names a published standard in the schema for each', () => {
  const urls = custom.map((name) => {
    const { specifiedByURL } = schema.getType(name) as GraphQLScalarType;
    return [name, specifiedByURL && new URL(specifiedByURL).protocol];
  });
  expect(urls).toEqual(custom.map((name) => [name, 'https:']));
});
