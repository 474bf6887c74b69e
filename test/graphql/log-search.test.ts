// A search of logs that finds nothing in years: it ends within the budget of its operation, and says where.
import { expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openCase, remote, serve } from '../support/ledgers.js';

const week = 604_800_000_000_000n;
const contractlogs = Array.from({ length: 15 }, (_, number) => ({
  consensus_timestamp: 1_700_000_000_000_000_000n + BigInt(number) * week * 2n,
  contract_id: 5001,
  topic0: number === 0 ? 'aa'.repeat(32) : 'bb'.repeat(32),
}));

it('a search without a match goes as far as the budget does, and on from there', async () => {
  const tables = await openCase('embedded', { contractlogs });
  const face = await serve(tables);
  const ledger = remote(face.url, { cache: 0 });
  const server = await serve(ledger, { operation: { calls: 12 } });
  const found: string[] = [];
  let after = '';
  let asked = 0;
  for (let more = true; more; asked += 1) {
    expect(asked).toBeLessThan(40);
    const place = after && `, after: "${after}"`;
    const { data, errors } = await ask(
      server,
      `{ logs(first: 10${place}, filter: { topics: [["0x${'aa'.repeat(32)}"]] }) { nodes { timestamp } pageInfo { hasNextPage endCursor } } }`,
    );
    expect(errors).toEqual([]);
    const { nodes, pageInfo } = data.logs;
    found.push(...nodes.map((node: { timestamp: string }) => node.timestamp));
    more = pageInfo.hasNextPage;
    // An empty page that has a next one says where that begins, and never where it began itself.
    if (more) expect(pageInfo.endCursor).not.toBe(after);
    after = pageInfo.endCursor;
  }
  expect(found).toEqual(['1700000000.000000000']);
  expect(asked).toBeGreaterThan(1);
  for (const one of [server, ledger, face, tables]) await one.close();
});
