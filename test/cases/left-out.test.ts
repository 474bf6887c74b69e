// Conditions that the contract does not know: what comes is what meets them, each once, within a bounded search.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

interface Transfer {
  readonly accountId: string | null;
  readonly tinybars: string;
}
interface Row {
  readonly id: string;
  readonly transfers: readonly Transfer[];
  readonly tokenTransfers: readonly Transfer[];
  readonly nftTransfers: readonly {
    readonly senderAccountId: string;
    readonly receiverAccountId: string;
  }[];
}

const { manyTokens, fiftyTokens, treasury, issuer, maxHolder, nftToken } = sampleIds;
const people = [manyTokens, fiftyTokens, treasury, issuer, maxHolder, '0.0.1012', '0.0.3'];
const parts =
  'id transfers { accountId tinybars } tokenTransfers { accountId } nftTransfers { senderAccountId receiverAccountId }';
const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

const both = bothServers();

/** The nodes of all pages of a list, from one end or the other. */
async function walk<T>(
  server: Server,
  path: (args: string) => string,
  read: (data: never) => { nodes: T[]; pageInfo: never },
  given: string,
  isLast = false,
) {
  const seen: T[] = [];
  for (let place = ''; ; ) {
    const query = path(`${given}${place}`);
    const { data, errors } = await ask(server, query);
    expect(errors, query).toEqual([]);
    const { nodes, pageInfo } = read(data as never);
    seen.push(...(isLast ? [...nodes].reverse() : nodes));
    const info = pageInfo as Record<string, unknown>;
    if (!info[isLast ? 'hasPreviousPage' : 'hasNextPage']) return seen;
    const next = isLast ? `, before: "${info['startCursor']}"` : `, after: "${info['endCursor']}"`;
    expect(next).not.toBe(place);
    place = next;
  }
}

const ofAccount = (id: string) => (args: string) =>
  `{ account(id: "${id}") { transactions(${args}) { nodes { ${parts} } ${page} } } }`;
const all = (args: string) => `{ transactions(${args}) { nodes { ${parts} } ${page} } }`;

const takesPart = (row: Row, id: string) =>
  [...row.transfers, ...row.tokenTransfers].some(({ accountId }) => accountId === id) ||
  row.nftTransfers.some((one) => one.senderAccountId === id || one.receiverAccountId === id);
const moves = ({ transfers }: Row, least: bigint, id?: string) =>
  transfers.some(({ accountId, tinybars }) => {
    const amount = BigInt(tinybars);
    return (id === undefined || accountId === id) && (amount < 0n ? -amount : amount) >= least;
  });

const known = new Map<string, Row[]>();
async function transactionsOf(server: Server, id: string): Promise<Row[]> {
  const found =
    known.get(id) ??
    (await walk<Row>(
      server,
      ofAccount(id),
      ({ account }: never) => (account as never)['transactions'],
      'first: 500',
    ));
  known.set(id, found);
  return found;
}

