// Operations that read much at the same time: those that hold most are refused, and nobody else is.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

const room = 8_000_000;
const postgres = inject('postgres');
const schema = `reading_room_${process.pid}`;
const megabyte = `0x${'ab'.repeat(500_000)}`;
const codesOf = ({ errors }: Awaited<ReturnType<typeof ask>>) =>
  new Set(errors.map(({ extensions }) => extensions['code']));

let server: Server;
afterEach(() => server.close());

describe('over a mirror node', () => {
  let stub: Stub;
  beforeAll(async () => {
    stub = await startStub(({ path }) => {
      const contract = path.split('/').at(-1);
      if (path.includes('/accounts')) return { body: { account: '0.0.7', memo: 'small' } };
      return { body: { contract_id: contract, bytecode: megabyte, timestamp: { from: '1.0' } } };
    });
  });
  afterAll(() => stub.close());

  const contracts = (from: number, count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: contract(id: "0.0.${from + i}") { bytecode }`).join(' ')} }`;

  it('small ones are answered beside any number of large ones, and those give their room back', async () => {
    server = await serve(remote(stub.url), { room });
    const large = Array.from({ length: 12 }, (_, i) => ask(server, contracts(1000 + 10 * i, 9)));
    for (let time = 0; time < 10; time += 1) {
      const { data, errors } = await ask(server, '{ account(id: "0.0.7") { memo } }');
      expect({ data, errors }).toEqual({ data: { account: { memo: 'small' } }, errors: [] });
    }
    const codes = (await Promise.all(large)).map(codesOf);
    expect(codes.some((all) => all.has('COST_LIMIT'))).toBe(true);
    for (const all of codes) expect([...all].filter((code) => code !== 'COST_LIMIT')).toEqual([]);
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(server, contracts(5000, 7))).errors).toEqual([]);
    }
  });

  it.each([
    [8_000_000, 200],
    [400_000, 503],
  ])(
    'what is passed on as it comes is held as well: in %i bytes it is %i',
    async (bytes, status) => {
      server = await serve(remote(stub.url), { room: bytes });
      const opcodes = `${server.url}/api/v1/contracts/results/0x${'ab'.repeat(32)}/opcodes`;
      const response = await fetch(opcodes, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.status).toBe(status);
      await response.text();
    },
  );

  it('who shares what another has asked for holds it as well', async () => {
    server = await serve(remote(stub.url), { room });
    const both = [ask(server, contracts(7000, 5)), ask(server, `query Same ${contracts(7000, 5)}`)];
    const codes = (await Promise.all(both)).map((answer) => [...codesOf(answer)]);
    expect(codes.flat()).toEqual(['COST_LIMIT']);
  });
});

describe.skipIf(!postgres)('over PostgreSQL', () => {
  let hand: pg.Client;
  beforeAll(async () => {
    hand = new pg.Client({ connectionString: postgres });
    await hand.connect();
    await hand.query(`create schema ${schema}; set search_path to ${schema}; ${createTables};
      insert into entity (id, num, realm, shard, type, timestamp_range)
        select n, n, 0, 0, 'CONTRACT', '[1,)' from generate_series(1001, 1020) as n;
      insert into contract (id, runtime_bytecode)
        select n, decode(repeat('ab', 500000), 'hex') from generate_series(1001, 1020) as n;`);
  });
  afterAll(async () => {
    await hand.query(`drop schema ${schema} cascade`);
    await hand.end();
  });

  it('what is too much for the room is refused while it comes', async () => {
    const address = new URL(postgres);
    address.searchParams.set('options', `-c search_path=${schema}`);
    server = await serve(sqlLedger(openPostgres(address.href, {})), { room });
    const first = (count: number) =>
      ask(server, `{ contracts(first: ${count}) { nodes { runtimeBytecode } } }`);
    expect(codesOf(await first(20))).toEqual(new Set(['COST_LIMIT']));
    const { data, errors } = await first(5);
    expect(errors).toEqual([]);
    expect(data['contracts'].nodes[4].runtimeBytecode).toHaveLength(megabyte.length);
  });
});
