// Which argument a client has to correct, where a mirror node calls a parameter of a call wrong.
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { type Answer, type Handler, ledgerStub } from '../support/stub.js';

let server: Awaited<ReturnType<typeof openStub>>;
afterEach(() => server.close());

const open = async (handler: Handler): Promise<void> => {
  server = await openStub(handler);
};

const says = (message: string): Answer => ({
  status: 400,
  body: { _status: { messages: [{ message }] } },
});
const told = (errors: Awaited<ReturnType<typeof ask>>['errors']) =>
  Object.fromEntries(
    errors.map(({ path, extensions: { code, argument } }) => [
      path?.join('.'),
      code === 'BAD_USER_INPUT' ? argument : code,
    ]),
  );

const word = `0x${'ab'.repeat(32)}`;
const rows = [{ account: '0.0.7', memo: 'm', alias: null }];

describe('a parameter that a mirror node calls wrong', () => {
  it.each([
    ['account(id: "0.0.7") { memo }', 'idOrAliasOrEvmAddress', 'id'],
    ['account(id: "0.0.7", at: "5") { memo }', 'timestamp', 'at'],
    ['token(id: "0.0.7") { name }', 'tokenId', 'id'],
    ['contract(id: "0.0.7") { memo }', 'contractid', 'id'],
    ['topic(id: "0.0.7") { memo }', 'id', 'id'],
    ['schedule(id: "0.0.7") { memo }', 'scheduleId', 'id'],
    ['nft(token: "0.0.7", serialNumber: 5) { metadata }', 'tokenId', 'token'],
    ['nft(token: "0.0.7", serialNumber: 5) { metadata }', 'serialNumber', 'serialNumber'],
    ['message(topic: "0.0.7", sequenceNumber: 5) { runningHash }', 'topic.id', 'topic'],
    [
      'message(topic: "0.0.7", sequenceNumber: 5) { runningHash }',
      'sequencenumber',
      'sequenceNumber',
    ],
    ['message(timestamp: "5") { runningHash }', 'consensus_timestamp', 'timestamp'],
    ['block(number: 5) { hash }', 'hashOrNumber', 'number'],
    [`block(hash: "${word}") { hash }`, 'hashOrNumber', 'hash'],
    ['block(id: "5") { hash }', 'hashOrNumber', 'id'],
    ['transaction(ref: "0.0.2-1-1?scheduled") { memo }', 'transactionIdOrHash', 'ref'],
    ['transaction(ref: "0.0.2-1-1?scheduled") { memo }', 'scheduled', 'ref'],
    ['transactionsById(id: "0.0.2-1-1", nonce: 1) { memo }', 'nonce', 'nonce'],
    ['transactionsById(id: "0.0.2-1-1/1") { memo }', 'nonce', 'id'],
    [`contractResult(hash: "${word}") { hash }`, 'transactionIdOrHash', 'hash'],
    ['contractResult(transactionId: "0.0.2-1-1") { hash }', 'transactionIdOrHash', 'transactionId'],
    ['balances(at: "5") { timestamp }', 'timestamp', 'at'],
    [
      'balances(filter: { timestamp: { lte: "5" } }) { timestamp }',
      'timestamp',
      'filter.timestamp.lte',
    ],
    [
      'balances(filter: { account: { in: ["5", "6"] } }) { timestamp }',
      'account.id',
      'filter.account.in',
    ],
    [
      'blocks(filter: { timestamp: { gt: "5", lt: "6" } }) { nodes { hash } }',
      'timestamp',
      'filter.timestamp',
    ],
    ['tokens(filter: { name: "abc" }) { nodes { name } }', 'name', 'filter.name'],
    [
      'transactions(filter: { type: { names: ["NEW"] } }) { nodes { memo } }',
      'transactiontype',
      'filter.type.names',
    ],
    [
      'transactions(filter: { between: ["5", "6"] }) { nodes { memo } }',
      'account.id',
      'filter.between',
    ],
    [
      `logs(filter: { topics: [["${word}"]], timestamp: { gte: "5", lt: "6" } }) { nodes { data } }`,
      'topic0',
      'filter.topics',
    ],
    [
      'contractResults(filter: { blockNumber: 5 }) { nodes { hash } }',
      'block.number',
      'filter.blockNumber',
    ],
    ['network { supply(at: "5") { totalSupply } }', 'timestamp', 'at'],
  ])('is told as the argument it came by: %s, %s', async (field, parameter, argument) => {
    await open(() => says(`Invalid parameter: ${parameter}`));
    const { errors } = await ask(server, `{ asked: ${field} }`);
    expect(Object.values(told(errors))).toEqual([argument]);
    expect(errors[0]?.message).toBe(`Invalid parameter: ${parameter}`);
    expect(server.stub.calls).toHaveLength(1);
  });

  it.each([
    ['balance(at: "5") { hbars }', 'timestamp', 'at'],
    ['token(id: "0.0.5") { balance }', 'token.id', 'id'],
    ['nfts(filter: { token: { eq: "0.0.5" } }) { nodes { id } }', 'token.id', 'filter.token.eq'],
    [
      'transactions(filter: { type: { eq: CRYPTOTRANSFER } }) { nodes { id } }',
      'transactiontype',
      'filter.type.eq',
    ],
  ])('is told as that of a field below an object: %s', async (field, parameter, argument) => {
    const whole = ledgerStub({ accounts: rows });
    await open((call) =>
      call.path === '/api/v1/accounts/0.0.7' || !call.query.has(parameter)
        ? whole(call)
        : says(`Invalid parameter: ${parameter}`),
    );
    const { errors } = await ask(server, `{ account(id: "0.0.7") { memo asked: ${field} } }`);
    expect(told(errors)).toEqual({ 'account.asked': argument });
  });

  it.each([
    ['are several', 'timestamp or block.number'],
    ['are one of the client and one of ours', 'timestamp with limit'],
    ['are none', 'contract_results'],
  ])('is told as none where those that it names %s', async (_which, words) => {
    await open(() => says(`Invalid ${words}`));
    const { errors } = await ask(
      server,
      `{ asked: contractResults(filter: { blockNumber: 5, timestamp: { gt: "5" } }) { nodes { hash } }
         one: account(id: "0.0.7") { memo } }`,
    );
    const code = words === 'contract_results' ? 'UPSTREAM_BAD_RESPONSE' : undefined;
    expect(told(errors)).toEqual({ asked: code, one: undefined });
  });

  it('is told to each of several that have asked the same by other arguments, with one call', async () => {
    await open(({ path }) =>
      says(`Invalid parameter: ${path.endsWith('/balances') ? 'timestamp' : 'nonce'}`),
    );
    const query = `{
      a: balances(at: "5") { timestamp }
      b: balances(filter: { timestamp: { lte: "5" } }) { timestamp }
      c: transactionsById(id: "0.0.2-1-1", nonce: 1) { memo }
      d: transactionsById(id: "0.0.2-1-1/1") { memo } }`;
    // What must be fresh shares no call that is under way, so that there is one only where they are one.
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mirrorql-fresh': '1' },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await answer.json()) as Awaited<ReturnType<typeof ask>>;
    expect(told(errors)).toEqual({ a: 'at', b: 'filter.timestamp.lte', c: 'nonce', d: 'id' });
    expect(server.urls()).toHaveLength(2);
  });

  it('is told as none where its key came by several arguments', async () => {
    await open(() => says('Invalid parameter: hashOrNumber'));
    const { errors } = await ask(
      server,
      '{ a: block(number: 5) { hash } b: block(id: "5") { hash } }',
    );
    expect(told(errors)).toEqual({ a: undefined, b: undefined });
    expect(server.stub.calls).toHaveLength(1);
  });

  it('is told as no argument of an object that is asked for by what a row says of it', async () => {
    await open(({ path }) =>
      path.endsWith('/messages/5')
        ? {
            body: {
              chunk_info: {
                initial_transaction_id: {
                  account_id: '0.0.2',
                  nonce: 0,
                  scheduled: true,
                  transaction_valid_start: '1.000000001',
                },
                number: 1,
                total: 1,
              },
              consensus_timestamp: '1.000000002',
              message: '',
              payer_account_id: '0.0.2',
              running_hash: '',
              running_hash_version: 3,
              sequence_number: 5,
              topic_id: '0.0.7',
            },
          }
        : says('Invalid parameter: scheduled'),
    );
    const { errors } = await ask(
      server,
      '{ message(topic: "0.0.7", sequenceNumber: 5) { chunkInfo { initialTransaction { transaction { memo } } } } }',
    );
    expect(told(errors)).toEqual({
      'message.chunkInfo.initialTransaction.transaction': 'UPSTREAM_BAD_RESPONSE',
    });
  });

  it('is in the words of the mirror node for a client of REST', async () => {
    await open(() => says('Invalid parameter: timestamp'));
    const answer = await fetch(`${server.url}/api/v1/balances?timestamp=5`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(says('Invalid parameter: timestamp').body);
  });
});
