// The newest contracts of the sample are called once each: a result, a log and a word of their state.
import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { placesInBlocks } from './contract-calls.js';
import { newestOf } from './people.js';
import { post, type World } from './posting.js';
import { type SampleTable, sampleTable } from './table.js';

/** One call by each caller, from `start` on; results follow from the transactions. */
export function callNewContracts(
  world: World,
  callers: readonly Party[],
  start: bigint,
): SampleTable[] {
  const { random } = world;
  const contracts = newestOf(world.people, 'CONTRACT', callers.length);
  const calls = contracts.map((contract, index) =>
    post(world, {
      at: start + BigInt(index),
      type: typeNumbers.CONTRACTCALL,
      payer: callers[index] as Party,
      entity: contract.num,
      fee: 0n,
      gas: BigInt(random.between(22_000, 90_000)),
    }),
  );
  const places = placesInBlocks([...world.transactions].sort((a, b) => (a.at < b.at ? -1 : 1)));
  const told = calls.map((call) => {
    return { call, value: random.hex(4), contract: Number(call.entity) };
  });
  const logs = told.map(
    ({ call, value, contract }): MirrorRow<'contract_log'> => ({
      bloom: `\\x${random.hex(256)}`,
      consensus_timestamp: call.at,
      contract_id: contract,
      data: `\\x${value.padStart(64, '0')}`,
      index: 0,
      topic0: `\\x${random.hex(32)}`,
      topic1: null,
      topic2: null,
      topic3: null,
      payer_account_id: call.payer,
      root_contract_id: contract,
      transaction_hash: `\\x${call.hash.slice(0, 64)}`,
      transaction_index: places.get(call) as number,
      synthetic: false,
    }),
  );
  const states = told.map(
    ({ call, value, contract }): MirrorRow<'contract_state'> => ({
      contract_id: contract,
      created_timestamp: call.at,
      modified_timestamp: call.at,
      slot: `\\x${'0'.repeat(64)}`,
      value: `\\x${value}`,
    }),
  );
  return [sampleTable('contract_log', logs), sampleTable('contract_state', states)];
}
