// A message that was sent in parts comes whole, whichever part is asked, or not at all.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrongMember } from '../../src/contract/check.js';
import type { ChunkInfo, MessageRow } from '../../src/contract/resources/topic-messages.js';
import type { Context } from '../../src/graphql/reading/context.js';
import { wholeMessage } from '../../src/graphql/types/whole-message.js';
import type { PageRequest } from '../../src/ledger.js';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';
import { contextOf, type Part, rowOf } from '../support/topic-in-memory.js';

const letters = fc.array(
  fc.array(fc.uint8Array({ maxLength: 5 }), { minLength: 1, maxLength: 7 }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

it('is what was sent, however its parts lie among those of others', async () => {
  const property = fc.asyncProperty(
    letters,
    fc.nat({ max: 40 }),
    fc.gen(),
    async (sent, noise, gen) => {
      const parts = sent.flatMap((chunks, letter) =>
        chunks.map((bytes, at) => ({ letter, number: at + 1, total: chunks.length, bytes })),
      );
      const all: (Part | null)[] = [...parts, ...Array.from({ length: noise }, () => null)];
      const order = gen(fc.shuffledSubarray<number>, [...all.keys()], { minLength: all.length });
      const rows = order.map((from, index) => rowOf(all[from] ?? null, index));
      for (const row of rows) {
        const whole = await wholeMessage(row, contextOf(rows));
        const letter =
          row.chunk_info &&
          Number.parseInt(
            String(row.chunk_info.initial_transaction_id.transaction_valid_start),
            10,
          );
        const chunks =
          letter === null ? [Buffer.from(String(row.message), 'base64')] : (sent[letter] ?? []);
        expect(Buffer.from(whole?.bytes ?? '', 'base64')).toEqual(Buffer.concat(chunks));
        expect(whole?.parts).toBe(chunks.length);
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

it('is the same in a page as alone, and nothing is read of parts that the page has side by side', async () => {
  const together = (page: readonly MessageRow[], context: Context) =>
    Promise.allSettled(page.map((row) => wholeMessage(row, context)));
  const property = fc.asyncProperty(letters, fc.gen(), async (sent, gen) => {
    const parts: Part[] = sent.flatMap((chunks, letter) =>
      chunks.map((bytes, at) => ({ letter, number: at + 1, total: chunks.length, bytes })),
    );
    const inOrder = parts.map(rowOf);
    const asked: PageRequest[] = [];
    await together(inOrder, contextOf(inOrder, asked));
    expect(asked).toEqual([]);
    const place = () => gen(fc.nat, { max: parts.length - 1 });
    const [one, other] = [place(), place()];
    [parts[one], parts[other]] = [parts[other] as Part, parts[one] as Part];
    const rows = parts.map(rowOf);
    const page = rows.slice(place(), place() + 1);
    const found = await together(page, contextOf(rows));
    for (const [at, row] of page.entries()) {
      expect([found[at]]).toEqual(await together([row], contextOf(rows)));
    }
  });
  await fc.assert(property, { numRuns: 100 });
});

const chunks = (total: number, size: number, count = total) =>
  Array.from({ length: count }, (_, at) =>
    rowOf({ letter: 1, number: at + 1, total, bytes: Buffer.alloc(size, at) }, at),
  );
const wholeOf = (rows: readonly MessageRow[], asked: PageRequest[] = []) =>
  wholeMessage(rows[0] as MessageRow, contextOf(rows, asked));

describe('the bounds', () => {
  it('are 64 parts, of which 65 cost no call', async () => {
    expect((await wholeOf(chunks(64, 3)))?.parts).toBe(64);
    const asked: PageRequest[] = [];
    await expect(wholeOf(chunks(65, 3), asked)).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
    });
    expect(asked).toEqual([]);
  });

  it('are 1 MB, to the byte', async () => {
    expect(Buffer.from((await wholeOf(chunks(64, 16_384)))?.bytes ?? '', 'base64')).toHaveLength(
      1_048_576,
    );
    await expect(
      wholeOf([...chunks(64, 16_384, 63), ...chunks(64, 16_385).slice(63)]),
    ).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' });
  });

  it('say which parts are not there', async () => {
    await expect(wholeOf(chunks(5, 3, 3))).rejects.toMatchObject({
      code: 'MESSAGE_INCOMPLETE',
      message: expect.stringContaining('part 4, 5 of 5'),
    });
  });

  it('leave out parts that lie: numbers that can not be, other totals, other payers, and second ones', async () => {
    const good = chunks(3, 4);
    const lying = fc.record({
      number: fc.constantFrom(-1, 0, 1, 2, 3, 4, 64, 2 ** 31 - 1),
      total: fc.constantFrom(-1, 0, 2, 3, 4, 2 ** 31 - 1),
      payer: fc.constantFrom(undefined, '0.0.3', '0.0.666'),
    });
    const property = fc.asyncProperty(
      fc.array(lying, { maxLength: 30 }),
      fc.array(fc.nat({ max: 2 }), { minLength: 3, maxLength: 3 }),
      async (lies, gaps) => {
        // Whoever lies comes in between and behind; a second part of the same number is later.
        const liars = lies.map(({ number, total, payer }) => ({
          ...(rowOf({ letter: 1, number, total, bytes: Buffer.from('lie') }, 0) as object),
          ...(payer && { payer_account_id: payer }),
        }));
        const isSecond = (row: MessageRow, at: number) =>
          row.payer_account_id !== undefined || row.chunk_info?.total !== 3 || at >= 3;
        const rows: MessageRow[] = [];
        for (const [at, part] of good.entries()) {
          const between = liars.splice(0, gaps[at]) as MessageRow[];
          rows.push(...between.filter((row) => isSecond(row, at)), part);
        }
        rows.push(...(liars as MessageRow[]));
        const placed = rows.map((row, at) => ({ ...row, sequence_number: at + 1 }) as MessageRow);
        const context = contextOf(placed);
        // A liar that is asked first must not take the others along.
        const answers = await Promise.allSettled(placed.map((row) => wholeMessage(row, context)));
        for (const [at, row] of placed.entries()) {
          if (!good.some(({ message }) => message === row.message)) continue;
          expect(answers[at]).toMatchObject({ status: 'fulfilled', value: { parts: 3 } });
          const { value } = answers[at] as PromiseFulfilledResult<{ bytes: string }>;
          expect(Buffer.from(value.bytes, 'base64')).toEqual(
            Buffer.concat(good.map(({ message }) => Buffer.from(message as string, 'base64'))),
          );
        }
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('leave out what can not be read of others', async () => {
    const wrong = new WrongMember('chunk_info', 'a TransactionID', 'ff');
    const good = chunks(2, 4);
    const [first] = good as [MessageRow];
    const { chunk_info: info } = first;
    const others = [
      { ...first, chunk_info: wrong },
      { ...first, chunk_info: { ...info, initial_transaction_id: wrong } },
      { ...first, payer_account_id: wrong },
      { ...first, chunk_info: { ...info, number: wrong } },
    ] as unknown as MessageRow[];
    const rows = [good[0], ...others, good[1]].map(
      (row, at) => ({ ...row, sequence_number: at + 1 }) as MessageRow,
    );
    const context = contextOf(rows);
    expect(await wholeMessage(rows[0] as MessageRow, context)).toMatchObject({ parts: 2 });
    expect(await wholeMessage(rows[5] as MessageRow, context)).toMatchObject({ parts: 2 });
    const itself = async () => wholeMessage(rows[2] as MessageRow, context);
    expect(await itself().catch((error) => error)).toBe(wrong);
  });

  it('go by the place of parts where the ledger does not know when the first was sent', async () => {
    const nameless = (number: number, text: string, at: number) => {
      const row = rowOf({ letter: 0, number, total: 2, bytes: Buffer.from(text) }, at - 1);
      const { initial_transaction_id: id } = row.chunk_info as ChunkInfo;
      const initial_transaction_id = { ...id, transaction_valid_start: null };
      return { ...row, chunk_info: { ...row.chunk_info, initial_transaction_id } } as MessageRow;
    };
    const rows = [
      nameless(1, 'a', 1),
      nameless(2, 'b', 2),
      nameless(1, 'c', 3),
      nameless(2, 'd', 4),
      nameless(1, 'e', 5),
      nameless(1, 'f', 6),
      nameless(2, 'g', 7),
    ];
    const context = contextOf(rows);
    const told = await Promise.all(
      rows.map(async (row) => {
        const whole = wholeMessage(row, context);
        return whole.then(
          (found) => Buffer.from(found?.bytes ?? '', 'base64').toString(),
          ({ code }) => code,
        );
      }),
    );
    expect(told).toEqual(['ab', 'ab', 'cd', 'cd', 'MESSAGE_INCOMPLETE', 'fg', 'fg']);
  });

  it('are no matter to a part that was sent again long after, whichever part is asked first', async () => {
    const others = (count: number) => Array.from({ length: count }, () => rowOf(null, 0));
    const again = fc.record({
      number: fc.integer({ min: 0, max: 3 }),
      before: fc.integer({ min: 0, max: 300 }),
      between: fc.integer({ min: 95, max: 400 }),
      isLateFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(again, async ({ number, before, between, isLateFirst }) => {
        const parts = chunks(4, 2);
        const late = { ...(parts[number] as MessageRow), message: 'bGF0ZQ==' };
        const rows = [...others(before), ...parts, ...others(between), late].map(
          (row, at) =>
            ({
              ...row,
              sequence_number: at + 1,
              // The message was sent at 1.0; what is before has come earlier.
              consensus_timestamp: at < before ? '0.5' : `${at - before + 1}.0`,
            }) as MessageRow,
        );
        const asked: PageRequest[] = [];
        const context = contextOf(rows, asked);
        const own = rows.filter(({ chunk_info }) => chunk_info);
        const first = isLateFirst ? own.at(-1) : own[0];
        const whole = await wholeMessage(first as MessageRow, context);
        expect(asked.length).toBeLessThanOrEqual(4);
        const text = Buffer.concat(
          parts.map((one) => Buffer.from(one.message as string, 'base64')),
        );
        expect(Buffer.from(whole?.bytes ?? '', 'base64')).toEqual(text);
        for (const row of own) expect(await wholeMessage(row, context)).toBe(whole);
      }),
      {
        numRuns: 60,
        // The other parts are among the 100 before the late one, and the one that it repeats is not.
        examples: [[{ number: 0, before: 0, between: 97, isLateFirst: true }]],
      },
    );
  });

  it('hold for parts that can not be', async () => {
    const [row] = chunks(2, 1) as [MessageRow];
    for (const [number, total] of [
      [3, 2],
      [0, 2],
      [1, 0],
      [1, null],
      [-1, -1],
    ]) {
      const odd = { ...row, chunk_info: { ...row.chunk_info, number, total } } as MessageRow;
      await expect(wholeMessage(odd, contextOf([odd]))).rejects.toMatchObject({
        code: 'MESSAGE_INCOMPLETE',
      });
    }
  });
});

describe('in the sample', () => {
  const server = sampleServer();

  it('each part gives the same whole, or the same error, in a few calls for all of them', async () => {
    const { data, errors } = await ask(
      server,
      '{ topic(id: "0.0.4003") { messages(first: 100) { nodes { text chunkInfo { number total } whole { text bytes parts } } } } }',
    );
    const { nodes } = data?.topic.messages ?? {};
    const texts = nodes.map((node: { whole: { text: string } | null }) => node.whole?.text);
    expect(new Set(texts.slice(0, 3)).size).toBe(1);
    expect(texts[0]).toBe('Überfahrt bei Nebel: das Horn tönt — drei Mal, dann Stille. '.repeat(8));
    expect(texts).toContain('{"answer":"Come when the fog has gone","berth":9007199254740993}');
    expect(texts.filter((text: string) => text === 'The second part came first.')).toHaveLength(2);
    expect(texts.filter((text: string) => text?.startsWith('A letter from before'))).toHaveLength(
      2,
    );
    const codes = errors.map(({ extensions }) => extensions?.code).sort();
    expect(codes).toEqual([
      ...['MESSAGE_INCOMPLETE', 'MESSAGE_INCOMPLETE', 'MESSAGE_TOO_LARGE', 'MESSAGE_TOO_LARGE'],
    ]);
    // The topic, its messages, and the letters: what they ask for in one turn goes together.
    expect(server.calls.length).toBeLessThan(8);
  });
});
