// Results of calls say of their callers and blocks what need not be read: an address may be an id, and a result names its block.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

const second = (offset: number) => `${1_700_000_000 + offset}000000000`;
const callers = [1001, 1002, 1001];
const hash = (index: number) => `${'0'.repeat(95)}${index}`;
const setup = {
  accounts: [3, 98, 1001, 1002].map((num) => ({ num, memo: `account ${num}` })),
  contracts: [{ num: 10, type: 'CONTRACT' }],
  recordFiles: callers.map((_num, index) => ({
    ...{ index, hash: hash(index), consensus_start: second(index + 1) },
    consensus_end: `${1_700_000_001 + index}999999999`,
  })),
  contractresults: callers.map((num, index) => ({
    ...{ consensus_timestamp: second(index + 1), contract_id: 10, payer_account_id: 1001 },
    sender_id: num,
  })),
  transactions: callers.map((_num, index) => ({
    ...{ type: 7, payerAccountId: '0.0.1001', nodeAccountId: '0.0.3', transfers: [] },
    consensus_timestamp: second(index + 1),
  })),
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
  const all = (fields: string) =>
    `{ contractResults(order: ASC, filter: { internal: true }) { nodes { ${fields} } } }`;

  it('callers are read together', async () => {
    const { contractResults } = await read(all('fromAccount { entityId memo }'));
    const wanted = callers.map((num) => ({
      fromAccount: { entityId: `0.0.${num}`, memo: `account ${num}` },
    }));
    expect(contractResults.nodes).toEqual(wanted);
    expect(server.calls).toEqual(['page contractResults', 'many account ×2']);
  });

  it('callers of which no more than the id is selected are not read', async () => {
    const { contractResults } = await read(all('fromAccount { entityId }'));
    const wanted = callers.map((num) => ({ fromAccount: { entityId: `0.0.${num}` } }));
    expect(contractResults.nodes).toEqual(wanted);
    expect(server.calls).toEqual(['page contractResults']);
  });

  it('the block of a result that was read whole is told by it', async () => {
    const results = (fields: string) =>
      read(`{ contract(id: "10") { results(order: ASC) { nodes { ${fields} } } } }`);
    const { contract } = await results('gasLimit block { number hash }');
    const blocks = callers.map((_num, index) => ({
      ...{ gasLimit: '1000', block: { number: String(index), hash: `0x${hash(index)}` } },
    }));
    expect(contract.results.nodes).toEqual(blocks);
    const few = ['one contract', 'pages resultsOfContract ×1', 'many contractResultAt ×3'];
    expect(server.calls).toEqual(few);
    server.calls.length = 0;
    await results('gasLimit block { number count }');
    expect(server.calls).toEqual([...few, 'many block ×3']);
  });
});

it('callers whose addresses are no ids are asked for one by one', async () => {
  const address = (index: number) => `0x${'ab'.repeat(19)}0${index}`;
  const server = await openStub(({ path }) => {
    if (path === '/api/v1/contracts/results') {
      const results = [1, 2, 1].map((index, place) => ({
        ...{ timestamp: `170000000${9 - place}.000000000`, hash: `0x${'00'.repeat(32)}` },
        from: address(index),
      }));
      return { body: { results, links: { next: null } } };
    }
    const index = Number(path.at(-1));
    return { body: { account: `0.0.700${index}`, evm_address: address(index) } };
  });
  const { data, errors } = await ask(
    server,
    '{ contractResults { nodes { fromAccount { entityId } } } }',
  );
  expect(errors).toEqual([]);
  expect(data.contractResults.nodes.map((one: object) => Object.values(one)[0])).toEqual(
    [1, 2, 1].map((index) => ({ entityId: `0.0.700${index}` })),
  );
  expect(server.urls().slice(1)).toEqual(
    [1, 2].map((index) => `/api/v1/accounts/${address(index)}?transactions=false`),
  );
  await server.close();
});
