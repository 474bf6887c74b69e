// Accounts by address or alias: on a database it is found out first who that is, by one statement for all of a turn.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bothCounting, type Counting } from '../fuzz/costs.js';

let targets: readonly Counting[] = [];
beforeAll(async () => {
  targets = await bothCounting({});
});
afterAll(() => Promise.all(targets.map((target) => target.close())));

const alias = 'ZATALQNO3APHOQKO5VSM7F2RSNSEMT6X';
const address = '0xc82605c1aed81e77414eed64cf97519364464fd7';
const longZero = `0x${(1001).toString(16).padStart(40, '0')}`;
const unknown = (at: number) => `0xabcdef${String(at).padStart(34, '0')}`;

/** The calls that an operation was charged and has made, on the database and on the mirror node. */
async function spentOn(query: string, variables?: object) {
  const spent = [];
  for (const target of targets) {
    const { cost, calls, forAll, codes } = await target.ask({ query, variables });
    expect(codes, query).toEqual([]);
    // What is kept for all is paid by who needs it first.
    spent.push([cost?.calls, calls - forAll]);
  }
  return spent;
}

it.each([
  ['an id', '0.0.1001', 1],
  ['the address that stands for one', longZero, 1],
  ['a global id', 'QWNjb3VudDowLjAuMTAwMQ', 1],
  ['an alias', alias, 2],
  ['an address', address, 2],
  ['an address of nobody', unknown(0), 2],
])('an account by %s is charged what it takes', async (_what, id, onDatabase) => {
  const made = id === unknown(0) ? 1 : onDatabase;
  const expected = [
    [onDatabase, made],
    [1, 1],
  ];
  expect(await spentOn(`{ account(id: "${id}") { memo } }`)).toEqual(expected);
  const query = 'query ($id: AccountRef!) { account(id: $id) { memo } }';
  for (const other of [alias, '0.0.1001']) {
    await spentOn(query, { id: other });
    expect(await spentOn(query, { id })).toEqual(expected);
  }
});

it('several are found out together: a hundred of nobody are one statement', async () => {
  const all = (ids: readonly string[]) =>
    `{ ${ids.map((id, at) => `a${at}: account(id: "${id}") { memo }`).join(' ')} }`;
  const nobody = Array.from({ length: 100 }, (_, at) => unknown(at));
  expect(await spentOn(all(nobody))).toEqual([
    [200, 1],
    [100, 100],
  ]);
  expect(await spentOn(all([...nobody.slice(90), alias, address, '0.0.1002']))).toEqual([
    [25, 2],
    [13, 13],
  ]);
});

it('contracts need none, and a condition on one does', async () => {
  const contract = (id: string) => `{ contract(id: "${id}") { memo } }`;
  expect(await spentOn(contract(unknown(1)))).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const logs = (first: number, id: string) =>
    `{ logs(first: ${first}, filter: { contract: "${id}" }) { nodes { index } } }`;
  expect((await spentOn(logs(3, unknown(1))))[0]).toEqual([2, 1]);
  expect((await spentOn(logs(250, address)))[0]).toEqual([4, 2]);
  expect((await spentOn(logs(3, '0.0.5001')))[0]).toEqual([1, 1]);
});
