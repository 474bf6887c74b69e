// One transaction by whatever it is called, and those that belong to it, on every ledger alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, engines, openSample, remote, serve } from '../support/ledgers.js';

const batch = '0.0.1014@1795175682.965058832';
const sentTwice = '0.0.1013@1795175842.813798948';
const scheduled = '0.0.437452@1795173104.801441937';

const servers = new Map<string, Server>();
const ledgers = new Map<string, ReturnType<typeof counted>>();
const names = [...engines, 'remote'];

beforeAll(async () => {
  for (const engine of engines) await start(engine, counted(await openSample(engine)));
  await start('remote', counted(remote(servers.get('embedded')?.url ?? '')));
});
afterAll(async () => {
  for (const server of [...servers.values()].reverse()) await server.close();
  for (const ledger of ledgers.values()) await ledger.close();
});

async function start(name: string, ledger: ReturnType<typeof counted>): Promise<void> {
  ledgers.set(name, ledger);
  servers.set(name, await serve(ledger));
}

/** The data of a query, which must have no error, and the calls that it has made of the ledger. */
async function read(name: string, query: string) {
  const calls = ledgers.get(name)?.calls ?? [];
  calls.length = 0;
  const { data, errors } = await ask(servers.get(name) as Server, query);
  expect(errors).toEqual([]);
  return { data, calls: [...calls] };
}

const one = async (name: string, ref: string, fields = 'consensusTimestamp') =>
  (await read(name, `{ transaction(ref: "${ref}") { ${fields} } }`)).data.transaction;

