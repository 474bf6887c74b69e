// The command line for data: rows of a connection to its end, with every digit, and exit codes.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { openSample, remote } from '../support/ledgers.js';
import { linesOf, runQueryLine } from '../support/run-query.js';
import { startStub } from '../support/stub.js';

const holders = `{ token(id: "0.0.10265") {
  balances(filter: { balance: { gt: 0 } }) { nodes { accountId amount account { memo } } } } }`;

describe('mirrorql query', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openSample('embedded');
  });
  afterAll(() => ledger.close());

  const run = (args: readonly string[], { over = ledger, maxPage = 50 } = {}) =>
    runQueryLine(over, args, maxPage);

  it('writes the answer as JSON', async () => {
    const { code, output } = await run(['{ account(id: "0.0.1010") { entityId } }']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ account: { entityId: '0.0.1010' } });
  });

  const readings = (
    field: string,
    topic = '0.0.4005',
    filter = '{ sequenceNumber: { gt: 9890 } }',
  ) => `{ topic(id: "${topic}") { messages(filter: ${filter}) { nodes { ${field} } } } }`;

  it('writes one message a line, and the same as CSV', async () => {
    const [lines, csv] = await Promise.all([
      run([readings('text'), '--all', '--format', 'lines']),
      run([readings('sequenceNumber text'), '--all', '--format', 'csv']),
    ]);
    const texts = linesOf(lines.output);
    expect(texts).toHaveLength(110);
    expect(texts[0]).toMatch(/^9891;\d+ mm$/);
    const rows = texts.map((text, index) => `${9891 + index},${text}`);
    expect(linesOf(csv.output)).toEqual(['sequenceNumber,text', ...rows]);
  });

  it('stops at a message that no line can hold, and says so', async () => {
    const notes = readings('text', '0.0.4001', '{ sequenceNumber: { gt: 4 } }');
    const { code, output, told } = await run([notes, '--all', '--format', 'lines']);
    expect(code).toBe(1);
    expect(linesOf(output)).toEqual(['Прилив в полдень.']);
    expect(told.join()).toContain('no line can hold null');
    const two = run([readings('text bytes'), '--all', '--format', 'lines']);
    await expect(two).rejects.toThrow('there are 2: text, bytes');
  });

  it('exports the transfers of a token contract, decoded, a line each', async () => {
    const abi = 'event Transfer(address indexed from, address indexed to, uint256 value)';
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    const query = `{ logs(filter: { contract: "0.0.5001", topics: [["${topic}"]] }, order: ASC) {
      nodes { timestamp index decoded(abi: "${abi}") { values { value } } } } }`;
    const { code, output } = await run([query, '--all', '--format', 'csv']);
    expect(code).toBe(0);
    const [, first = '', ...rest] = linesOf(output);
    expect(first).toContain('1000000000000000000000001005');
    expect(rest.length).toBeGreaterThan(200);
  });

  it('follows a connection to its end, whatever the size of its pages', async () => {
    const [once, often] = await Promise.all([
      run([holders, '--all', '--format', 'csv'], { maxPage: 1000 }),
      run([holders, '--all', '--format=csv'], { maxPage: 20 }),
    ]);
    expect(often.output).toBe(once.output);
    const [header, first, ...rest] = linesOf(once.output);
    expect(header).toBe('accountId,amount,account.memo');
    expect(first).toBe('0.0.3364940,199.37,lazy-created account');
    expect(rest.length).toBeGreaterThan(100);
  });

  it('goes on by the variable that an operation has for it', async () => {
    const file = fileURLToPath(new URL('../../examples/account.graphql', import.meta.url));
    const variables = '{ "id": "0.0.1001", "first": 90 }';
    const args = [file, '--variables', variables, '--all', '--format', 'ndjson'];
    const { output } = await run(args, { maxPage: 100 });
    const ids = linesOf(output).map((line) => JSON.parse(line).tokenId);
    expect(ids.length).toBeGreaterThanOrEqual(200);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps every digit, quotes what must be, and leaves out what is not there', async () => {
    const query = `query ($id: AccountRef!) { account(id: $id) { tokens(first: 1) { edges { node {
      ...held } } } } } fragment held on TokenBalance { balance token { name } account { alias } }`;
    const args = [query, '--variables', '{"id":"0.0.1010"}', '--format', 'csv'];
    expect((await run(args)).output).toBe(
      'balance,token.name,account.alias\r\n9223372036854775807,Everything There Is,\r\n',
    );
    const quoted =
      '{ tokens(first: 1, filter: { token: { eq: "0.0.11550" } }) { nodes { name } } }';
    expect((await run([quoted, '--format', 'csv'])).output).toBe(
      'name\r\n"The ""Quoted"" Coin"\r\n',
    );
  });

  it('says what has failed, and ends with 1', async () => {
    const stub = await startStub(() => ({ status: 503 }));
    const over = remote(stub.url, { retries: 0 });
    const { code, told } = await run([holders, '--all', '--format', 'csv'], { over });
    await over.close();
    await stub.close();
    expect(code).toBe(1);
    expect(told).toEqual(['token: The ledger can not be reached (UPSTREAM_UNAVAILABLE)']);
  });

  it('ends where a cursor does not move on, and says so', async () => {
    const stuck = /accounts: there is more, but its cursor does not move on/;
    const none = await run(['{ accounts(first: 0) { nodes { entityId } } }', '--all']);
    expect(none).toMatchObject({ code: 1, output: '[]\n' });
    expect(none.told.join()).toMatch(stuck);
    const query = 'query ($n: Int) { accounts(first: $n) { edges { node { entityId } } } }';
    for (const format of ['csv', 'ndjson']) {
      const args = [query, '--variables', '{"n":0}', '--all', '--format', format];
      const { code, told } = await run(args);
      expect(code).toBe(1);
      expect(told.join()).toMatch(stuck);
    }
  });

  it('ends where there is no such object, or no page of it', async () => {
    const query = '{ token(id: "0.0.999999999") { balances { nodes { amount } } } }';
    expect(await run([query, '--all'])).toMatchObject({ code: 0, output: '[]\n' });
  });

  it.each([
    [[], /missing required argument 'operation'/],
    [['{ nothing }'], /Cannot query field "nothing"/],
    [['mutation { __typename }'], /There is no mutation in this schema/],
    [[`{ ${'account(id: "2") { memo } '.repeat(440)} }`], /comparisons/],
    [['{ tokens'], /can not be read/],
    [['subscription { blockAdded { cursor } }'], /a subscription never ends/],
    [[holders, '--format', 'xml'], /choices are json, ndjson, csv/],
    [[holders, '--variables', '1'], /must be a JSON object/],
    [['{ account(id: "0.0.2") { memo } }', '--all'], /no connection/],
    [['{ blocks(last: 2) { nodes { number } } }', '--all'], /take last out/],
    [['{ blocks { pageInfo { hasNextPage } } }', '--all'], /must select nodes/],
    [
      [
        'query ($a: String) { accounts { nodes { tokens(after: $a) { nodes { balance } } } } }',
        '--all',
      ],
      /inside a list/,
    ],
  ])('refuses what it can not do: %j', async (args, rule) => {
    await expect(run(args)).rejects.toThrow(rule);
  });
});
