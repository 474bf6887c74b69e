// What is kept of operations that have come is bounded by its size, and is of valid ones only.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import { KnownCosts } from '../../src/graphql/costing/known-costs.js';
import { sizeOfDocument } from '../../src/graphql/running/documents.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

it('is measured by tokens, which weigh more than their text', () => {
  const short = parse(`{ ${'a '.repeat(4000)} }`);
  const long = parse(`{ a } # ${'x'.repeat(100_000)}`);
  expect(sizeOfDocument(short)).toBeGreaterThan(1_500_000);
  expect(sizeOfDocument(long)).toBeGreaterThan(200_000);
  expect(sizeOfDocument(long)).toBeLessThan(sizeOfDocument(short));
});

/** Finds the cost of one operation for variables, and counts how often that was measured. */
function measuring() {
  const [operation] = parse('query ($a: [ID!]!, $b: Int) { x }').definitions;
  const costs = new KnownCosts();
  let measured = 0;
  const find = (variables: object) =>
    costs.find(operation as never, variables as never, () => {
      measured += 1;
      return { calls: 1, rows: 1, values: measured };
    });
  return { find, measured: () => measured };
}

it('of costs is one for all variables that are not declared, and for all values of one shape', () => {
  const { find, measured } = measuring();
  find({ a: ['1', '2'], b: 1, c: 'x'.repeat(1000) });
  for (let n = 0; n < 100; n += 1) find({ a: ['3', '4'], b: 1, [`junk${n}`]: [n] });
  expect(measured()).toBe(1);
  find({ a: ['1', '2', '3'], b: 1 });
  find({ a: ['1', '2'], b: 2 });
  find({ a: Array.from({ length: 100 }, String), b: 2 });
  expect(measured()).toBe(4);
});

it('of costs is of the shapes that have come last, whatever has come before', () => {
  const { find, measured } = measuring();
  for (let b = 0; b < 200; b += 1) find({ a: [], b });
  expect(measured()).toBe(200);
  for (let b = 199; b >= 150; b -= 1) find({ a: [], b });
  expect(measured()).toBe(200);
  find({ a: [], b: 149 });
  expect(measured()).toBe(201);
});

it('holds nothing of what an operation has read, also where its fields have failed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const rows: WeakRef<object>[] = [];
  const server = await serve({
    ...nothing,
    async page() {
      const items = Array.from({ length: 3 }, (_, index) => ({ account: `0.0.${index + 7}` }));
      for (const row of items) rows.push(new WeakRef(row));
      return { items: items as never[], next: null, timestamp: null };
    },
    async pages() {
      throw new LedgerError('UPSTREAM_BUSY');
    },
  });
  const query = '{ accounts { nodes { entityId tokens(first: 1) { nodes { balance } } } } }';
  const { errors } = await ask(server, query);
  expect(errors).toHaveLength(3);
  expect(rows).toHaveLength(3);
  await expect
    .poll(() => {
      collect();
      return rows.filter((row) => row.deref() !== undefined).length;
    })
    .toBe(0);
  await server.close();
});
