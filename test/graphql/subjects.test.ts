// What a transaction is about, where its name does not tell the type: the same whatever is selected of it.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const [account, contract, token] = ['0.0.1001', '0.0.3001', '0.0.2001'];
const about = [
  [7, 'CONTRACTCALL', account, 'Account'],
  [7, 'CONTRACTCALL', contract, 'Contract'],
  [50, 'ETHEREUMTRANSACTION', account, 'Account'],
  [50, 'ETHEREUMTRANSACTION', contract, 'Contract'],
  [40, 'TOKENASSOCIATE', account, 'Account'],
  [37, 'TOKENMINT', token, 'Token'],
] as const;
const setup = {
  accounts: [{ num: 1001, balance: 7 }],
  contracts: [{ num: 3001 }],
  entities: [{ num: 2001, type: 'TOKEN' }],
  tokens: [{ token_id: token, treasury_account_id: account }],
  transactions: about.map(([type, , entity_id], index) => ({
    ...{ consensus_timestamp: index + 1, payerAccountId: account, type, entity_id },
  })),
};
const types = ['Account', 'Contract', 'Token'];

describe.each(backends)('subjects on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });

  it.each([
    ['nothing', ''],
    ['ids', types.map((type) => `... on ${type} { id entityId }`).join(' ')],
    ['more', types.map((type) => `... on ${type} { id entityId memo }`).join(' ')],
  ])('are told by what they are, where %s is selected', async (_what, fields) => {
    const { data, errors } = await ask(
      server,
      `{ transactions(order: ASC) { nodes { name entityId entity { __typename ${fields} } } } }`,
    );
    expect(errors).toEqual([]);
    const told = data.transactions.nodes.map(
      ({ name, entityId, entity }: { name: string; entityId: string; entity: object | null }) => [
        name,
        entityId,
        entity && (entity as { __typename: string }).__typename,
      ],
    );
    expect(told).toEqual(about.map(([, name, id, type]) => [name, id, type]));
  });
});
