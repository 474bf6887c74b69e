// Airdrops of tokens that their receivers have neither claimed nor refused yet: by sender, and by receiver.

import { storedReference } from '../java-kinds.js';
import { ranges } from '../operators.js';
import type { KeyRule, List, Parameter } from '../resource.js';
import { rightRange } from '../rules.js';
import * as t from '../shape.js';
import { naturalNumber, plainEntityId } from '../values.js';
import { area } from './accounts.js';

const airdropRow = t.object(
  'Units of a token, or an NFT, that wait for their receiver to claim them.',
  {
    amount: t.nullable(t.int64("Units that wait, in the token's smallest unit; null for an NFT.")),
    receiver_id: t.nullable(t.entityId('Account that may claim it.')),
    sender_id: t.nullable(t.entityId('Account that has sent it, and may cancel it.')),
    serial_number: t.nullable(t.int64('Number of the NFT within its token; null for units.')),
    timestamp: t.timestampRange('Since when it waits as it does.'),
    token_id: t.nullable(t.entityId('The token.')),
  },
  'TokenAirdrop',
);

export type AirdropRow = t.Static<typeof airdropRow>;

/** The key of lists below an account that the reference serves in Java. */
export const storedAccountKey: KeyRule = {
  parameter: 'id',
  kind: storedReference,
  description: 'Account id, EVM address, or alias.',
};

export const noAccount = 'No account found for the given ID';

const bound = (argument: string) =>
  ({
    operators: ranges,
    forgets: ['ne'],
    repeat: 'sides',
    values: { maximum: 2, argument },
  }) as const satisfies Partial<Parameter>;

/** Both lists differ in who is the account, and who is the other one. */
const airdrops = (
  of: 'outstanding' | 'pending',
  other: 'receiver' | 'sender',
  about: Pick<List, 'name' | 'description' | 'documents'>,
): List<AirdropRow> => ({
  is: 'list',
  ...about,
  path: `/api/v1/accounts/{id}/airdrops/${of}`,
  row: airdropRow,
  items: 'airdrops',
  keys: [storedAccountKey],
  keyFirst: true,
  keyMustExist: 'reference',
  missing: noAccount,
  order: 'asc',
  sort: [
    { parameter: `${other}.id`, kind: plainEntityId, of: (row) => row[`${other}_id`] },
    { parameter: 'token.id', kind: plainEntityId, of: (row) => row.token_id },
    {
      parameter: 'serialnumber',
      kind: naturalNumber(),
      of: (row) => row.serial_number,
      absent: '0',
    },
  ],
  together: true,
  flow: 'java',
  maxAge: 1,
  parameters: {
    [`${other}.id`]: {
      ...bound(`${other}Ids`),
      kind: plainEntityId,
      description: `Id of the ${other}.`,
    },
    serialnumber: {
      ...bound('serialNumbers'),
      kind: naturalNumber(),
      description: 'Serial number; a bound of it goes with the end of the range of token ids.',
    },
    'token.id': {
      ...bound('tokenIds'),
      kind: plainEntityId,
      description: `Token id; a bound of it goes with the end of the range of ${other}s.`,
    },
  },
  rules: [rightRange(`${other}.id`, { equal: 'lower', isLiteral: true, called: 'account.id' })],
});

export const outstandingAirdrops = airdrops('outstanding', 'receiver', {
  name: 'outstandingAirdrops',
  description: 'Airdrops that an account has sent and that are not claimed yet.',
  documents: {
    area,
    operation: 'getOutstandingTokenAirdrops',
    body: 'TokenAirdropsResponse',
    example: '0.0.1014',
  },
});

export const pendingAirdrops = airdrops('pending', 'sender', {
  name: 'pendingAirdrops',
  description: 'Airdrops that an account has been sent and has not claimed yet.',
  documents: {
    area,
    operation: 'getPendingTokenAirdrops',
    body: 'TokenAirdropsResponse',
    example: '0.0.1002',
  },
});
