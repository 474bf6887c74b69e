// Tokens of a treasury: all of them, page by page, where a database has an index for it, and refused elsewhere.

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { sampleClock } from '../../src/sample/prepared.js';
import { tokensByTreasury } from '../../src/sql/resources/by-treasury.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { engines, openChanging, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

describe.each(engines)('%s', (engine) => {
  const server = sampleServer({}, engine);

  it('has those whose own answer names the treasury, in both orders and by pages', async () => {
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const { data } = await ask(
        server,
        `{ tokens(first: 1000${after}) { nodes { entityId } pageInfo { endCursor hasNextPage } } }`,
      );
      ids.push(...data.tokens.nodes.map((one: { entityId: string }) => one.entityId));
      if (!data.tokens.pageInfo.hasNextPage) break;
      after = `, after: "${data.tokens.pageInfo.endCursor}"`;
    }
    const treasuries = new Map<string, string[]>();
    for (let at = 0; at < ids.length; at += 100) {
      const some = ids.slice(at, at + 100);
      const { data } = await ask(
        server,
        `{ ${some.map((id, place) => `t${place}: token(id: "${id}") { treasuryId }`).join(' ')} }`,
      );
      for (const [place, id] of some.entries()) {
        const { treasuryId } = data[`t${place}`];
        treasuries.set(treasuryId, [...(treasuries.get(treasuryId) ?? []), id]);
      }
    }
    const most = [...treasuries].sort((a, b) => b[1].length - a[1].length).slice(0, 3);
    expect(most[0]?.[1].length).toBeGreaterThan(5);
    for (const [treasury, own] of most) {
      for (const order of ['ASC', 'DESC'] as const) {
        const found: string[] = [];
        for (let after = ''; ; ) {
          server.calls.length = 0;
          const { data, errors } = await ask(
            server,
            `{ tokens(first: 4, order: ${order}, filter: { treasury: "${treasury}" }${after}) { totalCount nodes { entityId } pageInfo { endCursor hasNextPage } } }`,
          );
          expect(errors).toEqual([]);
          expect(data.tokens.totalCount).toBe(own.length);
          expect(server.calls).toContain('page tokensByTreasury');
          found.push(...data.tokens.nodes.map((one: { entityId: string }) => one.entityId));
          if (!data.tokens.pageInfo.hasNextPage) break;
          after = `, after: "${data.tokens.pageInfo.endCursor}"`;
        }
        expect(found).toEqual(order === 'ASC' ? own : [...own].reverse());
      }
      const { data } = await ask(
        server,
        `{ tokens(filter: { treasury: "${treasury}", token: { eq: "${own[1]}" } }) { nodes { entityId } } }`,
      );
      expect(data.tokens.nodes).toEqual([{ entityId: own[1] }]);
    }
  });

  it('takes no other condition beside it, and no cursor of another list', async () => {
    for (const other of [
      'name: "abc"',
      'account: "0.0.1001"',
      'type: FUNGIBLE_COMMON',
      `publicKey: "${'ab'.repeat(32)}"`,
    ]) {
      const { errors } = await ask(
        server,
        `{ tokens(filter: { treasury: "0.0.1001", ${other} }) { nodes { name } } }`,
      );
      expect(errors[0]?.extensions, other).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: `filter.${other.split(':')[0]}`,
      });
    }
    const { data } = await ask(server, '{ tokens(first: 1) { pageInfo { endCursor } } }');
    const { errors } = await ask(
      server,
      `{ tokens(after: "${data.tokens.pageInfo.endCursor}", filter: { treasury: "0.0.1001" }) { nodes { name } } }`,
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'after' });
  });

  it('is read off its index without a sort, and is refused by its name where there is none', async () => {
    const { run, release, ledger: own } = await openChanging(engine, {});
    await run(`insert into entity (id, num, realm, shard, type, timestamp_range)
      select n, n, 0, 0, 'TOKEN', '[1,)' from generate_series(100000, 105000) n`);
    await run(`insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol,
        treasury_account_id, timestamp_range, freeze_status, kyc_status)
      select n, 1, 0, 1, 'n', 's', n % 7, '[1,)', 0, 0 from generate_series(100000, 105000) n`);
    await run('analyze token, entity');
    const filters = [{ parameter: 'treasury', operator: 'eq', value: '0.0.3' } as const];
    const request = { filters, order: 'desc', limit: 100, after: ['0.0.104000'] } as const;
    const { text, values } = tokensByTreasury.select(request, [sql`null`], sampleClock);
    const plan = JSON.stringify(await run(`explain ${text}`, values));
    expect(plan).toContain('token_treasury_account_id_token_id_idx');
    expect(plan).not.toMatch(/Sort|Seq Scan/);
    await run('drop index token_treasury_account_id_token_id_idx');
    const other = await serve(own);
    const { errors } = await ask(other, '{ tokens(filter: { treasury: "3" }) { nodes { name } } }');
    expect(errors[0]?.extensions?.['code']).toBe('NOT_ANSWERABLE');
    expect(errors[0]?.message).toContain('an index on token (treasury_account_id, token_id)');
    await other.close();
    await release();
    await own.close();
  });
});

it('is refused over a mirror node, without a call', async () => {
  const running = await openStub(() => ({}));
  const { errors } = await ask(running, '{ tokens(filter: { treasury: "3" }) { nodes { name } } }');
  expect(errors[0]?.extensions?.['code']).toBe('NOT_ANSWERABLE');
  expect(running.urls()).toEqual([]);
  await running.close();
});
