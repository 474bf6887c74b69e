// Which connection a command line follows, which of its fields become columns, and what is said where rows lack.
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { openSample, remote } from '../support/ledgers.js';
import { linesOf, runQueryLine } from '../support/run-query.js';
import { ledgerStub, startStub } from '../support/stub.js';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openSample('embedded');
});
afterAll(() => ledger.close());

const run = (args: readonly string[], over = ledger) => runQueryLine(over, args, 50);
/** The rows as CSV; nothing else is said. */
async function csv(query: string, ...args: string[]) {
  const { code, told, output } = await run([query, '--format', 'csv', ...args]);
  expect({ code, told }).toEqual({ code: 0, told: [] });
  return linesOf(output);
}

const lists = (after = '') =>
  `a: account(id: "0.0.1001") { tokens(first: 3) { nodes { amount } } nfts(first: 40${after}) { nodes { serialNumber } } }`;

describe('of several connections', () => {
  it('none is written while nothing says which', async () => {
    for (const args of [['--all'], ['--format', 'csv']]) {
      await expect(run([`{ ${lists()} }`, ...args])).rejects.toThrow(
        'there are 2: a.tokens, a.nfts;',
      );
    }
    const two = `query ($x: String, $y: String) { ${lists(', after: $x')} blocks(after: $y) { nodes { hash } } }`;
    await expect(run([two, '--all'])).rejects.toThrow('there are 2: a.nfts, blocks;');
    expect((await run([`{ ${lists()} }`])).code).toBe(0);
  });

  it('the one is written whose after is a variable', async () => {
    const query = `query ($after: String) { ${lists(', after: $after')} }`;
    expect((await csv(query, '--all'))[0]).toBe('serialNumber');
  });

  it('those in rows are columns', async () => {
    const inside =
      '{ accounts(first: 1) { nodes { entityId tokens(first: 1) { nodes { amount } } } } }';
    expect((await csv(inside))[0]).toBe('entityId,tokens');
  });
});

describe('a connection', () => {
  it('is found in fragments, whatever is skipped', async () => {
    const query = `query ($no: Boolean = false) { ...Top } fragment Top on Query { blocks(first: 2) { ...Page @skip(if: $no) } }
      fragment Page on BlockConnection { nodes { ...Row } } fragment Row on Block { number }`;
    expect(await csv(query)).toEqual(['number', '91207000', '91206999']);
    expect(await csv(query, '--variables', '{"no":true}')).toEqual(['number']);
  });

  it('has a column for each of its fields, at however many places they are selected', async () => {
    const held = 'tokens(first: 45) { nodes { amount } } tokens(first: 45) { nodes { tokenId } }';
    const query = `{ account(id: 1001) { memo } account(id: 1001) { ${held} } }`;
    const rows = await csv(query, '--all');
    expect(rows.slice(0, 2)).toEqual(['amount,tokenId', '0,0.0.2001']);
    expect(rows).toHaveLength(231);
    const times = 'nodes { timestamp { from } } nodes { timestamp { to } }';
    expect((await csv(`{ blocks(first: 1) { ${times} } }`))[0]).toBe('timestamp.from,timestamp.to');
  });

  it('has nothing in a column that is left out, whatever its name', async () => {
    const skipped = (name: string) => `${name}: hash @skip(if: true)`;
    const query = `{ blocks(first: 1) { nodes { number ${skipped('constructor')} ${skipped('toString')} } } }`;
    expect(await csv(query)).toEqual(['number,constructor,toString', '91207000,,']);
    expect(await csv('{ blocks { constructor: nodes @skip(if: true) { number } } }')).toEqual([
      'number',
    ]);
  });

  it('is refused where its rows are selected in two ways, of which one would be lost', async () => {
    const query = '{ blocks { nodes { number } edges { node { hash } } } }';
    await expect(run([query, '--format', 'csv'])).rejects.toThrow('or edges { node }, once');
  });

  it('begins after the cursor that its variable has by default', async () => {
    const cursor = '"WyJibG9ja3MiLCI5MTIwNjk5OCJd"';
    const query = `query ($after: String = ${cursor}) { blocks(first: 1, after: $after, order: ASC) { nodes { number } } }`;
    expect(await csv(query, '--all')).toEqual(['number', '91206999', '91207000']);
  });

  it('that is not there is told to be none', async () => {
    const query = '{ a: account(id: "0.0.999999999") { tokens { nodes { amount } } } }';
    expect(await run([query, '--all', '--format', 'csv'])).toEqual({
      code: 0,
      told: ['a: there is none, and so there are no rows'],
      output: 'amount\r\n',
    });
  });
});

