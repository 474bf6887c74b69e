// A topic in memory, for what is made of the parts of a message without a ledger.
import type { Filter } from '../../src/contract/resource.js';
import type { MessageRow } from '../../src/contract/resources/topic-messages.js';
import type { Context } from '../../src/graphql/reading/context.js';
import type { PageRequest } from '../../src/ledger.js';

/** A topic in memory, of which pages are asked by bounds on sequence numbers. */
export function contextOf(rows: readonly MessageRow[], asked: PageRequest[] = []): Context {
  const meets = ({ operator, value }: Filter, number: number) =>
    operator === 'gte'
      ? number >= Number(value)
      : operator === 'gt'
        ? number > Number(value)
        : operator === 'lte'
          ? number <= Number(value)
          : number < Number(value);
  const load = async (request: PageRequest) => {
    asked.push(request);
    const found = rows.filter((row) =>
      request.filters.every((filter) =>
        meets(
          filter,
          Number(filter.parameter === 'timestamp' ? row.consensus_timestamp : row.sequence_number),
        ),
      ),
    );
    if (request.order === 'desc') found.reverse();
    return { items: found.slice(0, request.limit) };
  };
  return { loaders: { pages: () => ({ load }) } } as unknown as Context;
}

export interface Part {
  readonly letter: number;
  readonly number: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

export const rowOf = (part: Part | null, index: number): MessageRow =>
  ({
    topic_id: '0.0.7',
    sequence_number: index + 1,
    message: Buffer.from(part?.bytes ?? []).toString('base64'),
    chunk_info: part && {
      initial_transaction_id: {
        ...{ account_id: '0.0.3', nonce: 0, scheduled: false },
        transaction_valid_start: `${part.letter}.000000000`,
      },
      ...{ number: part.number, total: part.total },
    },
  }) as MessageRow;
