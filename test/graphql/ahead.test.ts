// A poll: the newest that are newer than what is shown, and whether there is a gap in between, on every ledger.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, openSample, remote, serve } from '../support/ledgers.js';

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** Lists that are shown newest first; `page` stands for the arguments. */
const lists = {
  blocks: '{ blocks(page) { ... } }',
  transactions: '{ transactions(page) { ... } }',
  'transactions of an account': '{ account(id: "0.0.98") { list: transactions(page) { ... } } }',
  messages: '{ topic(id: "0.0.4001") { list: messages(page, order: DESC) { ... } } }',
  'results of calls': '{ contractResults(page) { ... } }',
};

const shown =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

describe.each([...engines, 'a mirror node'] as const)('what is newer, on %s', (where) => {
  const closing: { close(): unknown }[] = [];
  let server: Server;
  beforeAll(async () => {
    const sample: Ledger = await openSample(where === 'a mirror node' ? 'embedded' : where);
    server = await serve(sample);
    closing.unshift(server, sample);
    if (where !== 'a mirror node') return;
    const mirror = remote(server.url);
    server = await serve(mirror);
    closing.unshift(server, mirror);
  });
  afterAll(async () => {
    for (const one of closing) await one.close();
  });

  async function read(query: string, page: string): Promise<Page> {
    const text = query.replace('page', page).replace('{ ... }', `{ ${shown} }`);
    const { data, errors } = await ask(server, text);
    expect(errors).toEqual([]);
    const [only] = Object.values(data) as { list?: Page }[];
    return only?.list ?? (only as Page);
  }

  const ids = ({ edges }: Page) => edges.map(({ node }) => node.id);

  it.each(Object.entries(lists))('in %s', async (_name, query) => {
    const all = await read(query, 'first: 30');
    const head = (index: number) => all.edges[index]?.cursor;
    // Nothing is newer than the newest.
    expect(await read(query, `first: 5, before: "${head(0)}"`)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
    // Fewer than were asked for: they join what is shown.
    const few = await read(query, `first: 5, before: "${head(3)}"`);
    expect(ids(few)).toEqual(ids(all).slice(0, 3));
    expect(few.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    // More: the newest of them, and the gap is told, and filled from its cursor.
    const many = await read(query, `first: 5, before: "${head(8)}"`);
    expect(ids(many)).toEqual(ids(all).slice(0, 5));
    expect(many.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const rest = await read(
      query,
      `first: 5, after: "${many.pageInfo.endCursor}", before: "${head(8)}"`,
    );
    expect(ids(rest)).toEqual(ids(all).slice(5, 8));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    // Just as many: a full page can not know that it is the last, and the next one is empty.
    const exact = await read(query, `first: 5, before: "${head(5)}"`);
    expect(ids(exact)).toEqual(ids(all).slice(0, 5));
    expect(exact.pageInfo.hasPreviousPage).toBe(false);
    if (exact.pageInfo.hasNextPage) {
      const none = await read(
        query,
        `first: 5, after: "${exact.pageInfo.endCursor}", before: "${head(5)}"`,
      );
      expect([none.edges, none.pageInfo.hasNextPage]).toEqual([[], false]);
    }
    // The other way: those that follow next on what is shown, and whether there are newer ones still.
    const next = await read(query, `last: 5, before: "${head(8)}"`);
    expect(ids(next)).toEqual(ids(all).slice(3, 8));
    expect(next.pageInfo).toMatchObject({ hasPreviousPage: true });
  });
});
