// `Accept` as RFC 9110 has it (12.5.1): what a client takes, and what of it rather. Yoga reads the order alone.

/** A media range of the header, such as `application/*`. */
export interface MediaRange {
  readonly type: string;
  /** From 0, which refuses it, to 1. */
  readonly weight: number;
  readonly parameters: readonly string[];
}

/** Forms of an answer, the likeliest first. */
const forms = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
];

const page = 'text/html';

export const rangesOf = (accept: string): MediaRange[] =>
  accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((one) => /^q=(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(one));
    return { type, weight: weight ? Number(weight.slice(2)) : 1, parameters };
  });

const isOtherCharset = (parameter: string) => /^charset=(?!"?utf-8"?$)/.test(parameter);

/**
 * The header with its types in the order in which they are wanted, `none` for none of them: of each the
 * range counts that names it best, and ranges of one weight stay in their order.
 */
export function inOrder(accept: string): string {
  const ranges = new Map<string, { weight: number; place: number }>();
  for (const { type, weight, parameters } of rangesOf(accept)) {
    if (ranges.has(type) || parameters.some(isOtherCharset)) continue;
    ranges.set(type, { weight, place: ranges.size });
  }
  const rangeOf = (type: string) =>
    ranges.get(type) ?? ranges.get(`${type.split('/')[0]}/*`) ?? ranges.get('*/*');
  // A page is for who names it. What else is named has no answer here, and may be thousands.
  const likely = ranges.has(page) ? [page, ...forms] : forms;
  return (
    likely
      .map((type) => ({ type, weight: 0, place: 0, ...rangeOf(type) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .map(({ type }) => type)
      .join(', ') || 'none'
  );
}
