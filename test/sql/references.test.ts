// A reference that several pages of one request name is looked up once, however many these are.
import { describe, expect, it } from 'vitest';
import { printAlias } from '../../src/contract/entity.js';
import { account } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { resultsOfContract } from '../../src/contract/resources/contract-results.js';
import { startOperation } from '../../src/operation.js';
import { engines, openCase } from '../support/ledgers.js';

const address = `0x${'ab'.repeat(20)}`;
const setup = {
  accounts: [{ num: 1001, evm_address: address }],
  balances: [1, 2].flatMap((time) =>
    [2, 1001].map((id) => ({ timestamp: time * 1_000_000_000, id, balance: id + time })),
  ),
  contractresults: [5001, 5002].map((contract_id) => ({
    consensus_timestamp: contract_id,
    contract_id,
    sender_id: 1001,
  })),
};

describe.each(engines)('an address in the conditions of several pages on %s', (engine) => {
  const shared = { order: 'asc', limit: 5 } as const;
  const own = (parameter: string) => ({ parameter, operator: 'eq', value: address }) as const;

  it('is looked up once for all', async () => {
    const ledger = await openCase(engine, setup);
    // The look-up, and the pages.
    const operation = startOperation({ timeout: 20_000, calls: 2 });
    const of = ['0.0.5001', '0.0.5002', '0.0.5003'];
    const requests = of.map((key) => ({ ...shared, key, filters: [own('from')] }));
    const pages = await ledger.pages(resultsOfContract, requests, operation);
    expect(pages).toMatchObject([
      { items: [{ contract_id: '0.0.5001' }] },
      { items: [{ contract_id: '0.0.5002' }] },
      { items: [] },
    ]);
    operation.end();
    await ledger.close();
  });

  it('so it is for balances at several times', async () => {
    const ledger = await openCase(engine, setup);
    const operation = startOperation({ timeout: 20_000, calls: 2 });
    const requests = ['1.000000000', '2.000000000'].map((value) => ({
      ...shared,
      filters: [{ parameter: 'timestamp', operator: 'lte', value } as const, own('account.id')],
    }));
    const pages = await ledger.pages(balances, requests, operation);
    expect(pages).toMatchObject([{ items: [{ balance: 1002 }] }, { items: [{ balance: 1003 }] }]);
    operation.end();
    await ledger.close();
  });
});

describe.each(engines)('of accounts with one alias on %s', (engine) => {
  const hollow = `0x${'cd'.repeat(20)}`;
  const keyed = '0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b';
  const ofKey = 'HIQQGOSRIF3EM35ICXWUQH722CIRBIWTIT3MTN4MDUKK7Q2RYOSRXYZ5';
  const ofAddress = printAlias(Buffer.from(hollow.slice(2), 'hex'));
  const find = async (deleted: readonly (boolean | null)[], address: string) => {
    const accounts = deleted.flatMap((own, at) => [
      { num: 2001 + at, alias: ofAddress, deleted: own },
      { num: 3001 + at, alias: ofKey, deleted: own },
    ]);
    const ledger = await openCase(engine, { accounts });
    const operation = startOperation({ timeout: 20_000, calls: 20 });
    try {
      return (await ledger.one(account, address, { filters: [] }, operation))?.account ?? null;
    } finally {
      operation.end();
      await ledger.close();
    }
  };

  it.each([
    [[true, false], '0.0.2002', '0.0.3002'],
    [[false, true], '0.0.2001', '0.0.3001'],
    [[true, true], null, null],
    [[null, false], '0.0.2002', '0.0.3002'],
  ])('that are deleted as %j say, the one that is not has the address', async (...given) => {
    const [deleted, byAddress, byKey] = given;
    expect(await find(deleted, hollow)).toBe(byAddress);
    expect(await find(deleted, keyed)).toBe(byKey);
  });

  it.each([hollow, keyed])('none of two that are there has %s', async (address) => {
    await expect(find([false, false], address)).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
