// One operation comes in by many ways, and its answer, its errors, its status and its cost are the same by each.
import { parse, validate } from 'graphql';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnswerStore, memoryStore } from '../../src/answers/response-cache.js';
import { subgraphSchema } from '../../src/graphql/federation.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import type { Ledger } from '../../src/ledger.js';
import { redisStore } from '../../src/operating/redis.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { globalId } from '../support/operations.js';
import { hasRedis, redisUrl } from '../support/redis.js';
import { faultsOf } from './door-faults.js';
import { keptFaultsOf } from './door-kept.js';
import { type House, openHouse } from './doors.js';
import { numbersFrom } from './numbers.js';
import { fuzzRequest } from './operations.js';
import { type Asked, aloneIn } from './rewritten.js';
import { smallest } from './smallest.js';

/** Operations that run: some with each run of the tests, many by `npm run fuzz`. */
const wanted = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['MODE'] === 'fuzz' ? 5000 : 16));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_131);

const schema = subgraphSchema(true);
let house: House;
/** The same over HTTP to a mirror node that the first ledger is. */
let farHouse: House;
/** Servers that keep answers: one by itself, and where there is a Redis two that share it. */
const keeping: House[][] = [];

beforeAll(async () => {
  const shape = { depth: 60, aliases: 5000, directives: 5000, tokens: 50_000 };
  const limits = { ...defaultQueryLimits, ...shape };
  const sample = await openSample('embedded');
  // A run of its own: nothing of one before it is found.
  const served = `doors ${process.pid} ${Date.now()}`;
  const open = (ledger: Ledger, cache?: AnswerStore) =>
    openHouse(ledger, {
      bodyLimit: 1_000_000,
      graphql: { federation: true, limits, ...(cache && { cache, served: served }) },
    });
  house = await open(sample);
  keeping.push([await open(sample, memoryStore(1e7))]);
  const stores = hasRedis ? [1, 2].map(() => redisStore(redisUrl, pino({ level: 'silent' }))) : [];
  if (hasRedis) keeping.push(await Promise.all(stores.map((store) => open(sample, store))));
  const mirror = await serve(sample);
  const far = remote(mirror.url, { cache: 0 });
  farHouse = await open(far);
  return async () => {
    for (const one of [farHouse, ...keeping.flat(), house, far, mirror]) await one.close();
    for (const store of stores) store.close();
  };
});

it('an operation is the same by whichever way it comes', { timeout: 3_600_000 }, async () => {
  const counts = { whole: 0, 'with errors': 0, refused: 0, itself: 0, another: 0 };
  let next = seed;
  for (; counts.whole + counts['with errors'] < wanted; next += 1) {
    const { query, askings } = fuzzRequest(next, schema);
    if (validate(schema, parse(query)).length > 0) continue;
    const [{ variables, operationName } = {}] = askings;
    const asked = aloneIn(query, operationName, variables);
    if (!asked) continue;
    const { data, errors } = await house.ask(asked);
    const kind = errors.length > 0 ? 'with errors' : 'whole';
    counts[data === undefined ? 'refused' : kind] += 1;
    const count = (by: 'itself' | 'another') => {
      counts[by] += 1;
    };
    const number = next;
    const check = async (one: Asked) => {
      const own = number % 4 === 0 ? farHouse : house;
      const chance = numbersFrom(number);
      const kept = keeping[number % keeping.length] as readonly House[];
      return [
        ...(await faultsOf(own, schema, one, number)),
        ...(await keptFaultsOf(house, kept, one, chance, count)),
      ];
    };
    const faults = await check(asked);
    if (faults.length === 0) continue;
    const isFault = async (one: { readonly query: string }) =>
      validate(schema, parse(one.query)).length === 0 &&
      (await check({ ...asked, query: one.query })).length > 0;
    const least = { ...asked, query: (await smallest({ ...asked, askings: [] }, isFault)).query };
    const found = { seed: next, least, faults: await check(least) };
    expect.fail(JSON.stringify(found, null, 1));
  }
  console.info(`doors: ${JSON.stringify(counts)} with seeds from ${seed} to ${next - 1}`);
  expect(counts['with errors']).toBeGreaterThan(0);
  expect(counts.itself).toBeGreaterThan(0);
  if (hasRedis) expect(counts.another).toBeGreaterThan(0);
});

describe('a representation', () => {
  it.each([
    ['text', '"x"', 'x'],
    ['an object of no type', '{ entityId: "0.0.1001" }', { entityId: '0.0.1001' }],
  ])('that is %s is refused before anything runs', async (_what, literal, value) => {
    const told = [
      await house.ask({
        query: `{ tokens(first: 1) { nodes { name } } _entities(representations: [${literal}]) { __typename } }`,
      }),
      await house.ask({
        query:
          'query ($r: [_Any!]!) { tokens(first: 1) { nodes { name } } _entities(representations: $r) { __typename } }',
        variables: { r: [value] },
      }),
    ];
    for (const { data, made, codes, errors } of told) {
      expect([data, made, codes]).toEqual([undefined, [], ['BAD_USER_INPUT']]);
      expect(errors[0]?.message).toContain('must be an object with __typename');
    }
  });

  it('costs what it names, of whichever type the variable is that holds its id', async () => {
    const cost = async (type: string, id: string) => {
      const query = `query ($id: ${type}!) { _entities(representations: [{ __typename: "Balance", id: $id }, { __typename: "Balance", id: $id }]) { __typename } }`;
      return (await house.ask({ query, variables: { id: globalId(id) } })).cost;
    };
    const ids = ['Balance:0.0.1010', 'Balance:0.0.1010@1795172400.000000000'];
    const known: unknown[] = [];
    for (const id of ids) known.push(await cost('ID', id));
    expect(known[0]).not.toEqual(known[1]);
    for (const [index, id] of ids.entries()) expect(await cost('String', id)).toEqual(known[index]);
  });
});
