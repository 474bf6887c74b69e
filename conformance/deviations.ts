/** Where the service answers otherwise than the reference on purpose, each with its reason. */
import type { Expected } from './compare.js';

export interface Deviation {
  /** The area, or undefined where the reason holds for every one. */
  readonly area?: string;
  /** URLs that the deviation is about. */
  readonly url: RegExp;
  /** Narrower than a pattern can say: what the reference answers there. */
  readonly when?: (expected: Expected, url: string) => boolean;
  /** Path of the first difference; one at another path is a failure all the same. */
  readonly at: RegExp;
  readonly reason: string;
  /** The reference's own answer is arbitrary, so it may be the same as ours by chance. */
  readonly sometimes?: true;
}

const nextOf = ({ body }: Expected): string | null =>
  (body as { links?: { next?: string | null } } | null)?.links?.next ?? null;

/** The parameters of a request or link, whatever their order, case and escapes. */
const parametersOf = (url: string) =>
  [...new URLSearchParams(url.split('?')[1])]
    .map((pair) => pair.join('=').toLowerCase())
    .sort()
    .join('&');

const isRefusedId = ({ status, body }: Expected) =>
  status === 200 || JSON.stringify(body).includes('Invalid entity ID');

const refusal = /^(?:status|\$\._status\b)/;

const deviations: readonly Deviation[] = [
  {
    url: /\?/,
    when: (expected, url) => parametersOf(nextOf(expected) ?? '') === parametersOf(url),
    at: /^\$\.links\.next$/,
    reason:
      'the reference links to the very same page when its key is pinned by equality, so a client never ends; we go on behind the last row, or end',
  },
  {
    area: 'balances',
    url: /[?&]account\.id=(?:\w+:)?(?:-|(?:\d+\.){0,2}\d{11})/i,
    when: isRefusedId,
    at: refusal,
    reason: 'our contract for this list takes at most 10 digits in an id (seed, part 4)',
  },
  {
    area: 'balances',
    url: /[?&]account\.balance=(?:\w+:)?\d{11}/i,
    when: ({ status }) => status === 200,
    at: refusal,
    reason: 'our contract for this list takes at most 10 digits in a balance (seed, part 4)',
  },
  {
    area: 'balances',
    url: /^(?=.*[?&]account\.publickey=)(?=.*[?&]timestamp=)/i,
    when: (expected) => nextOf(expected) !== null,
    at: /^\$\.balances\b/,
    reason:
      'of the accounts with a key the reference takes a page in no order and then sorts it, which loses accounts; we sort first',
    sometimes: true,
  },
];

/** The deviation that is to be seen in the answer to a request, if any. */
export const deviationOf = (area: string, url: string, expected: Expected): Deviation | undefined =>
  deviations.find(
    (deviation) =>
      (deviation.area ?? area) === area &&
      deviation.url.test(url) &&
      (deviation.when?.(expected, url) ?? true),
  );
