// Contracts with a story of their own: where their bytecode is, what they store, and what became of them.
import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, genesis, minute, second, timestampRange, windowStart } from './clock.js';
import { known } from './ids.js';
import { createRandom, type Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_131;

type EntityRow = MirrorRow<'entity'>;
type FileRow = MirrorRow<'file_data'>;

/** Types of the transactions that write files. */
const { FILEAPPEND: append, FILECREATE: create, FILEUPDATE: update } = typeNumbers;

/** The file that the coin's bytecode was written to, in two transactions. */
const coinFile = 5011;
const storageFile = 5012;

/** What a contract begins with: memory is set up, and nothing may be sent to it. */
const prologue = '6080604052348015600f57600080fd5b50';
const codeOf = (random: Random, length: number) => `${prologue}${random.hex(length)}`;

interface Story {
  readonly num: number;
  readonly created: bigint;
  readonly memo: string;
  readonly address?: string;
  readonly file?: number;
  readonly initcode?: string;
  readonly more?: EntityRow;
  /** What it was before, and until when. */
  readonly former?: { readonly until: bigint; readonly row: EntityRow };
}

function ed25519(random: Random): EntityRow {
  const publicKey = random.hex(32);
  return { key: `\\x1220${publicKey}`, public_key: publicKey };
}

function stories(random: Random): Story[] {
  const at = (hours: number) => genesis + BigInt(hours) * 60n * minute + 7n;
  const changed = windowStart - 30n * day;
  const closed = windowStart - 2n * day;
  return [
    { num: known.coinContract, created: at(30), memo: 'Harbour coin', file: coinFile },
    {
      num: known.storageContract,
      created: at(40),
      memo: 'Berths of the harbour',
      file: storageFile,
      more: {
        ...ed25519(random),
        auto_renew_account_id: known.issuer,
        auto_renew_period: 7_776_000,
      },
      former: { until: changed, row: { key: null, public_key: null, memo: 'Berths' } },
    },
    {
      num: known.deletedContract,
      created: at(50),
      memo: 'Closed lottery',
      address: random.hex(20),
      initcode: codeOf(random, 40),
      more: { deleted: true, obtainer_id: known.issuer, permanent_removal: false },
      former: {
        until: closed,
        row: { deleted: false, obtainer_id: null, permanent_removal: null },
      },
    },
    {
      num: known.addressContract,
      created: at(60),
      memo: 'Created by CREATE2',
      address: random.hex(20),
      initcode: codeOf(random, 60),
      more: { proxy_account_id: 3, ethereum_nonce: 7, max_automatic_token_associations: -1 },
    },
    { num: known.emptyContract, created: at(70), memo: '', more: { deleted: null } },
  ];
}

function entityRow({ num, created, memo, address }: Story, range: string, more: EntityRow) {
  return {
    id: num,
    num,
    realm: 0,
    shard: 0,
    type: 'CONTRACT',
    created_timestamp: created,
    deleted: false,
    key: null,
    public_key: null,
    memo,
    timestamp_range: range,
    auto_renew_account_id: null,
    auto_renew_period: null,
    max_automatic_token_associations: 0,
    ethereum_nonce: 1,
    evm_address: address === undefined ? null : `\\x${address}`,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    balance: 0,
    balance_timestamp: created,
    ...more,
  };
}

/** Hex of bytecode as files hold it: the digits themselves, as text. */
const text = (digits: string) => `\\x${Buffer.from(digits).toString('hex')}`;

function fileRows(random: Random, all: readonly Story[]): FileRow[] {
  const creation = (num: number) => all.find((story) => story.num === num)?.created as bigint;
  const row = (file: number, at: bigint, type: number, digits: string): FileRow => ({
    file_data: text(digits),
    consensus_timestamp: at,
    entity_id: file,
    transaction_type: type,
  });
  const coin = creation(known.coinContract);
  const storage = creation(known.storageContract);
  return [
    row(coinFile, coin - 3n * second, create, codeOf(random, 300)),
    row(coinFile, coin - 2n * second, append, random.hex(200)),
    // What is written later is no part of the contract.
    row(coinFile, coin + 9n * second, update, codeOf(random, 20)),
    row(storageFile, storage - 2n * second, create, `0x${codeOf(random, 90)}`),
  ];
}

type Change = MirrorRow<'contract_state_change'>;

/** A number in hex without leading zeros, as the ledger stores words of change: 0 is nothing. */
const stripped = (digits: string) => digits.replace(/^(00)*/, '');
const padded = (digits: string) => digits.padStart(64, '0');

/** More than one page of slots by 7 and by 11, of which some are hashes and some differ by a zero byte. */
function slots(random: Random): string[] {
  const first = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(2, '0'));
  const further = ['0100', '0101', '010000', '0200', 'ff', 'ff00', 'ff'.repeat(32)];
  const hashes = Array.from({ length: 30 }, () => random.hex(random.pick([31, 32, 32, 32])));
  return [...first, ...further, ...hashes].map(padded);
}

