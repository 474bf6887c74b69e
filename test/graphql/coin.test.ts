// A token contract of the sample: its transfers shown, decoded, searched and walked, and why calls of it failed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';

const transfer = 'event Transfer(address indexed from, address indexed to, uint256 value)';
const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const zero = `0x${'0'.repeat(64)}`;
const hash = `0x${'5001'.repeat(16)}`;

const servers: { [name: string]: Server } = {};
const ledgers: Ledger[] = [];

beforeAll(async () => {
  const database = await openSample('embedded');
  servers['database'] = await serve(database);
  const over = remote(servers['database'].url);
  servers['mirror node'] = await serve(over);
  ledgers.push(over, database);
});
afterAll(async () => {
  for (const server of Object.values(servers).reverse()) await server.close();
  for (const ledger of ledgers) await ledger.close();
});

const of = (name: string) => async (query: string) => {
  const { data, errors } = await ask(servers[name] as Server, query);
  expect(errors).toEqual([]);
  return data;
};

const filter = (topics: string) => `filter: { contract: "0.0.5001", topics: ${topics} }`;

describe.each(['database', 'mirror node'])('over a %s', (name) => {
  const read = (query: string) => of(name)(query);

  it('transfers are logs with names and values, exact to 256 bits', async () => {
    const { logs } = await read(
      `{ logs(first: 2, order: ASC, ${filter(`[["${topic0}"], ["${zero}"]]`)}) {
        nodes { index decoded(abi: "${transfer}") { name signature values { name type value } } } } }`,
    );
    expect(logs.nodes[0].decoded).toEqual({
      name: 'Transfer',
      signature: 'Transfer(address,address,uint256)',
      values: [
        { name: 'from', type: 'address', value: `0x${'0'.repeat(40)}` },
        { name: 'to', type: 'address', value: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
        // Neither 64 bits nor a double could hold it.
        { name: 'value', type: 'uint256', value: '1000000000000000000000001005' },
      ],
    });
  });

  it('they are walked forwards and backwards alike', async () => {
    const walk = async (size: string, cursor: string, page: string, more: string) => {
      const seen: string[][] = [];
      for (let place = ''; ; ) {
        const { logs } = await read(`{ logs(${size}: 60 ${place} ${filter(`[["${topic0}"]]`)}) {
          nodes { id } pageInfo { ${page} ${more} } } }`);
        seen.push(logs.nodes.map(({ id }: { id: string }) => id));
        if (!logs.pageInfo[more]) return seen;
        place = `${cursor}: "${logs.pageInfo[page]}"`;
      }
    };
    const forwards = (await walk('first', 'after', 'endCursor', 'hasNextPage')).flat();
    const backwards = await walk('last', 'before', 'startCursor', 'hasPreviousPage');
    expect(forwards.length).toBeGreaterThan(150);
    expect(new Set(forwards).size).toBe(forwards.length);
    expect(backwards.reverse().flat()).toEqual(forwards);
  });

  it('a call tells its function, what it returned, what it logged and called, and its gas', async () => {
    const abi = 'function transfer(address to, uint256 value) returns (bool done)';
    const { contractResult: one } = await read(
      `{ contractResult(hash: "${hash}") { id status gasLimit gasPrice gasPriceHbars maxFeePerGas
        input(abi: "${abi}") { values { name value } } output(abi: "${abi}") { values { name value } }
        wrong: input(abi: "function mint(address to, uint256 value)") { name } revertReason { name }
        logs(first: 5) { nodes { timestamp } } actions(first: 50) { nodes { callDepth } } } }`,
    );
    expect(one).toMatchObject({
      status: '0x1',
      gasLimit: '100000',
      wrong: null,
      revertReason: null,
    });
    expect(one.input.values[1].value).toMatch(/^\d{20,}$/);
    expect(one.output.values).toEqual([{ name: 'done', value: 'true' }]);
    expect(one.logs.nodes).toHaveLength(1);
    expect(one.actions.nodes).toHaveLength(41);
    const { node } = await read(`{ node(id: "${one.id}") { ... on ContractResult { hash } } }`);
    expect(node.hash).toBe(hash);
  });

  it('a call that was reverted says why, by text or by number', async () => {
    const { contract } = await read(`{ contract(id: "0.0.5001") { results(first: 100) {
      nodes { status revertReason { name values { value } } } } } }`);
    const reasons = contract.results.nodes
      .filter(({ status }: { status: string }) => status === '0x0')
      .map(({ revertReason }: { revertReason: unknown }) => JSON.stringify(revertReason));
    expect(new Set(reasons)).toEqual(
      new Set([
        '{"name":"Error","values":[{"value":"transfer amount exceeds balance"}]}',
        '{"name":"Panic","values":[{"value":"17"}]}',
      ]),
    );
  });

  it('results of lists and single ones say the same of a call', async () => {
    const fields = `id tinybars errorMessage functionParameters gasLimit gasUsed gasPrice to status
      transactionIndex type accessList { address storageKeys } authorizationList { nonce }`;
    const { contractResults, contract } = await read(`{
      contractResults(first: 8, filter: { timestamp: { gte: "1795171000" } }, order: ASC) { nodes { ${fields} timestamp } }
      contract(id: "0.0.5001") { results(first: 8, filter: { timestamp: { gte: "1795171000" } }, order: ASC) { nodes { ${fields} } } } }`);
    const listed = new Map(contractResults.nodes.map((one: { id: string }) => [one.id, one]));
    for (const { timestamp, ...one } of contractResults.nodes) {
      const single = await read(`{ contractResult(timestamp: "${timestamp}") { ${fields} } }`);
      expect(single.contractResult).toEqual(one);
    }
    const both = contract.results.nodes.filter(({ id }: { id: string }) => listed.has(id));
    expect(both.length).toBeGreaterThan(0);
    for (const one of both) expect(listed.get(one.id)).toMatchObject(one);
  });
});

describe('an item of an interface', () => {
  it.each([
    ['nothing', ''],
    ['no event', 'function transfer(address to, uint256 value)'],
    ['no type', 'event Transfer(address indexed from, address indexed to, uint257 value)'],
    ['cut off', 'event Transfer(address indexed from'],
    ['endless', `event Transfer(${'uint256 a,'.repeat(500)} uint256 b)`],
    ['of arrays without an end', 'event A(uint8[4000000000][4000000000] a)'],
  ])('that is %s is refused by name', async (_what, abi) => {
    const query = `{ node(id: "${Buffer.from('ContractLog:1795171040.287190063/0').toString('base64url')}") {
      ... on ContractLog { decoded(abi: ${JSON.stringify(abi)}) { name } } } }`;
    const { errors } = await ask(servers['database'] as Server, query);
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(errors[0]?.message).toMatch(/^abi: must be one item of an interface/);
  });

  it.each([
    [
      'another event',
      'event Approval(address indexed owner, address indexed spender, uint256 value)',
    ],
    [
      'other indexes',
      'event Transfer(address indexed from, address indexed to, uint256 indexed value)',
    ],
    ['no indexes', 'event Transfer(address from, address to, uint256 value)'],
  ])('of %s makes nothing of a log, without an error', async (_what, abi) => {
    const data = await of('database')(
      `{ node(id: "${Buffer.from('ContractLog:1795171040.287190063/0').toString('base64url')}") {
        ... on ContractLog { contractId decoded(abi: "${abi}") { name } } } }`,
    );
    expect(data.node).toEqual({ contractId: '0.0.5001', decoded: null });
  });

  it('may be anything of any account too', async () => {
    const { errors } = await ask(
      servers['database'] as Server,
      `{ logs(filter: { contract: "${sampleIds.contract}", topics: [[], null] }) { nodes { id } } }`,
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
