// Setup keys about contracts and their storage.
import { withId } from './account-rows.js';
import { binary, id, into, type Loader, makeRow, plain, type Recipe } from './rows.js';

const entity = withId({
  type: 'CONTRACT',
  memo: 'contract memo',
  receiver_sig_required: null,
  max_automatic_token_associations: 0,
});

const contract: Recipe = { file_id: id(), initcode: binary(), runtime_bytecode: binary() };

/** A version of the past is none of the contract itself, of which there is one row. */
const contracts: Loader = (given, add) =>
  entity(given, (table, row) => {
    add(table, row);
    if (table === 'entity') add('contract', { id: row['id'], ...makeRow(contract, given) });
  });

const time = 1664365660048675000n;

export const contractLoaders: Readonly<Record<string, Loader>> = {
  contracts,
  contractStates: into('contract_state', {
    contract_id: id(),
    created_timestamp: plain(time),
    modified_timestamp: plain(time),
    slot: binary(`${'00'.repeat(31)}01`),
    value: binary(1),
  }),
  contractStateChanges: into('contract_state_change', {
    consensus_timestamp: plain(1234510001),
    contract_id: id(1),
    migration: plain(false),
    payer_account_id: id(2),
    slot: binary('0x1'),
    value_read: binary('0x0101'),
    value_written: binary('0xa1a1'),
  }),
};
