// CASE-15 and CASE-16: accounts by their aliases, by the keys in them, and by their addresses.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

const alias = 'CIQEN25ORE2F73TRYSYMMBVPR2HU4PPFGTQENJTIGVLLELP4PZ2M76A';
const publicKey = '46ebae89345fee71c4b0c606af8e8f4e3de534e046a6683556b22dfc7e74cff8';
const ecdsaAlias = 'HIQQGOSRIF3EM35ICXWUQH722CIRBIWTIT3MTN4MDUKK7Q2RYOSRXYZ5';
const ecdsaKey = '033a514176466fa815ed481ffad09110a2d344f6c9b78c1d14afc351c3a51be33d';
const address = '0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b';
const shortAlias = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Accounts by several references, in the order of the references. */
const query = (references: readonly string[]) =>
  `{ ${references.map((id, at) => `a${at}: account(id: "${id}") { id entityId }`).join('\n')} }`;
const inOrder = (data: Readonly<Record<string, { entityId: string } | null>>) =>
  Object.values(data).map((found) => found?.entityId ?? null);
const hex = (num: number) => num.toString(16).padStart(40, '0');

describe.each(backends)('CASE-15 and CASE-16, aliases of accounts on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [
        { num: 1133968, alias, balance: 1 },
        { num: 1133969, alias: ecdsaAlias, balance: 1 },
        { num: 1133970, evm_address: `0x${shortAlias}`, alias: '6OP5NZI2VWEPN5GONK4IE4TZZ773SITG' },
        { num: 1133971, alias: '6OP5NZI2VWEPN5GONK4IE4TZZ773SITH' },
        { num: 1133972, balance: 1 },
      ],
    });
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  it('are an alias in base32 and in hex, and the public key in it', async () => {
    const references = [
      alias,
      `0.0.${alias}`,
      `0x1220${publicKey}`,
      publicKey,
      `302a300506032b6570032100${publicKey}`,
      publicKey.toUpperCase(),
    ];
    const { data } = await ask(server, query(references));
    expect(inOrder(data)).toEqual(references.map(() => '0.0.1133968'));
    expect(server.calls).toEqual(['one account']);
  });

  it('are null where a well-formed alias is unknown', async () => {
    const unknown = 'AAAAAA5L3ZGSRVUCSPDR7TONZSRY3D5OMEBKQMVTD2AC6JL72HMQ';
    const { data, errors } = await ask(server, query([unknown, `0x${'ab'.repeat(20)}`]));
    expect([inOrder(data), errors]).toEqual([[null, null], []]);
  });

  it('are an ECDSA alias, its key, and the address that follows from it', async () => {
    const references = [
      ecdsaAlias,
      ecdsaKey,
      address,
      address.slice(2).toUpperCase(),
      '0xA94F5374Fce5edBC8E2a8697C15331677e6EbF0B',
    ];
    const { data } = await ask(server, query(references));
    expect(inOrder(data)).toEqual(references.map(() => '0.0.1133969'));
  });

  it('are found by the address that they show', async () => {
    const shown = `0x${shortAlias.slice(0, -1)}7`;
    const { data } = await ask(server, query([`0x${shortAlias}`, shown]));
    expect(inOrder(data)).toEqual(['0.0.1133970', '0.0.1133971']);
  });

  it('have the address of their key, of their short alias, or of their id', async () => {
    const { data } = await ask(
      server,
      `{ accounts(filter: { account: { gte: "0.0.1133968" } }) { nodes { evmAddress } }
        one: account(id: "0.0.1133969") { evmAddress alias } }`,
    );
    expect(data.accounts.nodes.map((node: { evmAddress: string }) => node.evmAddress)).toEqual([
      `0x${hex(1133968)}`,
      address,
      `0x${shortAlias}`,
      `0x${shortAlias.slice(0, -1)}7`,
      `0x${hex(1133972)}`,
    ]);
    expect(data.one).toEqual({ evmAddress: address, alias: ecdsaAlias });
  });
});

describe('CASE-15 and CASE-16, aliases of accounts of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(({ path }) => {
      const key = path.slice('/api/v1/accounts/'.length);
      if (key === alias) return { body: { account: '0.0.1133968', alias, evm_address: null } };
      const item = { account: '0.0.1133969', alias: ecdsaAlias };
      if (key === ecdsaAlias) return { body: { ...item, evm_address: null } };
      if (key === `0x${shortAlias}`) return { body: { ...item, evm_address: key } };
      return undefined;
    });
    return server.close;
  });
  beforeEach(() => server.stub.reset());

  it('are one call for all forms of an alias', async () => {
    const { data } = await ask(server, query([alias, `0.0.${alias}`, publicKey]));
    expect(inOrder(data)).toEqual(['0.0.1133968', '0.0.1133968', '0.0.1133968']);
    expect(server.urls()).toEqual([`/api/v1/accounts/${alias}?transactions=false`]);
  });

  it('have the address that the mirror node gives, else that of their key', async () => {
    const { data } = await ask(
      server,
      `{ given: account(id: "0x${shortAlias}") { evmAddress }
        missing: account(id: "${ecdsaAlias}") { evmAddress } }`,
    );
    expect(data).toEqual({
      given: { evmAddress: `0x${shortAlias}` },
      missing: { evmAddress: address },
    });
  });
});
