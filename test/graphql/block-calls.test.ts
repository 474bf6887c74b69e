// What calls of contracts have come to in a block is what lies in its time, and no more, on every ledger.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

const both = bothServers();
/** Numbers of blocks in which contracts were called, and one in which none was. */
let numbers: string[];

beforeAll(async () => {
  const { data } = await ask(
    both.of('sql'),
    '{ contractResults(first: 30, filter: { internal: true }) { nodes { blockNumber } } logs(first: 30) { nodes { blockNumber } } blocks(first: 1) { nodes { number } } }',
  );
  const nodes = [...data.contractResults.nodes, ...data.logs.nodes];
  const known = nodes.map(({ blockNumber }: { blockNumber: string }) => blockNumber);
  numbers = [...new Set<string>([...known.filter(Boolean), data.blocks.nodes[0].number])].slice(
    -12,
  );
});

describe.each(bothLedgers)('over %s', (name) => {
  it('are those of all that name the block', async () => {
    let found = 0;
    for (const number of numbers) {
      const { data, errors } = await ask(
        both.of(name),
        `{ block(number: ${number}) { timestamp { from to }
            contractResults(first: 50) { nodes { hash blockNumber } }
            all: contractResults(first: 50, filter: { internal: true }) { nodes { timestamp } }
            logs(first: 50) { nodes { index timestamp blockNumber topics } } } }`,
      );
      expect(errors).toEqual([]);
      const { timestamp, contractResults, all, logs } = data.block;
      for (const one of [...contractResults.nodes, ...logs.nodes]) {
        expect(one.blockNumber).toBe(number);
        found += 1;
      }
      const range = `timestamp: { gte: "${timestamp.from}", lte: "${timestamp.to}" }`;
      const { data: beside } = await ask(
        both.of(name),
        `{ contractResults(first: 50, filter: { internal: true, ${range} }) { nodes { timestamp } }
           logs(first: 50, filter: { ${range} }) { nodes { index timestamp blockNumber topics } } }`,
      );
      expect(all).toEqual(beside.contractResults);
      expect(logs).toEqual(beside.logs);
      const topic = logs.nodes.find((one: { topics: string[] }) => one.topics.length > 0)
        ?.topics[0];
      if (!topic) continue;
      const { data: some } = await ask(
        both.of(name),
        `{ block(number: ${number}) { logs(filter: { topics: [["${topic}"]] }) { nodes { topics } } } }`,
      );
      expect(some.block.logs.nodes.length).toBeGreaterThan(0);
      for (const { topics } of some.block.logs.nodes) expect(topics[0]).toBe(topic);
    }
    expect(found).toBeGreaterThan(10);
  });

  it('read no block where only its results are asked for', async () => {
    const server = both.of(name);
    server.calls.length = 0;
    await ask(
      server,
      `{ blocks(first: 2) { nodes { contractResults(first: 1) { nodes { hash } } } } }`,
    );
    expect(server.calls).toEqual(['page blocks', 'pages contractResults ×2']);
  });

  it('are asked for no more, whatever the list of all has of them', async () => {
    const server = both.of(name);
    const read = async (fields: string) => {
      server.calls.length = 0;
      const results = `contractResults(first: 2, filter: { internal: true }) { nodes { ${fields} } }`;
      const aliases = numbers
        .slice(0, 3)
        .map((one, at) => `b${at}: block(number: ${one}) { ${results} }`);
      const { data, errors } = await ask(server, `{ ${aliases.join(' ')} }`);
      expect(errors).toEqual([]);
      return { data, calls: [...server.calls] };
    };
    const bare = await read('hash');
    const more = await read('hash result status nonce chainId gasPrice transactionIndex type');
    expect(more.calls).toEqual(bare.calls);
    expect(JSON.stringify(more.data)).toContain('"result":"SUCCESS"');
  });
});
