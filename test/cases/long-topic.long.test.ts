// A topic of 10,000 messages: walked from both ends without a gap, and each page read off an index.

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { positionOf } from '../../src/contract/position.js';
import type { Filter } from '../../src/contract/resource.js';
import { type MessageRow, messages } from '../../src/contract/resources/topic-messages.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { sampleClock } from '../../src/sample/prepared.js';
import type { Server } from '../../src/server.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { messages as query } from '../../src/sql/resources/topic-messages.js';
import { ask } from '../support/ask.js';
import {
  engines,
  freeOperation,
  openSample,
  openSampleSchema,
  remote,
  serve,
} from '../support/ledgers.js';

const key = '0.0.4005';
const numberOf = ({ sequence_number }: MessageRow) => Number(sequence_number);
const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const bound = (operator: Filter['operator'], value: number): Filter => ({
  parameter: 'sequencenumber',
  operator,
  value: String(value),
});

describe.each([...engines, 'a mirror node'] as const)('the long topic of %s', (kind) => {
  let sample: Ledger;
  let face: Server | undefined;
  let ledger: Ledger;
  let server: Server;
  beforeAll(async () => {
    sample = await openSample(kind === 'a mirror node' ? 'embedded' : kind);
    face = kind === 'a mirror node' ? await serve(sample) : undefined;
    ledger = face ? remote(face.url) : sample;
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server?.close();
    if (face) await ledger?.close();
    await face?.close();
    await sample?.close();
  });

  async function walk(request: Pick<PageRequest, 'order' | 'limit' | 'filters'>) {
    const numbers: number[] = [];
    let after = {};
    for (;;) {
      const page = await ledger.page(messages, { key, ...request, ...after }, freeOperation());
      numbers.push(...(page?.items.map(numberOf) ?? []));
      if (!page?.next) return numbers;
      after = { after: page.next };
    }
  }

  // By 7 only its ranges are: of all of it that would be 8,600 pages, each like the next.
  it('is walked by pages of 70 from one end, and of 100 from the other', async () => {
    const [up, down] = await Promise.all([
      walk({ order: 'asc', limit: 70, filters: [] }),
      walk({ order: 'desc', limit: 100, filters: [] }),
    ]);
    expect(up).toEqual(upTo(1, 10_000));
    expect(down).toEqual(upTo(1, 10_000).reverse());
  });

  it.each([
    ['at its start', [bound('lte', 101)], upTo(1, 101)],
    ['in its middle', [bound('gt', 5000), bound('lt', 5100), bound('ne', 5050)], upTo(5001, 5099)],
    ['at its end', [bound('gte', 9931)], upTo(9931, 10_000)],
  ])('is walked by pages of 7 from both ends of a range %s', async (_name, filters, all) => {
    const wanted = all.filter((number) => number !== 5050);
    for (const order of ['asc', 'desc'] as const) {
      const numbers = await walk({ order, limit: 7, filters });
      expect(order === 'asc' ? numbers : numbers.reverse()).toEqual(wanted);
    }
  });

  it('is walked by pages of 1,000 from both ends, and backwards, in GraphQL', async () => {
    const ways = [
      ['first: 1000, order: ASC', 'after', 'endCursor', 'hasNextPage', false],
      ['first: 1000, order: DESC', 'after', 'endCursor', 'hasNextPage', true],
      ['last: 1000, order: ASC', 'before', 'startCursor', 'hasPreviousPage', true],
    ] as const;
    const walks = ways.map(async ([args, place, cursor, more, isReversed]) => {
      const numbers: number[] = [];
      for (let at: string | null = null; ; ) {
        const from: string = at === null ? '' : `, ${place}: "${at}"`;
        const { data } = await ask(
          server,
          `{ topic(id: "${key}") { messages(${args}${from}) { nodes { sequenceNumber } pageInfo { ${cursor} ${more} } } } }`,
        );
        const { nodes, pageInfo } = data?.topic.messages ?? {};
        const own = nodes.map((node: { sequenceNumber: string }) => Number(node.sequenceNumber));
        numbers.push(...(args.startsWith('last') ? own.reverse() : own));
        at = pageInfo[cursor];
        if (!pageInfo[more]) break;
      }
      expect(isReversed ? numbers.reverse() : numbers).toEqual(upTo(1, 10_000));
    });
    await Promise.all(walks);
  });
});

describe('a page of messages', () => {
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    database = await openSampleSchema();
  });

  interface Node {
    readonly 'Node Type': string;
    readonly 'Actual Rows': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
    readonly Plans?: readonly Node[];
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** How PostgreSQL reads a page, and how many blocks it looks at. */
  async function plan(request: Partial<PageRequest>) {
    const page: PageRequest = { key, filters: [], order: 'asc', limit: 100, ...request };
    const statement = query.select(page, [sql`${4005}::bigint`], sampleClock);
    const explain = `explain (analyze, buffers, format json) ${statement.text}`;
    const [row] = await database.run(explain, statement.values as unknown[]);
    const [{ Plan }] = (row as Record<string, [{ Plan: Node }]>)['QUERY PLAN'] as [{ Plan: Node }];
    const nodes = nodesOf(Plan);
    return {
      kinds: new Set(nodes.map((node) => node['Node Type'])),
      removed: Math.max(...nodes.map((node) => node['Rows Removed by Filter'] ?? 0)),
      blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
    };
  }
  const place = (number: number) => {
    const at = `(select consensus_timestamp from topic_message where topic_id = 4005 and sequence_number = ${number})`;
    return database.run(`select ${at} as at`, []).then(([row]) => {
      const digits = String((row as { at: bigint }).at);
      const consensus_timestamp = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
      return positionOf(messages, { consensus_timestamp } as MessageRow);
    });
  };

  it('is read off an index without a sort, and costs the same wherever it lies', async () => {
    const requests: Partial<PageRequest>[] = [
      {},
      { order: 'desc' },
      { after: await place(5000) },
      { after: await place(9800), order: 'asc' },
      { after: await place(200), order: 'desc' },
      { filters: [bound('gt', 9000)] },
      { filters: [bound('lt', 1000)], order: 'desc' },
      { filters: [bound('gte', 40), bound('lte', 60)] },
      // The range ends on this page: what lies behind it is not looked at.
      { filters: [bound('lt', 1000)], after: await place(950) },
      { filters: [bound('gt', 9000)], after: await place(9050), order: 'desc' },
      { filters: [bound('eq', 7777)] },
    ];
    const plans = await Promise.all(requests.map(plan));
    for (const [index, { kinds, removed, blocks }] of plans.entries()) {
      expect([...kinds], `request ${index}`).not.toContain('Sort');
      expect([...kinds].join(), `request ${index}`).not.toMatch(/Seq Scan|Bitmap/);
      expect(removed, `request ${index}`).toBe(0);
      expect(blocks, `request ${index}`).toBeLessThan(40);
    }
  });
});
