// Members that are lists of ids lead on to what these name: together, and no further than is selected.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

const second = (offset: number) => `${1_700_000_000 + offset}000000000`;
const contract = { type: 'CONTRACT' };
const transaction = {
  ...{ type: 7, payerAccountId: '0.0.300', nodeAccountId: '0.0.3', transfers: [] },
};
const fee = {
  ...{ consensus_timestamp: second(1), collector_account_id: '0.0.301', payer_account_id: 300 },
};
const setup = {
  accounts: [3, 98, 300, 301, 302].map((num) => ({ num, balance: 1, memo: `account ${num}` })),
  contracts: [10, 11, 12].map((num) => ({ num, ...contract, memo: `contract ${num}` })),
  transactions: [1, 2, 3].map((at) => ({ ...transaction, consensus_timestamp: second(at) })),
  contractresults: [
    { consensus_timestamp: second(1), contract_id: 10, created_contract_ids: [12, 404, 11] },
    { consensus_timestamp: second(2), contract_id: 10, created_contract_ids: [] },
    { consensus_timestamp: second(3), contract_id: 10, created_contract_ids: [11] },
  ].map((one) => ({ ...one, payer_account_id: 300 })),
  assessedcustomfees: [
    { ...fee, amount: 5, effective_payer_account_ids: ['0.0.302', '0.0.300', '0.0.404'] },
    { ...fee, amount: 6, effective_payer_account_ids: [] },
  ],
};

describe.each(backends)('on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });
  const read = async (query: string) => {
    const { data, errors } = await ask(server, query);
    expect(errors).toEqual([]);
    return data;
  };
  const results = (fields: string) =>
    read(`{ contractResults(order: ASC, filter: { internal: true }) { nodes { ${fields} } } }`);

  it('contracts that calls have created are read together, each once', async () => {
    const { contractResults } = await results('createdContracts { entityId memo }');
    const [at11, at12] = [11, 12].map((num) => ({
      ...{ entityId: `0.0.${num}`, memo: `contract ${num}` },
    }));
    expect(contractResults.nodes.map((one: object) => Object.values(one)[0])).toEqual([
      [at12, null, at11],
      [],
      [at11],
    ]);
    expect(server.calls).toEqual(['page contractResults', 'many contracts ×3']);
  });

  it('contracts of which no more than the id is selected are not read', async () => {
    const { contractResults } = await results('createdContractIds createdContracts { entityId }');
    for (const { createdContractIds, createdContracts } of contractResults.nodes) {
      const ids = createdContracts.map(({ entityId }: { entityId: string }) => entityId);
      expect(ids).toEqual(createdContractIds);
    }
    expect(server.calls).toEqual(['page contractResults']);
  });

  it('accounts that have paid a fee are read together with its collector', async () => {
    const fees = `assessedCustomFees { units collectorAccount { memo }
      effectivePayerAccountIds effectivePayerAccounts { memo } }`;
    const time = second(1).replace(/0{9}$/, '.$&');
    const { transaction: found } = await read(`{ transaction(ref: "${time}") { ${fees} } }`);
    const collectorAccount = { memo: 'account 301' };
    expect(found.assessedCustomFees).toEqual([
      {
        ...{ units: '5', collectorAccount },
        effectivePayerAccountIds: ['0.0.302', '0.0.300', '0.0.404'],
        effectivePayerAccounts: [{ memo: 'account 302' }, { memo: 'account 300' }, null],
      },
      { units: '6', collectorAccount, effectivePayerAccountIds: [], effectivePayerAccounts: [] },
    ]);
    expect(server.calls).toEqual(['one transaction', 'one transaction', 'many account ×4']);
  });
});

describe('registered nodes of the nodes of the network', () => {
  const both = bothServers();

  it.each(bothLedgers)(
    'are read once for all of them over %s, and none that is deleted',
    async (name) => {
      const server = both.of(name);
      server.calls.length = 0;
      const { data, errors } = await ask(
        server,
        `{ network { nodes(first: 30) { nodes { nodeId associatedRegisteredNodes registeredNodes { registeredNodeId description } } } } }`,
      );
      expect(errors).toEqual([]);
      const of = (number: string, index: number) => ({
        ...{ registeredNodeId: number, description: `Registered node ${index}` },
      });
      const { nodes } = data.network.nodes;
      expect(nodes).toHaveLength(30);
      expect(nodes[1].registeredNodes).toEqual([of('1', 0), of('9223372036854775807', 33)]);
      expect(nodes[2].associatedRegisteredNodes).toEqual(['9', '2']);
      expect(nodes[2].registeredNodes).toEqual([null, of('2', 1)]);
      expect(nodes[4].registeredNodes).toEqual([]);
      const calls = server.calls.filter((call) => call !== 'page nodes');
      expect(calls).toEqual(['page registeredNodes']);
    },
  );

  it('are told by their numbers without a call', async () => {
    const server = both.of('remote');
    server.calls.length = 0;
    const { data } = await ask(
      server,
      '{ network { node(nodeId: 1) { registeredNodes { id registeredNodeId } } } }',
    );
    expect(data.network.node.registeredNodes[1].registeredNodeId).toBe('9223372036854775807');
    expect(server.calls).toEqual(['many nodes ×1']);
  });

  it('are looked for page by page, as far as one is not found', async () => {
    const first = Array.from({ length: 100 }, (_, index) => index + 1);
    const row = (number: number) => ({ registered_node_id: number, description: `d${number}` });
    const page = (numbers: readonly number[], next: string | null) => ({
      body: { registered_nodes: numbers.map(row), links: { next } },
    });
    const server = await openStub(({ path, query }) => {
      if (path === '/api/v1/network/nodes') {
        const given = [[3], [100, 3], [101]].map((numbers, index) => ({
          ...{ node_id: index, node_account_id: `0.0.${index + 3}`, service_endpoints: [] },
          ...{ file_id: '0.0.102', timestamp: { from: '1.000000000', to: null } },
          associated_registered_nodes: numbers,
        }));
        const limit = Number(query.get('limit'));
        return { body: { nodes: given.slice(0, limit), links: { next: null } } };
      }
      return query.get('registerednode.id') === 'gt:100'
        ? page([101], null)
        : page(first, '/api/v1/network/registered-nodes?limit=100&registerednode.id=gt:100');
    });
    const read = async (count: number) => {
      server.stub.reset();
      const { data, errors } = await ask(
        server,
        `{ network { nodes(first: ${count}) { nodes { registeredNodes { description } } } } }`,
      );
      expect(errors).toEqual([]);
      const found = data.network.nodes.nodes.map(
        ({ registeredNodes }: { registeredNodes: { description: string }[] }) =>
          registeredNodes.map(({ description }) => description),
      );
      return { found, calls: server.urls().length };
    };
    expect(await read(2)).toEqual({ found: [['d3'], ['d100', 'd3']], calls: 2 });
    expect(await read(3)).toEqual({ found: [['d3'], ['d100', 'd3'], ['d101']], calls: 3 });
    await server.close();
  });

  it('are one call with a list of them, however each of the two has put its request together', async () => {
    const server = both.of('remote');
    server.calls.length = 0;
    const { data, errors } = await ask(
      server,
      `{ network { registeredNodes(first: 100) { nodes { description } }
        node(nodeId: 2) { registeredNodes { description } } } }`,
    );
    expect(errors).toEqual([]);
    const [first] = data.network.registeredNodes.nodes.slice(1);
    expect(data.network.node.registeredNodes).toEqual([null, first]);
    expect(server.calls).toEqual(['page registeredNodes', 'many nodes ×1']);
  });
});
