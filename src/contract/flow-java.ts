// The flows of the reference's endpoints in Java (contract A.15, J.1).
import type { ErrorMessage } from '../errors.js';
import { type Flow, ofKind, type Words } from './flow.js';
import type { PageSizes, Parameter } from './resource.js';
import { int32, word } from './values.js';

const pages: PageSizes = { page: 25, maxPage: 100, beyond: 'refused' };

const shared = (repeat: Parameter['repeat']): Flow['shared'] => ({
  limit: {
    kind: int32,
    description: 'Items of the page at the most.',
    operators: ['eq'],
    isBare: true,
    repeat,
  },
  order: {
    kind: word('asc', 'desc'),
    description: 'Order of the items.',
    operators: ['eq'],
    isBare: true,
    repeat,
  },
});

const badRequest = (detail: string): ErrorMessage => ({ message: 'Bad Request', detail });

const words: Words = {
  invalid: (name) => badRequest(`Failed to convert '${name}'`),
  // Never told.
  unknown: (name) => badRequest(name),
  tooMany: (_name, argument, _count, maximum) =>
    badRequest(`${argument} size must be between 0 and ${maximum}`),
  repeated: (name) => badRequest(`Only a single instance is supported for ${name}`),
  outside: (name, rule) => badRequest(`${name} must be ${rule}`),
  rule: ({ message, detail }) => (detail === undefined ? badRequest(message) : { message, detail }),
  method: (method) => ({
    message: 'Method Not Allowed',
    detail: `Request method '${method}' is not supported`,
  }),
  key: (parameter) => words.invalid(parameter),
  missing: (_key, told) => ({ message: 'Not Found', ...(told !== undefined && { detail: told }) }),
};

const java = {
  isExact: true,
  pages,
  inOrderOf: 'declaration',
  split(text: string) {
    const [first = '', second, ...more] = text.split(':');
    if (more.length > 0) return null;
    if (second === undefined) return { operator: 'eq', value: first };
    return { operator: first, value: second };
  },
  isAnyCase: true,
  isBlankAbsent: true,
  isIdLate: false,
  unknown: 'never',
  readsTooMany: true,
  isOrderPlain: false,
  isKeyFirst: false,
  isLostKeyLast: true,
} as const;

/** Arguments one by one: the first that is none is told alone, then all that are out of range. */
export const argumentFlow: Flow = {
  ...java,
  shared: shared('first'),
  told(mistakes) {
    const [invalid] = ofKind(mistakes, 'invalid');
    return invalid ? [invalid] : ofKind(mistakes, 'count', 'range');
  },
  words,
};

const invalid = (name: string): ErrorMessage => ({ message: `Invalid parameter: ${name}` });

/** An object of all arguments: each that is wrong is told by its name, whatever is wrong with it. */
export const objectFlow: Flow = {
  ...java,
  shared: shared('once'),
  told(mistakes) {
    const [repeated] = ofKind(mistakes, 'repeated');
    if (repeated) return [repeated];
    const texts = new Map(mistakes.map((mistake) => [mistake.message.message, mistake]));
    return [...texts.values()];
  },
  words: { ...words, invalid, tooMany: invalid, outside: invalid },
};
