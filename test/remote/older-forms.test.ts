// Mirror nodes that print a member otherwise than newer ones do: it is read as theirs, and takes nothing along.
import { beforeAll, describe, expect, it } from 'vitest';
import { contractResult } from '../../src/contract/resources/contract-result.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { whole } from '../support/damage.js';
import { get } from '../support/get.js';
import { ledgerStub } from '../support/stub.js';

const { hash, ...row } = whole(contractResults.row) as { readonly hash: string };
const named = [{ address: '0x05', storage_keys: [`0x${'0'.repeat(64)}`] }];
/** How access lists are printed, and what each is. */
const lists = [
  ['0x', []],
  [named, named],
] as const;

describe.each(lists)('an access list that is printed as %j', (printed, expected) => {
  let server: OnStub;

  beforeAll(async () => {
    const listed = { ...row, hash, access_list: printed };
    const looked = { ...(whole(contractResult.row) as object), hash, access_list: printed };
    server = await openStub(ledgerStub({ contractResults: [listed], contractResult: [looked] }));
    return server.close;
  });

  it('is a list for GraphQL, without an error', async () => {
    const fields = 'hash accessList { address storageKeys }';
    const { data, errors } = await ask(server, `{ contractResults { nodes { ${fields} } } }`);
    const accessList = expected.map(({ address, storage_keys }) => {
      return { address, storageKeys: storage_keys };
    });
    expect(errors).toEqual([]);
    expect(data.contractResults.nodes).toEqual([{ hash, accessList }]);
  });

  it('is one for REST, in a list and by a hash', async () => {
    const { body } = await get(server, '/api/v1/contracts/results');
    expect(body.results).toEqual([{ ...row, hash, access_list: expected }]);
    const { status, body: one } = await get(server, `/api/v1/contracts/results/${hash}`);
    expect([status, one.access_list]).toEqual([200, expected]);
  });
});

it('other text in the place of a list is none', async () => {
  const server = await openStub(
    ledgerStub({ contractResults: [{ ...row, hash, access_list: '0xc0' }] }),
  );
  const { data, errors } = await ask(
    server,
    '{ contractResults { nodes { hash accessList { address } } } }',
  );
  expect(data.contractResults.nodes).toEqual([{ hash, accessList: null }]);
  expect(errors.map(({ path }) => path?.join('.'))).toEqual(['contractResults.nodes.0.accessList']);
  expect((await get(server, '/api/v1/contracts/results')).status).toBe(503);
  await server.close();
});
