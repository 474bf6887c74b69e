// Logs and results below a contract are read off the index of the contract, whoever else writes in between.
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter, Order } from '../../src/contract/resource.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import type { ListQuery } from '../../src/sql/query/query.js';
import { logsOfContract } from '../../src/sql/resources/contract-logs.js';
import { resultsOfContract } from '../../src/sql/resources/contract-results.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { openEmpty } from '../support/ledgers.js';

const dormant = 5001;
const busy = 5002;
const count = 20_000;
const begin = 1_700_000_000_000_000_000n;
const topic = (digits: string) => `0x${digits.repeat(32)}`;

/**
 * Half of all rows are of a contract that has been silent since: by the numbers of the database's
 * statistics every other row is its own, whichever end one begins at.
 */
const rows = `
  insert into contract_log (consensus_timestamp, index, contract_id, payer_account_id, bloom, data, topic0)
    select ${begin} + (n / 2) * 1000, n % 2, case when n < ${count / 2} then ${dormant} else ${busy} end, 2, '', '',
      decode(case when n % 5000 = 7 then repeat('ee', 32) else repeat('dd', 32) end, 'hex')
    from generate_series(0::bigint, ${count - 1}) as n;
  insert into contract_result (consensus_timestamp, contract_id, function_parameters, gas_limit,
      payer_account_id, transaction_result)
    select ${begin} + n * 1000, case when n < ${count / 2} then ${dormant} else ${busy} end, '', 1, 2, 22
    from generate_series(0::bigint, ${count - 1}) as n;
  analyze contract_log; analyze contract_result;`;

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmpty();
  await database.exec(`${createTables} ${rows}`);
  return () => database.close();
}, 30_000);

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const byTopic = (digits: string, end: string): Filter[] => [
  { parameter: 'timestamp', operator: 'gte', value: '1700000000.000000000' },
  { parameter: 'timestamp', operator: 'lt', value: end },
  { parameter: 'topic0', operator: 'eq', value: topic(digits) },
];

/** How the table of the rows is read for a page of 100, and of how many rows. */
async function read(
  query: ListQuery<never>,
  table: string,
  request: {
    contract: number;
    order: Order;
    filters?: readonly Filter[];
    after?: readonly string[];
  },
) {
  const { contract, filters = [], ...rest } = request;
  const page = { filters, limit: 100, ...rest };
  const statement = query.select(page, [sql`${raw(String(contract))}::bigint`], Date);
  const [row] = await database.run(
    `explain (analyze, format json) ${statement.text}`,
    statement.values as unknown[],
  );
  const [{ Plan }] = (row as Record<string, [{ Plan: Node }]>)['QUERY PLAN'] as [{ Plan: Node }];
  const [scan] = nodesOf(Plan).filter((node) => node['Relation Name'] === table);
  return {
    kind: scan?.['Node Type'],
    index: scan?.['Index Name'],
    rows: (scan?.['Actual Rows'] ?? 0) + (scan?.['Rows Removed by Filter'] ?? 0),
  };
}

const cases = [
  ['a contract', { contract: busy }],
  ['a contract that is silent', { contract: dormant }],
  ['a contract that there is none of', { contract: 5003 }],
  ['a place in the middle', { contract: busy, after: ['1700000000.007000000', '1'] }],
] as const;

describe.each(['asc', 'desc'] as const)('a page in the order %s', (order) => {
  it.each(cases)('of the logs of %s looks at its own rows alone', async (_name, request) => {
    const { kind, index, rows } = await read(logsOfContract as never, 'contract_log', {
      ...request,
      order,
    });
    expect(kind).toBe('Index Scan');
    expect(index).toBe('contract_log_contract_id_consensus_timestamp_index_idx');
    // A sort of those of one time looks at a few more than the page has.
    expect(rows).toBeLessThan(140);
  });

  it('of a search by a topic that most logs have looks at no other contract', async () => {
    const filters = byTopic('dd', '1700000001');
    const { index, rows } = await read(logsOfContract as never, 'contract_log', {
      contract: dormant,
      order,
      filters,
    });
    expect(index).toBe('contract_log_contract_id_consensus_timestamp_index_idx');
    expect(rows).toBeLessThan(140);
  });

  it('of a search by a rare topic looks at no more than the time it is searched in', async () => {
    const filters = byTopic('ee', '1700000000.000500000');
    const request = { contract: dormant, order, filters };
    const { rows } = await read(logsOfContract as never, 'contract_log', request);
    expect(rows).toBe(1000);
  });

  it.each(cases)('of the results of %s looks at its own rows alone', async (_name, request) => {
    const after = 'after' in request ? { after: request.after.slice(0, 1) } : {};
    const { kind, index, rows } = await read(resultsOfContract as never, 'contract_result', {
      ...request,
      ...after,
      order,
    });
    expect(kind).toBe('Index Scan');
    expect(index).toMatch(/^contract_result_contract_id_/);
    expect(rows).toBeLessThanOrEqual(100);
  });
});
