// Balances over time are those of the single instants, and cost one statement, or one call each.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Setup } from '../../conformance/setup.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

const second = 1_000_000_000n;
/** The last hours of a month and the first of the next; snapshots count within their month only. */
const newMonth = 1_698_796_800n * second;
const quarter = 900n * second;
const start = newMonth - 8n * quarter;
const people = [17, 18, 19];
const coins = [2001, 2002];

/** Snapshots that say who has changed, as an importer writes them; each month begins with everyone. */
function randomSnapshots(draw: fc.GeneratorValue): Setup {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 9 }),
    fc.constant(9_223_372_036_854_775_807n as unknown as number),
  );
  const months = new Set<boolean>();
  const rows = Array.from({ length: 20 }, (_, index) => {
    const timestamp = start + BigInt(index) * quarter;
    const isNew = timestamp >= newMonth;
    const isFirst = !months.has(isNew);
    months.add(isNew);
    // The network's clock misses a snapshot now and then.
    if (!isFirst && draw(fc.integer, { min: 0, max: 4 }) === 0) return [];
    const own = people
      .filter(() => draw(fc.boolean) || (isFirst && draw(fc.boolean)))
      .map((id) => ({
        timestamp,
        id,
        balance: draw(() => amount),
        tokens: coins
          .filter(() => draw(fc.boolean))
          .map((token_num) => ({ token_num, balance: draw(() => amount) })),
      }));
    return [{ timestamp, id: 2, balance: 1 }, ...own];
  });
  return {
    accounts: people.map((num) => ({ num, balance: 1 })),
    tokens: coins.map((token_num) => ({ token_id: `0.0.${token_num}`, decimals: 2 })),
    tokenaccounts: people.flatMap((num) =>
      coins.map((coin) => ({
        account_id: `0.0.${num}`,
        token_id: `0.0.${coin}`,
        balance: 1,
        created_timestamp: 1,
      })),
    ),
    balances: rows.flat(),
  };
}

const printed = (time: bigint) => `${time / second}.${String(time % second).padStart(9, '0')}`;

/** A range around the snapshots, and how it is divided. */
const range = fc.record({
  from: fc.bigInt({ min: start - quarter, max: start + 20n * quarter }),
  length: fc.bigInt({ min: 0n, max: 22n * quarter }),
  points: fc.integer({ min: 1, max: 8 }),
  every: fc.option(fc.integer({ min: 2500, max: 9000 }), { nil: undefined }),
});
type Range = typeof range extends fc.Arbitrary<infer T> ? T : never;

/** The instants by the words of the documentation. */
function instantsOf({ from, length, points, every }: Range): bigint[] {
  if (every === undefined) {
    if (points === 1) return [from + length];
    return Array.from(
      { length: points },
      (_, n) => from + (length * BigInt(n)) / BigInt(points - 1),
    );
  }
  const instants: bigint[] = [];
  for (let at = from; at <= from + length; at += BigInt(every) * second) instants.push(at);
  return instants;
}

const asked = ({ from, length, points, every }: Range) =>
  `from: "${printed(from)}", to: "${printed(from + length)}", points: ${every ? 8 : points}${every ? `, every: ${every}` : ''}`;

interface Point {
  readonly id: string;
  readonly timestamp: string;
}

/** The points that tell something new. */
const distinct = (points: readonly (Point | null)[]) =>
  points.filter(
    (point, index) =>
      point !== null && !points.slice(0, index).some((other) => other?.id === point.id),
  );

