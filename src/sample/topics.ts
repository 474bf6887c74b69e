// The topics of the sample ledger: six that the window's traffic goes to, and a few with a story.
import type { MirrorRow } from '../sql/tables/schema.js';
import { genesis, minute, second, timestampRange, windowStart } from './clock.js';
import { type Birth, known } from './ids.js';
import { createKeyRing } from './keys.js';
import { delimited } from './protobuf.js';
import { createRandom } from './random.js';
import { bytes, type SampleTable, sampleTable } from './table.js';

export interface Topic {
  readonly num: number;
  readonly created: bigint;
  readonly memo: string;
  readonly deleted: boolean;
  /** Since when it is as it is. */
  readonly modified: bigint;
  readonly autoRenewAccount: number | null;
  readonly adminKey: string | null;
  readonly submitKey: string | null;
  readonly feeScheduleKey: string | null;
  /** Keys whose holders pay no custom fees. */
  readonly exempt: readonly string[];
  /** Fixed fees as JSON, and since when. */
  readonly fees: string | null;
  readonly feesFrom: bigint;
}

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_130;

const plain = ({ num, created }: Birth): Topic => ({
  num,
  created,
  memo: '',
  deleted: false,
  modified: created,
  autoRenewAccount: null,
  adminKey: null,
  submitKey: null,
  feeScheduleKey: null,
  exempt: [],
  fees: null,
  feesFrom: created,
});

/** What it costs to send a message to the topic of notes: hbars, and a token's smallest units. */
const noteFees =
  `[{"amount":9007199254740993,"collector_account_id":${known.issuer},"denominating_token_id":${known.maxToken}},` +
  `{"amount":500000,"collector_account_id":${known.issuer}}]`;

export function createTopics(births: readonly Birth[]): Topic[] {
  const keys = createKeyRing(createRandom(seed));
  const key = () => keys.ed25519().key;
  const stories = [
    known.noteTopic,
    known.orderTopic,
    known.chunkTopic,
    known.emptyTopic,
    known.longTopic,
    known.deletedTopic,
  ].map((num, index) =>
    plain({ kind: 'topic', num, created: genesis + BigInt(index + 100) * minute + 123_456_789n }),
  );
  const [notes, orders, chunks, none, readings, deleted] = stories as [
    Topic,
    Topic,
    Topic,
    Topic,
    Topic,
    Topic,
  ];
  return [
    {
      ...notes,
      memo: 'Notes of the harbour master',
      modified: windowStart - 90n * minute,
      autoRenewAccount: known.issuer,
      adminKey: key(),
      submitKey: key(),
      feeScheduleKey: key(),
      exempt: [key() as string, keys.ecdsa().key as string],
      fees: noteFees,
      feesFrom: windowStart - 80n * minute - 7n * second,
    },
    { ...orders, memo: 'Orders as JSON', adminKey: key() },
    { ...chunks, memo: 'Letters and pictures, in parts' },
    { ...none, memo: 'Nobody has written here', submitKey: key() },
    { ...readings, memo: 'Water level, a reading a minute', autoRenewAccount: known.issuer },
    { ...deleted, memo: 'Closed', deleted: true, modified: windowStart - 3n * minute },
    ...births.map(plain),
  ];
}

export function topicTables(topics: readonly Topic[]): SampleTable[] {
  return [
    sampleTable(
      'topic',
      topics.map((topic): MirrorRow<'topic'> => {
        const exempt = topic.exempt.map((each) => delimited(1, each)).join('');
        return {
          id: topic.num,
          created_timestamp: topic.created,
          admin_key: bytes(topic.adminKey),
          submit_key: bytes(topic.submitKey),
          fee_schedule_key: bytes(topic.feeScheduleKey),
          fee_exempt_key_list: exempt === '' ? null : bytes(exempt),
          timestamp_range: timestampRange(topic.modified),
        };
      }),
    ),
    // Every topic has a row of fees, also one that has no fees: the importer writes it.
    sampleTable(
      'custom_fee',
      topics.map(
        (topic): MirrorRow<'custom_fee'> => ({
          fixed_fees: topic.fees,
          fractional_fees: null,
          royalty_fees: null,
          timestamp_range: timestampRange(topic.feesFrom),
          entity_id: topic.num,
        }),
      ),
    ),
  ];
}
