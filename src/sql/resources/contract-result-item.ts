// Rows of contract results as the contract prints them (contract G.1).

import { decodeEntityId, longZeroAddress } from '../../contract/entity.js';
import type { ContractResultDetails } from '../../contract/resources/contract-result.js';
import type { ContractResultRow } from '../../contract/resources/contract-results.js';
import { resultName, successfulResults } from '../../contract/transaction-results.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { addressOf, plainHex, quantity, quantityOfBytes, signed, unsigned } from '../query/evm.js';
import { message, readMessage } from '../query/message.js';
import { shown } from '../query/query.js';
import { gasPrice } from './gas-price.js';

const weibarsPerTinybar = 10_000_000_000n;
/** Hex digits of a bloom filter. */
const bloomDigits = 512;
const isGiven = (hex: string | null): hex is string => hex !== null && hex !== '';

/** Who has called, where that was no entity: the alias that the record of the call tells. */
function senderAlias(record: string | null): string | null {
  try {
    const sender =
      record === null ? undefined : message(readMessage(Buffer.from(record, 'hex')), 13);
    const alias = sender?.get(4)?.at(-1);
    return alias instanceof Uint8Array && alias.length > 0
      ? `0x${Buffer.from(alias).toString('hex')}`
      : null;
  } catch {
    return null;
  }
}

const printBloom = (hex: string | null) =>
  hex === '' ? `0x${'0'.repeat(bloomDigits)}` : plainHex(hex);

export function shortResult(row: Row): ContractResultRow {
  return {
    address: addressOf(row['evm_address'], row['contract_id']),
    amount: row['amount'],
    bloom: printBloom(row['bloom']),
    call_result: plainHex(row['call_result']),
    contract_id: decodeEntityId(row['contract_id']),
    created_contract_ids: (row['created_contract_ids'] ?? []).map(decodeEntityId),
    error_message: row['error_message'] || null,
    from:
      row['sender_id'] === null
        ? senderAlias(row['function_result'])
        : longZeroAddress(row['sender_id']),
    function_parameters: plainHex(row['function_parameters']),
    gas_consumed: row['gas_consumed'],
    gas_limit: row['gas_limit'],
    gas_used: row['gas_used'],
    hash: plainHex(row['hash']),
    timestamp: printTimestamp(row['consensus_timestamp']) as string,
    to: longZeroAddress(row['contract_id']),
  };
}

/** An amount of an Ethereum transaction, which is in weibars there. */
const priceIn = (row: Row, hex: string | null): string => {
  const weibars = unsigned(hex);
  if (row['in_weibars'] || weibars === null) return quantityOfBytes(hex);
  return quantity(weibars / weibarsPerTinybar);
};

/** What is the same whether a call came as an Ethereum transaction or not. */
function common(row: Row): ContractResultRow {
  const code: number = row['transaction_result'];
  const { amount } = row;
  return {
    access_list: [],
    ...shortResult(row),
    amount:
      amount !== null && row['in_weibars'] ? BigInt(amount) * weibarsPerTinybar : (amount as null),
    block_gas_used: row['block_gas_used'],
    block_hash: plainHex(row['block_hash']),
    block_number: row['block_number'],
    failed_initcode: isGiven(row['failed_initcode']) ? `0x${row['failed_initcode']}` : null,
    result: resultName(code),
    status: successfulResults.includes(code) ? '0x1' : '0x0',
    transaction_index: row['transaction_index'],
  };
}

const quantityOrNull = (price: bigint | null) => (price === null ? null : quantity(price));

const defaultChain = '0x128';

/** A result as the list of all has it. */
export function listedResult(row: Row): ContractResultRow {
  const plain = common(row);
  if (!row['is_ethereum']) {
    return {
      chain_id: defaultChain,
      ...plain,
      gas_price: shown(row['fees_at'], () => quantityOrNull(gasPrice(row))),
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
      nonce: null,
      r: null,
      s: null,
      type: 0,
      v: null,
    };
  }
  const value = row['in_weibars'] ? unsigned(row['value']) : signed(row['value']);
  const isLegacy = row['type'] === 0 && isGiven(row['signature_v']);
  return {
    chain_id: quantityOfBytes(row['chain_id']),
    ...plain,
    access_list: row['access_list'] ?? [],
    ...(row['shows_authorizations'] && { authorization_list: row['authorization_list'] ?? [] }),
    amount: value === null || row['in_weibars'] ? value : value / weibarsPerTinybar,
    error_message: plain.error_message ?? (plain.status === '0x0' ? (plain.result ?? null) : null),
    gas_price: priceIn(row, row['gas_price']),
    max_fee_per_gas: priceIn(row, row['max_fee_per_gas']),
    max_priority_fee_per_gas: priceIn(row, row['max_priority_fee_per_gas']),
    nonce: row['nonce'],
    r: plainHex(row['signature_r']),
    s: plainHex(row['signature_s']),
    to: isGiven(row['to_address']) ? `0x${row['to_address']}` : plain.to,
    type: row['type'] ?? 0,
    v: isLegacy ? unsigned(row['signature_v']) : row['recovery_id'],
  };
}

/** A single result without its logs: of an Ethereum transaction it shows what that has asked for. */
export function singleResult(row: Row): Omit<ContractResultDetails, 'logs' | 'state_changes'> {
  const listed = listedResult(row) as Omit<ContractResultDetails, 'logs' | 'state_changes'>;
  // What a call returned that has not come with its record is not known.
  if (!row['is_ethereum']) return listed;
  const data: string | null = row['call_data'];
  const parametersOf = (inFile: string | null) =>
    isGiven(data) ? data : (inFile ?? row['function_parameters']);
  const isFailedCreation =
    listed.status === '0x0' && listed.failed_initcode === null && isGiven(data);
  return {
    ...listed,
    failed_initcode: isFailedCreation ? `0x${data}` : listed.failed_initcode,
    function_parameters: shown(row['call_data_in_file'], (inFile) =>
      plainHex(parametersOf(inFile)),
    ),
    gas_limit: row['ethereum_gas_limit'],
  };
}