describe.each(backends)('a history of balances on %s', (backend) => {
  let server: Running;
  const world: { setup?: Setup } = {};
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      world.setup = randomSnapshots(draw);
    }),
    { numRuns: 1, seed: 7 },
  );

  beforeAll(async () => {
    const limits = { cost: { calls: 5000, rows: 1e6, values: 1e6, parts: 0 } };
    server = await open(backend, world.setup as Setup, {
      operation: { calls: 5000, values: 1e6 },
      graphql: { limits: { ...defaultQueryLimits, ...limits } },
    });
    return server.close;
  });

  /** The object of an id, asked for alone, so that nothing is read together with another instant. */
  async function alone(id: string, fields: string): Promise<Point | null> {
    const type = id.slice(0, id.indexOf(':'));
    const node = Buffer.from(id).toString('base64url');
    const { data } = await ask(server, `{ node(id: "${node}") { ... on ${type} { ${fields} } } }`);
    return data.node;
  }

  it('is what the single instants tell, each snapshot once', async () => {
    const fields = 'id balance hbars timestamp tokens { nodes { id balance } }';
    const property = fc.asyncProperty(range, fc.constantFrom(...people), async (given, num) => {
      const instants = instantsOf(given);
      const query = `{ account(id: "0.0.${num}") { balanceHistory(${asked(given)}) { ${fields} } } }`;
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      const each = instants.map((at) => alone(`Balance:0.0.${num}@${printed(at)}`, fields));
      expect(data.account.balanceHistory).toEqual(distinct(await Promise.all(each)));
    });
    await fc.assert(property, { numRuns: 6, seed: 20_261_128 });
  });

  it('of what is held of a token is what the holders of the instants tell', async () => {
    const fields = 'id balance amount decimals timestamp';
    const property = fc.asyncProperty(range, fc.constantFrom(...people), async (given, num) => {
      const instants = instantsOf(given);
      const query = `{ account(id: "0.0.${num}") { tokens { nodes { tokenId history(${asked(given)}) { ${fields} } } } } }`;
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      for (const { tokenId, history } of data.account.tokens.nodes) {
        const each = instants.map((at) =>
          alone(`TokenBalance:0.0.${num}/${tokenId}@${printed(at)}`, fields),
        );
        expect(history).toEqual(distinct(await Promise.all(each)));
      }
    });
    await fc.assert(property, { numRuns: 2, seed: 20_261_128 });
  });

  const whole = `from: "${printed(start)}", to: "${printed(start + 19n * quarter)}", points: 20`;

  it('of several accounts is read together, and of several holdings as well', async () => {
    server.calls.length = 0;
    const { data } = await ask(
      server,
      `{ accounts(filter: { account: { in: ["0.0.17", "0.0.18", "0.0.19"] } }) { nodes {
        balanceHistory(${whole}) { balance } tokens { nodes { history(${whole}) { balance } } } } } }`,
    );
    expect(data.accounts.nodes).toHaveLength(3);
    const [, ...read] = server.calls;
    // Of each of three accounts two tokens, at 20 instants; a row over a mirror node has its tokens.
    const lists = backend === 'the REST face' ? [] : ['pages accountTokens ×3'];
    const alike = [...lists, 'pages balances ×20', 'pages tokenBalances ×120'];
    expect(read.sort()).toEqual(alike);
  });

  it('of an account as it was ends there, of what it held of a token too', async () => {
    const fields = 'id balance timestamp';
    const then = fc.bigInt({ min: start, max: start + 20n * quarter });
    const property = fc.asyncProperty(range, then, async (given, at) => {
      const history = `(${asked(given)}) { ${fields} }`;
      const query = `{ account(id: "0.0.17", at: "${printed(at)}") {
        balanceHistory${history} token(id: "0.0.2001") { history${history} } } }`;
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      const known = instantsOf(given).map((instant) => printed(instant < at ? instant : at));
      const each = async (id: string) =>
        distinct(await Promise.all(known.map((instant) => alone(`${id}@${instant}`, fields))));
      const { balanceHistory, token } = data.account;
      expect(balanceHistory).toEqual(await each('Balance:0.0.17'));
      if (token) expect(token.history).toEqual(await each('TokenBalance:0.0.17/0.0.2001'));
    });
    await fc.assert(property, { numRuns: 6, seed: 20_261_130 });
  });

  it.each([
    ['from', 'from: "2", to: "1"'],
    ['points', 'from: "1", to: "2", points: 0'],
    ['points', 'from: "1", to: "2", points: 367'],
    ['every', 'from: "1", to: "2", every: 0'],
    ['every', 'from: "1", to: "40", every: 1'],
  ])('with a wrong %s (%s) is refused before it is read', async (argument, given) => {
    server.calls.length = 0;
    const { errors } = await ask(
      server,
      `{ account(id: "0.0.17") { balanceHistory(${given}) { balance } } }`,
    );
    const expected = { code: 'BAD_USER_INPUT', argument };
    expect(errors.map(({ extensions }) => extensions)).toEqual([expected]);
    expect(server.calls).toEqual([]);
  });
});

describe('a history of balances over a mirror node', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  const isDown = { yes: true };
  beforeAll(async () => {
    server = await openStub(
      ({ query }) => {
        const at = query.get('timestamp')?.replace('lte:', '') ?? null;
        if (isDown.yes && at === '1500.000000000') return { status: 503, body: {} };
        const ids = query.getAll('account.id');
        const asked = ids.length > 0 ? ids.sort() : ['0.0.18', '0.0.17'];
        const balances = asked.map((account) => ({ account, balance: 70, tokens: [] }));
        return { body: { timestamp: at, balances, links: { next: null } } };
      },
      { retries: 0, cache: 0 },
    );
    return server.close;
  });

  const query = `{ balances(first: 2) { nodes { account {
    balanceHistory(from: "1000", to: "2000", every: 500, points: 3) { timestamp hbars } } } } }`;
  const ofPast = () => server.urls().filter((url) => url.includes('lte'));
  const point = (timestamp: string) => ({ timestamp, hbars: '0.00000070' });
  const [first, middle, last] = ['1000', '1500', '2000'].map((time) => point(`${time}.000000000`));

  it('has an error in the place of a point that can not be read, and keeps the others', async () => {
    const { data, errors } = await ask(server, query);
    const histories = data.balances.nodes.map(
      ({ account }: { account: { balanceHistory: unknown } }) => account.balanceHistory,
    );
    const left = [first, null, last];
    expect(histories).toEqual([left, left]);
    expect(errors.map(({ path }) => path?.join('.'))).toEqual([
      'balances.nodes.0.account.balanceHistory.1',
      'balances.nodes.1.account.balanceHistory.1',
    ]);
    expect(ofPast()).toHaveLength(3);
  });

  it('is one call for a point of all accounts, and none where the point was read before', async () => {
    isDown.yes = false;
    for (const calls of [1, 0]) {
      server.stub.reset();
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      expect(data.balances.nodes[0].account.balanceHistory).toEqual([first, middle, last]);
      expect(ofPast()).toHaveLength(calls);
    }
  });
});
