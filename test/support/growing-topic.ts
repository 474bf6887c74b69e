// A topic in memory that grows, and its pages as a ledger gives them.
import { comparePositions, positionOf } from '../../src/contract/position.js';
import type { MessageRow } from '../../src/contract/resources/topic-messages.js';
import { messages } from '../../src/contract/resources/topic-messages.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';

/** Seconds of a topic's time that a page looks through at the most, from its place on. */
type Span = number | undefined;

const secondsOf = ({ consensus_timestamp: at }: MessageRow) => Number(at.split('.')[0]);

/** As many messages as have been written so far. */
export function growingTopic(span: Span) {
  const rows: MessageRow[] = [];
  const { sort } = messages;
  const now = () => 1_700_000_000 + rows.length * 3;
  const page = async ({ order, limit, after }: PageRequest) => {
    const inOrder = order === 'asc' ? rows : [...rows].reverse();
    const left = after
      ? inOrder.filter((row) => comparePositions(sort, order, positionOf(messages, row), after) > 0)
      : inOrder;
    const isAsc = order === 'asc';
    const begin = after ? Number(after[0]?.split('.')[0]) : isAsc ? 1_700_000_000 : now();
    const edge = span === undefined ? null : isAsc ? begin + span : begin - span;
    const isSeen = (row: MessageRow) =>
      edge === null || (isAsc ? secondsOf(row) <= edge : secondsOf(row) >= edge);
    const items = left.filter(isSeen).slice(0, limit);
    const last = items.length === limit ? items.at(-1) : undefined;
    const isCut = edge !== null && (isAsc ? edge < now() : edge > 1_700_000_000);
    const cut = isCut ? [`${edge}.000000000`] : null;
    return { items, next: last ? positionOf(messages, last) : cut, timestamp: null };
  };
  return {
    rows,
    page,
    ledger: {
      batching: { keys: 1, parents: 1, counts: 0, named: 0 },
      page: (_list: unknown, request: PageRequest) => page(request),
    } as unknown as Ledger,
    write(count: number) {
      for (let index = 0; index < count; index++) {
        const sequence_number = rows.length + 1;
        const consensus_timestamp = `${1_700_000_000 + sequence_number * 3}.000000000`;
        rows.push({ sequence_number, consensus_timestamp } as MessageRow);
      }
    },
  };
}
