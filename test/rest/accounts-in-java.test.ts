// What accounts have sent, allowed and hooked, as the reference's endpoints in Java answer it.
import { describe, expect, test } from 'vitest';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer();

// biome-ignore lint/suspicious/noExplicitAny: bodies of all resources
type Body = any;

async function get(path: string): Promise<{ status: number; headers: Headers; body: Body }> {
  const answer = await fetch(`${server.url}/api/v1${path}`);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const bad = (detail: string) => ({
  _status: { messages: [{ message: 'Bad Request', detail }] },
});

/** All rows by links alone; pages of seven and of eleven must give the same. */
async function walk(path: string, items: string): Promise<Body[]> {
  const walked = await Promise.all(
    [7, 11, 100].map(async (limit) => {
      const rows: Body[] = [];
      const sign = path.includes('?') ? '&' : '?';
      for (let next: string | null = `${path}${sign}limit=${limit}`; next !== null; ) {
        const { status, headers, body } = await get(next.replace('/api/v1', ''));
        expect([next, status]).toEqual([next, 200]);
        rows.push(...body[items]);
        next = body.links.next;
        expect(headers.get('link')).toBe(next === null ? null : `<${next}>; rel="next"`);
        expect(rows.length).toBeLessThan(200);
      }
      return rows;
    }),
  );
  expect(walked[0]).toEqual(walked[2]);
  expect(walked[1]).toEqual(walked[2]);
  return walked[2] as Body[];
}

const num = (id: string) => Number(id.split('.')[2]);

describe('airdrops', () => {
  const lists = [
    ['outstanding', '/accounts/0.0.1014/airdrops/outstanding', 'receiver', 'sender'],
    ['pending', '/accounts/0.0.1002/airdrops/pending', 'sender', 'receiver'],
  ] as const;

  test.each(lists)(
    '%s are those that wait, in order of all three keys',
    async (_, path, other, own) => {
      const rows = await walk(path, 'airdrops');
      // Of 36 every fifth was claimed and every sixth cancelled.
      expect(rows).toHaveLength(24);
      const places = rows.map((row) => [
        num(row[`${other}_id`]),
        num(row.token_id),
        row.serial_number ?? 0,
      ]);
      const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      expect(places).toEqual(sorted);
      expect(new Set(rows.map((row) => row[`${own}_id`])).size).toBe(1);
      for (const { amount, serial_number, timestamp } of rows) {
        expect([amount, serial_number].filter((value) => value === null)).toHaveLength(1);
        expect(timestamp.to).toBeNull();
      }
      expect(await walk(`${path}?order=desc`, 'airdrops')).toEqual([...rows].reverse());
    },
  );

  test('have links as the reference makes them', async () => {
    const path = '/accounts/0.0.1014/airdrops/outstanding';
    const link = async (search: string) => (await get(`${path}?${search}`)).body.links.next;
    const base = `/api/v1${path}`;
    const first = (await get(`${path}?limit=1`)).body.airdrops[0];
    const second = (await get(`${path}?limit=2`)).body.airdrops[1];
    expect(first.serial_number).toBeNull();
    expect(await link('limit=1')).toBe(
      `${base}?limit=1&receiver.id=gte:${first.receiver_id}&token.id=gt:${first.token_id}`,
    );
    expect(await link('limit=2')).toBe(
      `${base}?limit=2&receiver.id=gte:${second.receiver_id}&token.id=gte:${second.token_id}&serialnumber=gt:${second.serial_number}`,
    );
    expect(await link('limit=1&receiver.id=GT:5&x=%20y&order=ASC')).toBe(
      `${base}?limit=1&x=%20y&order=ASC&receiver.id=gte:${first.receiver_id}&token.id=gt:${first.token_id}`,
    );
    const { receiver_id, token_id, serial_number } = second;
    expect(
      await link(
        `limit=1&receiver.id=${receiver_id}&token.id=${token_id}&serialnumber=${serial_number}`,
      ),
    ).toBeNull();
  });

  test('are narrowed by all three keys as one range, and by each alone', async () => {
    const path = '/accounts/0.0.1002/airdrops/pending';
    const all = await walk(path, 'airdrops');
    const { sender_id, token_id } = all[4];
    const is = async (search: string, meets: (row: Body) => boolean) =>
      expect((await get(`${path}?limit=100&${search}`)).body.airdrops, search).toEqual(
        all.filter(meets),
      );
    const sender = num(sender_id);
    const token = num(token_id);
    await is(`sender.id=${sender_id}`, (row) => row.sender_id === sender_id);
    await is(`sender.id=gt:${sender}`, (row) => num(row.sender_id) > sender);
    await is(`sender.id=ne:${sender}`, () => true);
    await is(`token.id=gte:${token}`, (row) => num(row.token_id) >= token);
    await is(`sender.id=gte:${sender}&token.id=gt:${token}`, (row) => {
      return (
        num(row.sender_id) > sender || (row.sender_id === sender_id && num(row.token_id) > token)
      );
    });
    await is(`token.id=${token_id}&token.id=lte:${token}`, (row) => row.token_id === token_id);
    await is(`token.id=${token_id}&token.id=lt:${token}`, () => false);
    await is('serialnumber=gte:1', (row) => row.serial_number !== null);
    await is('serialnumber=0', (row) => row.serial_number === null);
    await is('serialnumber=lt:7&serialnumber=lte:4', (row) => (row.serial_number ?? 0) <= 4);
  });

  test.each([
    ['limit=0', 'limit must be greater than 0'],
    ['limit=101', 'limit must be less than or equal to 100'],
    ['limit=ten', "Failed to convert 'limit'"],
    ['order=up', "Failed to convert 'order'"],
    ['receiver.id=0.0.x', "Failed to convert 'receiver.id'"],
    [`receiver.id=0x${'0'.repeat(38)}12`, "Failed to convert 'receiver.id'"],
    ['serialnumber=-1', "Failed to convert 'serialnumber'"],
    ['receiver.id=1&receiver.id=2&receiver.id=3', 'receiverIds size must be between 0 and 2'],
    ['receiver.id=gte:9&receiver.id=lte:8', 'Invalid range provided for account.id'],
  ])('refuse ?%s', async (search, detail) => {
    const { status, headers, body } = await get(
      `/accounts/0.0.1014/airdrops/outstanding?${search}`,
    );
    expect([status, body]).toEqual([400, bad(detail)]);
    expect(headers.get('cache-control')).toBeNull();
  });

  test('of an unknown id are none, of an unknown address or alias there is no list', async () => {
    const none = { airdrops: [], links: { next: null } };
    expect(await get('/accounts/999999999/airdrops/pending')).toMatchObject({
      status: 200,
      body: none,
    });
    const missing = {
      _status: {
        messages: [{ message: 'Not Found', detail: 'No account found for the given ID' }],
      },
    };
    // A long-zero address is an address like any other, and no one has it.
    for (const key of [
      `0x${'ee'.repeat(20)}`,
      `0x${(1002).toString(16).padStart(40, '0')}`,
      'A'.repeat(56),
    ]) {
      expect(await get(`/accounts/${key}/airdrops/pending`)).toMatchObject({
        status: 404,
        body: missing,
      });
    }
    for (const key of ['0.0.x', 'HIQQ', '274877906944', '1024.0.1', '-1']) {
      const { status, body } = await get(`/accounts/${key}/airdrops/pending?limit=0`);
      expect([key, status, body]).toEqual([key, 400, bad("Failed to convert 'id'")]);
    }
    // Mistakes in the query come before the account is looked for.
    const { body } = await get(`/accounts/0x${'ee'.repeat(20)}/airdrops/pending?limit=0`);
    expect(body).toEqual(bad('limit must be greater than 0'));
  });
});

describe('NFT allowances', () => {
  const path = '/accounts/0.0.1001/allowances/nfts';

  test('are given, and with owner=false received, without those that were revoked', async () => {
    const given = await walk(path, 'allowances');
    const received = await walk(`${path}?owner=FALSE`, 'allowances');
    expect([given.length, received.length]).toEqual([32, 32]);
    expect(given.every((row) => row.owner === '0.0.1001' && row.approved_for_all)).toBe(true);
    expect(received.every((row) => row.spender === '0.0.1001')).toBe(true);
    expect(await walk(`${path}?order=desc&owner=false`, 'allowances')).toEqual(
      [...received].reverse(),
    );
    const { owner, token_id } = received[3];
    const one = await get(`${path}?owner=false&account.id=${owner}&token.id=${token_id}`);
    expect(one.body).toEqual({ allowances: [received[3]], links: { next: null } });
    const { body } = await get(`${path}?owner=false&limit=4`);
    expect(body.links.next).toBe(
      `/api/v1${path}?owner=false&limit=4&account.id=gte:${owner}&token.id=gt:${token_id}`,
    );
  });

  test.each([
    ['token.id=5', 'token.id parameter must have account.id present'],
    ['account.id=ne:5&token.id=ne:5', 'Unsupported range operator ne for account.id'],
    [
      'account.id=5&account.id=6',
      'Only one range operator from [EQ] is allowed for the given parameter for account.id',
    ],
    [
      'account.id=gt:5&account.id=gte:6',
      'Only one range operator from [GT, GTE] is allowed for the given parameter for account.id',
    ],
    ['account.id=5&account.id=gte:6', "Can't support both range and equal for account.id"],
    ['account.id=gt:6&account.id=lt:5', 'Invalid range provided for account.id'],
    ['account.id=gte:6&token.id=ne:5', 'Unsupported range operator ne for token.id'],
    ['account.id=6&token.id=gt:6&token.id=lt:5', 'Invalid range provided for token.id'],
    [
      'account.id=gte:6&token.id=lt:5',
      'Requires the presence of an lte or eq account.id parameter',
    ],
    ['account.id=gt:6&token.id=gt:5', 'Requires the presence of an gte or eq account.id parameter'],
    ['owner=maybe', "Failed to convert 'owner'"],
    ['token.id=1&token.id=2&token.id=3&account.id=1', 'tokenIds size must be between 0 and 2'],
  ])('refuse ?%s', async (search, detail) => {
    expect(await get(`${path}?${search}`)).toMatchObject({ status: 400, body: bad(detail) });
  });

  test.each(['account.id=gt:5&account.id=lt:6', 'account.id=6&token.id=gt:5&token.id=lt:6'])(
    'are none of ?%s, between which there is no id: that is no mistake',
    async (search) => {
      const { status, body } = await get(`${path}?${search}`);
      expect([status, body.allowances]).toEqual([200, []]);
    },
  );
});

describe('hooks', () => {
  test('of an account, newest first, with deleted ones', async () => {
    const all = await walk('/accounts/0.0.1002/hooks', 'hooks');
    expect(all.map(({ hook_id }) => hook_id)).toEqual(Array.from({ length: 27 }, (_, i) => 27 - i));
    expect(all.filter(({ deleted }) => deleted)).toHaveLength(3);
    expect(all[0]).toMatchObject({
      extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
      type: 'EVM',
      owner_id: '0.0.1002',
    });
    const some = await get(
      '/accounts/0.0.1002/hooks?hook.id=3&hook.id=5&hook.id=99&hook.id=gt:3&order=asc&limit=1',
    );
    expect(some.body.hooks.map(({ hook_id }: Body) => hook_id)).toEqual([5]);
    const { body } = await get('/accounts/0.0.1002/hooks?limit=2&order=asc&hook.id=gt:3');
    expect(body.links.next).toBe('/api/v1/accounts/0.0.1002/hooks?limit=2&order=asc&hook.id=gt:5');
    expect((await get('/accounts/x/hooks')).body).toEqual(bad("Failed to convert 'ownerId'"));
    const many = Array.from({ length: 101 }, (_, i) => `hook.id=${i}`).join('&');
    expect((await get(`/accounts/1002/hooks?${many}`)).body).toEqual(
      bad('hookId size must be between 0 and 100'),
    );
  });

  const storage = '/accounts/0.0.1002/hooks/1/storage';
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

  test('keep slots, of which those that were emptied are gone', async () => {
    const all = await walk(storage, 'storage');
    expect(all).toHaveLength(35);
    const keys = all.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    expect(await walk(`${storage}?order=desc`, 'storage')).toEqual([...all].reverse());
    const { body } = await get(`${storage}?key=gt:0x1&key=lte:3&limit=1`);
    expect(body).toEqual({
      hook_id: 1,
      owner_id: '0.0.1002',
      storage: [all[2]],
      links: { next: `/api/v1${storage}?key=lte:3&key=gt:${word(2)}&limit=1` },
    });
    expect((await get(`${storage}?key=2&key=0x0&key=77`)).body.storage).toEqual([all[0], all[2]]);
  });

  test('have a past, where what was emptied is zero and what was only read is null', async () => {
    const now = await walk(`${storage}?timestamp=1795176000.000000000`, 'storage');
    expect(now).toHaveLength(41);
    expect(now.filter(({ value }) => value === word(0))).toHaveLength(5);
    expect(now.filter(({ value }) => value === null)).toEqual([
      expect.objectContaining({ key: word(0xffff) }),
    ]);
    const { body } = await get(`${storage}?timestamp=lt:${now[1].timestamp}&key=1`);
    expect(body.storage[0].timestamp < now[1].timestamp).toBe(true);
    expect((await get(`${storage}?timestamp=gt:2&timestamp=lt:1`)).body.storage).toEqual([]);
  });

  test.each([
    ['/accounts/1002/hooks/x/storage', "Failed to convert 'hookId'"],
    [`/accounts/1002/hooks/-${2n ** 63n}/storage`, 'hookId must be greater than or equal to 0'],
    [`/accounts/1002/hooks/-${2n ** 63n + 1n}/storage`, "Failed to convert 'hookId'"],
    ['/accounts/1002/hooks/1/storage?key=xyz', "Failed to convert 'key'"],
    ['/accounts/1002/hooks/1/storage?key=GT:1', "Failed to convert 'key'"],
    ['/accounts/1002/hooks/1/storage?key=ne:1', "Failed to convert 'key'"],
    ['/accounts/1002/hooks/1/storage?timestamp=ne:1', "Failed to convert 'timestamp'"],
  ])('refuse %s', async (path, detail) => {
    expect(await get(path)).toMatchObject({ status: 400, body: bad(detail) });
  });

  test('that there are not have nothing in their storage, and an owner all the same', async () => {
    const { body } = await get('/accounts/1.2.3/hooks/99/storage');
    expect(body).toEqual({ hook_id: 99, owner_id: '1.2.3', storage: [], links: { next: null } });
    const evm = '30fc3916a546b037a9d899b98e01b4896c99d025';
    expect((await get(`/accounts/${evm}/hooks/1/storage`)).body.owner_id).toBe('0.0.1005');
  });
});
