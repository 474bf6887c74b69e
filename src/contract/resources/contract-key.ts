// What contracts are called by in paths: ids and EVM addresses, whatever realm is written before those.
import { readEntityId, readEvmAddress } from '../entity.js';
import type { KeyRule } from '../resource.js';
import { type Kind, plainEntityId } from '../values.js';

export const area = {
  name: 'contracts',
  description: 'Smart contracts, their calls, logs and state.',
  spelled: true,
} as const;

const longZero = /^0{24}/;
const address = /^(?:(?:\d{1,4}\.)?\d{1,5}\.)?([0-9A-Fa-f]{40})$/;

/** Entity id or EVM address of a contract, or of an account that is called like one. */
export const contractReference: Kind = {
  ...plainEntityId,
  name: 'contract reference',
  rule: 'a contract id such as 0.0.1234 or an EVM address of 40 hex digits',
  pattern: String.raw`(\d{1,5}\.){0,2}(\d{1,12}|(0x)?[A-Fa-f0-9]{40})`,
  read(text) {
    const digits = address.exec(text)?.[1];
    // What stands before an address of its own is not compared with anything (contract F.1).
    const bare = digits !== undefined && !longZero.test(digits) ? digits : text;
    return readEvmAddress(bare) ?? readEntityId(text);
  },
  isReference: true,
};

/** The same in the filter of contracts, where mirror nodes take an address without `0x` alone. */
export const contractFilter: Kind = {
  ...contractReference,
  name: plainEntityId.name,
  sent: (canonical) => canonical.replace(/^0x/, ''),
};

/** Of lists below a contract: whoever has an address, or any id. */
export const contractKey: KeyRule = {
  parameter: 'contractid',
  kind: contractReference,
  description: 'Contract id or EVM address.',
};