describe('a list whose end is not reached', () => {
  const tokens = Array.from({ length: 120 }, (_, index) => ({
    token_id: `0.0.${index + 1}`,
    balance: 1,
    decimals: 0,
  }));
  const whole = ledgerStub({
    accountTokens: { '0.0.5': tokens },
    account: [{ account: '0.0.5', memo: 'm' }],
  });

  it('is told with the cursor to go on from, when it fails and when a row of it does', async () => {
    let calls = 0;
    const stub = await startStub((call) => {
      const isList = call.path.endsWith('/accounts/0.0.5/tokens');
      if (isList) calls += 1;
      const fails = isList ? calls === 3 : call.path === '/api/v1/tokens';
      return fails ? { status: 503 } : whole(call);
    });
    const over = remote(stub.url, { retries: 0, cache: 0 });
    const asked = (fields: string, after = '') =>
      run(
        [`{ account(id: "0.0.5") { tokens(first: 50${after}) { nodes { ${fields} } } } }`, '--all'],
        over,
      );
    const cut = await asked('tokenId');
    const rest = /^account\.tokens: what follows the cursor (\S+) is not written$/;
    expect([cut.code, JSON.parse(cut.output).length, cut.told.length]).toEqual([1, 100, 2]);
    const [, cursor] = rest.exec(cut.told[1] as string) ?? [];
    const more = await asked('tokenId', `, after: ${JSON.stringify(cursor)}`);
    expect(JSON.parse(more.output)).toHaveLength(20);
    expect(more).toMatchObject({ code: 0, told: [] });

    calls = 3;
    const holes = await asked('tokenId token { name }');
    expect([holes.code, JSON.parse(holes.output).length]).toEqual([1, 50]);
    expect(holes.told[0]).toMatch(
      /^account\.tokens\.nodes\.0\.token: The ledger can not be reached/,
    );
    expect(holes.told.at(-1)).toMatch(rest);
    await over.close();
    await stub.close();
  });

  it('has the reason behind it', async () => {
    const over = remote('http://127.0.0.1:9', { retries: 0 });
    const { told } = await run(['{ blocks { nodes { number } } }'], over);
    await over.close();
    expect(told).toEqual([
      'blocks: The ledger can not be reached: connect ECONNREFUSED 127.0.0.1:9 (UPSTREAM_UNAVAILABLE)',
    ]);
  });
});

describe('an operation that can not be read', () => {
  it.each([
    ['accounts.graphql', '"accounts.graphql" is no file, and can not be read: Syntax Error'],
    [tmpdir(), 'the operation can not be read: EISDIR'],
    ['{ blocks {\n nodes { numbr } } }', 'Did you mean "number" or "name"? (line 2, column 10)'],
    [
      '{ accounts(filter: { account: "0.0.5" }) { nodes { id } } }',
      'filter.account: must be a condition such as { eq: "0.0.5" }, but got "0.0.5" (line 1, column 31)',
    ],
    ['query ($id: AccountRef!) { account(id: $id) { id } }', '"$id" of required type'],
  ])('is refused with its place: %j', async (source, message) => {
    await expect(run([source])).rejects.toThrow(message);
  });
});
