// What only one kind of ledger can answer: the other says so, and its documents leave it out.
import { expect, it } from 'vitest';
import { block, blocks } from '../../src/contract/resources/blocks.js';
import { LedgerError } from '../../src/errors.js';
import { mustAnswer } from '../../src/ledger.js';
import { errorAnswer } from '../../src/rest/errors.js';
import { freeOperation, openSample, remote } from '../support/ledgers.js';

const reason = 'It is computed, and the database has no such thing';
const bySql = { ledger: 'sql', reason } as const;
const byRemote = { ledger: 'remote', reason } as const;
const request = { filters: [], order: 'asc', limit: 1 } as const;

it('is refused by a code of its own, with the reason, before anything is asked', async () => {
  const sample = await openSample('embedded');
  const node = remote('http://127.0.0.1:9');
  const asked = [
    () => sample.one({ ...block, answeredBy: byRemote }, '1', { filters: [] }, freeOperation()),
    () => sample.page({ ...blocks, answeredBy: byRemote }, request, freeOperation()),
    () => node.one({ ...block, answeredBy: bySql }, '1', { filters: [] }, freeOperation()),
    () => node.page({ ...blocks, answeredBy: bySql }, request, freeOperation()),
  ];
  for (const ask of asked) {
    const error = await ask().then(String, (thrown) => thrown);
    expect(error).toBeInstanceOf(LedgerError);
    expect(errorAnswer(error)).toEqual({
      status: 501,
      body: { _status: { messages: [{ message: reason }] } },
    });
  }
  await node.close();
});

it('is answered by the kind that can', () => {
  expect(() => mustAnswer({ ...block, answeredBy: bySql }, 'sql')).not.toThrow();
});
