// Answers that are not what was asked for: other items, other rows, and links that lead out of the range.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, List, Lookup, Operator } from '../../src/contract/resource.js';
import { account, accounts } from '../../src/contract/resources/accounts.js';
import { block, blocks } from '../../src/contract/resources/blocks.js';
import { contractState } from '../../src/contract/resources/contracts.js';
import { nfts } from '../../src/contract/resources/nfts.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import { remoteLedger } from '../../src/remote/remote.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

let stub: Stub;
let ledger: Ledger;
let operation: RunningOperation;

beforeAll(async () => {
  stub = await startStub(() => undefined);
  return () => stub.close();
});
beforeEach(() => {
  ledger = remoteLedger({ upstream: stub.url });
  operation = startOperation({ timeout: 5000, calls: 100 });
});
afterEach(async () => {
  operation.end();
  await ledger.close();
});

const look = (lookup: Lookup, key: string, body: unknown) => {
  stub.reset(() => ({ body }));
  return ledger.one(lookup, key, { filters: [] }, operation);
};
const wrong = { code: 'UPSTREAM_BAD_RESPONSE' };

describe('a block by its hash', () => {
  const hash = `0x${'ab'.repeat(48)}`;

  it('has that hash, or begins with it', async () => {
    const row = { number: 5, hash };
    for (const key of [hash, hash.slice(0, 66)]) expect(await look(block, key, row)).toEqual(row);
    expect(await look(block, hash, { number: 5, hash: hash.toUpperCase().slice(2) })).toBeTruthy();
  });

  it('is no block of another hash, nor one without', async () => {
    const other = `0x${'ab'.repeat(47)}ac`;
    for (const found of [other, null, undefined, '', hash.slice(0, 66), 7]) {
      await expect(look(block, hash, { number: 5, hash: found }), `${found}`).rejects.toMatchObject(
        wrong,
      );
    }
    await expect(
      look(block, hash.slice(0, 66), { number: 5, hash: `0x${'cd'.repeat(48)}` }),
    ).rejects.toMatchObject(wrong);
  });
});

describe('an account by an address', () => {
  const address = `0x${'1a'.repeat(20)}`;
  // The public key of the private key 1, and the address that Ethereum has for it.
  const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const derived = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf';

  it('has it, or the id or the alias that it follows from', async () => {
    const rows: [string, object][] = [
      [address, { account: '0.0.5', evm_address: address.toUpperCase().replace('X', 'x') }],
      [derived, { account: '0.0.5', evm_address: null, alias: aliasOf(publicKey) }],
      [address, { account: '0.0.5', evm_address: null, alias: base32('1a'.repeat(20)) }],
    ];
    for (const [key, row] of rows) expect(await look(account, key, row)).toEqual(row);
  });

  it('is no other account, nor one that does not say', async () => {
    const rows = [
      { evm_address: `0x${'1b'.repeat(20)}` },
      { evm_address: null, alias: null },
      { evm_address: 5, alias: {} },
      { evm_address: null, alias: 'AAAA' },
      {},
    ];
    for (const row of rows) {
      const answer = look(account, address, { account: '0.0.5', ...row });
      await expect(answer, JSON.stringify(row)).rejects.toMatchObject(wrong);
    }
  });
});

