// The two flows of the reference's endpoints in JavaScript (contract A.8 to A.12).

import { type Flow, ofKind, type Split, type Words } from './flow.js';
import type { Parameter } from './resource.js';
import { naturalNumber, word } from './values.js';

/** Any operator passes the check (contract A.11). */
const shared: Readonly<Record<'limit' | 'order', Parameter>> = {
  limit: {
    kind: naturalNumber(1n),
    description: 'Items of the page at the most; a value above the maximum counts as the maximum.',
    operators: ['eq'],
    repeat: 'last',
    anyOperator: true,
  },
  order: {
    kind: word('asc', 'desc'),
    description: 'Order of the items.',
    operators: ['eq'],
    repeat: 'last',
    anyOperator: true,
  },
};

const words: Words = {
  invalid: (name) => ({ message: `Invalid parameter: ${name}` }),
  unknown: (name) => ({ message: `Unknown query parameter: ${name}` }),
  tooMany: (name, _argument, count, maximum) => ({
    message: `Parameter values count exceeds maximum number allowed: ${name} count: ${count} max: ${maximum}`,
  }),
  repeated: (name) => words.invalid(name),
  outside: (name) => words.invalid(name),
  rule: (message) => message,
  key: (parameter) => words.invalid(parameter),
  missing(key, told) {
    const isAlias = key !== undefined && /^(?=.*[A-Z])[A-Z2-7]+$/.test(key);
    const usual = isAlias ? 'No account with a matching alias found' : 'Not found';
    return { message: told ?? usual };
  },
};

/** The piece after the last colon, and the one before it; what stands before that is ignored. */
function atLastColon(text: string): Split {
  const parts = text.split(':');
  const value = parts.at(-1) as string;
  return { operator: parts.length > 1 ? (parts.at(-2) as string) : 'eq', value };
}

const javascript = {
  isExact: false,
  shared,
  inOrderOf: 'query',
  isAnyCase: false,
  isBlankAbsent: false,
  isIdLate: true,
  isKeyFirst: true,
  isLostKeyLast: false,
  words,
} as const;

/** "Request check": mistakes come in the order of the query, an unknown name once. */
export const requestFlow: Flow = {
  ...javascript,
  split: (text) => (text.split(':').length > 2 ? null : atLastColon(text)),
  unknown: 'once',
  readsTooMany: false,
  told: (mistakes) => mistakes,
  isOrderPlain: true,
};

/** "Filters": mistakes come by their kind, an unknown name once for each of its values. */
export const filterFlow: Flow = {
  ...javascript,
  split: atLastColon,
  unknown: 'each',
  readsTooMany: true,
  told: (mistakes) => ofKind(mistakes, 'count', 'invalid', 'range', 'unknown'),
  isOrderPlain: false,
};
