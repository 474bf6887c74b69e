// CASE-10: pages without rows are walked, inside the budget, and can be gone on from beyond it.
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import type { Handler } from '../support/stub.js';

const rows = [
  { schedule_id: '0.0.7', creator_account_id: '0.0.2' },
  { schedule_id: '0.0.9', creator_account_id: '0.0.2' },
];
const next = (id: number) => `/api/v1/schedules?account.id=0.0.1010&schedule.id=gt:0.0.${id}`;

/** Two pages without rows, each with a link, then one with two. */
const sparse: Handler = ({ query }) => {
  const bound = query.get('schedule.id');
  if (bound === null) return { body: { schedules: [], links: { next: next(3) } } };
  return bound === 'gt:0.0.3'
    ? { body: { schedules: [], links: { next: next(5) } } }
    : { body: { schedules: rows, links: { next: null } } };
};
const query = (after = '') =>
  `{ schedules(first: 25${after}, filter: { creator: { eq: "0.0.1010" } })
     { edges { node { entityId } } pageInfo { hasNextPage endCursor } } }`;

describe('CASE-10, empty pages with a link of a stub', () => {
  let server: OnStub;

  const open = async (calls: number) => {
    server = await openStub(sparse, {}, { operation: { calls } });
  };
  afterEach(() => server.close());

  const found = rows.map(({ schedule_id }) => ({ node: { entityId: schedule_id } }));

  it('are walked to the rows behind them', async () => {
    await open(200);
    const { data, errors } = await ask(server, query());
    expect(errors).toEqual([]);
    expect(data.schedules.edges).toEqual(found);
    expect(data.schedules.pageInfo.hasNextPage).toBe(false);
    expect(server.stub.calls).toHaveLength(3);
  });

  it('leave a cursor when the budget ends, from which the next request goes on', async () => {
    await open(2);
    const first = await ask(server, query());
    expect(first.errors).toEqual([]);
    const { edges, pageInfo } = first.data.schedules;
    expect([edges, pageInfo.hasNextPage]).toEqual([[], true]);
    expect(pageInfo.endCursor).toEqual(expect.any(String));
    expect(server.stub.calls).toHaveLength(2);
    const rest = await ask(server, query(`, after: "${pageInfo.endCursor}"`));
    expect(rest.data.schedules).toMatchObject({ edges: found, pageInfo: { hasNextPage: false } });
    expect(server.stub.calls).toHaveLength(3);
    expect(server.stub.calls[2]?.query.get('schedule.id')).toBe('gt:0.0.5');
  });
});