function storage(random: Random): SampleTable[] {
  const changes: Change[] = [];
  const states: MirrorRow<'contract_state'>[] = [];
  const begin = windowStart - 60n * day;
  for (const slot of slots(random)) {
    const count = random.between(1, 3);
    let value = '';
    let at = begin + random.bigBelow(day);
    const created = at;
    for (let index = 0; index < count; index++) {
      const isRead = index > 0 && random.chance(0.2);
      const written = isRead ? value : stripped(padded(random.hex(random.pick([1, 2, 20, 32]))));
      changes.push({
        consensus_timestamp: at,
        contract_id: known.storageContract,
        payer_account_id: known.issuer,
        slot: `\\x${stripped(slot)}`,
        value_read: `\\x${value}`,
        value_written: isRead ? null : `\\x${written}`,
        migration: false,
      });
      value = written;
      at += 1n + random.bigBelow(19n * day);
    }
    const [last] = changes.slice(-1);
    states.push({
      contract_id: known.storageContract,
      created_timestamp: created,
      modified_timestamp: last?.consensus_timestamp ?? created,
      slot: `\\x${slot}`,
      value: `\\x${value}`,
    });
  }
  // The coin's state came with the migration: how much there is of it, by a slot that was never written.
  const supply = '0de0b6b3a7640000';
  const migrated = genesis + 100n * day;
  const own = { contract_id: known.coinContract, payer_account_id: known.treasury };
  changes.push({
    consensus_timestamp: migrated,
    ...own,
    slot: '\\x02',
    value_read: `\\x${supply}`,
    value_written: null,
    migration: true,
  });
  states.push({
    contract_id: known.coinContract,
    created_timestamp: migrated,
    modified_timestamp: migrated,
    slot: `\\x${padded('02')}`,
    value: `\\x${supply}`,
  });
  return [sampleTable('contract_state', states), sampleTable('contract_state_change', changes)];
}

export function contractTables(): SampleTable[] {
  const random = createRandom(seed);
  const all = stories(random);
  const present = all.map((story) =>
    entityRow(story, timestampRange(story.former?.until ?? story.created), story.more ?? {}),
  );
  const past = all.flatMap((story) => {
    if (!story.former) return [];
    const { until, row } = story.former;
    return [entityRow(story, timestampRange(story.created, until), { ...story.more, ...row })];
  });
  const timetable = { num: known.contract, initcode: codeOf(random, 120) };
  const rows = [timetable, ...all].map(({ num, file, initcode }: Partial<Story>) => ({
    id: num as number,
    file_id: file ?? null,
    initcode: initcode === undefined ? null : `\\x${initcode}`,
    runtime_bytecode: file || initcode ? `\\x${codeOf(random, 80)}` : null,
  }));
  return [
    sampleTable('entity', present),
    sampleTable('entity_history', past),
    sampleTable('contract', rows),
    sampleTable('file_data', fileRows(random, all)),
    ...storage(random),
  ];
}
