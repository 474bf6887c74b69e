// What a reference to a transaction is charged is what it takes at the most, by whichever of its forms it comes.
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionBody } from '../../src/contract/resources/transaction.js';
import { costOf } from '../../src/graphql/costing/cost.js';
import { schema } from '../../src/graphql/schema.js';
import { bothCounting, type Counting } from '../fuzz/costs.js';
import { ask } from '../support/ask.js';
import { overHttp } from '../support/batching.js';
import { openSample, remote, serve } from '../support/ledgers.js';

let targets: readonly Counting[] = [];
beforeAll(async () => {
  targets = await bothCounting({});
});
afterAll(() => Promise.all(targets.map((target) => target.close())));

/** References, the calls that each takes by itself, and those for what shares its id. */
const references: readonly (readonly [form: string, ref: string, own: number, family: number])[] = [
  ['an id', '0.0.1014@1795175682.965058832', 1, 0],
  ['an id with a nonce', '0.0.1014-1795175682-965058832/0', 1, 0],
  ['an id of what a schedule has executed', '0.0.437452@1795173104.801441937?scheduled', 1, 1],
  ['a time', '1795175690.233407779', 1, 1],
  ['a global id', 'VHJhbnNhY3Rpb246MTc5NTE3NTY5MC4yMzM0MDc3Nzk', 1, 1],
  ['a hash', 'Ts96cVPxt+0IghCWOrAVROnb+uqgFhD9RDbC6A+uUjPtlbLZgRkY2Xt6l8xAJUgo', 1, 1],
  [
    'a hash of Ethereum',
    '0x807e14a49307b04878280cf25c98f1160f2d2ddee7db85ecf8d4b57e2da3de61',
    2,
    1,
  ],
];

/** The calls that an operation was charged, and those that it has made, on each ledger. */
async function spentOn(query: string, variables?: object) {
  const spent = [];
  for (const target of targets) {
    const { cost, calls, data } = await target.ask({ query, variables });
    expect(JSON.stringify(data), query).toContain('consensusTimestamp');
    spent.push({ charged: cost?.calls, made: calls });
  }
  return spent;
}

const onBoth = (calls: number) => Array(2).fill({ charged: calls, made: calls });

describe.each(references)('%s', (_form, ref, own, family) => {
  it('is charged what it takes, alone and with what shares its id', async () => {
    const one = (below: string) => `{ transaction(ref: "${ref}") { ${below} } }`;
    expect(await spentOn(one('consensusTimestamp'))).toEqual(onBoth(own));
    const relatives = 'consensusTimestamp children { id } duplicates { id }';
    expect(await spentOn(one(relatives))).toEqual(onBoth(own + family));
    const all = (below: string) => `{ transactionsById(id: "${ref}") { ${below} } }`;
    expect(await spentOn(all('consensusTimestamp'))).toEqual(onBoth(own));
    if (family > 0 || ref.endsWith('/0')) return;
    // What is inside of a batch may have relatives beside those of its own id.
    expect(await spentOn(all(`${relatives} innerTransactions { id }`))).toEqual([
      { charged: own + 1, made: own },
      { charged: own + 3, made: own },
    ]);
  });
});

it('what came of the call that a hash of Ethereum names is read once', async () => {
  const hash = '0x807e14a49307b04878280cf25c98f1160f2d2ddee7db85ecf8d4b57e2da3de61';
  const fields = 'consensusTimestamp contractResult { gasLimit }';
  expect(await spentOn(`{ transaction(ref: "${hash}") { ${fields} } }`)).toEqual(onBoth(2));
});

it('the transaction by which what came of a call is found is a row of its own', async () => {
  const query = '{ contractResult(timestamp: "1795175556.658201967") { gasLimit } }';
  for (const target of targets) {
    const { cost, calls, rows } = await target.ask({ query });
    expect([cost?.calls, cost?.rows, calls, rows], target.name).toEqual([2, 2, 2, 2]);
  }
});

it('references by one variable are charged as each of them is, whichever came before', async () => {
  const query =
    'query ($ref: TransactionRef!) { transaction(ref: $ref) { consensusTimestamp children { id } } }';
  for (const [, ref, own, family] of [...references, ...references].reverse()) {
    expect(await spentOn(query, { ref }), ref).toEqual(onBoth(own + family));
  }
});

it('several by hashes of Ethereum are charged each for itself', async () => {
  const hashes = [
    '807e14a49307b04878280cf25c98f1160f2d2ddee7db85ecf8d4b57e2da3de61',
    '5422271a504d47a2d84d7951c405dfa04de7f23b27bad0b45634406799bfd4ce',
  ];
  const fields = hashes.map(
    (hash, at) => `a${at}: transactionsById(id: "${hash}") { consensusTimestamp }`,
  );
  const [database, mirror] = await spentOn(`{ ${fields.join(' ')} }`);
  expect(mirror).toEqual({ charged: 4, made: 4 });
  expect(database?.charged).toBe(4);
});

it('what a schedule that was created inside of a batch has executed is charged where it is read', async () => {
  const batch = '0.0.1014@1795175682.965058832';
  const ledger = await openSample('embedded');
  /** A body in which all that is inside of a batch has created schedules. */
  const changed = (found: unknown) => {
    const { transactions } = (found ?? {}) as Partial<TransactionBody>;
    if (!transactions?.some(({ name }) => name === 'ATOMICBATCH')) return found;
    const rows = transactions.map((row) =>
      row.name === 'ATOMICBATCH' ? row : { ...row, name: 'SCHEDULECREATE' },
    );
    return { transactions: rows };
  };
  let made = 0;
  const mirror = await serve({
    ...ledger,
    async one(...asked) {
      made += 1;
      return changed(await ledger.one(...asked)) as never;
    },
  });
  const server = await serve(remote(mirror.url, { cache: 0 }));
  for (const below of ['scheduledTransaction { id }', 'children { id }', 'schedule { memo }']) {
    const query = `{ transactionsById(id: "${batch}") { name ${below} } }`;
    made = 0;
    const { data } = await ask(server, query);
    const created = expect.objectContaining({ name: 'SCHEDULECREATE' });
    expect(data.transactionsById).toContainEqual(created);
    const measure = { schema, variables: {}, batching: overHttp, maxPage: 1000 };
    expect(made, query).toBeGreaterThan(1);
    expect(made, query).toBeLessThanOrEqual(costOf(parse(query), null, measure).calls);
  }
  await server.close();
  await mirror.close();
});
