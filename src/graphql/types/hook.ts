// Hooks of accounts and their storage: `Account.hooks`, `Hook.storage`.

import { joinKey } from '../../contract/path-key.js';
import {
  type HookRow,
  type HookSlotRow,
  hookStorage,
  hooks,
} from '../../contract/resources/hooks.js';
import { evmWord, naturalNumber, plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { toContract } from '../build/contract-link.js';
import { entity, ofInstant } from '../build/entity.js';
import { versionFilters } from '../build/filters.js';
import { toAccount } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account } from '../build/refs.js';
import { words } from '../build/words.js';
import { firstRow, inPlace, rowAt } from '../reading/first-row.js';
import { newestOfSlots } from './contract-state.js';
import { Key } from './key.js';
import { TimestampRange } from './timestamp-range.js';

const { properties } = hooks.row;
const Hook = builder.objectRef<HookRow>('Hook');

const keyOf = ({ owner_id, hook_id }: HookRow): string =>
  joinKey(String(owner_id), String(hook_id));

entity(Hook, {
  description: meaningOf(hooks.row),
  id: keyOf,
  kinds: [plainEntityId, naturalNumber()],
  async load(id, context) {
    const [key, ...place] = id.split('/');
    return rowAt(context, hooks, place, key);
  },
  fields: (t) =>
    members(t, hooks.row, {
      adminKey: { member: 'admin_key', type: Key },
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract },
      createdTimestamp: 'created_timestamp',
      deleted: 'deleted',
      extensionPoint: {
        member: 'extension_point',
        ...words('HookExtensionPoint', properties.extension_point),
      },
      hookId: 'hook_id',
      ownerId: 'owner_id',
      owner: { member: 'owner_id', ...toAccount, cost: { sameBelow: ['Account.hooks'] } },
      timestamp: { member: 'timestamp_range', type: TimestampRange },
      type: { member: 'type', ...words('HookType', properties.type) },
    }),
});

connectionOf(Hook, { one: 'a hook', many: 'hooks' });

const ofAccount = conditions('HooksFilter', 'the hooks of an account', hooks, {
  hookId: 'hook.id',
});

builder.objectField(Account, 'hooks', (t) =>
  listField(t, {
    list: hooks,
    type: Hook,
    description: 'Hooks of the account, the latest number first by default; deleted ones too.',
    by: 'number',
    filter: ofAccount,
    below: ({ account: key }) => ({ key }),
  }),
);

/** A slot with the hook that it belongs to, of which its row says nothing. */
interface HookSlotSource extends HookSlotRow {
  /** Owner and number of the hook. */
  readonly of: string;
}

const HookSlot = builder.objectRef<HookSlotSource>('HookSlot');

entity(HookSlot, {
  description: meaningOf(hookStorage.row),
  id: ({ of, key }) => joinKey(of, key),
  kinds: [plainEntityId, naturalNumber(), evmWord],
  versions: 'asOf',
  async load(id, context, at) {
    const [owner = '', number = '', key = ''] = id.split('/');
    const of = joinKey(owner, number);
    const filters = versionFilters(hookStorage, at, inPlace(hookStorage, [key]));
    const row = await firstRow(context, hookStorage, { key: of, filters });
    return row && { ...row, of };
  },
  fields: (t) =>
    members(t, hookStorage.row, { key: 'key', timestamp: 'timestamp', value: 'value' }),
});

connectionOf(HookSlot, { one: 'a slot of a hook', many: 'slots' });

const ofHook = conditions('HookStorageFilter', 'the storage of a hook', hookStorage, {
  key: 'key',
});

builder.objectField(Hook, 'storage', (t) =>
  listField(t, {
    list: hookStorage,
    type: HookSlot,
    description: 'What its slots hold, or held.',
    by: 'slot',
    atInstant: newestOfSlots,
    filter: ofHook,
    below: (parent) => ({ key: keyOf(parent) }),
    node: (row, { parent, filters }) =>
      ofInstant({ of: keyOf(parent), ...row }, hookStorage, filters),
    cost: { unique: 'key' },
  }),
);
