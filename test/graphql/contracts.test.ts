// Contracts in GraphQL: bytecode only where it is asked for, storage as it is and was, and who is no contract.
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

const { addressContract, coinContract, contract, deletedContract, storageContract } = sampleIds;
const server = sampleServer();

async function asked(query: string) {
  server.calls.length = 0;
  const { data, errors } = await ask(server, query);
  expect(errors).toEqual([]);
  return data;
}

describe('a contract', () => {
  it('is the same by its id and by either of its addresses', async () => {
    const own = '{ id evmAddress bytecode }';
    const { byId } = await asked(`{ byId: contract(id: "${addressContract}") ${own} }`);
    const num = Number(addressContract.slice(4)).toString(16).padStart(40, '0');
    for (const address of [byId.evmAddress, `0x${num}`, byId.id]) {
      expect(await asked(`{ byId: contract(id: "${address}") ${own} }`)).toEqual({ byId });
      expect(server.calls).toEqual(['one contract']);
    }
  });

  it('has bytecode of its file as that was when it was created, or of its own', async () => {
    const { coin, own, none } = await asked(`{
      coin: contract(id: "${coinContract}") { fileId bytecode runtimeBytecode }
      own: contract(id: "${contract}") { fileId bytecode }
      none: contract(id: "${sampleIds.emptyContract}") { fileId bytecode runtimeBytecode }
    }`);
    expect(coin.fileId).toBe('0.0.5011');
    // Two transactions have written it, and the third came too late.
    expect(coin.bytecode).toMatch(/^0x6080604052[0-9a-f]+$/);
    expect(coin.bytecode).toHaveLength(2 + 34 + 600 + 400);
    expect(own).toMatchObject({ fileId: null, bytecode: expect.stringMatching(/^0x6080604052/) });
    expect(none).toEqual({ fileId: null, bytecode: '0x', runtimeBytecode: '0x' });
  });

  it('of a list is looked up for its bytecode alone', async () => {
    await asked('{ contracts(first: 4) { nodes { memo timestamp { from } adminKey { key } } } }');
    expect(server.calls).toEqual(['page contracts']);
    await asked('{ contracts(first: 4) { nodes { bytecode runtimeBytecode } } }');
    expect(server.calls).toEqual(['page contracts', 'many contract ×4']);
  });

  it('is told of an account, without a call that finds nothing', async () => {
    const { is, none } = await asked(`{
      is: account(id: "${contract}") { contract { memo account { entityId } } }
      none: account(id: "${sampleIds.manyTokens}") { contract { memo } }
    }`);
    expect(is.contract).toEqual({
      memo: 'Ferry timetable contract',
      account: { entityId: contract },
    });
    expect(none.contract).toBeNull();
    expect(server.calls.filter((call) => call.includes('contract'))).toEqual(['many contracts ×2']);
  });

  it('is as it was at an instant, with the same bytecode', async () => {
    const own = '{ deleted obtainerId bytecode timestamp { from to } }';
    const { then, now } = await asked(`{
      then: contract(id: "${deletedContract}", at: "1700000000") ${own}
      now: contract(id: "${deletedContract}") ${own}
    }`);
    expect(then).toMatchObject({ deleted: false, obtainerId: null });
    expect(now).toMatchObject({ deleted: true, obtainerId: sampleIds.issuer });
    expect(then.timestamp.to).toBe(now.timestamp.from);
    expect(then.bytecode).toBe(now.bytecode);
    const { before } = await asked(
      `{ before: contract(id: "${storageContract}", at: "5") { id } }`,
    );
    expect(before).toBeNull();
  });

  it.each(['AAAA', sampleIds.maxToken.concat('.1')])('is not asked for by %o', async (id) => {
    server.calls.length = 0;
    const { errors } = await ask(server, `{ contract(id: "${id}") { id } }`);
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(server.calls).toEqual([]);
  });
});

describe('a row of what contracts do', () => {
  it('leads to its contract, all rows by one call, and by none where no more than the id is selected', async () => {
    const lists = ['logs(first: 20)', 'contractResults(first: 20, filter: { internal: true })'];
    for (const list of lists) {
      const rows = (fields: string) =>
        asked(`{ found: ${list} { nodes { contractId contract { ${fields} } } } }`);
      const { found } = await rows('entityId evmAddress');
      expect(server.calls).toHaveLength(2);
      const ids = found.nodes.flatMap(
        ({ contractId }: { contractId: string | null }) => contractId ?? [],
      );
      const own = [...new Set(ids)].map(
        (id, at) => `c${at}: contract(id: "${id}") { entityId evmAddress }`,
      );
      const known: readonly ({ entityId: string } | null)[] = Object.values(
        await asked(`{ ${own.join(' ')} }`),
      );
      for (const { contractId, contract: shown } of found.nodes) {
        expect(shown).toEqual(known.find((one) => one?.entityId === contractId) ?? null);
      }
      expect(known.length).toBeGreaterThan(1);
      await rows('entityId');
      expect(server.calls).toHaveLength(1);
    }
  });
});

describe('the storage of a contract', () => {
  const slots = (given: string) =>
    asked(`{ contract(id: "${storageContract}") { state(first: 100${given}) {
      nodes { id slot value timestamp } } } }`);

  it('holds at every instant what had been written by then', async () => {
    const { contract: now } = await slots('');
    const { contract: later } = await slots(', at: "1795176000"');
    const sorted = <T extends { slot: string }>(rows: readonly T[]) =>
      rows.map(({ slot, ...row }) => [slot, 'value' in row && row.value]).sort();
    expect(now.state.nodes.length).toBeGreaterThan(70);
    expect(sorted(later.state.nodes)).toEqual(sorted(now.state.nodes));
    const { contract: earlier } = await slots(', at: "1791000000"');
    const changed = earlier.state.nodes.filter((row: { slot: string; timestamp: string }) =>
      now.state.nodes.some(
        (other: { slot: string; timestamp: string }) =>
          other.slot === row.slot && other.timestamp > row.timestamp,
      ),
    );
    expect(changed.length).toBeGreaterThan(5);
  });

  it('is one slot by its number, however that is written', async () => {
    const { contract: found } = await asked(`{ contract(id: "${storageContract}") {
      a: slot(slot: "5") { id value } b: slot(slot: "0x05") { id value }
      state(filter: { slot: { in: ["0005"] } }) { nodes { id value } }
      none: slot(slot: "abcdef") { id }
    } }`);
    expect(found.a).toEqual(found.b);
    expect(found.state.nodes).toEqual([found.a]);
    expect(found.none).toBeNull();
    expect(
      await asked(`{ node(id: "${found.a.id}") { ... on ContractState { id value } } }`),
    ).toEqual({
      node: found.a,
    });
  });

  it('is refused a slot that is none before anything is asked', async () => {
    server.calls.length = 0;
    const { errors } = await ask(
      server,
      `{ contract(id: "${storageContract}") { slot(slot: "${'f'.repeat(65)}") { id } } }`,
    );
    expect(errors[0]?.message).toContain('1 to 64 hex digits');
    expect(errors[0]?.extensions['argument']).toBe('slot');
  });
});
