// Columns of JSON that hold what no importer writes: it costs its member, which the error names, and nothing beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type Engine, engines, openChanging, serve } from '../support/ledgers.js';

const second = 1_000_000_000n;
const setup = {
  accounts: [{ num: 1001 }],
  entities: [
    { num: 2001, type: 'TOKEN' },
    { num: 2002, type: 'TOKEN' },
    { num: 4001, type: 'TOPIC' },
  ],
  tokens: [{ token_id: 2001 }, { token_id: 2002, type: 'NON_FUNGIBLE_UNIQUE' }],
  nfts: [{ token_id: 2002, serial_number: 1, created_timestamp: 6n * second, account_id: 1001 }],
  transactions: [5n, 6n].map((at) => ({ payerAccountId: 1001, consensus_timestamp: at * second })),
  contractresults: [5n, 6n].map((at) => ({
    ...{ consensus_timestamp: at * second, contract_id: 9, payer_account_id: 5001 },
  })),
  ethereumtransactions: [{ consensus_timestamp: 6n * second }],
  addressbooks: [{ start_consensus_timestamp: 1, file_id: 102 }],
  addressbookentries: [0, 1].map((node_id) => ({ consensus_timestamp: 1, node_id })),
  nodes: [0, 1].map((node_id) => ({ node_id })),
};
const registered = `insert into registered_node (registered_node_id, timestamp_range, type, service_endpoints, deleted)
  select n, '[1,)', '{1}', '[]', false from generate_series(0, 1) as n`;

const neverList = ['5', '"x"', '{}', 'true'];
const neverObject = ['[null]', '[5]', '["x"]', '[[]]'];

interface Attack {
  /** The column, and the row of it that is changed. */
  readonly column: readonly [table: string, name: string, where: string];
  /** What is asked, beside the member or with it. */
  readonly query: (member: string) => string;
  readonly member: string;
  /** Place of the member. */
  readonly path: string;
  readonly isObject?: true;
  /** Objects with a member that is none, and where that is below the member. */
  readonly parts: Readonly<Record<string, string>>;
}

const transaction = `consensus_timestamp = ${6n * second}`;
const attacks: readonly Attack[] = [
  {
    column: ['transaction', 'nft_transfer', transaction],
    query: (member) =>
      `{ transactions(first: 5) { nodes { name memo transfers { tinybars } ${member} } } }`,
    member: 'nftTransfers { senderAccountId serialNumber tokenId isApproval }',
    path: 'transactions.nodes.0.nftTransfers',
    parts: {
      '{"token_id":1.5,"serial_number":1}': '0.tokenId',
      '{"token_id":99999999999999999999,"serial_number":1}': '0.tokenId',
      '{"sender_account_id":"x","serial_number":1}': '0.senderAccountId',
      '{"sender_account_id":{},"serial_number":1}': '0.senderAccountId',
      '{"serial_number":1e400}': '0.serialNumber',
      '{}': '0.serialNumber',
      '{"is_approval":"maybe","serial_number":1}': '0.isApproval',
    },
  },
  {
    column: ['custom_fee', 'fixed_fees', 'entity_id = 2001'],
    query: (member) =>
      `{ token(id: "2001") { entityId freezeDefault customFees { createdTimestamp ${member} } } }`,
    member: 'fixed { units collectorId }',
    path: 'token.customFees.fixed',
    parts: {
      '{"amount":1e400}': '0.units',
      '{"amount":{}}': '0.units',
      '{"amount":1,"collector_account_id":1.5}': '0.collectorId',
    },
  },
  {
    column: ['custom_fee', 'fractional_fees', 'entity_id = 2001'],
    query: (member) =>
      `{ tokens(first: 5) { nodes { name customFees { createdTimestamp ${member} } } } }`,
    member: 'fractional { amount { denominator } minimum }',
    path: 'tokens.nodes.0.customFees.fractional',
    parts: {
      '{"numerator":1,"denominator":{}}': '0.amount.denominator',
      '{"minimum_amount":"x"}': '0.minimum',
    },
  },
  {
    column: ['custom_fee', 'royalty_fees', 'entity_id = 2002'],
    query: (member) =>
      `{ tokens(first: 5) { nodes { name customFees { createdTimestamp ${member} } } } }`,
    member: 'royalty { fallbackFee { units denominatingTokenId } }',
    path: 'tokens.nodes.1.customFees.royalty',
    parts: {
      '{"fallback_fee":5}': '0.fallbackFee',
      '{"fallback_fee":{"amount":5,"denominating_token_id":"q"}}':
        '0.fallbackFee.denominatingTokenId',
    },
  },
  {
    column: ['node', 'grpc_proxy_endpoint', 'node_id = 1'],
    query: (member) => `{ network { nodes(first: 5) { nodes { nodeId memo ${member} } } } }`,
    member: 'grpcProxyEndpoint { domainName port }',
    path: 'network.nodes.nodes.1.grpcProxyEndpoint',
    isObject: true,
    parts: { '{"port":1e30}': 'port', '{"domain_name":5}': 'domainName' },
  },
  {
    column: ['registered_node', 'service_endpoints', 'registered_node_id = 1'],
    query: (member) =>
      `{ network { registeredNodes(first: 5) { nodes { registeredNodeId ${member} } } } }`,
    member: 'serviceEndpoints { port blockNode { endpointApis } }',
    path: 'network.registeredNodes.nodes.1.serviceEndpoints',
    parts: {
      '{"port":1e30}': '0.port',
      '{"block_node":5}': '0.blockNode',
      '{"block_node":{"endpoint_apis":5}}': '0.blockNode.endpointApis',
    },
  },
];

