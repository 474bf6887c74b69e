// The conformance runner: a listed deviation is about what it says, and about something.
import { expect, it } from 'vitest';
import { deviations, deviationsOf } from '../conformance/deviations.js';
import { optionsOf } from '../conformance/service.js';
import { rowsOf } from '../conformance/setup.js';
import { startTally } from '../conformance/tally.js';

const answered = (status: number, body: unknown = {}) => ({
  status,
  body,
  headers: {},
  ignoreSignatureOrder: false,
});
const about = (search: string, status = 200) =>
  deviationsOf('balances', `/api/v1/balances?${search}`, answered(status)).length;

it.each([
  'account.id=99999999999',
  'Account.ID=eq:0.0.99999999999',
  'limit=1&account.id=ne:-1',
  'account.balance=gt:99999999999',
])('takes %s for longer than our contract has it', (search) => {
  expect(about(search)).toBe(1);
});

it.each([
  ['an address without 0x', `account.id=${'8'.padStart(40, '0')}`],
  ['an address of digits', `account.id=${'12345678901'.repeat(4).slice(0, 40)}`],
  ['a bound, as links have it', 'account.id=lt:0.0.99999999999'],
  ['an id that a client may type', 'account.id=9999999999'],
  ['a balance that a client may type', 'account.balance=9999999999'],
])('takes %s for what both answer alike', (_name, search) => {
  expect(about(search)).toBe(0);
});

it('fails an answer that is listed as deviating and is the same', () => {
  const printed: string[] = [];
  const tally = startTally((line) => printed.push(line));
  const url = '/api/v1/balances?account.id=99999999999';
  const expected = answered(200);
  tally.add({ area: 'balances', url, source: 'a line', expected, difference: undefined });
  expect(tally.finish(false)).toBe(false);
  expect(printed[0]).toContain('passes, but is listed as deviating');
});

it('fails a deviation that no answer was about', () => {
  const printed: string[] = [];
  const tally = startTally((line) => printed.push(line));
  const url = '/api/v1/balances?account.id=99999999999';
  const difference = { path: 'status', expected: 200, got: '400' };
  tally.add({ area: 'balances', url, source: 'a line', expected: answered(200), difference });
  expect(tally.finish(true)).toBe(false);
  const unmet = printed.filter((line) => line.startsWith('FAIL'));
  expect(unmet).toHaveLength(deviations.length - 1);
  expect(unmet[0]).toContain('about no answer');
});

it('passes over no key of a setup that it does not know', () => {
  const known = { accounts: [{ num: 3 }], config: {}, features: {} };
  expect([...rowsOf(known).keys()]).toContain('entity');
  expect(() => rowsOf({ ...known, tokenairdrops: [{}] })).toThrow(
    'no rows are known for tokenairdrops',
  );
});

it('leaves out the address of a delegation where a case says so', () => {
  const without = { response: { enableDelegationAddress: false } };
  expect(optionsOf({}, undefined).delegation).toBe(true);
  expect(optionsOf(without, undefined).delegation).toBe(false);
});

it.each([
  [{ num: 5, realm: 1 }, 274877906949n],
  [{ id: 5, realm: 1 }, 274877906949n],
  [{ num: 0, id: '5' }, 5n],
  [{}, 0n],
])('takes %j for an entity of its shard and realm', (given, id) => {
  const [entity] = rowsOf({ entities: [given] }).get('entity') ?? [];
  expect(entity?.['id']).toBe(id);
});

it.each([
  ['0x1', '\\x01'],
  ['', '\\x'],
  ['hash1', '\\x85ab21'],
  [[1, 255], '\\x01ff'],
  [['0x2E90'], '\\x2E90'],
  [['0x56', '0x44'], '\\x5644'],
  [298, '298'],
  [null, null],
])('takes %j for bytes as the reference does', (value, wanted) => {
  const [change] = rowsOf({ contractStates: [{ value }] }).get('contract_state') ?? [];
  expect(change?.['value']).toBe(wanted);
});