describe.each(bothLedgers)('over %s', (name) => {
  const server = () => both.of(name);

  it('transactions are those that meet all conditions, from either end', async () => {
    const asked = fc.record({
      one: fc.constantFrom(...people),
      other: fc.option(fc.constantFrom(...people)),
      least: fc.option(fc.constantFrom('0', '1', '100000', '100000000', '9223372036854775807')),
      size: fc.integer({ min: 1, max: 40 }),
      isLast: fc.boolean(),
      isBetween: fc.boolean(),
    });
    const property = fc.asyncProperty(
      asked,
      async ({ one, other, least, size, isLast, isBetween }) => {
        fc.pre(one !== other);
        const rows = await transactionsOf(server(), one);
        const isPair = isBetween && other !== null;
        const expected = rows.filter(
          (row) =>
            (other === null || takesPart(row, other)) &&
            (least === null || moves(row, BigInt(least), isPair ? undefined : one)),
        );
        const filter = [
          ...(other === null
            ? []
            : [isPair ? `between: ["${one}", "${other}"]` : `counterparty: "${other}"`]),
          ...(least === null ? [] : [`minTinybars: "${least}"`]),
        ].join(', ');
        const given = `${isLast ? 'last' : 'first'}: ${size}, filter: { ${filter} }`;
        const seen = isPair
          ? await walk<Row>(server(), all, ({ transactions }: never) => transactions, given, isLast)
          : await walk<Row>(
              server(),
              ofAccount(one),
              ({ account }: never) => (account as never)['transactions'],
              given,
              isLast,
            );
        const ids = expected.map(({ id }) => id);
        expect(seen.map(({ id }) => id)).toEqual(isLast ? ids.reverse() : ids);
      },
    );
    await fc.assert(property, { numRuns: 10, seed: 3 });
  });

  it('tokens are those of a balance and of a type', async () => {
    const fields = 'nodes { entityId: tokenId balance token { type } }';
    const path = (args: string) =>
      `{ account(id: "${manyTokens}") { tokens(${args}) { ${fields} ${page} } } }`;
    type Held = {
      readonly entityId: string;
      readonly balance: string;
      readonly token: { readonly type: string };
    };
    const read = ({ account }: never) => (account as never)['tokens'];
    const rows = await walk<Held>(server(), path, read, 'first: 200');
    expect(rows.length).toBeGreaterThan(100);
    for (const [filter, keeps] of [
      ['balance: { gt: 0 }', (one) => BigInt(one.balance) > 0n],
      ['balance: { eq: 0 }', (one) => one.balance === '0'],
      ['type: NON_FUNGIBLE_UNIQUE', (one) => one.token.type === 'NON_FUNGIBLE_UNIQUE'],
      [
        'type: FUNGIBLE_COMMON, balance: { gte: 5, lt: 1000000 }',
        (one) =>
          one.token.type === 'FUNGIBLE_COMMON' &&
          BigInt(one.balance) >= 5n &&
          BigInt(one.balance) < 1_000_000n,
      ],
      [
        `token: { gt: "${nftToken}" }, balance: { ne: 0 }`,
        (one) => one.balance !== '0' && Number(one.entityId.slice(4)) > Number(nftToken.slice(4)),
      ],
    ] as [string, (one: Held) => boolean][]) {
      const seen = await walk<Held>(server(), path, read, `first: 40, filter: { ${filter} }`);
      expect(seen, filter).toEqual(rows.filter(keeps));
    }
  });

  it('looks through 1,000 rows at the most, and says where to go on', async () => {
    server().calls.length = 0;
    const filter = 'filter: { minTinybars: "9223372036854775807" }';
    const { data } = await ask(
      server(),
      `{ transactions(first: 5, ${filter}) { nodes { id } ${page} } }`,
    );
    expect(server().calls).toEqual(Array.from({ length: 10 }, () => 'page transactions'));
    expect(data.transactions.nodes).toEqual([]);
    expect(data.transactions.pageInfo).toMatchObject({
      hasNextPage: true,
      endCursor: expect.any(String),
    });
    const none = await ask(
      server(),
      `{ transactions(first: 0, ${filter}) { pageInfo { hasNextPage } } }`,
    );
    expect(none.data.transactions.pageInfo.hasNextPage).toBe(true);
  });

  it.each([
    ['between: ["0.0.3"]', 'two different accounts'],
    ['between: ["0.0.3", "3"]', 'two different accounts'],
    ['between: ["0.0.3", "0.0.4", "0.0.5"]', 'two different accounts'],
    ['between: ["0.0.3", "0.0.4"], account: { eq: "0.0.5" }', 'must not be combined with account'],
  ])('%s is refused before anything is asked', async (filter, rule) => {
    server().calls.length = 0;
    const { errors } = await ask(
      server(),
      `{ transactions(filter: { ${filter} }) { nodes { id } } }`,
    );
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'filter.between',
    });
    expect(errors[0]?.message).toContain(rule);
    expect(server().calls).toEqual([]);
  });
});
