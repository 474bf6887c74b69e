// Values that the schema does not let be: the ledger's fault, told alike each time, and nothing of them leaks.
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { alike, post } from '../support/alike.js';
import { openSample, serve } from '../support/ledgers.js';

const secret = 'a value of the upstream';
let server: Server;
let row: Record<string, unknown> = {};
const logged: { msg: string; err?: { message: string }; path?: unknown }[] = [];

beforeAll(async () => {
  const ledger = await openSample('embedded');
  const damaged = (found: unknown) => (found ? { ...(found as object), ...row } : found);
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  server = await serve(
    {
      ...ledger,
      one: async (...asked) => damaged(await ledger.one(...asked)) as never,
      many: async (...asked) => (await ledger.many(...asked)).map(damaged) as never,
    },
    { log },
  );
  return () => server.close();
});

async function read(query: string, damage: Record<string, unknown>) {
  row = damage;
  logged.length = 0;
  const { status, text } = await alike(server, post(query));
  return { status, text, ...JSON.parse(text) };
}

const account = (fields: string) => `{account(id:"0.0.1001"){memo ${fields}}}`;

describe('a member that is promised and is null', () => {
  it('is the fault of the ledger, and is logged each time', async () => {
    const { status, data, errors } = await read(account('declineReward'), { decline_reward: null });
    expect([status, data]).toEqual([200, { account: null }]);
    expect(errors).toEqual([
      {
        message: 'The ledger gave an answer outside its contract',
        locations: [{ line: 1, column: 30 }],
        path: ['account', 'declineReward'],
        extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
      },
    ]);
    expect(logged.filter(({ path }) => path)).toHaveLength(5);
  });
});

describe('a value of another kind', () => {
  it.each([
    ['a text for a boolean', 'deleted', { deleted: secret }],
    [
      'a text for an int',
      'maxAutomaticTokenAssociations',
      { max_automatic_token_associations: secret },
    ],
    [
      'an int that is none',
      'maxAutomaticTokenAssociations',
      { max_automatic_token_associations: 1.5 },
    ],
    ['an object for a text', 'alias', { alias: { secret } }],
    ['an unknown word for an enum', 'key{type}', { key: { _type: [secret], key: 'ab' } }],
  ])('such as %s empties its own place alone', async (_what, field, damage) => {
    const { text, data, errors } = await read(account(field), damage);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('cannot represent');
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions).toEqual({ code: 'UPSTREAM_BAD_RESPONSE' });
    expect(data.account.memo).toEqual(expect.any(String));
    expect(logged.length).toBeGreaterThanOrEqual(5);
  });
});