describe.each(engines)('JSON that is none of its kind, on %s', (engine: Engine) => {
  let opened: Awaited<ReturnType<typeof openChanging>>;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    opened = await openChanging(engine, setup);
    await opened.run(registered);
    server = await serve(opened.ledger);
  });
  afterAll(async () => {
    await server?.close();
    await opened?.release();
    await opened?.ledger.close();
  });

  const set = ([table, name, where]: Attack['column'], json: string) =>
    opened.run(`update ${table} set ${name} = '${json}' where ${where}`);
  /** The places of all errors, and what else is told. */
  async function asked(query: string) {
    const { data, errors } = await ask(server, query);
    const codes = errors.map(({ extensions }) => extensions['code']);
    expect(codes).toEqual(errors.map(() => 'UPSTREAM_BAD_DATA'));
    return { text: JSON.stringify(data), places: errors.map(({ path }) => path?.join('.')) };
  }

  it.each(attacks)(
    'costs $path alone',
    async ({ column, query, member, path, isObject, parts }) => {
      const whole = await asked(query(''));
      const cases: (readonly [json: string, place: string])[] = isObject
        ? [...neverList.filter((json) => json !== '{}'), '[]'].map((json) => [json, path])
        : [
            ...neverList.map((json) => [json, path] as const),
            ...neverObject.map((json) => [json, `${path}.0`] as const),
          ];
      for (const [json, part] of Object.entries(parts)) {
        cases.push([isObject ? json : `[${json}]`, `${path}.${part}`]);
      }
      for (const [json, place] of cases) {
        await set(column, json);
        expect([json, ...(await asked(query(member))).places]).toEqual([json, place]);
        expect(await asked(query(''))).toEqual({ ...whole, places: [] });
      }
      await set(column, isObject ? '{}' : '[]');
      expect((await asked(query(member))).places).toEqual([]);
    },
  );

  it('takes none of the transactions of an NFT along', async () => {
    const column = ['transaction', 'nft_transfer', transaction] as const;
    const query = `{ nft(token: "2002", serialNumber: 1) { transactions(first: 5) { nodes { type senderAccountId } } } }`;
    const place = 'nft.transactions.nodes.0.senderAccountId';
    for (const json of neverList) {
      await set(column, json);
      expect((await asked(query)).places).toEqual([place]);
    }
    for (const json of [...neverObject, '[{"token_id":"x"}]', '[{"token_id":1e300}]', 'null']) {
      await set(column, json);
      expect((await asked(query)).places).toEqual([]);
    }
    await set(column, '[{"token_id":2002,"serial_number":1,"sender_account_id":"x"}]');
    expect((await asked(query)).places).toEqual([place]);
  });
});
