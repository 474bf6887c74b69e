// Paths and queries in other spellings than the documents' (contract A.7, A.13).
import { describe, expect, test } from 'vitest';
import { sampleClient } from '../support/get.js';

const get = sampleClient();
const base = '/api/v1';
const notFound = { _status: { messages: [{ message: 'Not found' }] } };

describe('spellings of a path', () => {
  test('may end in one slash and have any letter case, and the link keeps the case', async () => {
    const { body } = await get('/api/v1/balances?limit=1');
    expect((await get('/api/v1/balances/?limit=1')).body).toEqual(body);
    const upper = await get('/API/v1/Balances?limit=1');
    expect(upper.body.balances).toEqual(body.balances);
    expect(upper.body.links.next).toMatch(/^\/API\/v1\/Balances\?limit=1&account\.id=lt:/);
    const tokens = await get('/api/v1/Accounts/0.1002/TOKENS/?limit=1');
    expect(tokens.body.links.next).toMatch(
      /^\/api\/v1\/Accounts\/0\.1002\/TOKENS\?limit=1&token\.id=gt:/,
    );
  });

  test.each([
    '//api/v1/balances',
    '/api//v1/balances',
    '/api/v1//balances',
    '/api/v1/balances//',
    '/api/v1/accounts//tokens',
    '/api/v1/blocks//',
    '/api/v1/tokens//balances',
    '/api/v1/transactions//?limit=1',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nope',
    '/api/v1/blocks/1/2',
    '/api/v2/balances',
    '/balances',
  ])('%s is not found', async (path) =>
    expect(await get(path)).toMatchObject({ status: 404, body: notFound }),
  );

  test.each([
    '/accounts/%',
    '/accounts/%zz',
    '/accounts/%E0%A4',
    '/accounts/%00',
    '/blocks/%2',
    '/%',
    '/tokens/%c0%ae/balances',
  ])('%s with a malformed escape is an error of the client', async (path) => {
    const { status, body, headers } = await get(base + path);
    expect([400, 404]).toContain(status);
    expect(body._status.messages[0].message).toBeTypeOf('string');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('may have escapes, which the link keeps', async () => {
    const { body } = await get(`${base}/%61ccounts/0%2E0%2e1002/tokens?limit=1`);
    expect(body.links.next).toMatch(/^\/api\/v1\/%61ccounts\/0%2E0%2e1002\/tokens\?/);
  });

  test('of any length are answered', async () => {
    const { status, body } = await get(`${base}/accounts/${'A'.repeat(3000)}`);
    expect([400, 404]).toContain(status);
    expect(body._status.messages).toHaveLength(1);
  });
});

describe('spellings of a query (A.7)', () => {
  const ids = async (search: string) => {
    const { status, body } = await get(`${base}/accounts?balance=false&${search}`);
    expect([search, status]).toEqual([search, 200]);
    return body.accounts.map(({ account }: { account: string }) => account);
  };

  test.each([
    'account.id=1002&account.id=1004',
    'account.id[]=1002&account.id[]=1004',
    'account.id%5B%5D=1002&account.id%5b%5d=1004',
    'account.id[0]=1002&account.id[1]=1004',
    'Account.Id=1002&ACCOUNT.ID=1004',
    '&&account%2Eid=1002&&account.id=100%34&',
  ])('%s asks for two accounts', async (search) => {
    expect(await ids(search)).toEqual(['0.0.1002', '0.0.1004']);
  });

  test('arrays work for timestamps too, and the link spells them without brackets', async () => {
    const { body } = await get(
      `${base}/transactions?timestamp[]=gte:1795170000&timestamp[]=lt:1795176000&limit=1`,
    );
    expect(body.links.next).toMatch(
      /\?timestamp=gte:1795170000&timestamp=lt:1795175999\.\d{9}&limit=1$/,
    );
  });

  test.each([
    ['limit[x]=1', 'Invalid parameter: limit'],
    ['limit', 'Invalid parameter: limit'],
    ['limit=', 'Invalid parameter: limit'],
    ['limit=%zz', 'Invalid parameter: limit'],
    ['limit=+5', 'Invalid parameter: limit'],
    ['limit[a][b]=1', 'Input depth exceeded depth option of 1 and strictDepth is true'],
    ['limit=1&'.repeat(101), 'Array limit exceeded. Only 100 elements allowed in an array.'],
    [
      'limit=1&Limit=1&'.repeat(60),
      'Parameter values count exceeds maximum number allowed: limit count: 120 max: 100',
    ],
    [
      Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&'),
      'Parameter limit exceeded. Only 1000 parameters allowed.',
    ],
  ])('%.20s is refused', async (search, message) => {
    const { status, body } = await get(`${base}/accounts?${search}`);
    expect([status, body._status.messages]).toEqual([400, [{ message }]]);
  });

  test.each([
    ['%0D%0AX-Injected: 1', 'a line of its own'],
    ['%F0%9F%92%B8', 'a character that no header has'],
    ['%3E;%20rel=x,%3C', 'another link'],
    ['a%26b%3Dc%23+%2B%25', 'what a query has signs for'],
    ['%5D%3D', 'a bracket of a list'],
  ])(
    '%s before an operator, %s, is passed over, and in a link it stays what it is',
    async (text) => {
      const { status, body, headers } = await get(
        `${base}/blocks?limit=1&block.number=${text}:gt:5`,
      );
      expect(status).toBe(200);
      expect(headers['x-injected']).toBeUndefined();
      const { next } = body.links;
      expect(next).toMatch(/^[!-~]+:gt:5&block\.number=lt:\d+$/);
      expect(headers['link']).toBe(`<${next}>; rel="next"`);
      const [first, second] = [body, (await get(next)).body].map(({ blocks: [row] }) => row.number);
      expect(second).toBe(first - 1);
    },
  );

  test('a zero byte is in no name, and is no fault of the database', async () => {
    const { status, body } = await get(`${base}/tokens?name=fer%00ry`);
    expect([status, body._status.messages]).toEqual([
      400,
      [{ message: 'Invalid parameter: name' }],
    ]);
  });

  test('names of every object are dropped', async () => {
    const search = '__proto__=1&constructor=2&toString=3&hasOwnProperty=4&account.id=1002';
    expect(await ids(search)).toEqual(['0.0.1002']);
  });
});
