// CASE-14: an account has one identity by all spellings of its id; what is none is refused.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { ledgerStub } from '../support/stub.js';

/** Accounts by several references, in the order of the references. */
const query = (references: readonly string[]) =>
  `{ ${references.map((id, at) => `a${at}: account(id: "${id}") { id entityId }`).join('\n')} }`;
const inOrder = (data: Readonly<Record<string, { entityId: string } | null>>) =>
  Object.values(data).map((found) => found?.entityId ?? null);
const hex = (num: number) => num.toString(16).padStart(40, '0');

const spellings = ['0.0.8', '8', '0.8', `0x${hex(8)}`, hex(8)];
const alias = 'CIQEN25ORE2F73TRYSYMMBVPR2HU4PPFGTQENJTIGVLLELP4PZ2M76A';
const wrong = [
  '0.0.-1',
  '0.0.1.2',
  '0.0.',
  '0.0.9223372036854775808',
  '0.0.274877906944',
  '0.0.8 ',
  ' 0.0.8',
  '0.0.8/..',
  '0.0.8?limit=1',
  '',
  '-8',
  '1024.0.8',
  '0x8',
  'CIQ1',
  alias.toLowerCase(),
  `${alias}=`,
  'ABC',
  `1.1.${alias}`,
];
describe.each(backends)('CASE-14, spellings of an id on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [
        { num: 8, balance: 1 },
        { num: 1054, balance: 1 },
      ],
    });
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  it('are five spellings of one id, and one call', async () => {
    const { data } = await ask(server, query(spellings));
    expect(inOrder(data)).toEqual(spellings.map(() => '0.0.8'));
    expect(new Set(Object.values<{ id: string }>(data).map(({ id }) => id)).size).toBe(1);
    expect(server.calls).toEqual(['one account']);
  });

  it('are an id and its address in hexadecimal, in any letter case', async () => {
    const { data } = await ask(
      server,
      query(['0.0.1054', `0x${hex(1054)}`, hex(1054).toUpperCase()]),
    );
    expect(inOrder(data)).toEqual(['0.0.1054', '0.0.1054', '0.0.1054']);
    expect(server.calls).toEqual(['one account']);
  });

  it.each(wrong)('refuses %j without a call', async (id) => {
    const text = JSON.stringify(id);
    const literal = await ask(server, `{ account(id: ${text}) { id } }`);
    const variable = await ask(server, 'query ($id: AccountRef!) { account(id: $id) { id } }', {
      id,
    });
    for (const { errors, status } of [literal, variable]) {
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
      expect(errors[0]?.message).toContain('must be an account id such as 0.0.1234');
      expect(status).toBeLessThan(500);
    }
    expect(server.calls).toEqual([]);
  });
});

describe('CASE-14, spellings of an id over a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(ledgerStub({ accounts: [{ account: '0.0.8' }] }));
    return server.close;
  });
  beforeEach(() => server.stub.reset());

  it('are one call for five spellings of one id', async () => {
    const { data } = await ask(server, query(spellings));
    expect(inOrder(data)).toEqual(spellings.map(() => '0.0.8'));
    expect(server.urls()).toEqual(['/api/v1/accounts/0.0.8?transactions=false']);
  });

  it('refuses what is no reference without a call', async () => {
    for (const id of wrong) {
      const { errors } = await ask(server, 'query ($id: AccountRef!) { account(id: $id) { id } }', {
        id,
      });
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
    }
    expect(server.urls()).toEqual([]);
  });
});
