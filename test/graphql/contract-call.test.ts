// A call that a mirror node's EVM runs, asked for in GraphQL: sent once, checked before, its revert an answer.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

const seen: { readonly route: string; readonly body: string }[] = [];
let answer: (response: ServerResponse) => void;
const node = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  seen.push({
    route: `${request.method} ${request.url}`,
    body: Buffer.concat(chunks).toString(),
  });
  answer(response);
});
const json =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const refusal = (status: number, message: object, headers = {}) =>
  json(status, { _status: { messages: [message] } }, headers);

let ledger: Ledger;
let server: Server;
let small: Server;
let database: Server;

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  ledger = remote(url, { timeout: 400 });
  server = await serve(ledger, { graphql: { cache: memoryStore(1_000_000) } });
  const cost = { ...defaultQueryLimits.cost, calls: 2 };
  small = await serve(ledger, { graphql: { limits: { ...defaultQueryLimits, cost } } });
  database = await serve(nothing);
});
beforeEach(() => {
  seen.length = 0;
  answer = json(200, { result: '0x' });
});
afterAll(async () => {
  for (const one of [server, small, database]) await one.close();
  await ledger.close();
  node.closeAllConnections();
  node.close();
});

const to = `0x${'00'.repeat(18)}1389`;
const word = (digits: string) => digits.padStart(64, '0');
const call = (args: string, fields: string) => `{ contractCall(${args}) { ${fields} } }`;
const first = async (query: string, variables?: Readonly<Record<string, unknown>>) =>
  (await ask(server, query, variables)).data?.contractCall;

