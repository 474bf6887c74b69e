// Members by which fields tell what belongs together: where one is none of its kind, that is the error of the field.
import { beforeAll, expect, it } from 'vitest';
import { WrongMember } from '../../src/contract/check.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, serve } from '../support/ledgers.js';

type Row = Readonly<Record<string, unknown>>;
let server: Server;
let wrong = '';

/** A row, or a body of rows, as a mirror node may give it; the rest of it is right. */
function damaged(found: unknown): unknown {
  const { transactions } = (found ?? {}) as { transactions?: readonly Row[] };
  if (transactions) return { ...(found as Row), transactions: transactions.map(damaged) };
  if (!found || !Object.hasOwn(found, wrong)) return found;
  return { ...found, [wrong]: new WrongMember(wrong, 'another kind', {}) };
}

beforeAll(async () => {
  const ledger = await openSample('embedded');
  server = await serve({
    ...ledger,
    one: async (...asked) => damaged(await ledger.one(...asked)) as never,
    many: async (...asked) => (await ledger.many(...asked)).map(damaged) as never,
    page: async (...asked) => {
      const page = await ledger.page(...asked);
      return page && { ...page, items: page.items.map(damaged) as never };
    },
  });
  return () => server.close();
});

const ofType = (type: string) => `transactions(first: 2, filter: { type: { eq: ${type} } })`;
const family = ['children { id }', 'duplicates { id }', 'innerTransactions { id }'];
const output = 'output(abi: "function f() returns (uint256)") { name }';

it('of the only one that is meant is told at its field alone', async () => {
  wrong = 'nonce';
  const ref = '0.0.1014@1795175682.965058832';
  const { data, errors } = await ask(server, `{ transaction(ref: "${ref}") { name nonce } }`);
  expect(data.transaction).toEqual({ name: 'ATOMICBATCH', nonce: null });
  expect(errors.map(({ path }) => path?.join('.'))).toEqual(['transaction.nonce']);
});

it.each([
  ['nonce', 'transaction(ref: "0.0.938417@1795175563.050012438")'],
  ['nonce', 'transaction(ref: "0.0.938417@1795175563.050012438/1")'],
  ['scheduled', 'transaction(ref: "0.0.938417@1795175563.050012438")'],
  ['scheduled', 'transaction(ref: "0.0.938417@1795175563.050012438?scheduled=false")'],
  ['nonce', 'transactionsById(id: "1795175690.233407779", nonce: 0)'],
  ['scheduled', 'transactionsById(id: "1795175690.233407779", scheduled: false)'],
])('%s of those that are meant by %s', async (member, field) => {
  wrong = member;
  const { data, errors } = await ask(server, `{ found: ${field} { id } }`);
  expect(data).toEqual({ found: null });
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BAD_RESPONSE']);
});

it.each([
  ['name', ofType('SCHEDULECREATE'), ['schedule { id }', 'scheduledTransaction { id }']],
  ['entity_id', ofType('SCHEDULECREATE'), ['schedule { id }']],
  ['scheduled', ofType('SCHEDULECREATE'), ['schedule { id }', 'scheduledTransaction { id }']],
  ['name', ofType('CONSENSUSSUBMITMESSAGE'), ['message { id }', 'innerTransactions { id }']],
  ['result', ofType('CONSENSUSSUBMITMESSAGE'), ['message { id }']],
  ['result', ofType('TOKENASSOCIATE'), ['associatedTokens { id }']],
  ['name', ofType('TOKENASSOCIATE'), ['associatedTokens { id }', 'entity { __typename }']],
  ['nonce', ofType('ATOMICBATCH'), family],
  ['parent_consensus_timestamp', ofType('ATOMICBATCH'), family],
  ['status', 'contractResults(first: 2)', [output, 'revertReason { name }']],
])('%s of %s', async (member, list, fields) => {
  wrong = member;
  for (const field of fields) {
    const { errors } = await ask(server, `{ ${list} { nodes { ${field} } } }`);
    const told = errors.map(({ path, extensions }) => [path?.at(-1), extensions['code']]);
    const name = field.split(/\W/)[0];
    expect(told).toEqual([name, name].map((own) => [own, 'UPSTREAM_BAD_RESPONSE']));
  }
});
