// Members that a ledger tells by a word of their own, such as `0x` or null in a list: GraphQL shows what they mean, whichever ledger it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { engines, openChanging, remote, serve } from '../support/ledgers.js';

const key = 'ab'.repeat(32);
const delegate = 'cd'.repeat(20);
const opened: { close(): Promise<void> }[] = [];
const servers = new Map<string, { readonly url: string }>();

beforeAll(async () => {
  const engine = engines[engines.length - 1] as (typeof engines)[number];
  const { ledger, run, release } = await openChanging(engine, {
    entities: [{ num: 7, type: 'TOPIC' }],
    accounts: [
      { num: 1001, delegation_address: `0x${delegate}` },
      { num: 1002, delegation_address: `0x${'00'.repeat(20)}` },
      { num: 1003 },
    ],
    contractresults: [{ consensus_timestamp: '5000000000', contract_id: 9 }],
  });
  await run('update contract_result set transaction_hash = null');
  await run(
    `insert into topic (id, timestamp_range, fee_exempt_key_list) values (7, '[1,)', '\\x0a0232000a221220${key}')`,
  );
  await run("insert into custom_fee (entity_id, timestamp_range) values (7, '[1,)')");
  await release();
  const onDatabase = await serve(ledger, { rest: { delegation: true } });
  const upstream = remote(onDatabase.url);
  const overHttp = await serve(upstream);
  servers.set('a database', onDatabase).set('HTTP', overHttp);
  opened.push(overHttp, upstream, onDatabase, ledger);
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

describe.each(['a database', 'HTTP'])('over %s', (name) => {
  const asked = async (query: string) => {
    const { data, errors } = await ask(servers.get(name) as { readonly url: string }, query);
    expect(errors).toEqual([]);
    return data;
  };

  it('the keys of a topic that need not pay are told without a list of none', async () => {
    const { topic } = await asked('{ topic(id: "7") { feeExemptKeys { type key } } }');
    expect(topic).toEqual({ feeExemptKeys: [{ type: 'ED25519', key }] });
  });

  it('a call of which the ledger knows no hash has no list of actions', async () => {
    const { contractResults } = await asked(
      '{ contractResults { nodes { hash actions(first: 1) { nodes { index } } } } }',
    );
    expect(contractResults.nodes).toEqual([{ hash: '0x', actions: null }]);
  });

  it('an account whose code is that of a contract tells its address, and any other none', async () => {
    const data = await asked(
      `{ one: account(id: "1001") { delegationAddress } accounts { nodes { entityId delegationAddress } }
        node(id: "${Buffer.from('Account:0.0.1001').toString('base64url')}") { ... on Account { delegationAddress } } }`,
    );
    expect(data.accounts.nodes).toEqual([
      { entityId: '0.0.1001', delegationAddress: `0x${delegate}` },
      { entityId: '0.0.1002', delegationAddress: null },
      { entityId: '0.0.1003', delegationAddress: null },
    ]);
    expect([data.one, data.node]).toEqual(Array(2).fill({ delegationAddress: `0x${delegate}` }));
  });
});
