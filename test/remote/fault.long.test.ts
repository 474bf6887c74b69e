// A mirror node that fails every fifth call in all sorts of ways, under 50 clients: right answers only.
// FAULT_SECONDS=30 npx vitest run test/remote/fault.long.test.ts
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask, type GraphqlAnswer } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { type Answer, type Call, type Stub, startStub } from '../support/stub.js';

const seconds = Number(process.env['FAULT_SECONDS'] ?? 3);
const clients = 50;
const failing = 0.2;
const retries = 2;
/** Milliseconds of a call and of an operation. */
const limits = { call: 2000, operation: 15_000 };

/** The same faults in each run, as far as the order of the calls is the same. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
const chance = random(42);

const memoOf = (num: number) => `memo ${num}`;
const amountOf = (num: number) => 9_007_199_254_740_993n + BigInt(num);
const accountRow = (num: number) => ({
  account: `0.0.${num}`,
  memo: memoOf(num),
  balance: { balance: amountOf(num), timestamp: '1700000000.000000001', tokens: [] },
});
const tokenIds = (num: number) => [1, 2, 3].map((at) => num * 10 + at);
const tokenRow = (num: number) => ({ token_id: `0.0.${num}`, symbol: `S${num}`, name: 'n' });
const numOf = (id: string) => Number(id.split('.').at(-1));

/** What a healthy mirror node answers; every row follows from its number. */
function whole({ path, query }: Call): unknown {
  const links = { links: { next: null } };
  const [, , , kind, id, below] = path.split('/');
  if (below) {
    const tokens = tokenIds(numOf(id as string)).map((num) => ({
      token_id: `0.0.${num}`,
      balance: amountOf(num),
    }));
    return { tokens, ...links };
  }
  const row: (num: number) => object = kind === 'accounts' ? accountRow : tokenRow;
  if (id) return row(numOf(id));
  const asked = query.getAll(kind === 'accounts' ? 'account.id' : 'token.id');
  const inOrder = asked.map(numOf).sort((a, b) => a - b);
  return { [kind as string]: inOrder.map(row), ...links };
}

const start = { 'content-type': 'application/json', 'content-length': '1000' };
const faults: readonly (() => Answer)[] = [
  () => ({ status: 500, body: '' }),
  () => ({
    status: 502,
    body: '<html>Bad gateway</html>',
    headers: { 'content-type': 'text/html' },
  }),
  () => ({ status: 503, body: '{}' }),
  () => ({ status: 504, body: '{}' }),
  () => ({ status: 429, body: '{}', headers: { 'retry-after': '0' } }),
  () => ({ body: '<html>Sorry</html>', headers: { 'content-type': 'text/html' } }),
  () => ({ body: '{"account":"0.0.' }),
  () => ({ body: 'null' }),
  () => ({ send: (response) => response.socket?.resetAndDestroy() }),
  () => ({
    send(response) {
      response.writeHead(200, start).write('{"accounts":[');
      setTimeout(() => response.socket?.resetAndDestroy(), 5);
    },
  }),
  () => ({ send: (response) => response.socket?.end('nonsense\r\n\r\n') }),
  () => ({ send: (response) => void response.writeHead(200, start).write('{') }),
];

