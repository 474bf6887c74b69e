// Answers that are odd where the contract's own rules look inside of them: at times, texts and ages.
import { expect, it, type TestContext } from 'vitest';
import { filledPath, keyParts } from '../../src/contract/path-key.js';
import { type BlockRow, block } from '../../src/contract/resources/blocks.js';
import { lookups } from '../../src/contract/resources/index.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { freeOperation, remote } from '../support/ledgers.js';
import { type Answer, startStub } from '../support/stub.js';

/** Asks a server over a mirror node that answers all calls alike. */
async function asked({ onTestFinished }: TestContext, path: string, answer: Answer) {
  const server = await openStub(() => answer);
  onTestFinished(server.close);
  const response = await fetch(`${server.url}/api/v1${path}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const schedule = {
  consensus_timestamp: '1700000000.000000001',
  deleted: false,
  executed_timestamp: null,
  expiration_time: null as unknown,
  schedule_id: '0.0.5',
  signatures: [],
};

it.concurrent.for([
  ['9990000000', 1],
  ['9990000000.5', 1],
  ['1700000000', 3600],
  ['0.0000000-5', 1],
] as const)('a schedule that expires at %s is kept for %i s', async ([time, age], context) => {
  const body = { ...schedule, expiration_time: time };
  const { status, headers } = await asked(context, '/schedules/0.0.5', { body });
  expect([status, headers.get('cache-control')]).toEqual([200, `public, max-age=${age}`]);
});

const id = '0.0.2-1234567890-000000001';
const created = {
  ...{ transaction_id: id, nonce: 0, scheduled: false, transfers: [] },
  ...{ name: 'SCHEDULECREATE', result: 'SUCCESS' },
};

it.concurrent('a transaction of before the epoch is one of long ago', async (context) => {
  const body = { transactions: [{ ...created, consensus_timestamp: '0.0000000-5' }] };
  const { status, headers } = await asked(context, `/transactions/${id}`, { body });
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=600']);
});

it.concurrent('a row that is none beside one without an id is no transaction', async (context) => {
  const at = '5.000000000';
  const rows = [{ ...created, consensus_timestamp: at }, { parent_consensus_timestamp: at }, null];
  const body = { transactions: rows };
  const { status } = await asked(context, `/transactions/${id}?nonce=0`, { body });
  expect(status).toBe(503);
});

it.concurrent('a supply that is no number in text is not printed', async (context) => {
  const body = { released_supply: 5, timestamp: '1.000000000', total_supply: '5' };
  const { status } = await asked(context, '/network/supply?q=circulating', { body });
  expect(status).toBe(503);
});

it.concurrent.for([
  ['9e999', null],
  ['-5', null],
  ['7', '7'],
  ['99999999999999999999', String(2 ** 31)],
] as const)('an answer that is %s seconds old', async ([age, told], context) => {
  const body = { account: '0.0.5', memo: 'm' };
  const { headers } = await asked(context, '/accounts/0.0.5?transactions=false', {
    body,
    headers: { age },
  });
  expect(headers.get('age')).toBe(told);
});

it.concurrent('the block of a time before 2001 is the first one', async ({ onTestFinished }) => {
  const timestamp = { from: '1600000001.000000000', to: '1600000002.000000000' };
  const blocks = [{ number: 1, hash: '0x', timestamp }];
  const stub = await startStub(() => ({ body: { blocks, links: { next: null } } }));
  const ledger = remote(stub.url);
  onTestFinished(async () => {
    await ledger.close();
    await stub.close();
  });
  const none = { filters: [] };
  const times = ['5.000000000', '6.000000000', '999999999.000000000'];
  const found = await ledger.many<BlockRow>(block, times, none, freeOperation());
  expect(found.map((row) => (row as BlockRow).number)).toEqual([1, 1, 1]);
});

it.concurrent('an address that is none and an alias that is none take nothing of their account along', async ({
  onTestFinished,
}) => {
  const wrong = { account: '0.0.5', memo: 'm', evm_address: 5, alias: null };
  const server = await openStub(({ path }) => ({
    body: path.endsWith('/0.0.6') ? { account: '0.0.6', evm_address: null, alias: 'a!' } : wrong,
  }));
  onTestFinished(server.close);
  const { data, errors } = await ask(
    server,
    `{ then: account(id: "0x${'ab'.repeat(20)}", at: "1.5") { memo evmAddress }
      now: account(id: "6") { alias evmAddress } }`,
  );
  const then = { memo: 'm', evmAddress: null };
  expect(data).toEqual({ then, now: { alias: 'a!', evmAddress: null } });
  expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual([
    ['then.evmAddress', 'UPSTREAM_BAD_RESPONSE'],
  ]);
});

it.concurrent('the error of a gateway, sent as a success, is no item of any look-up', async (context) => {
  const byId = [['contractResult', `/contracts/results/${id}`]] as const;
  const paths = lookups.map((lookup): readonly [string, string] => {
    const parts = keyParts(lookup, lookup.documents.example ?? '');
    return [lookup.name, filledPath(lookup.path, parts).replace('/api/v1', '')];
  });
  const headers = { 'cache-control': 'public, max-age=60' };
  const error = { error: 'Too many requests' };
  // As software kits make them, by names and values that rows have, too.
  const alike = {
    ...error,
    status: '0x0',
    timestamp: '1700000000.000000001',
    message: '',
    path: '/',
  };
  let body: object = error;
  const server = await openStub(() => ({ body, headers }));
  context.onTestFinished(server.close);
  const problem = { type: 'about:blank', title: 'Too many requests', status: 429, instance: '/' };
  for (body of [error, alike, problem]) {
    for (const [name, path] of [...paths, ...byId]) {
      const answer = await fetch(`${server.url}/api/v1${path}`);
      expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([name, 503, null]);
    }
  }
  const { data, errors } = await ask(server, '{ network { stake { stakeTotal } } }');
  expect(data).toEqual({ network: { stake: null } });
  expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
    [['network', 'stake'], 'UPSTREAM_BAD_RESPONSE'],
  ]);
});
