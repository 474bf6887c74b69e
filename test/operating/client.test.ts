// Which client a request is counted for: what the trusted proxies say, and nothing that anyone else has written.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { clientOf, readTrust, type Trust } from '../../src/operating/client.js';
import type { Server, ServerOptions } from '../../src/server.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

const trust = (text: string) => readTrust(text) as Trust;

describe('the client', () => {
  it.each([
    ['false', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['0', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['true', '9.9.9.9', '1.1.1.1', '1.1.1.1'],
    ['1', '9.9.9.9', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['2', '9.9.9.9', '6.6.6.6, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
    ['5', '9.9.9.9', '1.1.1.1', '1.1.1.1'],
    ['1', '9.9.9.9', undefined, '9.9.9.9'],
    ['1', '9.9.9.9', '', '9.9.9.9'],
    ['1', '9.9.9.9', 'junk', '9.9.9.9'],
    ['2', '9.9.9.9', 'junk, 1.1.1.1', '1.1.1.1'],
    ['2', '9.9.9.9', '1.1.1.1, unknown', '9.9.9.9'],
    ['1', '9.9.9.9', '1.1.1.1:8080', '1.1.1.1'],
    ['1', '9.9.9.9', '[2001:db8:1:2:3::1]:443', '2001:db8:1:2::/64'],
    ['1', '::ffff:9.9.9.9', '::ffff:1.1.1.1', '1.1.1.1'],
    ['1', '9.9.9.9', '0:0:0:0:0:ffff:101:101', '1.1.1.1'],
    ['10.0.0.0/8', '10.1.2.3', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['10.0.0.0/8', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['10.0.0.0/8', '::ffff:10.1.2.3', '1.1.1.1', '1.1.1.1'],
    ['10.0.0.1, fd00::/8', 'fd00::1', '1.1.1.1, 10.0.0.1', '1.1.1.1'],
    ['10.0.0.1', '10.0.0.2', '1.1.1.1', '10.0.0.2'],
  ])('behind %s, asked from %s with %s, is %s', (proxies, peer, forwarded, client) => {
    expect(clientOf(peer, forwarded, trust(proxies))).toBe(client);
  });

  it.each(['my-proxy', '10.0.0.0/33', '::/129', '1.2.3', '-1', '1.5', '10.0.0.1,', 'abc'])(
    'is not told by %s, which names no proxy',
    (text) => expect(readTrust(text)).toBe(null),
  );

  test('of IPv6 is one for a whole /64, and another for the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (a, b) => {
        const of = (address: string[]) => clientOf('9.9.9.9', address.join(':'), trust('1'));
        const isMapped = a.slice(0, 5).every((part) => part === '0');
        fc.pre(!isMapped);
        expect(of(a)).toBe(of([...a.slice(0, 4), ...b.slice(4)]));
        const next = ((Number.parseInt(a[3] as string, 16) + 1) % 0x10000).toString(16);
        expect(of(a)).not.toBe(of([...a.slice(0, 3), next, ...a.slice(4)]));
      }),
    );
  });

  test('is an address, whatever stands in the header', () => {
    const part = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('fe80::1%eth0', '::'));
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('1', '3', '10.0.0.0/8'), (parts, proxies) => {
        const client = clientOf('10.0.0.1', parts.join(','), trust(proxies));
        expect(client).toMatch(/^(\d+\.\d+\.\d+\.\d+|[\da-f]+(:[\da-f]+){3}::\/64)$/);
      }),
    );
  });
});

describe('a limit on the rate', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openSample('embedded');
  });
  afterAll(() => ledger?.close());

  /** How many of 300 requests are answered, each with an address of its own. */
  async function passed(options: Partial<ServerOptions>, forwarded: (n: number) => string) {
    const server: Server = await serve(ledger, { rateLimit: { perMinute: 100 }, ...options });
    let count = 0;
    for (let n = 0; n < 300; n += 1) {
      const headers = { 'x-forwarded-for': forwarded(n) };
      const { status } = await get(server, '/graphql?query={__typename}', { headers });
      expect([200, 429]).toContain(status);
      if (status === 200) count += 1;
    }
    await server.close();
    return count;
  }
  const madeUp = (n: number) => `10.1.${n >> 8}.${n & 255}`;

  it('is not passed by addresses that a client makes up', async () => {
    const real = '203.0.113.7';
    expect(await passed({ trustProxy: true }, (n) => `${madeUp(n)}, ${real}`)).toBe(100);
    expect(await passed({ trustProxy: 2 }, (n) => `${madeUp(n)}, ${real}, 10.0.0.1`)).toBe(100);
    expect(await passed({ trustProxy: '127.0.0.0/8' }, (n) => `${madeUp(n)}, ${real}`)).toBe(100);
    expect(await passed({ trustProxy: '192.0.2.0/24' }, madeUp)).toBe(100);
    expect(await passed({}, madeUp)).toBe(100);
  });

  it('is not passed by the many addresses of one IPv6 network', async () => {
    expect(await passed({ trustProxy: 1 }, (n) => `2001:db8:0:7::${n.toString(16)}`)).toBe(100);
    expect(await passed({ trustProxy: 1 }, (n) => `2001:db8:0:${n.toString(16)}::1`)).toBe(300);
  });

  it('is not passed by what is no address', async () => {
    expect(await passed({ trustProxy: 1 }, (n) => `junk-${n}`)).toBe(100);
  });
});
