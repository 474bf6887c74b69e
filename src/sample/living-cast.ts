// Who takes part when the sample lives, as the database has them: the story goes on from there.
import type { Filling } from '../sql/engines/embedded.js';
import type { Party } from './accounts.js';
import { now } from './clock.js';
import { coinHolders } from './coin-calls.js';
import { type Holding, heldSince } from './holdings.js';
import { known, nodeAccounts } from './ids.js';
import { newcomerCount } from './newcomers.js';
import { sampleIds } from './sample.js';

export type Actor = Pick<
  Party,
  'num' | 'balance' | 'balanceAt' | 'publicKey' | 'evmAddress' | 'deleted'
>;

export interface Cast {
  /** Blocks since the end of the sample. */
  readonly number: number;
  readonly people: ReadonlyMap<number, Actor>;
  /** The newest accounts: they send and receive, and nobody who is named in a document does. */
  readonly guests: readonly Actor[];
  /** Of each token that moves those who hold it. */
  readonly holdings: readonly (readonly Holding[])[];
  /** The topic that is written to, and its last sequence number. */
  readonly topic: number;
  readonly sequence: bigint;
  /** Calls of the coin in the sample itself. */
  readonly calls: number;
  /** Hash of the newest block. */
  readonly hash: string;
}

/** The system's own, and who holds the coin, whose balances of hbars stay as they are. */
const named = [
  ...[known.treasury, known.feeCollector, known.stakingRewards, known.nodeRewards],
  ...nodeAccounts,
  ...coinHolders,
];

const movingTokens = [known.shells, known.tidePoints] as const;

type Asked = Pick<Filling, 'run'>;

/** Number of the newest block. */
export async function newestBlock({ run }: Asked): Promise<number> {
  const [row] = await run('select max(index) as newest from record_file');
  return Number(row?.['newest']);
}

export async function readCast({ run }: Asked): Promise<Cast> {
  const own = `id, balance, balance_timestamp as at, public_key as key, encode(evm_address, 'hex') as address`;
  const toActor = (row: Readonly<Record<string, unknown>>): Actor => ({
    num: Number(row['id']),
    balance: BigInt(row['balance'] as string),
    balanceAt: BigInt((row['at'] as string | null) ?? 0),
    publicKey: row['key'] as string | null,
    evmAddress: row['address'] as string | null,
    deleted: false,
  });
  const others = await run(`select ${own} from entity where id = any($1)`, [named]);
  const newest = await run(
    `select ${own} from entity where type = 'ACCOUNT' and deleted is not true
      order by id desc limit ${newcomerCount}`,
  );
  const guests = newest.map(toActor);
  const held = await run(
    `select account_id, token_id, balance, balance_timestamp as at from token_account
      where token_id = any($1) and associated order by token_id, account_id`,
    [movingTokens],
  );
  const holdings = held.map((row) => ({
    ...heldSince(Number(row['account_id']), Number(row['token_id']), BigInt(row['at'])),
    balance: BigInt(row['balance']),
  }));
  const [topic] = await run(
    `select max(id) as id from entity where type = 'TOPIC' and deleted is not true`,
  );
  const [last] = await run(
    'select coalesce(max(sequence_number), 0) as number from topic_message where topic_id = $1',
    [topic?.['id']],
  );
  const [calls] = await run(
    `select count(*) as count from ethereum_transaction where consensus_timestamp < ${now}`,
  );
  const [block] = await run('select hash, index from record_file order by index desc limit 1');
  return {
    number: Number(block?.['index']) - sampleIds.lastBlock,
    people: new Map([...others.map(toActor), ...guests].map((actor) => [actor.num, actor])),
    guests,
    holdings: movingTokens.map((token) => holdings.filter((one) => one.token === token)),
    topic: Number(topic?.['id']),
    sequence: BigInt(last?.['number']),
    calls: Number(calls?.['count']),
    hash: block?.['hash'] as string,
  };
}
