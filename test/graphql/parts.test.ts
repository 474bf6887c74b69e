// What costs extra is read from the ledger only where a query selects it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, Parts } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, serve } from '../support/ledgers.js';

let server: Server;
let ledger: Ledger;
const asked: (Parts | undefined)[] = [];

beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve({
    ...ledger,
    page(list, request, operation) {
      asked.push(request.parts);
      return ledger.page(list, request, operation);
    },
  });
});
afterAll(async () => {
  await server.close();
  await ledger.close();
});

async function read(query: string) {
  asked.length = 0;
  const { data, errors } = await ask(server, query);
  expect(errors).toEqual([]);
  return data as { balances: { nodes: { tokens?: { nodes: unknown[] } }[] } };
}

describe('token lists of balances', () => {
  it('are not read where no field needs them', async () => {
    await read('{ balances(first: 3) { timestamp nodes { hbars account { memo } } } }');
    expect(asked).toEqual([{}]);
  });

  it.each([
    [
      'by a field',
      '{ balances(first: 30, order: ASC) { nodes { hbars tokens { nodes { balance } } } } }',
    ],
    [
      'by a fragment',
      `{ balances(first: 30, order: ASC) { edges { ...edge } nodes { hbars tokens { nodes { balance } } } } }
       fragment edge on BalanceEdge { node { tokens { nodes { balance } } } }`,
    ],
    [
      'beside a list that needs none',
      '{ balances(first: 30, order: ASC) { nodes { tokens { nodes { balance } } } } other: balances(first: 1) { nodes { hbars } } }',
    ],
  ])('are read where they are selected %s', async (_where, query) => {
    const { balances } = await read(query);
    for (const parts of asked) expect(parts).toEqual({ tokens: 50 });
    expect(balances.nodes.flatMap(({ tokens }) => tokens?.nodes ?? []).length).toBeGreaterThan(0);
  });
});
