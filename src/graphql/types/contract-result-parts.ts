// Parts of a contract result: what gas cost, access lists, and what was changed in storage.
import {
  type StateChange as Change,
  contractResult,
} from '../../contract/resources/contract-result.js';
import { contractResultRow } from '../../contract/resources/contract-results.js';
import { hbarDecimals, pointed } from '../build/amount.js';
import { builder } from '../build/builder.js';
import { toContract, toItsAccount } from '../build/contract-link.js';
import { meaningOf, members } from '../build/members.js';
import { inHbars } from '../build/units.js';

/** Digits of a hex quantity of any length, with or without `0x`; null where there is none. */
function digitsOf(quantity: string | null): string | null {
  const digits = quantity?.replace(/^0x/i, '') ?? '';
  return digits === '' ? null : BigInt(`0x${digits}`).toString();
}

type PriceMember = 'gas_price' | 'max_fee_per_gas' | 'max_priority_fee_per_gas';

interface PriceField {
  readonly member: PriceMember;
  readonly type: string;
  readonly description: string;
}

/**
 * A price as tinybars and as hbars; the ledger has it as a hex quantity. It is what its sender wrote,
 * of up to 256 bits, so that no integer of 64 bits is sure to hold it.
 */
export function gasPriceOf<N extends string>(member: PriceMember, field: N, meaning: string) {
  const shown = { member, type: 'Decimal' };
  return {
    [field]: {
      ...shown,
      description: `${meaning} in whole tinybars, of up to 256 bits; null where there is none.`,
      as: digitsOf,
    },
    [`${field}Hbars`]: {
      ...shown,
      description: inHbars(field),
      as(quantity: string | null) {
        const tinybars = digitsOf(quantity);
        return tinybars === null ? null : pointed(tinybars, hbarDecimals);
      },
    },
  } as unknown as Record<N | `${N}Hbars`, PriceField>;
}

const { access_list, authorization_list } = contractResultRow.properties;

const AccessListEntry = builder
  .objectRef<(typeof access_list.static)[number]>('AccessListEntry')
  .implement({
    description: meaningOf(access_list['items']),
    fields: (t) =>
      members(t, access_list['items'], {
        address: 'address',
        storageKeys: { member: 'storage_keys', type: ['Hex'] },
      }),
  });

const Authorization = builder
  .objectRef<(typeof authorization_list.static)[number]>('Authorization')
  .implement({
    description: meaningOf(authorization_list['items']),
    fields: (t) =>
      members(t, authorization_list['items'], {
        address: 'address',
        chainId: 'chain_id',
        nonce: 'nonce',
        r: 'r',
        s: 's',
        yParity: 'y_parity',
      }),
  });

/** Lists that Ethereum transactions carry. */
export const authorizations = {
  accessList: { member: 'access_list', type: [AccessListEntry] },
  authorizationList: { member: 'authorization_list', type: [Authorization] },
} as const;

const changes = contractResult.row.properties['state_changes']['items'];

export const StateChange = builder.objectRef<Change>('ContractStateChange').implement({
  description: meaningOf(changes),
  fields: (t) =>
    members(t, changes, {
      address: 'address',
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract },
      account: { member: 'contract_id', ...toItsAccount },
      slot: 'slot',
      valueRead: 'value_read',
      valueWritten: 'value_written',
    }),
});
