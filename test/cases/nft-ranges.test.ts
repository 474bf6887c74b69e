// NFTs of an account by ranges over token and serial number, on every backend and both faces.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const places = [1, 2, 3].flatMap((token) => [1, 2, 3].map((serial) => [token, serial] as const));
const nfts = places.map(([token_id, serial_number], at) => ({
  account_id: 7,
  token_id,
  serial_number,
  created_timestamp: 10 + at,
  spender: serial_number === 2 ? 9 : null,
  metadata: at === 0 ? '\\xff' : '\\x6869',
}));

type Place = readonly [token: number, serial: number];
const isAfter = ([a, b]: Place, [token, serial]: Place) => a > token || (a === token && b > serial);
const texts = (all: readonly Place[]) => all.map(([token, serial]) => `0.0.${token}/${serial}`);

describe.each(backends)('the NFTs of an account on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, { accounts: [{ num: 7 }, { num: 8 }, { num: 9 }], nfts });
    return server.close;
  });

  async function walked(args: string, size: number): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const { data, errors } = await ask<{ account: { nfts: Page } }>(
        server,
        `{ account(id: "0.0.7") { nfts(${size < 0 ? `last: ${-size}` : `first: ${size}`} ${args} ${after}) {
          nodes { tokenId serialNumber } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      );
      expect(errors).toEqual([]);
      const { nodes, pageInfo } = (data as { account: { nfts: Page } }).account.nfts;
      const page = nodes.map(({ tokenId, serialNumber }) => `${tokenId}/${serialNumber}`);
      if (size < 0) found.unshift(...page);
      else found.push(...page);
      const isMore = size < 0 ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
      const cursor = size < 0 ? pageInfo.startCursor : pageInfo.endCursor;
      if (!isMore) return found;
      after = `${size < 0 ? 'before' : 'after'}: "${cursor}"`;
    }
  }
  interface Page {
    readonly nodes: readonly { readonly tokenId: string; readonly serialNumber: string }[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly startCursor: string;
      readonly endCursor: string;
    };
  }

  it.each([1, 2, 4, -2])('are each there once, by pages of %i in both orders', async (size) => {
    expect(await walked('order: ASC', size)).toEqual(texts(places));
    expect(await walked('order: DESC', size)).toEqual(texts([...places].reverse()));
  });

  it.each([
    ['token: { gte: "0.0.2" }, serialNumber: { gt: 2 }', (at: Place) => isAfter(at, [2, 2])],
    [
      'token: { gte: "0.0.1", lte: "0.0.3" }, serialNumber: { gt: 1, lt: 3 }',
      (at: Place) => isAfter(at, [1, 1]) && isAfter([3, 3], at),
    ],
    ['token: { eq: "0.0.2" }, serialNumber: { gte: 2 }', ([t, s]: Place) => t === 2 && s >= 2],
    ['token: { gt: "0.0.1" }', ([t]: Place) => t > 1],
    ['spender: { eq: "0.0.9" }', ([, s]: Place) => s === 2],
  ])('are those that meet %s', async (filter, holds) => {
    expect(await walked(`order: ASC, filter: { ${filter} }`, 2)).toEqual(
      texts(places.filter(holds)),
    );
  });

  it.each([
    ['serialNumber: { gt: 1 }', 'filter: serialNumber needs token beside it'],
    ['token: { gt: "0.0.1" }, serialNumber: { gt: 1 }', 'token must have gte or eq operator'],
    ['token: { ne: "0.0.1" }', 'takes no ne'],
  ])('are refused for %s, before any call', async (filter, rule) => {
    const { errors } = await ask(
      server,
      `{ account(id: "0.0.7") { nfts(filter: { ${filter} }) { nodes { id } } } }`,
    );
    expect(errors[0]?.message).toContain(rule);
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('are found by token and serial number, with text where there is some', async () => {
    const { data } = await ask(
      server,
      `{ a: nft(token: "0.0.1", serialNumber: 1) { id metadata metadataText account { entityId } }
         b: nft(token: "0.0.1", serialNumber: 2) { metadataText spender { entityId } }
         none: nft(token: "0.0.1", serialNumber: 9) { id } }`,
    );
    const id = Buffer.from('Nft:0.0.1/1').toString('base64url');
    expect(data).toEqual({
      a: { id, metadata: '/w==', metadataText: null, account: { entityId: '0.0.7' } },
      b: { metadataText: 'hi', spender: { entityId: '0.0.9' } },
      none: null,
    });
    const { data: node } = await ask(
      server,
      `{ node(id: "${id}") { ... on Nft { serialNumber } } }`,
    );
    expect(node).toEqual({ node: { serialNumber: '1' } });
    // An object has one id only.
    const longer = Buffer.from('Nft:0.0.1/1/1').toString('base64url');
    const { errors } = await ask(server, `{ node(id: "${longer}") { id } }`);
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('are walked over by links.next', async () => {
    const found: string[] = [];
    let path: string | null =
      '/api/v1/accounts/7/nfts?token.id=gte:1&serialnumber=gt:1&limit=2&order=asc';
    while (path !== null) {
      const { body, status } = await get(server, path);
      expect([path, status]).toEqual([path, 200]);
      for (const nft of body.nfts) found.push(`${nft.token_id}/${nft.serial_number}`);
      path = body.links.next;
    }
    expect(found).toEqual(texts(places.filter((at) => isAfter(at, [1, 1]))));
  });
});
