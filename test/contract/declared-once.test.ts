// A member of a row is named and described once: in its declaration, where both faces have it from.
import { readdirSync, readFileSync } from 'node:fs';
import { isNamedType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { Meanings, type Shape } from '../../src/contract/shape.js';
import { schema } from '../../src/graphql/schema.js';

const sources = new Map(
  ['src/contract', 'src/graphql'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`${room}/${name}`, readFileSync(`${room}/${name}`, 'utf8')] as const),
  ),
);

/** Members of a row, of its objects and of its lists, by name. */
function membersOf({ properties = {}, items }: Shape): (readonly [string, Shape])[] {
  const own = Object.entries<Shape>(properties);
  const below = [...own.map(([, shape]) => shape), ...(items ? [items as Shape] : [])];
  return [...own, ...below.flatMap(membersOf)];
}

const declared = [...lists, ...lookups].flatMap(({ row }) => membersOf(row));

it('shows no declared member by hand', () => {
  const names = new Set(declared.map(([name]) => name));
  const byHand = [...sources]
    .filter(([path]) => path.startsWith('src/graphql/types/'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\.expose\w*\(\s*'(\w+)'/g)]
        .filter(([, name = '']) => names.has(name))
        .map(([, name]) => `${path}: ${name}`),
    );
  expect(byHand).toEqual([]);
});

it('says what a member is, and what its words mean, in one place of all sources', () => {
  const meaningsOf = (shape: Shape & { [Meanings]?: Record<string, string> }) =>
    Object.values(shape[Meanings] ?? {});
  const sentences = new Set(
    declared.flatMap(([, shape]) => [shape.description ?? '', ...meaningsOf(shape)]),
  );
  const said = [...sentences].map((sentence) => {
    const places = [...sources].flatMap(([path, text]) =>
      ["'", '"', '`'].flatMap((quote) => {
        const { length } = text.split(`${quote}${sentence}${quote}`);
        return Array.from({ length: length - 1 }, () => path);
      }),
    );
    return [sentence, ...places];
  });
  // What a mere reference is can be said in two words, and is.
  const twice = said.filter(([sentence = '', ...places]) => {
    return places.length > 1 && sentence.split(' ').length > 2;
  });
  expect(twice).toEqual([]);
  expect(said.filter((one) => one.length > 1).length).toBeGreaterThan(80);
});

it('has for each field that only reads a declared member the description of the declaration', () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isNamedType(type) || !isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const member = field.extensions['pothosExposedField'];
      const meanings = declared
        .filter(([name]) => name === member)
        .map(([, one]) => one.description);
      if (meanings.length === 0) continue;
      seen += 1;
      if (!meanings.includes(field.description ?? undefined))
        wrong.push(`${type.name}.${field.name}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(80);
});