describe('a call of a contract', () => {
  it('is sent as the contract has it, with all its digits, and its result is read by the interface', async () => {
    answer = json(200, { result: `0x${word('2a')}` });
    const abi = 'function balanceOf(address owner) returns (uint256 balance)';
    const args = `to: "${to}", data: "0x70a08231", from: "${to}", block: "0x10", gas: 100000, value: "9223372036854775807"`;
    const fields = `result errorMessage decoded(abi: "${abi}") { name values { name type value } } revertReason { name }`;
    expect(await first(call(args, fields))).toEqual({
      result: `0x${word('2a')}`,
      errorMessage: null,
      decoded: { name: 'balanceOf', values: [{ name: 'balance', type: 'uint256', value: '42' }] },
      revertReason: null,
    });
    const body = `{"block":"0x10","data":"0x70a08231","from":"${to}","gas":100000,"to":"${to}","value":9223372036854775807}`;
    expect(seen).toEqual([{ route: 'POST /api/v1/contracts/call', body }]);
  });

  it('has no data where software kits write that there is none', async () => {
    expect(await first(call(`to: "${to}", data: "0x", value: "5"`, 'result'))).toEqual({
      result: '0x',
    });
    expect(seen.map(({ body }) => JSON.parse(body))).toEqual([{ to, value: 5 }]);
    const { errors } = await ask(server, call('data: "0x"', 'result'));
    expect(errors[0]?.message).toMatch(/^to: must be given/);
    expect(seen).toHaveLength(1);
  });

  it('tells the gas that it needs where an estimate is asked for', async () => {
    answer = json(200, { result: '0x53b8' });
    const fields = 'result gas decoded(abi: "function f() returns (uint256)") { name }';
    expect(await first(call(`to: "${to}", estimate: true`, fields))).toEqual({
      result: null,
      gas: '21432',
      decoded: null,
    });
    expect(seen[0]?.body).toBe(`{"to":"${to}","estimate":true}`);
  });

  it('that is reverted is answered with the reason', async () => {
    const data = `0x08c379a0${word('20')}${word('8')}${Buffer.from('No berth').toString('hex').padEnd(64, '0')}`;
    answer = refusal(400, { message: 'CONTRACT_REVERT_EXECUTED', detail: 'No berth', data });
    const fields =
      'result gas errorMessage errorDetail errorData revertReason { signature values { value } }';
    const { data: found, errors } = await ask(server, call(`to: "${to}"`, fields));
    expect(errors).toEqual([]);
    expect(found.contractCall).toEqual({
      result: null,
      gas: null,
      errorMessage: 'CONTRACT_REVERT_EXECUTED',
      errorDetail: 'No berth',
      errorData: data,
      revertReason: { signature: 'Error(string)', values: [{ value: 'No berth' }] },
    });
  });

  it('that is reverted by an error of its own contract is read by that', async () => {
    const abi = 'error TooMuch(uint256 available, uint256 required)';
    // The first bytes of the hash of TooMuch(uint256,uint256), 1, and 2^255.
    const data = `0x6073b21f${'1'.padStart(64, '0')}8${'0'.repeat(63)}`;
    answer = refusal(400, { message: 'CONTRACT_REVERT_EXECUTED', detail: '', data });
    const fields = `errorDetail own: revertReason(abi: "${abi}") { name values { value } } revertReason { name }`;
    expect(await first(call(`to: "${to}"`, fields))).toEqual({
      errorDetail: null,
      own: { name: 'TooMuch', values: [{ value: '1' }, { value: (2n ** 255n).toString() }] },
      revertReason: null,
    });
  });

  it.each([
    ['to: "0x12"', 'to: must be an EVM address'],
    [`to: "${to}", from: "${to}00"`, 'from: must be an EVM address'],
    [`to: "${to}", data: "0x123"`, 'data: must be whole bytes'],
    [`to: "${to}", block: "newest"`, 'block: must be a number'],
    [`to: "${to}", gas: 20999`, 'gas: must be 21000 at the least'],
    [`to: "${to}", value: -1`, 'value: must be 0 at the least'],
    ['estimate: true', 'to: must be given'],
  ])('with %s is refused before anything is sent', async (args, message) => {
    const { errors } = await ask(server, call(args, 'result'));
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(seen).toEqual([]);
  });

  it.each([
    [
      refusal(400, { message: 'gas field must be less than or equal to 15000000' }),
      'BAD_USER_INPUT',
      'gas field must be less than or equal to 15000000',
    ],
    [refusal(404, { message: 'Unknown block number' }), 'NOT_FOUND', 'Unknown block number'],
    [
      refusal(429, { message: 'Gas per second rate limit exceeded.' }, { 'retry-after': '1' }),
      'RATE_LIMITED',
      'The ledger asks to slow down',
    ],
    [
      refusal(404, { message: 'Not found' }),
      'NOT_ANSWERABLE',
      'Only the EVM of a mirror node can run contracts, and there is none behind this server',
    ],
    [refusal(404, { message: 'Not found', detail: '', data: '' }), 'NOT_FOUND', 'Not found'],
    [refusal(501, { message: 'Not implemented' }), 'NOT_ANSWERABLE', 'Not implemented'],
    [refusal(503, { message: 'x' }), 'UPSTREAM_UNAVAILABLE', 'The ledger can not be reached'],
    [json(200, { result: 'ok' }), 'UPSTREAM_BAD_RESPONSE', undefined],
    [json(200, '{"result":"0x'), 'UPSTREAM_BAD_RESPONSE', undefined],
    [json(200, 'null'), 'UPSTREAM_BAD_RESPONSE', undefined],
    [json(400, '[]'), 'UPSTREAM_BAD_RESPONSE', undefined],
  ])(
    'of which a node says nothing is an error of its kind, and is not sent again',
    async (given, code, message) => {
      answer = given;
      const { data, errors } = await ask(server, call(`to: "${to}"`, 'result'));
      expect(data).toEqual({ contractCall: null });
      expect(errors).toHaveLength(1);
      expect(errors[0]?.extensions['code']).toBe(code);
      if (message !== undefined) expect(errors[0]?.message).toBe(message);
      expect(seen).toHaveLength(1);
    },
  );

  it.each([
    ['2', 2],
    ['0.5', 1],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3600],
    ['soon', undefined],
  ])('is to be sent again when the node says so: %s', async (given, seconds) => {
    // After a 429 or a 503 the next call would wait as well.
    answer = refusal(502, { message: 'x' }, { 'retry-after': given });
    const { errors } = await ask(server, call(`to: "${to}"`, 'result'));
    const { code, retryAfter } = errors[0]?.extensions ?? {};
    expect(code).toBe('UPSTREAM_UNAVAILABLE');
    // A date comes nearer while the test runs.
    if (seconds === undefined) expect(retryAfter).toBeUndefined();
    else expect(Math.abs((retryAfter as number) - seconds)).toBeLessThan(seconds / 10);
  });

  it.each([429, 503])('that is too much for the EVM (%i) holds up nothing else', async (status) => {
    answer = refusal(status, { message: 'Gas per second' }, { 'retry-after': '1' });
    const { errors } = await ask(server, call(`to: "${to}"`, 'result'));
    expect(errors[0]?.extensions['retryAfter']).toBe(1);
    answer = (response) => {
      const isCall = response.req.method === 'POST';
      json(200, isCall ? { result: '0x' } : { blocks: [], links: { next: null } })(response);
    };
    const began = performance.now();
    const next = first(call(`to: "${to}"`, 'result'));
    const { data } = await ask(server, `{ blocks(first: ${status % 100}) { nodes { number } } }`);
    expect(data).toEqual({ blocks: { nodes: [] } });
    expect(seen.map(({ route }) => route.split('?')[0])).toEqual([
      'POST /api/v1/contracts/call',
      'GET /api/v1/blocks',
    ]);
    // The next call waits for its turn, and is not refused.
    expect(await next).toEqual({ result: '0x' });
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('is asked anew each time, also twice in one operation, and each is counted', async () => {
    const query = `{ a: contractCall(to: "${to}") { result } b: contractCall(to: "${to}") { result } }`;
    for (const times of [2, 4, 6, 8]) {
      answer = json(200, { result: `0x${word(String(times))}` });
      const { data } = await ask(server, query);
      expect(data.a.result).toBe(`0x${word(String(times))}`);
      expect(seen).toHaveLength(times);
    }
    expect((await ask(small, query)).errors).toEqual([]);
    seen.length = 0;
    const three = `${query.slice(0, -1)} c: contractCall(to: "${to}") { result } }`;
    expect((await ask(small, three)).errors[0]?.extensions['code']).toBe('COST_LIMIT');
    expect(seen).toEqual([]);
  });

  it('is given up with its operation, and nothing else is sent for it', async () => {
    answer = () => {};
    const { errors } = await ask(server, call(`to: "${to}"`, 'result'));
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_TIMEOUT');
    expect(seen).toHaveLength(1);
  });

  it('can not be answered by a database, which says so', async () => {
    const { data, errors } = await ask(database, call(`to: "${to}"`, 'result'));
    expect(data).toEqual({ contractCall: null });
    expect(errors[0]?.extensions['code']).toBe('NOT_ANSWERABLE');
    expect(errors[0]?.message).toMatch(/EVM/);
  });
});

describe('the data of a call', () => {
  const query = 'query ($data: Hex!) { contractCall(data: $data) { result } }';
  const digits = (count: number) => `0x${'ab'.repeat(count / 2)}`;

  it('may be as long as the contract says, in a variable or in the text, and no longer', async () => {
    const data = digits(262_144);
    expect(await first(query, { data })).toEqual({ result: '0x' });
    expect(seen[0]?.body).toBe(`{"data":"${data}"}`);
    const { errors } = await ask(server, query, { data: digits(262_146) });
    expect(errors[0]?.message).toContain('must have 262144 at the most');
    expect(seen).toHaveLength(1);
  });

  it('may be as long in the REST face', async () => {
    const post = (count: number) =>
      fetch(`${server.url}/api/v1/contracts/call`, {
        method: 'POST',
        body: JSON.stringify({ data: digits(count) }),
        headers: { 'content-type': 'application/json' },
      });
    expect((await post(262_144)).status).toBe(200);
    expect((await post(300_000)).status).toBe(400);
    expect(seen).toHaveLength(1);
  });

  it('lets no other operation be longer than before, and none over a database', async () => {
    const long = 'ab'.repeat(110_000);
    const other = 'query ($hash: Hex!) { contractResult(hash: $hash) { result } }';
    expect((await ask(server, other, { hash: long })).status).toBe(413);
    // Bytes count, and not letters: of these each has three.
    expect((await ask(server, other, { hash: '€'.repeat(70_000) })).status).toBe(413);
    expect((await ask(server, other, { hash: '€'.repeat(60_000) })).status).toBe(200);
    expect((await ask(database, query, { data: long })).status).toBe(413);
    expect(seen).toEqual([]);
  });
});
