// Mirror nodes that print a member otherwise than newer ones do: it is read as theirs, and takes nothing along.
import { beforeAll, describe, expect, it } from 'vitest';
import { contractResult } from '../../src/contract/resources/contract-result.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import { hooks } from '../../src/contract/resources/hooks.js';
import { type NodeRow, nodes } from '../../src/contract/resources/nodes.js';
import { type TopicRow, topic } from '../../src/contract/resources/topics.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { whole } from '../support/damage.js';
import { get } from '../support/get.js';
import { ledgerStub } from '../support/stub.js';

const { hash, ...row } = whole(contractResults.row) as { readonly hash: string };
const named = [{ address: '0x05', storage_keys: [`0x${'0'.repeat(64)}`] }];
/** How access lists are printed, and what each is. */
const lists = [
  ['0x', []],
  [named, named],
] as const;

describe.each(lists)('an access list that is printed as %j', (printed, expected) => {
  let server: OnStub;

  beforeAll(async () => {
    const listed = { ...row, hash, access_list: printed };
    const looked = { ...(whole(contractResult.row) as object), hash, access_list: printed };
    server = await openStub(ledgerStub({ contractResults: [listed], contractResult: [looked] }));
    return server.close;
  });

  it('is a list for GraphQL, without an error', async () => {
    const fields = 'hash accessList { address storageKeys }';
    const { data, errors } = await ask(server, `{ contractResults { nodes { ${fields} } } }`);
    const accessList = expected.map(({ address, storage_keys }) => {
      return { address, storageKeys: storage_keys };
    });
    expect(errors).toEqual([]);
    expect(data.contractResults.nodes).toEqual([{ hash, accessList }]);
  });

  it('is one for REST, in a list and by a hash', async () => {
    const { body } = await get(server, '/api/v1/contracts/results');
    expect(body.results).toEqual([{ ...row, hash, access_list: expected }]);
    const { status, body: one } = await get(server, `/api/v1/contracts/results/${hash}`);
    expect([status, one.access_list]).toEqual([200, expected]);
  });
});

it('other text in the place of a list is none', async () => {
  const server = await openStub(
    ledgerStub({ contractResults: [{ ...row, hash, access_list: '0xc0' }] }),
  );
  const { data, errors } = await ask(
    server,
    '{ contractResults { nodes { hash accessList { address } } } }',
  );
  expect(data.contractResults.nodes).toEqual([{ hash, accessList: null }]);
  expect(errors.map(({ path }) => path?.join('.'))).toEqual(['contractResults.nodes.0.accessList']);
  expect((await get(server, '/api/v1/contracts/results')).status).toBe(503);
  await server.close();
});

it('what mirror nodes have told only since lately is null of older ones, and the rest is there', async () => {
  const { associated_registered_nodes: _numbers, ...node } = whole(nodes.row) as NodeRow;
  const { fee_exempt_key_list: _keys, ...older } = whole(topic.row) as TopicRow;
  const endpoint = { ip_address_v4: '10.0.0.1', port: 50211 };
  const server = await openStub(
    ledgerStub({
      nodes: [{ ...node, grpc_proxy_endpoint: null, service_endpoints: [endpoint] }],
      topic: [{ ...older, topic_id: '0.0.7' }],
    }),
  );
  const { data, errors } = await ask(
    server,
    `{ topic(id: "7") { memo feeExemptKeys { key } } network { nodes { nodes {
      nodeId associatedRegisteredNodes registeredNodes { description }
      serviceEndpoints { domainName ipAddressV4 port } } } } }`,
  );
  expect(errors).toEqual([]);
  expect(data.topic).toEqual({ memo: older.memo, feeExemptKeys: null });
  expect(data.network.nodes.nodes).toEqual([
    {
      nodeId: String(node.node_id),
      ...{ associatedRegisteredNodes: null, registeredNodes: null },
      serviceEndpoints: [{ domainName: null, ipAddressV4: '10.0.0.1', port: 50211 }],
    },
  ]);
  await server.close();
});

describe('slots in capital letters', () => {
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
  const slot = { timestamp: '5.000000001', value: word('EF') };
  const hook = { ...(whole(hooks.row) as object), hook_id: 1, owner_id: '0.0.9' };

  it('have their places, their ids and their values as those in small ones', async () => {
    const keys = [word('AB'), word('CD')];
    const server = await openStub(({ path, url }) => {
      const links = { next: null };
      const asked = /(?:slot|key)=(?:eq:)?(0x\w+)/.exec(url)?.[1];
      const found = keys.filter((key) => asked === undefined || asked === key.toLowerCase());
      if (path.endsWith('/hooks')) return { body: { hooks: [hook], links } };
      if (path.endsWith('/storage'))
        return { body: { storage: found.map((key) => ({ ...slot, key })), links } };
      const state = found.map((one) => ({ ...slot, contract_id: '0.0.9', slot: one }));
      if (path.endsWith('/state')) return { body: { state, links } };
      return { body: { account: '0.0.9', contract_id: '0.0.9', memo: '' } };
    });
    const { data, errors } = await ask(
      server,
      `{ contract(id: "9") { memo state { nodes { id slot value } } one: slot(slot: "0xAB") { slot } }
        account(id: "9") { memo hooks { nodes { storage { nodes { id key } } } } } }`,
    );
    expect(errors).toEqual([]);
    const small = keys.map((key) => key.toLowerCase());
    const slots: { id: string; slot: string; value: string }[] = data.contract.state.nodes;
    expect(slots.map((one) => [one.slot, one.value])).toEqual(
      small.map((key) => [key, word('ef')]),
    );
    expect(data.contract.one.slot).toBe(small[0]);
    const hooked: { id: string; key: string }[] = data.account.hooks.nodes[0].storage.nodes;
    expect(hooked.map(({ key }) => key)).toEqual(small);
    for (const { id } of [...slots, ...hooked]) {
      expect((await ask(server, `{ node(id: "${id}") { id } }`)).data).toEqual({ node: { id } });
    }
    await server.close();
  });
});
