// What the documentation tells generators of types about scalars is what the schema has and our own generator is told.
import { readFileSync } from 'node:fs';
import { type GraphQLScalarType, isScalarType, isSpecifiedScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';

const custom = Object.values(schema.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name)
  .sort();
const docs = readFileSync('docs/clients.md', 'utf8');

it('has a row and a line for each scalar', () => {
  const rows = [...docs.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  const lines = [...docs.matchAll(/^ {2}(\w+): (.*),$/gm)];
  expect(rows.sort()).toEqual(custom);
  expect(lines.map(([, name]) => name)).toEqual(custom);
});

it('tells what codegen.ts does', () => {
  const given = readFileSync('codegen.ts', 'utf8');
  for (const [, name, types] of docs.matchAll(/^ {2}(\w+): (.*),$/gm)) {
    expect(given, name).toContain(`${name}: ${types},`);
  }
});

it('names a published standard in the schema for each', () => {
  const urls = custom.map((name) => {
    const { specifiedByURL } = schema.getType(name) as GraphQLScalarType;
    return [name, specifiedByURL && new URL(specifiedByURL).protocol];
  });
  expect(urls).toEqual(custom.map((name) => [name, 'https:']));
});
