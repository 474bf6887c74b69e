// Who is staked to a node: all that say so themselves, page by page, off an index, and refused elsewhere.
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { stakedAccounts as list } from '../../src/contract/resources/staked-accounts.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { stakedAccounts } from '../../src/sql/resources/accounts.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { engines, freeOperation, openChanging, remote } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

type Staked = { readonly entityId: string; readonly stakedNodeId: string | null };

describe.each(engines)('%s', (engine) => {
  const server = sampleServer({}, engine);

  it('are those that name the node, in both orders and by pages', async () => {
    const all: Staked[] = [];
    for (let after = ''; ; ) {
      const { data } = await ask(
        server,
        `{ accounts(first: 1000${after}) { nodes { entityId stakedNodeId } pageInfo { endCursor hasNextPage } } }`,
      );
      all.push(...data.accounts.nodes);
      if (!data.accounts.pageInfo.hasNextPage) break;
      after = `, after: "${data.accounts.pageInfo.endCursor}"`;
    }
    const nodes = [...new Set(all.map((one) => one.stakedNodeId))].filter((one) => one !== null);
    expect(nodes.length).toBeGreaterThan(2);
    for (const node of nodes.slice(0, 3)) {
      const own = all.filter((one) => one.stakedNodeId === node).map((one) => one.entityId);
      for (const order of ['ASC', 'DESC'] as const) {
        const found: string[] = [];
        for (let after = ''; ; ) {
          const { data, errors } = await ask(
            server,
            `{ network { node(nodeId: ${node}) { stakedAccounts(first: 40, order: ${order}${after}) { totalCount nodes { entityId stakedNodeId balance { balance } } pageInfo { endCursor hasNextPage } } } } }`,
          );
          expect(errors).toEqual([]);
          const { totalCount, nodes: rows, pageInfo } = data.network.node.stakedAccounts;
          expect(totalCount).toBe(own.length);
          for (const row of rows as Staked[]) expect(row.stakedNodeId).toBe(node);
          found.push(...rows.map((row: Staked) => row.entityId));
          if (!pageInfo.hasNextPage) break;
          after = `, after: "${pageInfo.endCursor}"`;
        }
        expect(found).toEqual(order === 'ASC' ? own : [...own].reverse());
      }
    }
  });

  it('are read off their index, and refused by its name where there is none', async () => {
    const { run, release, ledger: own } = await openChanging(engine, {});
    await run(`insert into entity (id, num, realm, shard, type, staked_node_id, timestamp_range)
      select n, n, 0, 0, 'ACCOUNT', n % 5, '[1,)' from generate_series(100000, 108000) n`);
    await run('analyze entity');
    const filters = [{ parameter: 'staked.node', operator: 'eq', value: '3' } as const];
    const request = { filters, order: 'asc', limit: 100, after: ['0.0.104000'] } as const;
    const { text, values } = stakedAccounts.select(request, [sql`null`], sampleClock);
    const plan = JSON.stringify(await run(`explain ${text}`, values));
    expect(plan).toContain('entity_staked_node_id_id_idx');
    expect(plan).not.toMatch(/Seq Scan on entity |Seq Scan on entity"/);
    await run('drop index entity_staked_node_id_id_idx');
    await expect(
      own.page(list, { filters, order: 'asc', limit: 1 }, freeOperation()),
    ).rejects.toMatchObject({
      code: 'NOT_ANSWERABLE',
      message: expect.stringContaining('an index on entity (staked_node_id, id)'),
    });
    await release();
    await own.close();
  });
});

it('are refused over a mirror node, without a call', async () => {
  const running = await openStub(() => ({}));
  const ledger = remote(running.stub.url);
  const page = ledger.page(list, { filters: [], order: 'asc', limit: 1 }, freeOperation());
  await expect(page).rejects.toMatchObject({ code: 'NOT_ANSWERABLE' });
  expect(running.urls()).toEqual([]);
  await ledger.close();
  await running.close();
});
