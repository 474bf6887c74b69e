// What is kept of operations that have come is bounded by its size, and is of valid ones only.
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { KnownCosts } from '../../src/graphql/costing/known-costs.js';
import { sizeOfDocument } from '../../src/graphql/running/documents.js';

it('is measured by tokens, which weigh more than their text', () => {
  const short = parse(`{ ${'a '.repeat(4000)} }`);
  const long = parse(`{ a } # ${'x'.repeat(100_000)}`);
  expect(sizeOfDocument(short)).toBeGreaterThan(1_500_000);
  expect(sizeOfDocument(long)).toBeGreaterThan(200_000);
  expect(sizeOfDocument(long)).toBeLessThan(sizeOfDocument(short));
});

it('of costs is one for all variables that are not declared, and for all values of one shape', () => {
  const [operation] = parse('query ($a: [ID!]!, $b: Int) { x }').definitions;
  const costs = new KnownCosts();
  let measured = 0;
  const find = (variables: object) =>
    costs.find(operation as never, variables as never, () => {
      measured += 1;
      return { calls: 1, rows: 1, values: measured };
    });
  find({ a: ['1', '2'], b: 1, c: 'x'.repeat(1000) });
  for (let n = 0; n < 100; n += 1) find({ a: ['3', '4'], b: 1, [`junk${n}`]: [n] });
  expect(measured).toBe(1);
  find({ a: ['1', '2', '3'], b: 1 });
  find({ a: ['1', '2'], b: 2 });
  find({ a: Array.from({ length: 100 }, String), b: 2 });
  expect(measured).toBe(4);
});
