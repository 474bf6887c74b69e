// A list with three sort keys, such as airdrops have, as the reference's endpoints in Java read it.
import { nanosecondTimestamp } from '../../src/contract/java-kinds.js';
import { readQuery } from '../../src/contract/query.js';
import { defaultLimits, type List } from '../../src/contract/resource.js';
import { schedules } from '../../src/contract/resources/schedules.js';
import { flag, naturalNumber, plainEntityId } from '../../src/contract/values.js';
import type { LedgerError } from '../../src/errors.js';
import { readExactSearch } from '../../src/rest/search.js';

const bound = { operators: ['eq', 'gt', 'gte', 'lt', 'lte'], description: '' } as const;
const sides = { ...bound, repeat: 'sides', forgets: ['ne'] } as const;
const absent = { of: () => null } as const;

export const list = {
  ...schedules,
  name: 'made up',
  path: '/api/v1/list',
  flow: 'java',
  order: 'asc',
  apart: [],
  rules: [],
  sort: [
    { parameter: 'receiver.id', kind: plainEntityId, ...absent },
    { parameter: 'token.id', kind: plainEntityId, ...absent },
    { parameter: 'serialnumber', kind: naturalNumber(), absent: '0', ...absent },
  ],
  parameters: {
    'receiver.id': {
      ...sides,
      kind: plainEntityId,
      values: { maximum: 2, argument: 'receiverIds' },
    },
    serialnumber: {
      ...sides,
      kind: naturalNumber(),
      values: { maximum: 2, argument: 'serialNumbers' },
    },
    timestamp: { ...bound, repeat: 'all', kind: nanosecondTimestamp, values: { maximum: 2 } },
    'token.id': { ...sides, kind: plainEntityId, values: { maximum: 2, argument: 'tokenIds' } },
    owner: { kind: flag, operators: ['eq'], repeat: 'first', description: '' },
  },
} as unknown as List;
export const bySingleObject: List = { ...list, flow: 'java object' };

export const read = (search: string, from = list) =>
  readQuery(from, readExactSearch(search), defaultLimits);

export function messages(search: string, from = list): readonly string[] {
  try {
    read(search, from);
    return [];
  } catch (error) {
    const all = (error as LedgerError).detail.messages ?? [];
    return all.map(({ message, detail }) => (detail ? `${message} / ${detail}` : message));
  }
}

export const failed = (name: string) => `Bad Request / Failed to convert '${name}'`;
