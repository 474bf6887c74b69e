// Many items by their keys, over a mirror node: few calls, and each answer with its key.
import { describe, expect, it } from 'vitest';
import { account, accountTokens } from '../../src/contract/resources/accounts.js';
import { token, tokens } from '../../src/contract/resources/tokens.js';
import { startOperation } from '../../src/operation.js';
import { type Answer, ledgerStub } from '../support/stub.js';

import {
  accountIds,
  accountRows,
  answers,
  eq,
  ledger,
  none,
  open,
  operation,
  stub,
  urls,
  useStubbedLedger,
} from '../support/stubbed-ledger.js';

useStubbedLedger();

describe('many items by their keys', () => {
  const ids = accountIds(3001, 45);

  it('asks 45 ids in 3 calls with a limit each, and answers in the order of the keys', async () => {
    stub.reset(ledgerStub({ accounts: accountRows(ids) }));
    const falling = [...ids].reverse();
    const found = await ledger.many(account, falling, none, operation);
    expect(found).toEqual(accountRows(falling));
    expect(stub.calls).toHaveLength(3);
    for (const { url, query } of stub.calls) {
      expect(Number(query.get('limit'))).toBe(query.getAll('account.id').length);
      expect(url).not.toMatch(/\[|%5B|,|%2C|eq/);
    }
    expect(operation.usage.calls).toBe(3);
  });

  it('asks by id what must be fresh, since mirror nodes are later with their lists', async () => {
    stub.reset(ledgerStub({ accounts: accountRows(ids) }));
    const fresh = startOperation({ timeout: 5000, calls: 5 }, { fresh: true });
    const found = await ledger.many(account, ids.slice(0, 2), none, fresh);
    fresh.end();
    expect(found).toEqual(accountRows(ids.slice(0, 2)));
    expect(stub.calls.map(({ path }) => path)).toEqual(
      ids.slice(0, 2).map((id) => `/api/v1/accounts/${id}`),
    );
  });

  it('asks a key once however often it is wanted, and answers null where there is none', async () => {
    stub.reset(ledgerStub({ tokens: [{ token_id: '0.0.5' }] }));
    const found = await ledger.many(tokens, ['0.0.6', '0.0.5', '0.0.5'], none, operation);
    expect(found).toEqual([null, { token_id: '0.0.5' }, { token_id: '0.0.5' }]);
    const query = 'token.id=0.0.6&token.id=0.0.5&limit=2&order=asc';
    expect(urls()).toEqual([`/api/v1/tokens?${query}`]);
  });

  it('loses only the keys of a chunk that fails, and remembers no failure', async () => {
    const whole = ledgerStub({ accounts: accountRows(ids) });
    stub.reset((call) => (call.url.includes('0.0.3021') ? { status: 503, body: {} } : whole(call)));
    const found = await ledger.many(account, ids.slice(0, 40), none, operation);
    expect(found.slice(0, 20)).toEqual(accountRows(ids.slice(0, 20)));
    for (const error of found.slice(20)) {
      expect(error).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        detail: { upstreamStatus: 503 },
      });
    }
    stub.reset(whole);
    const again = await ledger.many(account, ids.slice(0, 40), none, operation);
    expect(again).toEqual(accountRows(ids.slice(0, 40)));
  });

  it('goes on where the mirror node gives fewer rows at once', async () => {
    const whole = ledgerStub({ accounts: accountRows(ids) });
    stub.reset((call) => {
      call.query.set('limit', '8');
      return whole(call);
    });
    const found = await ledger.many(account, ids.slice(0, 20), none, operation);
    expect(found).toEqual(accountRows(ids.slice(0, 20)));
    expect(stub.calls.map(({ url }) => url.match(/account\.id/g)?.length)).toEqual([20, 12, 4]);
  });

  it('gives up where the mirror node names ever more pages without a row', async () => {
    answers({ accounts: [], links: { next: '/api/v1/accounts?account.id=gt:0.0.1' } });
    const found = await ledger.many(account, ids.slice(0, 2), none, operation);
    expect(found).toMatchObject(Array(2).fill({ code: 'UPSTREAM_PAGINATION' }));
    expect(stub.calls).toHaveLength(1);
  });

  it('asks for aliases, and for moments in the past, one by one', async () => {
    const evm = `0x${'ab'.repeat(20)}`;
    const byAddress = { account: '0.0.9', evm_address: evm };
    stub.reset(({ path }) => ({
      body: path.includes('0x') ? byAddress : { account: path.split('/').at(-1) },
    }));
    const found = await ledger.many(account, [evm, '0.0.7', '0.0.8'], none, operation);
    expect(found[0]).toEqual(byAddress);
    expect(urls()).toContain(`/api/v1/accounts/${evm}?transactions=false`);
    stub.reset();
    const filters = [eq('timestamp', '5.000000000')];
    await ledger.many(account, ['0.0.7', '0.0.8'], { filters }, operation);
    expect(urls().sort()).toEqual([
      '/api/v1/accounts/0.0.7?timestamp=5.000000000&transactions=false',
      '/api/v1/accounts/0.0.8?timestamp=5.000000000&transactions=false',
    ]);
  });

  it('looks up one by one, and settles each, where there is no list of whole items', async () => {
    const whole = ledgerStub({ tokens: [{ token_id: '0.0.5' }] });
    stub.reset((call) => (call.path.endsWith('0.0.6') ? { status: 500, body: '' } : whole(call)));
    const found = await ledger.many(token, ['0.0.5', '0.0.6', '0.0.7'], none, operation);
    expect(found).toMatchObject([{ token_id: '0.0.5' }, { code: 'UPSTREAM_UNAVAILABLE' }, null]);
  });

  it('reads pages below many keys at once, and settles each', async () => {
    const whole = ledgerStub({ accountTokens: { '0.0.1': [{ token_id: '0.0.5' }] } });
    stub.reset((call) => (call.path.includes('0.0.3/') ? { status: 500, body: '' } : whole(call)));
    const requests = ['0.0.1', '0.0.2', '0.0.3'].map(
      (key) => ({ key, filters: [], order: 'asc', limit: 5 }) as const,
    );
    const found = await ledger.pages(accountTokens, requests, operation);
    expect(found).toMatchObject([
      { items: [{ token_id: '0.0.5' }], next: null },
      null,
      { code: 'UPSTREAM_UNAVAILABLE' },
    ]);
    expect(urls()).toContain('/api/v1/accounts/0.0.1/tokens?limit=5&order=asc');
  });

  it('has no more calls under way than it may, and warns of nothing', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    open({ concurrency: 4, chunk: 1 });
    const other = startOperation({ timeout: 5000, calls: 200 });
    let [now, most] = [0, 0];
    stub.reset(({ query }) => {
      most = Math.max(most, ++now);
      const body = { accounts: accountRows(query.getAll('account.id')), links: { next: null } };
      const send: Answer['send'] = (response) => {
        now -= 1;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      };
      // Long enough for a connection to be made meanwhile.
      return { delay: 25, send };
    });
    expect(await ledger.many(account, ids, none, operation)).toEqual(accountRows(ids));
    // One operation leaves as many as it takes.
    expect(most).toBe(2);
    const more = accountIds(4001, 45);
    await Promise.all([
      ledger.many(account, ids, none, operation),
      ledger.many(account, more, none, other),
      ledger.one(account, '0.0.1', none, startOperation({ timeout: 5000, calls: 1 })),
    ]).catch(() => {});
    other.end();
    process.off('warning', warn);
    expect(most).toBe(4);
    expect(warnings).toEqual([]);
  });
});
