// Setup keys about calls of contracts: results, logs, actions, Ethereum transactions, and who took part.
import {
  type Add,
  binary,
  type Given,
  id,
  into,
  type Loader,
  makeRow,
  plain,
  type Recipe,
} from './rows.js';
import { entityId } from './values.js';

const hash = Array.from({ length: 32 }, (_, index) => index);
const time = 1234510001;

const result: Recipe = {
  amount: plain(0),
  bloom: binary(),
  call_result: binary(),
  consensus_timestamp: plain(time),
  contract_id: id(0),
  created_contract_ids: {
    ...plain([]),
    convert: (value) => (value as unknown[] | null)?.map(entityId) ?? null,
  },
  error_message: plain(''),
  failed_initcode: binary(),
  function_parameters: binary('0x010102020303'),
  function_result: binary(),
  gas_consumed: plain(),
  gas_limit: plain(1000),
  gas_used: plain(),
  payer_account_id: id(102),
  sender_id: id(101),
  transaction_hash: binary(hash),
  transaction_index: plain(1),
  transaction_nonce: plain(0),
  transaction_result: plain(22),
};

const results: Loader = (given, add) => {
  const row = makeRow(result, given);
  add('contract_result', row);
  const { consensus_timestamp, payer_account_id, transaction_result } = row;
  add('contract_transaction_hash', {
    consensus_timestamp,
    entity_id: row['contract_id'],
    hash: row['transaction_hash'],
    payer_account_id,
    transaction_result,
  });
};

export const contractResultLoaders: Readonly<Record<string, Loader>> = {
  contractresults: results,
  contractlogs: into('contract_log', {
    bloom: binary('0x0123'),
    consensus_timestamp: plain(time),
    contract_id: id(1),
    data: binary('0x0123'),
    index: plain(0),
    payer_account_id: id(102),
    root_contract_id: id(),
    synthetic: plain(),
    topic0: binary('97c1fc0a6ed5551bc831571325e9bdb365d06803100dc20648640ba24ce69750'),
    topic1: binary('8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'),
    topic2: binary('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'),
    topic3: binary('e8d47b56e8cdfa95f871b19d4f50a857217c44a95502b0811a350fec1500dd67'),
    transaction_hash: binary(hash),
    transaction_index: plain(0),
  }),
  contractactions: into('contract_action', {
    call_depth: plain(1),
    call_operation_type: plain(1),
    call_type: plain(1),
    caller: id(8001),
    caller_type: plain('CONTRACT'),
    consensus_timestamp: plain(time),
    gas: plain(10000),
    gas_used: plain(5000),
    index: plain(1),
    input: binary(),
    payer_account_id: id(102),
    // The one id of the setup that is taken as the number it is.
    recipient_account: plain(),
    recipient_address: binary(),
    recipient_contract: id(),
    result_data: binary(),
    result_data_type: plain(11),
    value: plain(100),
  }),
  ethereumtransactions: into('ethereum_transaction', {
    access_list: plain(),
    authorization_list: plain(),
    call_data: binary(),
    call_data_id: id(),
    chain_id: binary(),
    consensus_timestamp: plain(187654000123456n),
    data: binary('0x000000000'),
    gas_limit: plain(1_000_000),
    gas_price: binary('0xAD78EBC5AC620000'),
    hash: binary(`${'00'.repeat(30)}0123`),
    max_fee_per_gas: binary(),
    max_gas_allowance: plain(10000),
    max_priority_fee_per_gas: binary(),
    nonce: plain(1),
    payer_account_id: id(5001),
    recovery_id: plain(1),
    signature_r: binary('d693b532a80fed6392b428604171fb32fdbf953728a3a7ecc7d4062b1652c042'),
    signature_s: binary('24e9c602ac800b983b035700a14b23f78a253ab762deab5dc27e3555a750b354'),
    signature_v: binary('0x1b'),
    to_address: binary('0000000000000000000000000000000000001389'),
    type: plain(2),
    value: binary('0x0'),
  }),
};

/** Keys whose objects take part in a call, with the payer of one that names none. */
const takingPart = [
  ['contractresults', { contract_id: 0, payer_account_id: 102 }],
  ['contractlogs', { contract_id: 1, payer_account_id: 102 }],
  ['contractStateChanges', { contract_id: 1, payer_account_id: 2 }],
] as const;

/** Of each call a row for everyone who took part in it: contracts, and who paid. */
export function addContractTransactions(setup: Readonly<Record<string, unknown>>, add: Add): void {
  const calls = new Map<string, { payer: bigint | null; ids: Set<bigint | null> }>();
  for (const [key, absent] of takingPart) {
    for (const given of (setup[key] as Given[] | undefined) ?? []) {
      const whole = { consensus_timestamp: time, ...absent, ...given };
      const at = String(whole.consensus_timestamp);
      const payer = entityId(whole.payer_account_id);
      const call = calls.get(at) ?? { payer, ids: new Set() };
      call.ids.add(entityId(whole.contract_id)).add(payer);
      calls.set(at, call);
    }
  }
  for (const [at, { payer, ids }] of calls) {
    for (const entity of ids) {
      add('contract_transaction', {
        consensus_timestamp: BigInt(at),
        entity_id: entity,
        contract_ids: [...ids],
        payer_account_id: payer,
      });
    }
  }
}