describe('CASE of faults, 50 clients of a mirror node that fails every fifth call', () => {
  let stub: Stub;
  let ledger: Ledger;
  let server: Server;
  /** How often a call was made, and how often it was failed, by its URL. */
  const tried = new Map<string, { calls: number; failures: number }>();
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => void rejections.push(reason);
  let isHealthy = false;
  let calls = 0;
  /** When this process was last not run for a quarter of a second. */
  let stoodStill = 0;
  let ticked = Date.now();
  const ticks = setInterval(() => {
    if (Date.now() - ticked > 250) stoodStill = Date.now();
    ticked = Date.now();
  }, 20);

  beforeAll(async () => {
    stub = await startStub((call) => {
      const tries = tried.get(call.url) ?? { calls: 0, failures: 0 };
      tried.set(call.url, tries);
      calls += 1;
      tries.calls += 1;
      // The stub's own list of calls is of no use here, and would look like a leak.
      stub.calls.length = 0;
      if (isHealthy || chance() >= failing) {
        return { body: whole(call), headers: { 'cache-control': 'public, max-age=1' } };
      }
      tries.failures += 1;
      return (faults[Math.floor(chance() * faults.length)] as () => Answer)();
    });
    ledger = remote(stub.url, { retries, timeout: limits.call });
    server = await serve(ledger, { operation: { timeout: limits.operation } });
    process.on('unhandledRejection', onRejection);
  });
  afterAll(async () => {
    clearInterval(ticks);
    process.off('unhandledRejection', onRejection);
    await server.close();
    await ledger.close();
    await stub.close();
  });

  /** Some accounts with their tokens, and what is wrong about the answer: nothing. */
  async function operation(): Promise<{ ms: number; errors: number; wrong: string[] }> {
    const nums = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () =>
      Math.floor(1000 + Math.random() * 20_000),
    );
    // Under a condition, since a first page without one would come with the account.
    const fields =
      'entityId memo balance { balance } tokens(first: 3, filter: { token: { gt: "0.0.1" } }) { nodes { balance token { symbol } } }';
    const query = `{ ${nums.map((num, at) => `a${at}: account(id: "0.0.${num}") { ${fields} }`).join(' ')} }`;
    const began = Date.now();
    const answer = await ask(server, query);
    const ms = Date.now() - began;
    // Where this process was not run for a while, a right answer may have been too late for its call,
    // and where half of the time is gone, a retry may not fit any more.
    const isLate = stoodStill >= began || ms > limits.operation / 2;
    const wrong = nums
      .flatMap((num, at) => wrongOf(num, at, answer))
      .filter((what) => !(isLate && / after /.test(what)));
    return { ms, errors: answer.errors.length, wrong };
  }

  /** What can not be right of an account in an answer. */
  function wrongOf(num: number, at: number, { data, errors, status }: GraphqlAnswer<unknown>) {
    if (status !== 200) return [`status ${status}`];
    const account = (data as Record<string, Record<string, unknown> | null>)[`a${at}`];
    const isTold = (path: string) => errors.some((error) => error.path?.join('.').startsWith(path));
    const own = errors.filter(({ path }) => path?.[0] === `a${at}`);
    const wrong = own.flatMap(({ extensions }) => unjustified(num, extensions['code']));
    if (!account) return isTold(`a${at}`) ? wrong : [...wrong, `${num}: null without an error`];
    const tokens = tokenIds(num).map((token, index) => ({
      balance: String(amountOf(token)),
      token: isTold(`a${at}.tokens.nodes.${index}.token`) ? null : { symbol: `S${token}` },
    }));
    const expected = {
      entityId: `0.0.${num}`,
      memo: memoOf(num),
      balance: { balance: String(amountOf(num)) },
      tokens: isTold(`a${at}.tokens`) && !account['tokens'] ? null : { nodes: tokens },
    };
    const isSame = JSON.stringify(account) === JSON.stringify(expected);
    return isSame ? wrong : [...wrong, `${num}: ${JSON.stringify(account)}`];
  }

  /**
   * An error is right where a call of the account, or of its tokens, was made as often as it may be, and
   * has failed: each time, or it was too late for its call, as on a machine that has much to do.
   */
  function unjustified(num: number, code: unknown): string[] {
    const known = [
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_BAD_RESPONSE',
      'UPSTREAM_TIMEOUT',
      'RATE_LIMITED',
    ];
    if (!known.includes(String(code))) return [`${num}: ${code}`];
    const ids = [num, ...tokenIds(num)].map((id) => `0.0.${id}`);
    const own = [...tried].filter(([url]) => ids.some((id) => url.includes(id)));
    const isRight = own.some(([, tries]) => tries.calls > retries && tries.failures > 0);
    const counts = own.map(([, tries]) => `${tries.failures} failures of ${tries.calls}`);
    return isRight ? [] : [`${num}: ${code} after ${counts.join(', ')}`];
  }

  it(
    'gives no wrong answer, none too late, and no error that a retry could have avoided',
    async () => {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      const heap = () => {
        collect();
        return process.memoryUsage().heapUsed / 1_000_000;
      };
      const end = Date.now() + seconds * 1000;
      const results: { ms: number; errors: number }[] = [];
      const wrong: string[] = [];
      let warm = 0;
      const client = async () => {
        while (Date.now() < end) {
          const result = await operation();
          results.push({ ms: result.ms, errors: result.errors });
          wrong.push(...result.wrong);
          if (warm === 0 && Date.now() > end - (seconds * 1000) / 2) warm = heap();
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      const grown = heap() - warm;
      const slowest = Math.max(...results.map(({ ms }) => ms));
      const withErrors = results.filter(({ errors }) => errors > 0).length;
      const failures = [...tried.values()].reduce((sum, one) => sum + one.failures, 0);
      console.log(
        `${results.length} operations, ${calls} calls of which ${failures} failed; ${withErrors} operations with errors; slowest ${slowest} ms; heap ${grown.toFixed(1)} MB more than half way`,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(results.length).toBeGreaterThanOrEqual(clients);
      expect(slowest).toBeLessThan(limits.operation + 5000);
      expect(withErrors / results.length).toBeLessThan(0.2);
      expect(grown).toBeLessThan(60);
      expect(rejections).toEqual([]);
    },
    (seconds + 60) * 1000,
  );

  it('is itself again at once when the mirror node is', async () => {
    isHealthy = true;
    // A pause or a rest that the last faults have caused passes.
    await expect.poll(async () => (await operation()).errors, { timeout: 10_000 }).toBe(0);
    const answers = await Promise.all(Array.from({ length: clients * 2 }, operation));
    for (const { errors, wrong } of answers)
      expect({ errors, wrong }).toEqual({ errors: 0, wrong: [] });
  });
});
