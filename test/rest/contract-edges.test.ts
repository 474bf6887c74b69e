// Paths and words of the contract's endpoints that are read in another way than they look (contract F.1, G.5, G.6).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

let ledger: Ledger;
let server: Server;
let result: { readonly timestamp: string; readonly hash: string; readonly contract_id: string };

beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve(ledger);
  const { body } = await get(`${sampleIds.coinContract}/results?limit=1`);
  [result] = body.results;
});
afterAll(async () => {
  await server.close();
  await ledger.close();
});

async function get(path: string) {
  const response = await fetch(`${server.url}/api/v1/contracts/${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}
const messagesOf = ({ body }: Awaited<ReturnType<typeof get>>): string[] =>
  body._status.messages.map(({ message }: { message: string }) => message);

describe('a path below /contracts', () => {
  it.each([
    'results/state',
    'results/state?slot=none&nonsense=1',
    'results/results',
    'Results',
    'RESULTS?limit=none',
    'call',
    'abc',
    '1.2.3.4',
    '274877906944/results',
    `0.1.${'0'.repeat(39)}1/results`,
  ])('%s has no contract', async (path) => {
    const answer = await get(path);
    expect([answer.status, messagesOf(answer)]).toEqual([400, ['Invalid parameter: contractid']]);
  });

  it.each([
    '0.0.5001/storage',
    '0.0.5001/results/1.1/logs',
    'results/logs/1',
    '0.0.5001/results/logs/1',
  ])('%s is none', async (path) => {
    const answer = await get(path);
    expect([answer.status, messagesOf(answer)]).toEqual([404, ['Not found']]);
  });

  it('of actions has a transaction in the same place', async () => {
    for (const word of ['state', 'results', 'logs']) {
      expect(messagesOf(await get(`results/${word}/actions`))[0]).toMatch(
        /^Invalid Transaction id/,
      );
    }
  });

  it('is checked before the query, and both of its parts at once', async () => {
    expect(messagesOf(await get('abc/results/xyz'))).toEqual([
      'Invalid parameter: contractid',
      'Invalid parameter: timestamp',
    ]);
    expect(messagesOf(await get('abc?nonsense=1'))).toEqual(['Invalid parameter: contractid']);
  });

  it('is 400 for a number that is out of range, or of another realm behind zeros, in the words of the place', async () => {
    expect(messagesOf(await get('274877906944'))).toEqual(['Invalid entity ID "0.0.274877906944"']);
    expect(messagesOf(await get('274877906944/state'))).toEqual(['Invalid parameter: contractid']);
    const foreign = `0.1.${'5'.padStart(40, '0')}`;
    expect(messagesOf(await get(foreign))).toEqual([`Invalid entity ID "${foreign}"`]);
  });

  it('has a long-zero address of this realm only, and another address behind any', async () => {
    const [zero, own] = ['1389'.padStart(40, '0'), 'ab'.repeat(20)];
    expect(messagesOf(await get(`2.${zero}`))).toEqual([`Invalid entity ID "0.2.${zero}"`]);
    expect(messagesOf(await get(`?contract.id=1.2.${zero}`))).toEqual([
      'Invalid parameter: contractid',
    ]);
    expect((await get(`7.7.${own}`)).status).toBe(404);
    expect((await get(`?contract.id=7.7.${own}`)).body.contracts).toEqual([]);
  });

  it('of actions is checked behind the query, that of all else before it', async () => {
    expect(messagesOf(await get('results/abc/actions?limit=0'))).toEqual([
      'Invalid parameter: limit',
    ]);
    expect(messagesOf(await get('abc/state?limit=0'))).toEqual(['Invalid parameter: contractid']);
  });

  it('takes the word logs for no time and no hash, and another spelling of it for one', async () => {
    expect((await get('results/logs?limit=1')).body.logs).toHaveLength(1);
    expect((await get(`${result.contract_id}/results/logs?limit=1`)).body.logs).toHaveLength(1);
    expect(messagesOf(await get('results/Logs'))[0]).toMatch(/^Invalid Transaction id/);
    expect(messagesOf(await get('0.0.5001/results/Logs'))).toEqual([
      'Invalid parameter: timestamp',
    ]);
  });

  it('has words in any case where no key may stand', async () => {
    expect((await get(`${result.contract_id}/Results?limit=1`)).body.results).toHaveLength(1);
    expect((await get('0.0.5002/STATE?limit=1')).body.state).toHaveLength(1);
    expect((await get('Results/logs?limit=1')).body.logs).toHaveLength(1);
    expect((await get('%72esults?limit=1')).body.results).toHaveLength(1);
  });
});

describe('an address in the filter of contracts', () => {
  it.each(['gt', 'gte', 'lt', 'lte', 'ne'])(
    'has no %s, which is told with all else',
    async (op) => {
      for (const address of ['ab'.repeat(20), '1389'.padStart(40, '0')]) {
        const told = messagesOf(await get(`?limit=0&contract.id=${op}:${address}&nonsense=1`));
        expect(told).toEqual([
          ...['Invalid parameter: limit', 'Invalid parameter: contract.id'],
          'Unknown query parameter: nonsense',
        ]);
      }
    },
  );
});

describe('results of a block', () => {
  it('must name it where a place in it is asked for, which is told before an id that can not be', async () => {
    for (const path of ['results', `${result.contract_id}/results`]) {
      const told = messagesOf(await get(`${path}?from=274877906944&transaction.index=1`));
      expect([path, ...told]).toEqual([
        path,
        'Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified',
      ]);
    }
  });
});

describe('hbar', () => {
  const text = (given: string) =>
    `Invalid hbar parameter value: ${given}. Must be 'true' or 'false'`;
  const single = () => `${result.contract_id}/results/${result.timestamp}`;

  it.each(['true', 'false', 'TRUE', 'False'])('may be %s', async (value) => {
    for (const path of [
      single(),
      `results/${result.hash}`,
      'results',
      `${result.contract_id}/results`,
    ]) {
      expect([path, (await get(`${path}?hbar=${value}`)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    ['hbar=maybe', 'maybe'],
    ['hbar=eq:true', 'eq:true'],
    ['hbar=true&hbar=false', 'true,false'],
    ['hbar=', ''],
  ])('as %s is refused by the look-up by time before all else', async (query, shown) => {
    for (const path of [single(), 'abc/results/xyz']) {
      const answer = await get(`${path}?${query}&nonsense=1`);
      expect([answer.status, messagesOf(answer)]).toEqual([400, [text(shown)]]);
    }
  });

  it.each([
    ['hbar=maybe', 'Invalid parameter: hbar'],
    ['hbar=eq:true', text('eq:true')],
    ['hbar=true&hbar=false', text('true,false')],
  ])('as %s is refused by the others in their order', async (query, message) => {
    for (const path of [`results/${result.hash}`, 'results']) {
      const answer = await get(`${path}?${query}`);
      expect([path, answer.status, messagesOf(answer)]).toEqual([path, 400, [message]]);
    }
  });

  it('has no effect below a contract, with any operator', async () => {
    const plain = await get(`${result.contract_id}/results`);
    for (const query of ['hbar=false', 'hbar=eq:false']) {
      const answer = await get(`${result.contract_id}/results?${query}`);
      expect(answer.body.results).toEqual(plain.body.results);
    }
  });
});

describe('times of logs', () => {
  const search = (query: string) => get(`results/logs?topic0=0x01&${query}`);
  const why = (reason: string) => `Cannot search topics without a valid timestamp range: ${reason}`;
  const span = why('Timestamp range by the lower and upper bounds must be positive and within 7d');

  it.each([
    ['', why('No timestamp range or eq operator provided')],
    ['timestamp=ne:5', why('Not equals operator not supported for timestamp param')],
    [
      'timestamp=gt:5',
      why('Timestamp range must have gt (or gte) and lt (or lte), or eq operator'),
    ],
    ['timestamp=gt:5&timestamp=lt:5', span],
    ['timestamp=gt:5&timestamp=lte:5', span],
    ['timestamp=gte:1000000&timestamp=lte:1604800', span],
    [
      'timestamp=gt:5&timestamp=gte:6&timestamp=lt:9',
      why('Multiple gt or gte operators not permitted for timestamp param'),
    ],
    [
      'timestamp=5&timestamp=gt:4',
      why('Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param'),
    ],
  ])('with a topic and "%s" are refused', async (query, message) => {
    const answer = await search(query);
    expect([answer.status, messagesOf(answer)]).toEqual([400, [message]]);
  });

  it.each([
    'timestamp=5',
    'timestamp=gte:5&timestamp=lte:5',
    'timestamp=gte:1000000&timestamp=lt:1604800',
    'timestamp=gt:1000000&timestamp=lte:1604800',
  ])('with a topic and "%s" are taken', async (query) => {
    expect((await search(query)).status).toBe(200);
  });

  const [onlyOne, isAllowed] = ['Only one', 'operator is allowed for'];
  it.each([
    ['index=1', 'timestamp must have eq operator'],
    ['index=gt:1', 'index without a timestamp parameter filter'],
    ['index=1&timestamp=gte:5', 'timestamp must have eq operator'],
    ['index=gt:1&timestamp=gt:5', 'timestamp must have gte or eq operator'],
    ['index=lt:1&timestamp=lt:5', 'timestamp must have lte or eq operator'],
    ['index=1&index=gt:0&timestamp=5', "Can't support both range and equal for index"],
    ['index=1&index=gt:0&timestamp=gt:5', 'timestamp must have eq operator'],
    // Each condition by itself comes before what they are together.
    ['timestamp=5&timestamp=gt:4&index=1&index=2', `${onlyOne} equal (eq) ${isAllowed} index`],
    ['index=gt:1&timestamp=ne:5&index=gte:1', `${onlyOne} gt/gte ${isAllowed} index`],
  ])('and "%s" do not go together', async (query, message) => {
    const answer = await get(`results/logs?${query}`);
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toEqual([message]);
  });
});

describe('what logs may be asked for once', () => {
  const hash = `transaction.hash=${'ab'.repeat(32)}`;
  const twice = `${hash}&${hash}`;
  it.each([
    [`index=ne:0&${twice}`, 'Not equal (ne) operator is not supported for index'],
    [`${twice}&index=ne:0`, 'Only one transaction.hash filter is allowed'],
    [`timestamp=1&${twice}&timestamp=2`, 'Only one equal (eq) operator is allowed for timestamp'],
    [`index=1&${twice}`, 'Only one transaction.hash filter is allowed'],
    [`index=1&${hash}`, 'timestamp must have eq operator'],
  ])('is told in the order of the request: %s', async (search, message) => {
    expect(messagesOf(await get(`results/logs?${search}`))).toEqual([message]);
  });
});
