// What nobody selects of a transaction, a result of a call or a schedule is not read, and the answer is that of whole rows.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { List, Lookup } from '../../src/contract/resource.js';
import { contractResult } from '../../src/contract/resources/contract-result.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import { transaction } from '../../src/contract/resources/transaction.js';
import type { ItemRequest, Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { type Engine, engines, openCase, openSample, serve } from '../support/ledgers.js';
import { globalId } from '../support/operations.js';
import {
  fieldsOf,
  filled,
  transactionFields,
  transactionOperations,
} from '../support/transaction-selections.js';

const apart = transaction.parts?.members ?? [];

/** Fields that look at members which can be left out, and at which; all others look at none. */
const looking: Readonly<Record<string, readonly string[]>> = {
  assessedCustomFees: ['assessed_custom_fees'],
  bytes: ['bytes'],
  maxCustomFees: ['max_custom_fees'],
  netTransfers: ['staking_reward_transfers', 'transfers'],
  nftTransfers: ['nft_transfers'],
  stakingRewards: ['staking_reward_transfers'],
  tokenTransfers: ['token_transfers'],
  transfers: ['transfers'],
};

/** The same of results of calls. */
const lookingAtResults: Readonly<Record<string, string>> = {
  functionParameters: 'function_parameters',
  gasPrice: 'gas_price',
  gasPriceHbars: 'gas_price',
  input: 'function_parameters',
  stateChanges: 'state_changes',
};

type Field = ReturnType<typeof fieldsOf>[number];
type Change = <R extends ItemRequest>(request: R) => R;

/** The same ledger, of which each request is another. */
const changed = (ledger: Ledger, change: Change): Ledger => ({
  ...ledger,
  one: (lookup, key, request, ...rest) => ledger.one(lookup, key, change(request), ...rest),
  many: (resource, keys, request, ...rest) => ledger.many(resource, keys, change(request), ...rest),
  page: (list, request, ...rest) => ledger.page(list, change(request), ...rest),
  pages: (list, requests, ...rest) => ledger.pages(list, requests.map(change), ...rest),
});

const whole: Change = ({ parts: { without: _left, ...parts } = {}, ...request }) =>
  ({ ...request, parts }) as never;

const ofCall = {
  consensus_timestamp: '1700000000000000009',
  contract_id: '0.0.310',
  payer_account_id: '0.0.300',
};

/** A transaction that has all there is to have, one that has none of it, and one inside of a batch. */
const full = {
  transactions: [
    {
      consensus_timestamp: '1700000000000000009',
      payerAccountId: '0.0.300',
      nodeAccountId: '0.0.3',
      type: 7,
      bytes: [1, 2, 3],
      batch_key: [10, 32, ...Array.from({ length: 32 }, (_, at) => at)],
      charged_tx_fee: 7,
      max_custom_fees: [
        {
          accountId: { accountNum: 300 },
          fees: [{ amount: 5, denominatingTokenId: { tokenNum: 9 } }],
        },
      ],
      nft_transfer: [
        {
          receiver_account_id: '0.0.301',
          sender_account_id: '0.0.300',
          serial_number: 4,
          token_id: '0.0.8',
        },
      ],
      token_transfer_list: [
        { account: '0.0.300', token_id: '0.0.9', amount: -3 },
        { account: '0.0.301', token_id: '0.0.9', amount: 3 },
      ],
      transfers: [
        { account: '0.0.3', amount: 2 },
        { account: '0.0.98', amount: 5 },
        { account: '0.0.300', amount: 43 },
        { account: '0.0.800', amount: -50 },
      ],
    },
    { consensus_timestamp: '1700000000000000003', payerAccountId: '0.0.300', charged_tx_fee: 0 },
  ],
  stakingRewardTransfers: [
    {
      account_id: '0.0.300',
      amount: 50,
      consensus_timestamp: '1700000000000000009',
      payer_account_id: '0.0.300',
    },
  ],
  contractresults: [{ ...ofCall, sender_id: '0.0.300', gas_used: 9 }],
  contractlogs: [ofCall],
  contractStateChanges: [{ ...ofCall, slot: '0x01', value_read: '0x02', value_written: '0x03' }],
  assessedcustomfees: [
    {
      amount: 6,
      collector_account_id: '0.0.301',
      consensus_timestamp: '1700000000000000009',
      token_id: '0.0.9',
      effective_payer_account_ids: ['0.0.300'],
      payer_account_id: '0.0.300',
    },
  ],
};

describe.each(engines)('on %s', (engine: Engine) => {
  const closing: (() => Promise<void>)[] = [];
  let asked: (readonly string[] | undefined)[] = [];
  let pared: Record<'all' | 'sample', Server>;
  let plain: Record<'all' | 'sample', Server>;

  beforeAll(async () => {
    const noting: Change = (request) => {
      asked.push(request.parts?.without);
      return request;
    };
    const graphql = {
      federation: true,
      limits: {
        depth: 60,
        aliases: 5000,
        directives: 5000,
        tokens: 50_000,
        answer: 100_000_000,
        cost: { calls: 1_000_000, rows: 100_000_000, values: 1_000_000_000 },
      },
    };
    const options = { operation: { timeout: 60_000, calls: 5000, values: 1_000_000_000 }, graphql };
    const servers = async (change: Change) => {
      const ledgers = { all: await openCase(engine, full), sample: await openSample(engine) };
      const own: Record<string, Server> = {};
      for (const [name, ledger] of Object.entries(ledgers)) {
        const server = await serve(changed(ledger, change), options);
        own[name] = server;
        closing.push(() => server.close().then(() => ledger.close()));
      }
      return own as typeof pared;
    };
    pared = await servers(noting);
    plain = await servers(whole);
  });
  /** The answer with what is left out, and that of whole rows. */
  const both = (
    of: 'all' | 'sample',
    query: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise.all([ask(pared[of], query, variables), ask(plain[of], query, variables)]);
  afterAll(async () => {
    for (const close of closing) await close();
  });
  /** What whole rows say by each of the ways, in all fields at once: read when first asked for. */
  const wholeRows = (of: 'all' | 'sample', ways: readonly string[], fields: readonly Field[]) => {
    const selection = fields.map(([name, body]) => `${name} ${filled(body, 'id')}`).join(' ');
    const read = async (way: string): Promise<object> => {
      const { data, errors } = await ask(plain[of], filled(way, selection));
      expect(errors).toEqual([]);
      return data;
    };
    let rows: Promise<object[]> | undefined;
    return () => {
      rows ??= Promise.all(ways.map(read));
      return rows;
    };
  };
  /**
   * What is left out follows from the field, whatever the engine: where others have tried each of
   * them, those that look at other members stand for all, and one that looks at none.
   */
  const tried = (fields: readonly Field[], own: Readonly<Record<string, unknown>>) =>
    engine === engines.at(-1) ? fields : fields.filter(([name]) => name === 'id' || name in own);

  describe('a transaction', () => {
    const ways = [
      'transactions { nodes { % } }',
      'transaction(ref: "1700000000.000000009") { % }',
      `node(id: "${globalId('Transaction:1700000000.000000009')}") { ... on Transaction { % } }`,
    ].map((way) => `{ ${way} }`);
    const wholes = wholeRows('all', ways, transactionFields);

    it.each(tried(transactionFields, looking))(
      'has in %s what its whole row says',
      async (name, body) => {
        for (const [at, way] of ways.entries()) {
          asked = [];
          const { data, errors, text } = await ask(
            pared.all,
            filled(way, `${name} ${filled(body, 'id')}`),
          );
          expect((await wholes())[at]).toMatchObject(data);
          expect(errors).toEqual([]);
          const left = apart.filter((member) => !looking[name]?.includes(member));
          expect(asked.find((without) => without)).toEqual(left);
          if (looking[name]) expect(text).toMatch(/\[\{|"bytes":"/);
        }
      },
    );
  });

  it('a transaction is the same, whatever is selected of it, wherever and in whatever spelling', async () => {
    await fc.assert(
      fc.asyncProperty(transactionOperations, async ({ query, variables }) => {
        const [ours, theirs] = await both('sample', query, variables);
        expect(ours.text).toBe(theirs.text);
      }),
      { numRuns: 30 },
    );
  });

  describe('a result of a call', () => {
    const fields = fieldsOf('ContractResult');
    const ways = [
      `{ contractResult(hash: "${`5001`.repeat(16)}") { % } }`,
      '{ contractResults(first: 4) { nodes { timestamp % } } }',
      '{ blocks(first: 4) { nodes { contractResults(first: 2) { nodes { % } } } } }',
      `{ node(id: "${globalId('ContractResult:1795171040.287190063')}") { ... on ContractResult { % } } }`,
      `{ contract(id: "${sampleIds.storageContract}") { results(first: 3) { nodes { % } } } }`,
      `{ transactions(first: 3, filter: { type: { in: [CONTRACTCALL, ETHEREUMTRANSACTION] } }) {
        nodes { result contractResult { % } } } }`,
    ];
    const listed = ['{ transactions { nodes { contractResult { % } } } }'];
    const wholes = wholeRows('sample', ways, fields);
    const wholesOfAll = wholeRows('all', listed, fields);

    it.each(tried(fields, lookingAtResults))(
      'has in %s what its whole row says',
      async (name, body) => {
        const field = `${name} ${filled(body, 'id')}`;
        asked = [];
        for (const [at, way] of ways.entries()) {
          const { data, errors } = await ask(pared.sample, filled(way, field));
          expect((await wholes())[at]).toMatchObject(data);
          expect(errors).toEqual([]);
        }
        const own = lookingAtResults[name];
        const leftOf = ({ parts }: Pick<List | Lookup, 'parts'>) =>
          parts?.members?.filter((member) => member !== own);
        expect(asked[0]).toEqual(leftOf(contractResult));
        expect(asked).toContainEqual(leftOf(contractResults));
        const { data, text } = await ask(pared.all, filled(listed[0] as string, field));
        expect((await wholesOfAll())[0]).toMatchObject(data);
        if (name === 'stateChanges') expect(text).toContain('"stateChanges":[{');
      },
    );
  });

  it('a listed schedule is the same, whatever is selected of it', async () => {
    const fields = fieldsOf('Schedule').map(([name, body]) => `${name} ${filled(body, 'name')}`);
    await fc.assert(
      fc.asyncProperty(fc.subarray(fields, { minLength: 1 }), async (selected) => {
        const query = `{ schedules(first: 9) { nodes { ${selected.join(' ')} } } }`;
        const [ours, theirs] = await both('sample', query);
        expect(ours.text).toBe(theirs.text);
        expect(ours.errors).toEqual([]);
      }),
      { numRuns: 20 },
    );
    asked = [];
    await ask(pared.sample, '{ schedules(first: 2) { nodes { transactionBody payerAccountId } } }');
    expect(asked).toEqual([['signatures']]);
  });
});