/** Protobuf key of a compressed ECDSA public key, in base32. */
const aliasOf = (key: string) => base32(`3a21${key}`);
function base32(hex: string): string {
  const bits = [...Buffer.from(hex, 'hex')]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

describe('an account by its alias', () => {
  it('has that alias, and no other', async () => {
    const alias = aliasOf(`02${'11'.repeat(32)}`);
    const row = { account: '0.0.5', alias };
    expect(await look(account, alias, row)).toEqual(row);
    for (const other of [aliasOf(`02${'12'.repeat(32)}`), null, undefined, 5]) {
      const answer = look(account, alias, { account: '0.0.5', alias: other });
      await expect(answer, String(other)).rejects.toMatchObject(wrong);
    }
  });
});

describe('links that lead out of what was asked for', () => {
  /** A mirror node that always has one more link, beyond whatever it was asked. */
  const endless = (from: number, step: number) => {
    let at = from;
    stub.reset(() => {
      at += step;
      const next = `/api/v1/blocks?block.number=${step > 0 ? 'gt' : 'lt'}:${at}`;
      return { body: { blocks: [], links: { next } } };
    });
  };

  it('end the walk at the bound, without an error', async () => {
    const server = await serve(ledger);
    const cases = [
      [100, 1, 'order: ASC, filter: { number: { lte: 50 } }'],
      [50, 1, 'order: ASC, filter: { number: { lt: 50 } }'],
      [51, -1, 'filter: { number: { gt: 50, lt: 90 } }'],
      [100, 1, 'order: ASC, filter: { number: { gte: 7, lte: 7 } }'],
      [100, 1, 'order: ASC, filter: { number: { eq: 7 } }'],
    ] as const;
    for (const [from, step, filter] of cases) {
      endless(from, step);
      const query = `{ blocks(first: 20, ${filter}) { nodes { number } pageInfo { hasNextPage } } }`;
      const { data, errors } = await ask(server, query);
      expect({ data, errors }, filter).toEqual({
        data: { blocks: { nodes: [], pageInfo: { hasNextPage: false } } },
        errors: [],
      });
      expect(stub.calls, filter).toHaveLength(1);
    }
    await server.close();
  });

  it('are followed as long as they stay inside', async () => {
    endless(0, 10);
    const filters = [{ parameter: 'block.number', operator: 'lte', value: '50' } as const];
    let after: readonly string[] | null | undefined;
    while (after !== null) {
      const request = { filters, order: 'asc', limit: 20, ...(after && { after }) } as const;
      after = (await ledger.page(blocks, request, operation))?.next ?? null;
    }
    // The fifth link begins where the range ends.
    expect(stub.calls).toHaveLength(5);
  });
});

describe('rows of a page', () => {
  const read = (
    list: List,
    request: Partial<PageRequest>,
    items: readonly object[],
    link?: object,
  ) => {
    stub.reset(() => ({ body: { [list.items]: items, ...(link ?? { links: { next: null } }) } }));
    const { order } = list;
    return ledger.page(list, { filters: [], order, limit: 25, ...request }, operation);
  };
  const numbers = (...of: number[]) => of.map((number) => ({ number }));
  const is = (parameter: string, operator: Operator, value: string): Filter => ({
    parameter,
    operator,
    value,
  });

  it('are in the order that was asked for', async () => {
    for (const lie of [numbers(5, 9, 7), numbers(9, 7, 8), numbers(1, 2)]) {
      await expect(read(blocks, {}, lie), JSON.stringify(lie)).rejects.toMatchObject(wrong);
    }
    const asked = await read(blocks, { order: 'asc' }, numbers(1, 2));
    expect(asked?.items).toEqual(numbers(1, 2));
  });

  it('are each of a place of its own', async () => {
    const page = await read(blocks, { limit: 2 }, numbers(9, 9, 8, 8));
    expect(page).toMatchObject({ items: numbers(9, 8), next: null });
  });

  it('lie where the conditions on their sort keys say', async () => {
    const rows = [{ account: '0.0.7' }, { account: '0.0.8' }];
    const met = [
      [is('account.id', 'eq', '0.0.8'), is('account.id', 'eq', '0.0.7')],
      [is('account.id', 'gt', '0.0.6'), is('account.id', 'lte', '0.0.8')],
      [is('account.id', 'ne', '0.0.9'), is('account.balance', 'gt', '5')],
      // The mirror node alone knows whose address that is.
      [is('account.id', 'eq', `0x${'1a'.repeat(20)}`)],
    ];
    for (const filters of met)
      expect((await read(accounts, { filters }, rows))?.items).toEqual(rows);
    const unmet = [
      [is('account.id', 'eq', '0.0.7')],
      [is('account.id', 'gte', '0.0.8')],
      [is('account.id', 'lt', '0.0.8')],
      [is('account.id', 'ne', '0.0.7')],
    ];
    for (const filters of unmet) {
      const answer = read(accounts, { filters }, rows);
      await expect(answer, JSON.stringify(filters)).rejects.toMatchObject(wrong);
    }
  });

  it('lie there in the order of a state in the past, which is that of bytes', async () => {
    const slot = (digits: string) => `0x${digits.padStart(64, '0')}`;
    const rows = [{ slot: slot('0101') }, { slot: slot('02') }];
    const filters = [is('timestamp', 'lte', '1.000000000'), is('slot', 'gt', slot('01'))];
    const below = { key: '0.0.5', order: 'asc', filters } as const;
    expect((await read(contractState, below, rows))?.items).toEqual(rows);
    const past = [...filters, is('slot', 'lt', slot('02'))];
    expect(
      (await read(contractState, { ...below, filters: past }, rows.slice(0, 1)))?.next,
    ).toBeNull();
    await expect(read(contractState, { ...below, filters: past }, rows)).rejects.toMatchObject(
      wrong,
    );
  });

  it('have that value of a later key, too, which only is a part of their place', async () => {
    const rows = [{ token_id: '0.0.5', serial_number: 3 }];
    const of = (serial: string) => [
      is('token.id', 'gte', '0.0.1'),
      is('serialnumber', 'eq', serial),
    ];
    const below = { key: '0.0.9', order: 'asc' } as const;
    const page = await read(nfts, { ...below, filters: of('3') }, rows);
    expect(page?.items).toEqual(rows);
    const answer = read(nfts, { ...below, filters: of('4') }, rows);
    await expect(answer).rejects.toMatchObject(wrong);
  });

  it('are gone on from by the last of them where a full page has no link at all', async () => {
    for (const link of [{}, { links: null }, { links: {} }, { links: 'x' }]) {
      const full = await read(blocks, { limit: 2 }, numbers(9, 8), link);
      expect(full?.next, JSON.stringify(link)).toEqual(['8']);
      expect((await read(blocks, { limit: 2 }, numbers(9), link))?.next).toBeNull();
    }
    expect((await read(blocks, { limit: 2 }, numbers(9, 8)))?.next).toBeNull();
  });

  it('that are refused are not kept, whatever the page says of its age', async () => {
    const headers = { 'cache-control': 'public, max-age=600' };
    stub.reset(() => ({ body: { blocks: numbers(1, 2), links: { next: null } }, headers }));
    const request = { filters: [], order: 'desc', limit: 25 } as const;
    await expect(ledger.page(blocks, request, operation)).rejects.toMatchObject(wrong);
    expect((await read(blocks, {}, numbers(2, 1)))?.items).toEqual(numbers(2, 1));
  });

  it('that were not asked for are no answer of either face', async () => {
    const server = await serve(ledger);
    stub.reset(() => ({ body: { accounts: [{ account: '0.0.7' }], links: { next: null } } }));
    const query =
      '{ accounts(first: 9, filter: { account: { eq: "0.0.5" } }) { nodes { entityId } } }';
    const { data, errors } = await ask(server, query);
    expect(data).toEqual({ accounts: null });
    expect(errors).toMatchObject([{ extensions: wrong }]);
    const rest = await fetch(`${server.url}/api/v1/accounts?account.id=0.0.5`);
    expect(rest.status).toBe(503);
    await server.close();
  });
});

describe('an EVM address', () => {
  it('that an account goes by is asked for as it is', async () => {
    const address = `0x${'1a'.repeat(20)}`;
    const server = await serve(ledger);
    stub.reset(() => ({ body: { account: '0.0.5', evm_address: address, memo: 'm' } }));
    const { data } = await ask(server, `{ account(id: "${address}") { memo } }`);
    expect(data).toEqual({ account: { memo: 'm' } });
    expect(stub.calls.map(({ path }) => path)).toEqual([`/api/v1/accounts/${address}`]);
    await server.close();
  });
});
