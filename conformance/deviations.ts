// Where the service answers otherwise than the reference on purpose, each with its reason.
import { type Expected, isSame } from './compare.js';

/** Values of a request's parameters; names in lower case. */
type Asked = ReadonlyMap<string, readonly string[]>;

export interface Deviation {
  /** The area, or undefined where the reason holds for every one. */
  readonly area?: string;
  /** Whether a request, with what the reference answers to it, is one that the reason is about. */
  readonly about: (asked: Asked, expected: Expected, url: string) => boolean;
  /** Narrower still: whether ours differs from what the reference answers just as the reason says. */
  readonly explains?: (expected: unknown, got: unknown) => boolean;
  /** Path of the first difference; one at another path is a failure all the same. */
  readonly at: RegExp;
  readonly reason: string;
  /** A request that shows it, for a deviation of which the recorded answers have none: answered 200. */
  readonly example?: string;
  /** The reference's own answer is arbitrary, so it may be the same as ours by chance. */
  readonly sometimes?: true;
}

const nextOf = ({ body }: Expected): string | null =>
  (body as { links?: { next?: string | null } } | null)?.links?.next ?? null;

/** The parameters of a request or link, whatever their order, case and escapes. */
const parametersOf = (url: string) =>
  [...new URLSearchParams(url.split('?')[1])].map((pair) => pair.join('=').toLowerCase());

const pathOf = (url: string) => url.split('?')[0] as string;

function askedOf(url: string): Asked {
  const asked = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(url.split('?')[1])) {
    const key = name.toLowerCase();
    asked.set(key, [...(asked.get(key) ?? []), value]);
  }
  return asked;
}

const has = (asked: Asked, name: string, pattern = /^/) =>
  asked.get(name)?.some((value) => pattern.test(value)) ?? false;

const refusal = /^(?:status|\$\._status\b)/;
// A bound may have more: links of ours name places that way. Of 20 digits and more neither takes
// any, unless they are 40: that is an address without 0x.
const longId = /^(?:(?:eq|ne):)?(?:-\d{1,19}|(?:\d+\.){0,2}\d{11,19})$/;
const longBalance = /^(?:\w+:)?\d{11,19}$/;

type Rows = readonly { readonly consensus_timestamp: string }[];
const transactionsIn = (body: unknown): Rows => (body as { transactions: Rows }).transactions;

/** Whether all transactions of the one are in the other, the same and in the same order. */
function areAmong(some: Rows, all: Rows): boolean {
  const theirs = new Map(some.map((row) => [row.consensus_timestamp, row]));
  const ours = all.filter((row) => theirs.has(row.consensus_timestamp));
  const times = ours.map((row) => row.consensus_timestamp);
  return (
    times.join() === [...theirs.keys()].join() &&
    ours.every((row) => isSame(theirs.get(row.consensus_timestamp), row))
  );
}

export const deviations: readonly Deviation[] = [
  {
    about: (_asked, expected, url) => {
      const next = nextOf(expected);
      const asked = parametersOf(url);
      return next !== null && parametersOf(next).every((pair) => asked.includes(pair));
    },
    at: /^\$\.links\.next$/,
    reason:
      'the reference puts no place into a link where the first condition on its key is eq or ne, and beside ne it drops the bound, so a client never ends; we go on behind the last row, or end',
  },
  {
    area: 'balances',
    about: (asked, { status, body }) =>
      has(asked, 'account.id', longId) &&
      (status === 200 || JSON.stringify(body).includes('Invalid entity ID')),
    at: refusal,
    reason:
      'our contract for this list takes at most 10 digits in an id that a client types (seed, part 4)',
  },
  {
    area: 'balances',
    about: (asked, { status }) => has(asked, 'account.balance', longBalance) && status === 200,
    at: refusal,
    example: '/api/v1/balances?account.balance=gt:10000000000',
    reason:
      'our contract for this list takes at most 10 digits in a balance that a client types (seed, part 4)',
  },
  {
    area: 'balances',
    about: (asked, expected) =>
      has(asked, 'account.publickey') && has(asked, 'timestamp') && nextOf(expected) !== null,
    at: /^\$\.balances\b/,
    reason:
      'of the accounts with a key the reference takes a page in no order and then sorts it, which loses accounts; we sort first',
    sometimes: true,
  },
  {
    area: 'balances',
    about: (asked, { status }) =>
      has(asked, 'account.balance') && has(asked, 'timestamp') && status === 200,
    at: /^\$\.(?:balances|timestamp|links)\b/,
    reason:
      'at an instant the reference gives an older balance of an account whose newest one does not meet account.balance; we compare the newest',
    sometimes: true,
  },
  {
    about: (asked, { status }, url) =>
      status === 200 &&
      (/\/accounts\/[^/]+$/i.test(pathOf(url)) ||
        (/\/transactions\/?$/i.test(pathOf(url)) &&
          (has(asked, 'account.id') || has(asked, 'type')))),
    at: /^\$\.transactions\[\d+\]/,
    explains: (expected, got) => areAmong(transactionsIn(expected), transactionsIn(got)),
    reason:
      'the reference loses a transaction, and with it the rest of the list, where the row that gives it its place names another payer; we go by time alone',
    sometimes: true,
  },
];

/** The deviations that may be seen in the answer to a request. */
export function deviationsOf(area: string, url: string, expected: Expected): Deviation[] {
  const asked = askedOf(url);
  return deviations.filter(
    (deviation) => (deviation.area ?? area) === area && deviation.about(asked, expected, url),
  );
}
