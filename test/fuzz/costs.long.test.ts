// The limits hold for whatever can be asked: no operation does more than what was computed of it before it ran.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parse, validate } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import { marked } from '../support/marked.js';
import { bothCounting, type Counting, type Spent } from './costs.js';
import { numbersFrom } from './numbers.js';
import { type Asking, type FuzzRequest, fuzzRequest } from './operations.js';
import { pageRequest } from './pages.js';
import { smallest } from './smallest.js';

/** Operations that run: some with each run of the tests, many by `npm run fuzz`. */
const wanted = Number(
  process.env['FUZZ_REQUESTS'] ?? (process.env['MODE'] === 'fuzz' ? 20_000 : 200),
);
const most = defaultQueryLimits.cost;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
/** Characters of an answer, so that some are too long. */
const longest = 20_000;
/** Pages and lists of the operations are shorter than that, by turns. */
const sizes = [4, 16, 40];
/** Pages as front ends ask for them. */
const pages = [5, 25, 50];

let targets: readonly Counting[] = [];

beforeAll(async () => {
  const shape = { depth: 60, aliases: 5000, directives: 5000, tokens: 50_000 };
  const limits = { ...defaultQueryLimits, ...shape, answer: longest };
  targets = await bothCounting({ graphql: { limits, trace: true } });
  return () => Promise.all(targets.map((target) => target.close()));
});

/** Members of all objects in an answer. */
const fieldsIn = (answer: unknown): number =>
  Object.values(answer ?? {}).reduce<number>(
    (sum, one) =>
      sum + Number(!Array.isArray(answer)) + (typeof one === 'object' ? fieldsIn(one) : 0),
    0,
  );

/**
 * What one asking has spent beyond what it was charged; nothing where all is well. A search that
 * walks is charged one call, and then while it walks; it ends with the budget of calls. Who is the
 * first to need what is read once for all pays for that too. Items of lists beyond those that these
 * are taken to have are paid by values, ten of which are a read, and so is what is read for them.
 */
function beyond(spent: Spent): readonly string[] {
  const { made, paid, calls, forAll, told, rows, further, walked, values, cost, codes, data } =
    spent;
  if (!cost) return calls > 0 ? [`${calls} calls without a cost`] : [];
  const isRefused = (['calls', 'rows', 'values'] as const).some((unit) => cost[unit] > most[unit]);
  const fields = fieldsIn(data);
  const later = values === null ? 0 : values - cost.values;
  const charged = Math.max(values ?? 0, cost.values);
  const { length } = JSON.stringify(data);
  const rules: readonly (readonly [boolean, string])[] = [
    [
      calls - forAll - walked.calls <= cost.calls - walked.searches + later / 10,
      `${calls} calls of ${cost.calls}, and of searches ${walked.calls} of ${walked.searches}`,
    ],
    [walked.calls <= walked.most, `${walked.calls} calls of searches, and ${walked.most} may be`],
    [made <= paid, `${made} calls have come, and ${paid} are paid`],
    // One that is too long already does not wait for the calls that are under way.
    [
      told === undefined || told === calls || codes.includes('COST_LIMIT'),
      `${told} calls in the answer, and ${calls} in the log`,
    ],
    [rows <= cost.rows + further + later, `${rows} rows of ${cost.rows} and ${further}`],
    [fields <= charged, `${fields} values of ${charged}`],
    [values === null || values >= cost.values, `${values} values paid of ${cost.values}`],
    [length < 1.2 * longest, `${length} characters of ${longest}`],
    [calls === 0 || !isRefused, `${calls} calls for what is refused`],
  ];
  return rules.filter(([holds]) => !holds).map(([, text]) => text);
}

/** The same operation as it may come: as text, again and again, by its hash, in parts, and fresh. */
async function waysOf(target: Counting, query: string, asking: Asking, number: number) {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const bodies = [{ query }, { query }, { query }, { query, extensions }, { extensions }];
  const ways: Spent[] = [];
  for (const body of bodies) ways.push(await target.ask({ ...body, ...asking }));
  const chance = numbersFrom(number);
  const parts = { query: marked(query, chance), ...asking };
  const fresh = await target.ask({ query, ...asking }, { 'x-mirrorql-fresh': '1' });
  return { ways, others: [await target.ask(parts, { accept: 'multipart/mixed' }), fresh] };
}

async function faultsOf(
  target: Counting,
  { query, askings }: FuzzRequest,
  number: number,
): Promise<readonly string[]> {
  if (validate(schema, parse(query)).length > 0) return [];
  const faults: string[] = [];
  for (const asking of askings) {
    const { ways, others } = await waysOf(target, query, asking, number);
    const [first] = ways as [Spent];
    for (const [index, spent] of [...ways, ...others].entries()) {
      faults.push(...beyond(spent).map((text) => `${target.name}, time ${index + 1}: ${text}`));
      counts[first.cost ? 'run' : 'refused'] += 1;
    }
    const costs = ways.map(({ cost }) => cost);
    if (!costs.every((cost) => isDeepStrictEqual(cost, first.cost))) {
      faults.push(`${target.name}: costs ${JSON.stringify(costs)}`);
    }
  }
  return faults;
}

const counts = { run: 0, refused: 0 };

it('no operation spends more than it was charged, on any ledger, in any way that it comes', {
  timeout: 3_600_000,
}, async () => {
  let next = seed;
  for (; counts.run < wanted; next += 1) {
    const target = targets[next % targets.length] as Counting;
    if (wanted > 1000 && next % 50 === 0)
      process.stderr.write(`${next} ${JSON.stringify(counts)}\n`);
    // By turns what has all of GraphQL in it, and what is small enough that nothing hides a fault.
    const isPage = next % 4 > 1;
    const request = isPage
      ? pageRequest(next, schema, pages)
      : fuzzRequest(next, schema, sizes[next % sizes.length]);
    const faults = await faultsOf(target, request, next).catch((error) => [String(error)]);
    if (faults.length === 0) continue;
    const isFault = async (one: FuzzRequest) => (await faultsOf(target, one, next)).length > 0;
    const least = await smallest(request, isFault);
    const found = { seed: next, ...least, faults: await faultsOf(target, least, next) };
    expect.fail(JSON.stringify(found, null, 1));
  }
  console.info(`costs: ${JSON.stringify(counts)} with seeds from ${seed} to ${next - 1}`);
  expect(counts.run).toBeGreaterThan(counts.refused);
});