describe.each(names)('on %s a transaction', (name) => {
  it('is found by every spelling of its id, by its hash in all forms, its time and its global id', async () => {
    const known = await one(name, batch, 'id consensusTimestamp transactionHash');
    const hash = Buffer.from(known.transactionHash, 'base64');
    const spellings = [
      ...[batch, batch.replace(/[@.](?=\d{9,})/g, '-'), ` ${batch} `, `${batch}/0`],
      ...[`${batch}?scheduled=false`, batch.replace('0.0.1014', '0.0.01014')],
      ...[`${batch}/0?scheduled=false`, `${batch}?nonce=0&scheduled=false`],
      ...[hash.toString('hex'), `0x${hash.toString('hex').toUpperCase()}`],
      ...[hash.toString('base64'), hash.toString('base64url')],
      ...[known.consensusTimestamp, known.id],
    ];
    const aliases = spellings.map((ref, at) => `a${at}: transaction(ref: "${ref}") { id }`);
    const { data } = await read(name, `{ ${aliases.join(' ')} }`);
    expect(Object.values(data)).toEqual(spellings.map(() => ({ id: known.id })));
  });

  it('is null where there is none, and where what is said of it does not hold', async () => {
    const refs = ['0.0.2@1.1', `${batch}/7`, `${batch}?scheduled`, '1795175690.233407778'];
    const aliases = [...refs, 'ab'.repeat(48)].map(
      (ref, at) => `a${at}: transaction(ref: "${ref}") { id }`,
    );
    const { data } = await read(name, `{ ${aliases.join(' ')} }`);
    expect(Object.values(data)).toEqual([null, null, null, null, null]);
  });

  it('is found by the hash that Ethereum knows it by, one call after the other', async () => {
    const { data } = await read(
      name,
      '{ contractResults(first: 25) { nodes { hash timestamp } } }',
    );
    const known = data.contractResults.nodes.filter(
      ({ hash }: { hash: string }) => hash.length === 66,
    );
    expect(known.length).toBeGreaterThan(3);
    const spelled = known.flatMap(({ hash }: { hash: string }, at: number) => [
      `a${at}: transaction(ref: "${hash}") { consensusTimestamp }`,
      `b${at}: transaction(ref: "${hash.slice(2).toUpperCase()}") { consensusTimestamp }`,
    ]);
    const all = await read(name, `{ ${spelled.slice(0, 30).join(' ')} }`);
    for (const [alias, value] of Object.entries(all.data)) {
      expect(value).toEqual({ consensusTimestamp: known[Number(alias.slice(1))].timestamp });
    }
    const [{ hash, timestamp }] = known;
    const named = `{ transaction(ref: "${hash}") { consensusTimestamp }
      all: transactionsById(id: "${hash}") { consensusTimestamp nonce scheduled } }`;
    const found = await read(name, named);
    expect(found.calls).toEqual(['one contractResult', 'one transaction']);
    const [{ nonce, scheduled }] = found.data.all;
    expect(found.data.all).toEqual([{ consensusTimestamp: timestamp, nonce, scheduled }]);
    const nobody = await read(name, `{ transaction(ref: "${'ab'.repeat(32)}") { id } }`);
    expect(nobody).toEqual({ data: { transaction: null }, calls: ['one contractResult'] });
  });

  it('has what is inside of a batch, whose children have the batch as parent', async () => {
    const fields =
      'name innerTransactions { name nonce parent { name } children { name nonce } innerTransactions { name } } children { name }';
    const found = await one(name, batch, fields);
    const parent = { name: 'ATOMICBATCH' };
    const inner = { nonce: 0, parent, children: [], innerTransactions: [] };
    const child = { name: 'CRYPTOCREATEACCOUNT', nonce: 1 };
    expect(found).toEqual({
      name: 'ATOMICBATCH',
      children: [],
      innerTransactions: [
        { ...inner, name: 'CONSENSUSSUBMITMESSAGE' },
        { ...inner, name: 'CRYPTOUPDATEACCOUNT' },
        { ...inner, name: 'CRYPTOTRANSFER', children: [child] },
      ],
    });
  });

  it('that was sent twice is the one that was executed, and the other is its duplicate', async () => {
    const found = await one(name, sentTwice, 'result duplicates { result duplicates { result } }');
    const again = { result: 'DUPLICATE_TRANSACTION', duplicates: [{ result: 'SUCCESS' }] };
    expect(found).toEqual({ result: 'SUCCESS', duplicates: [again] });
  });

  it('that has created a schedule leads to what was executed, and that to the schedule', async () => {
    const fields = `name scheduled scheduledTransaction { scheduled name schedule { entityId } }
      schedule { entityId } entity { __typename ... on Schedule { entityId } }`;
    const created = await one(name, scheduled, fields);
    const { entityId } = created.schedule;
    expect(created).toMatchObject({
      name: 'SCHEDULECREATE',
      scheduled: false,
      scheduledTransaction: { scheduled: true, name: 'CRYPTOTRANSFER', schedule: { entityId } },
      entity: { __typename: 'Schedule', entityId },
    });
    const executed = await one(name, `${scheduled}?scheduled`, 'scheduled schedule { entityId }');
    expect(executed).toEqual({ scheduled: true, schedule: { entityId } });
  });

  it('has its custom fees in whole units, also where a list has led to it', async () => {
    const fees =
      'assessedCustomFees { units amount tokenId collectorAccountId effectivePayerAccountIds }';
    const query = `{ transactions(first: 25, filter: { type: { eq: CRYPTOTRANSFER } }) { nodes { id ${fees} } } }`;
    const { data, calls } = await read(name, query);
    const [paid] = data.transactions.nodes.filter(
      (row: { assessedCustomFees: unknown[] }) => row.assessedCustomFees.length > 0,
    );
    const [fee] = paid.assessedCustomFees;
    expect(BigInt(fee.amount.replace('.', ''))).toBe(BigInt(fee.units));
    expect(calls).toEqual(['page transactions', expect.stringMatching(/^many transaction ×/)]);
    const { data: again } = await read(name, `{ transaction(ref: "${paid.id}") { id ${fees} } }`);
    expect(again.transaction).toEqual(paid);
  });

  it('costs one call with all that shares its id, and nothing more for what is not selected', async () => {
    const all = `children { id } duplicates { id } innerTransactions { id } assessedCustomFees { units }
      scheduledTransaction { id } nodeAccountId entity { ... on Account { entityId } }`;
    const { calls } = await read(name, `{ transaction(ref: "${batch}") { ${all} } }`);
    expect(calls).toEqual(['one transaction']);
    const plain = await read(
      name,
      '{ transactions(first: 5) { nodes { id entityId nodeAccountId } } }',
    );
    expect(plain.calls).toEqual(['page transactions']);
  });

  it('below a block knows the block without a call, and elsewhere reads those of a page at once', async () => {
    const below = await read(
      name,
      '{ blocks(first: 1) { nodes { number transactions(first: 9) { nodes { id block { number } } } } } }',
    );
    expect(below.calls).toEqual(['page blocks', 'page transactions']);
    const [{ number, transactions }] = below.data.blocks.nodes;
    for (const { block } of transactions.nodes) expect(block).toEqual({ number });
    const { data, calls } = await read(
      name,
      '{ transactions(first: 9) { nodes { id block { number } } } }',
    );
    expect(calls).toEqual(['page transactions', 'many block ×9']);
    const same = data.transactions.nodes.filter(({ id }: { id: string }) =>
      transactions.nodes.some((row: { id: string }) => row.id === id),
    );
    expect(same).toEqual(transactions.nodes);
  });

  it('is told what it is about by its type, without a call where the id will do', async () => {
    const query = (fields: string) =>
      `{ transactions(first: 20, filter: { type: { in: [CRYPTOUPDATEACCOUNT, SCHEDULESIGN, TOKENMINT] } }) { nodes {
        entityId entity { __typename ${fields} } } } }`;
    const ids =
      '... on Account { entityId } ... on Token { entityId } ... on Schedule { entityId }';
    const cheap = await read(name, query(ids));
    expect(cheap.calls).toEqual(['page transactions']);
    for (const { entityId, entity } of cheap.data.transactions.nodes) {
      expect(entity.entityId).toBe(entityId);
    }
    const memo = '... on Account { memo } ... on Token { memo } ... on Schedule { memo }';
    const { data } = await read(name, query(memo));
    for (const { entity } of data.transactions.nodes)
      expect(entity.memo).toEqual(expect.any(String));
  });

  it('comes with all that share its id, by nonce and way of execution', async () => {
    const query = (id: string) => `transactionsById(id: "${id}") { nonce scheduled name result }`;
    const { data } = await read(
      name,
      `{ a: ${query(scheduled)} b: ${query(`${scheduled}?scheduled`)} c: ${query(sentTwice)} d: ${query(batch)} }`,
    );
    expect(data.a.map((row: { scheduled: boolean }) => row.scheduled)).toEqual([false, true]);
    expect(data.b).toEqual(data.a.slice(1));
    expect(data.c).toHaveLength(2);
    expect(data.d.map((row: { nonce: number }) => row.nonce)).toEqual([0, 0, 0, 1, 0]);
  });

  it('is alone by its time, where it has what is said beside it, and its custom fees', async () => {
    const fees = 'consensusTimestamp assessedCustomFees { units }';
    const list = `{ transactions(first: 25, filter: { type: { eq: CRYPTOTRANSFER } }) { nodes { ${fees} } } }`;
    const { nodes } = (await read(name, list)).data.transactions;
    const paid = nodes.find(
      ({ assessedCustomFees: all }: { assessedCustomFees: unknown[] }) => all.length,
    );
    const by = (more: string) =>
      `transactionsById(id: "${paid.consensusTimestamp}"${more}) { ${fees} }`;
    const { data } = await read(
      name,
      `{ a: ${by('')} b: ${by(', nonce: 0, scheduled: false')} c: ${by(', nonce: 1')} d: ${by(', scheduled: true')} }`,
    );
    expect(data).toEqual({ a: [paid], b: [paid], c: [], d: [] });
  });
});

it('refuses what is no reference before any call, by argument, value and rule', async () => {
  const wrong = [
    'ing',
    '0.0.2@1',
    `${batch}/2147483648`,
    `${batch}?scheduled?scheduled`,
    `${batch}/0/0`,
    `${batch}?scheduled=maybe`,
    '0.0.2@9223372037.1',
    '0x12',
    'ab'.repeat(33),
  ];
  const { errors } = await ask(
    servers.get('embedded') as Server,
    `{ ${wrong.map((ref, at) => `a${at}: transaction(ref: "${ref}") { id }`).join(' ')} }`,
  );
  expect(errors).toHaveLength(wrong.length);
  for (const [at, { message, extensions }] of errors.entries()) {
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'ref' });
    expect(message).toContain(JSON.stringify(wrong[at]));
  }
  const negative = await ask(
    servers.get('embedded') as Server,
    `{ transactionsById(id: "${batch}", nonce: -1) { id } }`,
  );
  expect(negative.errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'nonce' });
});
