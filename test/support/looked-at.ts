// What a statement looks at: how many rows of which tables, by which indexes, as the engine has planned and run it.
import type { Sql } from 'sql-template-tag';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const literal = (value: unknown) =>
  value === null ? 'null' : `'${Array.isArray(value) ? `{${value.join(',')}}` : String(value)}'`;

/** Runs a statement, planned for its values, or as a plan is kept that suits all. */
export async function lookedAt(database: EmbeddedDatabase, { text, values }: Sql, isKept = false) {
  await database.exec(`set plan_cache_mode = ${isKept ? 'force_generic_plan' : 'auto'};
    deallocate all; prepare looked as ${text}`);
  const given = values.length > 0 ? `(${values.map(literal)})` : '';
  const [row] = await database.run(`explain (analyze, format json) execute looked${given}`, []);
  await database.exec('set plan_cache_mode = auto; deallocate all');
  const [{ Plan }] = (row as Record<string, [{ Plan: Node }]>)['QUERY PLAN'] as [{ Plan: Node }];
  const scans = nodesOf(Plan).filter((node) => node['Relation Name']);
  const looked = scans.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  );
  return {
    rows: looked.reduce((sum, some) => sum + some, 0),
    indexes: scans.map((node) => node['Index Name']),
    /** For people, where a test fails. */
    told: scans
      .map((node, at) => `${node['Relation Name']} ${node['Index Name'] ?? ''} ${looked[at]}`)
      .join('\n'),
  };
}
