// Balances of accounts: the live ones, and those of a snapshot when a timestamp is given.
import { referenceForm } from '../entity.js';
import {
  type Check,
  defaultLimits,
  type Filter,
  type List,
  operators,
  type Parameter,
} from '../resource.js';
import * as t from '../shape.js';
import { isLongAgo } from '../timestamps.js';
import { accountReference, type Kind, naturalNumber, publicKey, timestamp } from '../values.js';

const area = {
  name: 'balances',
  description: 'Balances of all accounts, live or out of a snapshot.',
};

/** The parameters that lists of accounts and of holders have alike. */
export const keyOfAccount: Parameter = {
  kind: publicKey,
  operators,
  repeat: 'all',
  description: 'Public key of the account.',
};
export const snapshotTime: Parameter = {
  kind: timestamp,
  operators,
  repeat: 'all',
  description: 'Consensus timestamp of the snapshot; eq means the newest at or before it.',
};

export const tinybars = t.nullable(
  t.int64('Balance in tinybars; null where the ledger knows none.'),
);

export const tokenUnits = t.int64(
  "Balance in the token's smallest unit; for non-fungible tokens the number held.",
);

export const tokenDecimals = t.nullable(
  t.int64('Decimals of the token; null where the ledger does not know the token.'),
);

/** A token balance inside of a row. */
export const tokenBalanceRow = t.object(
  "An account's balance of a token, live or as a snapshot shows it.",
  {
    token_id: t.entityId('The token.'),
    balance: tokenUnits,
  },
  'TokenBalance',
);

export type TokenBalanceRow = t.Static<typeof tokenBalanceRow>;

const balanceRow = t.object(
  "An account's balance of the ledger's own currency with its token balances, live or as a snapshot shows it. Snapshots are taken every 15 minutes.",
  {
    account: t.entityId('The account.'),
    balance: tinybars,
    tokens: t.list(tokenBalanceRow, `At most ${defaultLimits.tokensPerRow} token balances.`),
  },
  'AccountBalance',
);

/** `AccountBalance` of the contract. */
export type BalanceRow = t.Static<typeof balanceRow>;

// The owner's contract (seed, part 4) narrows what is typed for two parameters of the balances list.
const typedReference =
  /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40}|(?:[A-Z2-7]{8})*(?:[A-Z2-7]{2}|[A-Z2-7]{4,5}|[A-Z2-7]{7,8}))$/;

const isAddressOrAlias = (text: string) => !/^(\d+\.){0,2}-?\d{1,19}$/.test(text);

/** An address or alias comes without shard and realm here. */
const bareReference: Kind = {
  ...accountReference,
  read: (text) =>
    text.includes('.') && isAddressOrAlias(text) ? null : accountReference.read(text),
};

/** An address or alias comes with eq only, and once (contract B.1). */
const oneAddressOrAlias: Check = (query) => {
  const message = 'Invalid parameter: account.id';
  let seen = false;
  for (const text of query.get('account.id') ?? []) {
    const [value, operator = 'eq'] = text.split(':').reverse() as [string, string?];
    if (isAddressOrAlias(value)) {
      if (operator === 'eq' && seen) {
        return { message, detail: 'Only one EVM address or alias is allowed.' };
      }
      seen = true;
    }
    if (seen && operator !== 'eq') {
      return { message, detail: 'EVM address or alias only supports equals operator' };
    }
  }
  return undefined;
};

/** A snapshot of long ago is what it was; who has a key, or an alias, may yet be another. */
export const isOldSnapshot = (filters: readonly Filter[], now: number): boolean =>
  isLongAgo(ofSnapshots, filters, now) &&
  filters.every(
    ({ parameter, value }) =>
      parameter !== 'account.publickey' &&
      (parameter !== 'account.id' || referenceForm(value) === 'id'),
  );

const ofSnapshots = { instant: 'timestamp' } as const;

export const balances: List<BalanceRow> = {
  is: 'list',
  name: 'balances',
  description:
    'Balances of accounts with up to 50 token balances each: the latest ones, or with `timestamp` those of the newest snapshot in that range (taken every 15 minutes).',
  path: '/api/v1/balances',
  documents: { area, operation: 'getBalances', body: 'BalancesResponse' },
  row: balanceRow,
  parts: { tokens: 'tokensPerRow' },
  ...ofSnapshots,
  isFinal: isOldSnapshot,
  items: 'balances',
  order: 'desc',
  sort: [{ parameter: 'account.id', kind: accountReference, of: (row) => row.account }],
  batch: 'account.id',
  flow: 1,
  maxAge: 1,
  timestamped: true,
  parameters: {
    'account.id': {
      kind: bareReference,
      typed: typedReference,
      operators,
      repeat: 'any',
      isLate: true,
      description:
        'Account id, EVM address or alias; the last two only with eq, and only one. Numbers have at most 10 digits, as bounds at most 12.',
    },
    'account.balance': {
      kind: naturalNumber(),
      typed: /^\d{1,10}$/,
      operators,
      repeat: 'all',
      description: 'Balance in tinybars, of at most 10 digits.',
    },
    'account.publickey': keyOfAccount,
    timestamp: snapshotTime,
  },
  spelled: [oneAddressOrAlias],
};
