// CASE-19: what is unknown or fails among many look-ups takes no other along, nor is remembered.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { type Handler, ledgerStub } from '../support/stub.js';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const fields = '{ entityId balance { balance } }';
const query = (nums: readonly number[]) =>
  `{ ${nums.map((num, at) => `a${at}: account(id: "0.0.${num}") ${fields}`).join('\n')} }`;
const found = (num: number) => ({ entityId: `0.0.${num}`, balance: { balance: `${num * 2}` } });
const oneUnknown = { data: { a0: found(2), a1: null }, errors: [], status: 200 };

describe.each(backends)('CASE-19, an unknown account among others on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, { accounts: [{ num: 2, balance: 4 }] });
    return server.close;
  });

  it('is null without an error, and the others are there', async () => {
    const { data, errors, status } = await ask(server, query([2, 404404]));
    expect({ data, errors, status }).toEqual(oneUnknown);
  });
});

const healthy = ledgerStub({
  accounts: [2, ...range(3001, 3045)].map((num) => ({
    account: `0.0.${num}`,
    balance: { balance: num * 2 },
  })),
});

/** A mirror node that answers 503 to calls for any of these accounts. */
const without =
  (nums: readonly number[]): Handler =>
  (call) => {
    const isMissing = nums.some((num) => call.query.getAll('account.id').includes(`0.0.${num}`));
    return isMissing ? { status: 503, body: '' } : healthy(call);
  };

describe('CASE-19, a failure among many look-ups of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  const nums = range(3001, 3040);
  const lost = range(3021, 3040);

  beforeEach(async () => {
    server = await openStub(without(lost));
  });
  afterEach(() => server.close());

  it('loses the accounts of its own call, each with its error and path', async () => {
    const { data, errors, status } = await ask(server, query(nums));
    expect(status).toBe(200);
    expect(Object.values(data)).toEqual([...range(3001, 3020).map(found), ...lost.map(() => null)]);
    const byPath = new Map(errors.map(({ path, extensions }) => [String(path), extensions]));
    expect([...byPath.keys()].sort()).toEqual(range(20, 39).map((at) => `a${at}`));
    for (const extensions of byPath.values()) {
      expect(extensions).toEqual({ code: 'UPSTREAM_UNAVAILABLE', upstreamStatus: 503 });
    }
    expect(errors).toHaveLength(20);
  });

  it('is not remembered once the mirror node answers again', async () => {
    await ask(server, query(nums));
    server.stub.reset(healthy);
    const { data, errors } = await ask(server, query(nums));
    expect([Object.values(data), errors]).toEqual([nums.map(found), []]);
  });

  it('leaves what is unknown null without an error', async () => {
    const { data, errors, status } = await ask(server, query([2, 404404]));
    expect({ data, errors, status }).toEqual(oneUnknown);
  });
});
