// Contracts: `contract`, `contracts`, `Account.contract`, and their bytecode.
import { sound } from '../../contract/check.js';
import { entityIdOf } from '../../contract/entity.js';
import { contractReference } from '../../contract/resources/contract-key.js';
import {
  type ContractWhole,
  contract,
  contractState,
  contracts,
} from '../../contract/resources/contracts.js';
import { plainEntityId, readOrNull } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { contractWith } from '../build/contract-link.js';
import { asItWas, entity, ofInstant } from '../build/entity.js';
import { atFilters, readFilters, versionFilters } from '../build/filters.js';
import { toAccount, toCreation } from '../build/links.js';
import { listField, until } from '../build/list-field.js';
import { meaningOf, members, type Whole } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Account, asOf, Contract, type ContractSource, ContractState } from '../build/refs.js';
import { type FieldCost, lookedUp } from '../costing/cost-arguments.js';
import { firstRow } from '../reading/first-row.js';
import { newestOfSlots, stateFilter } from './contract-state.js';
import { Key } from './key.js';
import { TimestampRange } from './timestamp-range.js';

/** The parameter by which a version of the past is asked for. */
const version = { instant: 'timestamp' };

/** The contract with its bytecode, read once for all such fields, and as of the instant that its row is of. */
const whole: Whole<ContractSource> = {
  read: ({ contract_id, [asOf]: at }, { loaders }) =>
    loaders.of(contract, versionFilters(version, at)).load(sound(contract_id)),
  cost: { shares: 'whole', rows: 1, freeBelow: lookedUp('Query.contract') },
};

entity(Contract, {
  description: meaningOf(contracts.row),
  key: 'entityId',
  kinds: [plainEntityId],
  versions: 'asOf',
  id: (row) => row.contract_id,
  load: (id, { loaders }, at) => loaders.of(contract, versionFilters(version, at)).load(id),
  byId: { loads: 'batch', alone: true },
  fields: (t) => ({
    ...members(t, contracts.row, {
      entityId: 'contract_id',
      account: {
        member: 'contract_id',
        ...toAccount,
        also: 'As the account that it is too, with its balances.',
      },
      adminKey: { member: 'admin_key', type: Key },
      autoRenewAccountId: 'auto_renew_account',
      autoRenewAccount: { member: 'auto_renew_account', ...toAccount },
      autoRenewPeriod: 'auto_renew_period',
      createdTimestamp: 'created_timestamp',
      createTransaction: { member: 'created_timestamp', ...toCreation },
      deleted: 'deleted',
      evmAddress: 'evm_address',
      expirationTimestamp: 'expiration_timestamp',
      fileId: 'file_id',
      maxAutomaticTokenAssociations: 'max_automatic_token_associations',
      memo: 'memo',
      nonce: 'nonce',
      obtainerId: 'obtainer_id',
      obtainer: { member: 'obtainer_id', ...toAccount },
      permanentRemoval: 'permanent_removal',
      proxyAccountId: 'proxy_account_id',
      proxyAccount: { member: 'proxy_account_id', ...toAccount },
      timestamp: { member: 'timestamp', type: TimestampRange },
    }),
    ...members(
      t,
      contract.row,
      { bytecode: { member: 'bytecode', type: 'Hex' }, runtimeBytecode: 'runtime_bytecode' },
      whole,
    ),
    state: listField(t, {
      list: contractState,
      type: ContractState,
      description: "Slots of the contract's storage.",
      by: 'slot',
      filter: stateFilter,
      atInstant: newestOfSlots,
      below: ({ contract_id: key }) => ({ key }),
      node: (row, { filters }) => ofInstant(row, contractState, filters),
      cost: { unique: 'slot' },
    }),
    slot: t.field({
      type: ContractState,
      description: "One slot of the contract's storage; null where nothing was ever in it.",
      args: {
        slot: t.arg({
          type: 'Hex',
          required: true,
          description: 'Number of the slot, with or without leading zeros.',
        }),
        at: t.arg({ type: 'Timestamp', description: newestOfSlots }),
      },
      // It is in a list of its contract's, and lists of several contracts go together on a database alone.
      extensions: { needs: 'id', cost: { loads: 'each' } satisfies FieldCost },
      async resolve({ contract_id: key, [asOf]: then }, { slot, at }, context) {
        const own = readFilters(contractState, { slot: 'slot' }, { slot }, '');
        const filters = until(contractState, then, atFilters(contractState, at, own));
        const row = await firstRow(context, contractState, { key: sound(key), filters });
        return row && ofInstant(row, contractState, filters);
      },
    }),
  }),
});

builder.queryField('contract', (t) =>
  t.field({
    type: Contract,
    description: 'One contract by id or EVM address; null when there is none.',
    args: {
      id: t.arg({ type: 'AccountRef', required: true, description: 'Reference to the contract.' }),
      at: t.arg({
        type: 'Timestamp',
        description:
          'The contract as it was at this instant, with a global id of its own. Its slots are those of then, lists below it that go by time end there, and what it leads to is as of now; its bytecode does not change.',
      }),
    },
    async resolve(_root, { id, at }, { loaders }): Promise<ContractSource | null> {
      const key = givenKey('Contract', 'id', id);
      if (readOrNull(contractReference, key) !== key) {
        throw badInput('id', id, `must be ${contractReference.rule}`);
      }
      const read = loaders.of(contract, atFilters(version, at, []));
      const row: ContractWhole | null = await read.load(
        loaders.typed(entityIdOf(key) ?? key, 'id'),
      );
      if (!row) return null;
      // Its bytecode has come along, whatever it was asked by.
      read.prime(sound(row.contract_id), row);
      return asItWas(row, at);
    },
  }),
);

connectionOf(Contract, { one: 'a contract', many: 'contracts' });

const filter = conditions('ContractsFilter', 'contracts', contracts, {
  contract: { by: 'contract.id', description: meaningOf(contracts.row, 'contract_id') },
});

builder.queryField('contracts', (t) =>
  listField(t, {
    list: contracts,
    type: Contract,
    description: 'Contracts by id, highest id first by default; those that are deleted too.',
    by: 'contract id',
    filter,
    node(row, { context }): ContractSource {
      context.loaders.listed(contracts).prime(row.contract_id, row);
      return row;
    },
    cost: { unique: 'contract' },
  }),
);

builder.objectField(Account, 'contract', (t) =>
  t.field({
    type: Contract,
    description: 'The contract that the account is; null where it is none.',
    // Whether it is one is read even for its id.
    extensions: { needs: 'id', cost: { loads: 'batch' } satisfies FieldCost },
    resolve: ({ account }, _args, context) => contractWith(sound(account), context),
  }),
);
