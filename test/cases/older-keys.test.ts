// A key reads the same whatever ledger it comes from, also from a mirror node that decodes fewer.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { get } from '../support/get.js';
import { ledgerStub } from '../support/stub.js';

const ed = 'ab'.repeat(32);
const ec = `02${'cd'.repeat(32)}`;
const list = `32260a0212000a2012${'00'.repeat(16)}`;

/** Protobuf in hex, and what it is. */
const keys: readonly (readonly [string, { type: string; key: string } | null])[] = [
  ['3200', null],
  [`3a21${ec}`, { type: 'ECDSA_SECP256K1', key: ec }],
  [`32250a233a21${ec}`, { type: 'ECDSA_SECP256K1', key: ec }],
  [`2a29080112250a233a21${ec}`, { type: 'ECDSA_SECP256K1', key: ec }],
  [`1220${ed}`, { type: 'ED25519', key: ed }],
  [`2a28080112240a221220${ed}`, { type: 'ED25519', key: ed }],
  [list, { type: 'ProtobufEncoded', key: list }],
];
const nums = keys.map((_key, at) => 1001 + at);
const shown = keys.map(([, key]) => ({ key }));
const printed = keys.map(([, key]) => key && { _type: key.type, key: key.key });

const names: readonly string[] = [...backends, 'an older mirror node', 'one that shouts'];
describe.each(names)('keys of %s', (name) => {
  let server: Pick<Running, 'url' | 'close'>;

  const older = (protobuf: string) => ({ _type: 'ProtobufEncoded', key: protobuf });
  const spelled = (protobuf: string) =>
    name === 'one that shouts' ? protobuf.toUpperCase() : protobuf;
  beforeAll(async () => {
    const backend = backends.find((known) => known === name);
    server = backend
      ? await open(backend, {
          accounts: keys.map(([key], at) => ({ num: nums[at], key: `0x${key}`, balance: 1 })),
          tokens: [],
        })
      : await openStub(
          ledgerStub({
            accounts: keys.map(([key], at) => ({
              account: `0.0.${nums[at]}`,
              key: older(spelled(key)),
              balance: { balance: 1, timestamp: '1.000000000', tokens: [] },
            })),
          }),
        );
    return server.close;
  });

  it('are the same in a list', async () => {
    const { data, errors } = await ask(server, '{ accounts { nodes { key { type key } } } }');
    expect(errors).toEqual([]);
    expect(data.accounts.nodes).toEqual(shown);
    const { body } = await get(server, '/api/v1/accounts');
    expect(body.accounts.map(({ key }: { key: unknown }) => key)).toEqual(printed);
  });

  it('are the same by id', async () => {
    for (const [at, num] of nums.entries()) {
      const { data } = await ask(server, `{ account(id: "${num}") { key { type key } } }`);
      expect(data.account).toEqual(shown[at]);
      const { body } = await get(server, `/api/v1/accounts/${num}?transactions=false`);
      expect(body.key).toEqual(printed[at]);
    }
  });
});
