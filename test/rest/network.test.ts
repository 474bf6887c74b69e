// The network's nodes, rates, fees, stake and supply, by the facts of the contract: REST and GraphQL over the sample.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { fractionText } from '../../src/contract/kinds.js';
import { exchangeRate } from '../../src/contract/resources/rates.js';
import { keptLedger } from '../../src/kept-ledger.js';
import type { Ledger } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { fractionOf } from '../../src/sql/resources/network.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { remote, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
type Body = any;

const server = sampleServer();

const answer = (path: string) => fetch(`${server.url}/api/v1${path}`);
const get = async (path: string): Promise<Body> => parseJson(await (await answer(path)).text());
async function refused(path: string): Promise<string> {
  const { _status } = await get(path);
  const [{ message, detail }] = _status.messages;
  return detail === undefined ? message : `${message} / ${detail}`;
}

describe('nodes', () => {
  const ids = ({ nodes }: Body) => nodes.map((node: Body) => Number(node.node_id));

  it('are ten to a page, and twenty-five at the most, whatever the link goes on with', async () => {
    expect(ids(await get('/network/nodes'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const page = await get('/network/nodes?limit=26&order=DESC');
    expect(ids(page)).toHaveLength(25);
    expect(page.links.next).toBe('/api/v1/network/nodes?limit=26&order=DESC&node.id=lt:5');
    expect(ids(await get(page.links.next.slice(7)))).toEqual([4, 3, 2, 1, 0]);
  });

  it('are chosen by numbers within a range', async () => {
    const some = '/network/nodes?node.id=3&node.id=eq:9&node.id=28&node.id=gt:3&node.id=lte:28';
    expect(ids(await get(some))).toEqual([9, 28]);
    expect(ids(await get('/network/nodes?node.id=3&node.id=gt:3'))).toEqual([]);
    expect(ids(await get('/network/nodes?node.id=ne:0&limit=2'))).toEqual([0, 1]);
    expect(await get('/network/nodes?file.id=0.0.101')).toEqual({
      nodes: [],
      links: { next: null },
    });
  });

  it.each([
    ['limit=0', 'Invalid parameter: limit'],
    ['limit=x', 'Invalid parameter: limit'],
    ['limit=eq:5', 'Invalid parameter: limit'],
    ['node.id=-1', 'Invalid parameter: node.id'],
    ['limit=1&limit=2', 'Bad Request / Only a single instance is supported for limit'],
    ['file.id=gt:102', 'Bad Request / Only equality operator is supported for file.id'],
    ['node.id=gt:3&node.id=lt:4', 'Bad Request / Invalid range provided for node.id'],
  ])('with %s are none', async (query, message) => {
    expect(await refused(`/network/nodes?${query}`)).toBe(message);
  });

  it('show what is not known as null, and what is not there as empty', async () => {
    const { nodes } = await get('/network/nodes?limit=25');
    expect(nodes[2].admin_key).toBeNull();
    // Of the third there is an entry in the address book alone.
    expect(nodes[3]).toMatchObject({ admin_key: null, decline_reward: null });
    expect(nodes[1].associated_registered_nodes).toEqual([1, 9223372036854775807n]);
    expect(nodes[3].associated_registered_nodes).toEqual([]);
    expect(nodes[4].public_key).toMatch(/^0x[0-9a-f]{588}$/);
    expect(nodes[5].node_cert_hash).toBe('0x');
    expect(nodes[6]).toMatchObject({ max_stake: null, min_stake: null, stake_not_rewarded: null });
    expect(nodes[7].service_endpoints).toEqual([]);
    expect(nodes[0].service_endpoints).toEqual([
      { domain_name: 'n0.example', ip_address_v4: '', port: 50_211 },
      { domain_name: '', ip_address_v4: '10.0.0.1', port: 50_211 },
      { domain_name: '', ip_address_v4: '10.0.0.1', port: 50_212 },
    ]);
    const [last] = (await get('/network/nodes?order=desc')).nodes;
    expect(last).toMatchObject({ stake: null, staking_period: null, reward_rate_start: null });
    expect(nodes[0].staking_period).toEqual({
      from: '1795132800.000000000',
      to: '1795219200.000000000',
    });
    expect(nodes[0].timestamp).toEqual({ from: '1793448000.000000001', to: null });
  });
});

describe('exchange rates', () => {
  const at = (time: string) => get(`/network/exchangerate?timestamp=${time}`);

  it('are those of the newest file at or before a time, or within a range', async () => {
    const newest = await get('/network/exchangerate');
    const before = await at(`lt:${newest.timestamp}`);
    expect(Number(before.timestamp)).toBeLessThan(Number(newest.timestamp) - 3500);
    // What is the next rate in one hour is the current one in the next.
    expect(newest.current_rate).toEqual(before.next_rate);
    expect(await at(before.timestamp)).toEqual(before);
    expect(await at(`gte:${before.timestamp}&timestamp=lt:${newest.timestamp}`)).toEqual(before);
    expect((await at('1568412000')).current_rate.cent_equivalent).toBe(120_000);
  });

  it.each([
    ['timestamp=1568411999.999999999', 'Not Found / File 0.0.112 not found'],
    ['timestamp=gte:5&timestamp=lt:4', 'Not Found / File 0.0.112 not found'],
    ['timestamp=gt:99999999999999999.999999999', 'Not Found / File 0.0.112 not found'],
    ['timestamp=gt:9223372036.854775807', 'Not Found / File 0.0.112 not found'],
    ['timestamp=ne:5', "Bad Request / Failed to convert 'timestamp'"],
    ['timestamp=1&timestamp=2&timestamp=3', 'Bad Request / timestamp size must be between 0 and 2'],
  ])('with %s are none', async (query, message) => {
    expect(await refused(`/network/exchangerate?${query}`)).toBe(message);
  });
});

describe('fees', () => {
  it('are the price of gas by the rate of the time, each step rounded down', async () => {
    const { fees, timestamp } = await get('/network/fees');
    const { current_rate: rate } = await get('/network/exchangerate');
    const gas = Math.floor((853 * rate.hbar_equivalent) / rate.cent_equivalent);
    expect(timestamp).toBe('1795003203.000000000');
    expect(fees).toEqual(
      ['ContractCall', 'ContractCreate', 'EthereumTransaction'].map((transaction_type) => {
        return { gas, transaction_type };
      }),
    );
    const { fees: down } = await get('/network/fees?order=desc&unknown=1');
    expect(down).toEqual([...fees].reverse());
  });

  it('are those before, while a schedule is there in part', async () => {
    const while_ = await get('/network/fees?timestamp=1795003202.999999999');
    expect(while_.timestamp).toBe('1568412000.000000001');
    expect(await refused('/network/fees?timestamp=5')).toBe('Not Found / File 0.0.111 not found');
  });
});

describe('stake and supply', () => {
  it('has its parts as numbers, and in GraphQL as decimals that are exact', async () => {
    const stake = await get('/network/stake?limit=x');
    expect(stake).toMatchObject({
      node_reward_fee_fraction: 0.333_333_34,
      staking_reward_fee_fraction: 0.1,
      reserved_staking_rewards: 9_007_199_254_740_993n,
      staking_period: { from: '1795132800.000000000', to: '1795219200.000000000' },
    });
    const { data } = await ask(
      server,
      '{ network { stake { nodeRewardFeeFraction stakingRewardFeeFraction reservedStakingRewards } } }',
    );
    expect(data.network.stake).toEqual({
      nodeRewardFeeFraction: '0.33333334',
      stakingRewardFeeFraction: '0.1',
      reservedStakingRewards: '9007199254740993',
    });
  });

  it('of a part is the shortest text of a float of 32 bits, and loses no digit', () => {
    expect([fractionOf(0, 7), fractionOf(7, 0), fractionOf(7, 7)]).toEqual([0, 0, 1]);
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (billionths) => {
        const part = fractionOf(billionths, 1_000_000_000);
        expect(Math.fround(part)).toBe(Math.fround(billionths / 1e9));
        expect(Number(fractionText(part))).toBe(part);
        expect(fractionText(part)).toMatch(/^[01](\.\d+)?$/);
      }),
    );
    expect(fractionText(1 / 3)).toBeNull();
    expect(fractionText(1e-9)).toBe('0.000000001');
  });

  it('is released but for what the accounts of the network itself hold', async () => {
    const isOwn = (num: number) =>
      [2, 42, 99, 100].includes(num) ||
      [
        [44, 71],
        [73, 87],
        [200, 349],
        [400, 750],
      ].some(([a = 0, b = 0]) => num >= a && num <= b);
    const held = async (time: string) => {
      const { balances } = await get(`/balances?account.id=lte:750&limit=100${time}`);
      const own = balances.filter(({ account }: Body) => isOwn(Number(account.split('.')[2])));
      expect(own.length).toBeGreaterThan(0);
      return own.reduce((sum: bigint, row: Body) => sum + BigInt(row.balance), 0n);
    };
    const all = 5_000_000_000_000_000_000n;
    const live = await get('/network/supply');
    expect(BigInt(live.released_supply)).toBe(all - (await held('')));
    const then = await get('/network/supply?timestamp=1795174500');
    expect(BigInt(then.released_supply)).toBe(all - (await held('&timestamp=1795174500')));
    expect(then.timestamp).toBe('1795174200.000000000');
  });

  it('is one number as plain text where that is asked for', async () => {
    const total = await answer('/network/supply?q=TotalCoins');
    expect(total.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(total.headers.get('cache-control')).toBe('public, max-age=60');
    expect(await total.text()).toBe('50000000000.00000000');
    const { released_supply: released } = await get('/network/supply');
    const text = await (await answer('/network/supply?q=circulating')).text();
    expect(text.replace('.', '')).toBe(released);
    expect(text).toMatch(/^\d+\.\d{8}$/);
  });

  it.each([
    ['q=coins', "Bad Request / Failed to convert 'q'"],
    ['q=eq:totalcoins', "Bad Request / Failed to convert 'q'"],
    ['timestamp=gt:5&timestamp=6', 'Not Found / Network supply not found'],
    ['timestamp=gt:5&timestamp=5', 'Bad Request / Invalid range provided for timestamp'],
    ['timestamp=1&q=totalcoins', 'Not Found / Network supply not found'],
    ['timestamp=gt:9223372036.854775807', 'Not Found / Network supply not found'],
  ])('with %s is none', async (query, message) => {
    expect(await refused(`/network/supply?${query}`)).toBe(message);
  });
});

describe('what was known long ago', () => {
  const filters = [
    { parameter: 'timestamp', operator: 'lte', value: '1795172399.999999999' } as const,
  ];
  const read = async (from: Ledger, fresh = false) => {
    const operation = startOperation({ timeout: 10_000, calls: 10 }, { fresh });
    const item = await from.one(exchangeRate, '', { filters }, operation);
    operation.end();
    return { item, cached: operation.usage.cached };
  };

  it('is read once, unless it has to come from the ledger itself, or may still change', async () => {
    const year2030 = () => 1_893_456_000_000;
    const later = keptLedger(server.ledger, year2030);
    server.calls.length = 0;
    const first = await read(later);
    expect(await read(later)).toEqual({ ...first, cached: 1 });
    expect(server.calls).toHaveLength(1);
    await read(later, true);
    expect(server.calls).toHaveLength(2);
    const atThatTime = keptLedger(server.ledger, () => 1_795_176_000_000);
    await read(atThatTime);
    await read(atThatTime);
    expect(server.calls).toHaveLength(4);
  });
});

describe('over a mirror node', () => {
  it('nodes come all, whatever it gives at once', async () => {
    const upstream = remote(server.url);
    const from = await serve(upstream);
    const query = '{ network { nodes(first: 100) { nodes { nodeId stake description } } } }';
    const { data } = await ask(from, query);
    expect(data.network.nodes.nodes).toHaveLength(30);
    expect(data).toEqual((await ask(server, query)).data);
    await from.close();
    await upstream.close();
  });

  it('a rate of a later time than was asked for is refused, and so is a part with too many digits', async () => {
    const ended = { cent_equivalent: 1, expiration_time: 9, hbar_equivalent: 1 };
    const rates = { current_rate: ended, next_rate: ended, timestamp: '7.000000000' };
    const stake = { node_reward_fee_fraction: 1 / 3, staking_reward_fee_fraction: 0.25 };
    const from = await openStub(({ path }) => ({ body: path.endsWith('/stake') ? stake : rates }));
    const { data, errors } = await ask(
      from,
      `{ network {
        exchangeRate(at: "6.5") { timestamp }
        later: exchangeRate(at: "7") { timestamp }
        stake { nodeRewardFeeFraction stakingRewardFeeFraction }
      } }`,
    );
    expect(data.network.later).toEqual({ timestamp: '7.000000000' });
    expect(data.network.exchangeRate).toBeNull();
    expect(errors.map(({ path }: Body) => path.join('.')).sort()).toEqual([
      'network.exchangeRate',
      'network.stake.nodeRewardFeeFraction',
    ]);
    await from.close();
  });
});
