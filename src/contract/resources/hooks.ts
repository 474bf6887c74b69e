// Hooks of an account, which are called when it transfers, and what they keep in their storage.

import { nanosecondTimestamp } from '../java-kinds.js';
import { ranges } from '../operators.js';
import { joinKey } from '../path-key.js';
import type { KeyRule, List } from '../resource.js';
import * as t from '../shape.js';
import { evmWord, naturalNumber } from '../values.js';
import { area } from './accounts.js';
import { noAccount, storedAccountKey } from './airdrops.js';

const hookRow = t.object(
  'A hook: a contract that is called when its account transfers.',
  {
    admin_key: t.key('Key that signs for changes of the hook.'),
    contract_id: t.nullable(t.entityId('Contract that is called.')),
    created_timestamp: t.timestampOrNull('Consensus timestamp of its creation.'),
    deleted: t.boolean('Whether it is deleted.'),
    extension_point: t.choice('When the hook is called.', {
      ACCOUNT_ALLOWANCE_HOOK: 'When an allowance of the account is spent.',
      ...t.newerWord,
    }),
    hook_id: t.int64('Number within its owner.'),
    owner_id: t.nullable(t.entityId('Account whose transfers call it.')),
    timestamp_range: t.timestampRangeOrNull('Since when the hook is as it is now.'),
    type: t.choice('What the hook is written in.', {
      EVM: 'Code of the EVM.',
      ...t.newerWord,
    }),
  },
  'Hook',
);

export type HookRow = t.Static<typeof hookRow>;

const ownerKey: KeyRule = { ...storedAccountKey, parameter: 'ownerId' };

export const hooks: List<HookRow> = {
  is: 'list',
  name: 'hooks',
  description: 'Hooks of an account, deleted ones too.',
  path: '/api/v1/accounts/{id}/hooks',
  documents: { area, operation: 'getHooks', body: 'HooksResponse', example: '0.0.1002' },
  row: hookRow,
  items: 'hooks',
  keys: [ownerKey],
  keyFirst: true,
  keyMustExist: 'reference',
  missing: noAccount,
  order: 'desc',
  sort: [{ parameter: 'hook.id', kind: naturalNumber(), of: (row) => row.hook_id }],
  flow: 'java',
  maxAge: 1,
  parameters: {
    'hook.id': {
      kind: naturalNumber(),
      operators: ranges,
      forgets: ['ne'],
      repeat: 'any',
      values: { maximum: 100, argument: 'hookId' },
      description: 'Number of the hook.',
    },
  },
};

const hookSlotRow = t.object(
  'A slot in the storage of a hook.',
  {
    key: t.hex('The slot, 32 bytes in hex.', '^0x[0-9a-f]{64}$'),
    timestamp: t.timestamp('When it was last changed, or read.'),
    value: t.nullable(
      t.hex('What is in it, 32 bytes in hex; null where it was only read.', '^0x[0-9a-f]{64,}$'),
    ),
  },
  'HookStorage',
);

export type HookSlotRow = t.Static<typeof hookSlotRow>;

const least = -(2n ** 63n);

/** An int64 below 0 is told apart from what is no number. */
const hookKey: KeyRule = {
  parameter: 'hookId',
  kind: naturalNumber(),
  refusal: (text) =>
    /^-\d{1,19}$/.test(text) && BigInt(text) >= least
      ? 'hookId must be greater than or equal to 0'
      : undefined,
  description: 'Number of the hook.',
};

export const hookStorage: List<HookSlotRow> = {
  is: 'list',
  name: 'hookStorage',
  description:
    'Storage of a hook: what its slots hold, or with `timestamp` the newest changes in that range.',
  path: '/api/v1/accounts/{id}/hooks/{hookId}/storage',
  documents: {
    area,
    operation: 'getHookStorage',
    body: 'HooksStorageResponse',
    example: joinKey('0.0.1002', '1'),
  },
  row: hookSlotRow,
  beside: {
    members: {
      hook_id: t.int64('The hook.'),
      owner_id: t.nullable(t.entityId('Account that has the hook.')),
    },
    of: ([owner_id = '', hook_id = '']) => ({ hook_id: BigInt(hook_id), owner_id }),
  },
  instant: 'timestamp',
  items: 'storage',
  keys: [ownerKey, hookKey],
  keyFirst: true,
  keyMustExist: 'reference',
  missing: noAccount,
  order: 'asc',
  sort: [{ parameter: 'key', kind: evmWord, of: (row) => row.key }],
  flow: 'java',
  maxAge: 1,
  parameters: {
    key: {
      kind: evmWord,
      operators: ranges,
      repeat: 'any',
      values: { maximum: 100, argument: 'keys' },
      isLowerCase: true,
      description: 'The slot.',
    },
    timestamp: {
      kind: nanosecondTimestamp,
      operators: ranges,
      repeat: 'all',
      values: { maximum: 2, argument: 'timestamps' },
      isLowerCase: true,
      description: 'Consensus timestamp of the changes; eq means the newest at or before it.',
    },
  },
};
