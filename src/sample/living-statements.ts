// What a living sample's blocks are as SQL: each block is one text, so that nobody reads half of it.
import { day, minute, now } from './clock.js';
import type { Tick } from './living-story.js';
import { jsonText, recordsOf } from './seed.js';
import { type SampleTable, sampleTable } from './table.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const rowsOf = (table: SampleTable): string => recordsOf(table, quoted(jsonText(table)));

/** Snapshots are 15 minutes apart, as the sample's own. */
const snapshotEvery = 15n * minute;

/** Rows of the same table in one. */
function merged(tables: readonly SampleTable[]): SampleTable[] {
  const all = new Map<string, SampleTable>();
  for (const one of tables) {
    const rows = [...(all.get(one.table)?.rows ?? []), ...one.rows];
    all.set(one.table, { ...one, rows });
  }
  return [...all.values()];
}

const last = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

/** Balances as they are after all of these blocks, and schedules that were executed. */
function changes(ticks: readonly Tick[]): string[] {
  const people = last(
    ticks.flatMap((tick) => tick.people),
    ({ num }) => String(num),
  );
  const holdings = last(
    ticks.flatMap((tick) => tick.holdings),
    ({ account, token }) => `${account}/${token}`,
  );
  const schedules = ticks.flatMap((tick) => tick.schedules);
  const balances = sampleTable(
    'entity',
    people.map(({ num: id, balance, balanceAt }) => ({
      id,
      balance,
      balance_timestamp: balanceAt,
    })),
  );
  const tokens = sampleTable(
    'token_account',
    holdings.map(({ account: account_id, token: token_id, balance, balanceAt }) => {
      return { account_id, token_id, balance, balance_timestamp: balanceAt };
    }),
  );
  const executed = sampleTable(
    'schedule',
    schedules.map(({ num: schedule_id, executed: executed_timestamp }) => {
      return { schedule_id, executed_timestamp };
    }),
  );
  const set = 'set balance = new.balance, balance_timestamp = new.balance_timestamp';
  const updates: [SampleTable, string, string][] = [
    [balances, set, 'old.id = new.id'],
    [tokens, set, 'old.account_id = new.account_id and old.token_id = new.token_id'],
    [
      executed,
      'set executed_timestamp = new.executed_timestamp',
      'old.schedule_id = new.schedule_id',
    ],
  ];
  return updates
    .filter(([table]) => table.rows.length > 0)
    .map(
      ([table, what, where]) =>
        `update ${table.table} as old ${what} from ${rowsOf(table)} as new where ${where}`,
    );
}

/** The instant of a snapshot that is due when a block has ended; null where none is. */
export const snapshotAt = ({ end }: Tick): bigint | null =>
  end % snapshotEvery === 0n ? end : null;

/** What has changed since the last snapshot; the first of a month is of everyone, as the importer does it. */
function snapshot(at: bigint): string[] {
  const date = new Date(Number(at / 1_000_000n));
  const month = BigInt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) * 1_000_000n;
  const since = `coalesce((select max(consensus_timestamp) from account_balance
    where account_id = 2 and consensus_timestamp >= ${month}), 0)`;
  // Tokens first: they look for the snapshot before.
  return [
    `insert into token_balance (consensus_timestamp, account_id, balance, token_id)
      select ${at}, account_id, balance, token_id from token_account
      where associated and balance_timestamp > ${since}`,
    `insert into account_balance (consensus_timestamp, balance, account_id)
      select ${at}, balance, id from entity where type in ('ACCOUNT', 'CONTRACT')
      and deleted is not true and (id = 2 or balance_timestamp > ${since})`,
  ];
}

/** Blocks that follow one another, and the snapshot that the last of them may bring. */
export function statementOf(ticks: readonly Tick[]): string {
  const inserts = merged(ticks.flatMap(({ tables }) => tables)).map((table) => {
    const columns = table.columns.join(', ');
    return `insert into ${table.table} (${columns}) select ${columns} from ${rowsOf(table)}`;
  });
  const end = ticks.at(-1);
  const due = end ? snapshotAt(end) : null;
  return [...inserts, ...changes(ticks), ...(due === null ? [] : snapshot(due))].join(';\n');
}

/** Tables that grow with each block. */
const growing = [
  ...['transaction', 'transaction_hash', 'crypto_transfer', 'token_transfer'],
  ...['entity_transaction', 'topic_message', 'transaction_signature', 'contract_result'],
  ...['contract_transaction', 'contract_transaction_hash', 'contract_log', 'contract_action'],
  ...['ethereum_transaction', 'schedule'],
] as const;

/** Removes what is older than the blocks that are kept, but nothing of the sample itself. */
export function pruning(before: bigint): string {
  const within = (column: string) => `where ${column} >= ${now} and ${column} < ${before}`;
  return [
    ...growing.map((table) => `delete from ${table} ${within('consensus_timestamp')}`),
    `delete from record_file ${within('consensus_end')}`,
    `delete from entity ${within('created_timestamp')} and type = 'SCHEDULE'`,
    // Of a balance the newest row of its month stands; those of the last days are left as they are.
    `delete from account_balance ${within('consensus_timestamp')} and consensus_timestamp < ${before - day}`,
    `delete from token_balance ${within('consensus_timestamp')} and consensus_timestamp < ${before - day}`,
  ].join(';\n');
}

/** Gives room back that old versions of rows have taken: there is nobody else who does. */
export const sweeping = [
  ...['entity', 'token_account', 'record_file', ...growing].map((table) => `vacuum ${table}`),
  'checkpoint',
];
