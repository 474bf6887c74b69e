// Paths below /transactions that are read as an id, as a hash or as neither, and what may be asked beside them (contract I.1).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

const batch = '0.0.1014-1795175682-965058832';
const format =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

let ledger: Ledger;
let server: Server;
let hash: Buffer;
beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve(ledger);
  const [row] = (await read(batch)).body.transactions;
  hash = Buffer.from(row.transaction_hash, 'base64');
});
afterAll(async () => {
  await server.close();
  await ledger.close();
});

const read = (path: string) => get(server, `/api/v1/transactions/${path}`);
async function messages(path: string): Promise<readonly unknown[]> {
  const { status, body, headers } = await read(path);
  expect(headers['cache-control']).toBeUndefined();
  return [status, ...body._status.messages.map(({ message }: { message: string }) => message)];
}
const namesAt = async (path: string) =>
  (await read(path)).body.transactions.map(({ name }: { name: string }) => name);

describe('a transaction in a path', () => {
  it('is named by its hash in hex or in either base64, and comes without its insides then', async () => {
    const base64 = hash.toString('base64');
    for (const spelled of [
      ...[hash.toString('hex'), `0x${hash.toString('hex').toUpperCase()}`],
      ...[encodeURIComponent(base64), base64.replaceAll('/', '%2F'), hash.toString('base64url')],
    ]) {
      expect([spelled, await namesAt(spelled)]).toEqual([spelled, ['ATOMICBATCH']]);
    }
    expect(await namesAt(batch)).toHaveLength(5);
  });

  it('that begins as late as there is a time is none, and takes no other along', async () => {
    const id = '0.0.1014-9223372036-854775807';
    const calls = [id, `${id}/actions`].map((path) => `/api/v1/contracts/results/${path}`);
    for (const path of [`/api/v1/transactions/${id}`, ...calls]) {
      expect([path, (await get(server, path)).status]).toEqual([path, 404]);
    }
    const both = `{ one: transaction(ref: "${batch}") { name } other: transaction(ref: "${id}") { name } }`;
    const { data, errors } = await ask(server, both);
    expect([data, errors]).toEqual([{ one: { name: 'ATOMICBATCH' }, other: null }, []]);
  });

  it('has nanoseconds that are a number, and any zeros in front', async () => {
    expect(await namesAt(batch.replace('-1795', '-0001795'))).toHaveLength(5);
    expect(await messages('0.0.1014-1795175682-5')).toEqual([404, 'Not found']);
  });

  it.each([
    [batch.replace(/-(?=\d{10})/, '@').replace(/-(?=\d{9}$)/, '.')],
    [batch.replace(/-(?=\d{9}$)/, '.')],
    ['1014-1795175682-965058832'],
    [`${batch}1`],
    ['1795175690.233407779'],
    [`0x${'ab'.repeat(32)}`],
    [`0X${'ab'.repeat(48)}`],
    ['ab'.repeat(47)],
    ['0.0.1-9223372036854775808-1'],
  ])('is not %s', async (path) => {
    expect(await messages(path)).toEqual([400, format]);
  });

  it.each(['0.0.274877906944', '1024.0.1', '0.65536.1', '70000.0.1', '0.0.1234567890123'])(
    'has no payer %s',
    async (payer) => {
      expect(await messages(`${payer}-1-1`)).toEqual([400, `Invalid entity ID "${payer}"`]);
    },
  );

  it('takes 64 hex digits for base64, so that it has no hash of Ethereum', async () => {
    expect(await messages('ab'.repeat(32))).toEqual([404, 'Not found']);
  });
});

describe('beside it', () => {
  it.each([
    ['nonce=0', 4],
    ['nonce=1&nonce=eq:0', 4],
    ['scheduled=TRUE&scheduled=False', 5],
    ['nonce=0&scheduled=false', 4],
  ])('%s leaves what meets the last of each', async (search, count) => {
    expect(await namesAt(`${batch}?${search}`)).toHaveLength(count);
  });

  it.each([
    ['nonce=1', [404, 'Not found']],
    ['scheduled=true', [404, 'Not found']],
    ['nonce=2147483647', [404, 'Not found']],
    ['nonce=2147483648', [400, 'Invalid parameter: nonce']],
    ['nonce=gt:0', [400, 'Invalid parameter: nonce']],
    ['limit=1', [400, 'Unknown query parameter: limit']],
    [
      'foo=1&nonce=-1&scheduled=x&nonce=y',
      [
        ...[400, 'Invalid parameter: nonce', 'Invalid parameter: nonce'],
        ...['Invalid parameter: scheduled', 'Unknown query parameter: foo'],
      ],
    ],
  ])('%s is told', async (search, told) => {
    expect(await messages(`${batch}?${search}`)).toEqual(told);
  });

  it('what is wrong is told before what is wrong in the path', async () => {
    expect(await messages('abc?foo=1')).toEqual([400, 'Unknown query parameter: foo']);
  });
});
