// The size of an answer: one that is too long is refused, before its text is made. Answers to queries are
// counted while they are made (`complete.ts`), all others when they are.

import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Delivery } from './parts.js';

/** Characters that a member, an item or a number adds to the text, roughly. */
export const overhead = 4;

/** Characters of a value as JSON, roughly: escapes are not counted. No more than `left` are looked at. */
export function sizeOf(value: unknown, left: number): number {
  if (typeof value === 'string') return value.length + overhead;
  if (typeof value !== 'object' || value === null) return overhead;
  let size = overhead;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += sizeOf(item, left - size);
      if (size > left) return size;
    }
    return size;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    size += name.length + overhead + sizeOf(members[name], left - size);
    if (size > left) return size;
  }
  return size;
}

export const tooLong = (limit: number) =>
  new GraphQLError(
    `The answer is longer than the ${limit} characters that it may have; ask for smaller pages (first, last) or fewer fields`,
    { extensions: { code: 'COST_LIMIT' } },
  );

/** The result, or a refusal in its place where its text would be longer than the limit. */
export function bounded<R extends ExecutionResult>(result: R, limit: number): R | ExecutionResult {
  return sizeOf(result.data, limit) > limit ? { errors: [tooLong(limit)] } : result;
}

/** Refuses the parts of an answer that come when it is too long. */
export function answerSizePlugin(limit: number): Plugin {
  return {
    onExecute: () => ({
      onExecuteDone({ result }) {
        if (!(Symbol.asyncIterator in result)) return undefined;
        let left = limit;
        return {
          onNext(part) {
            const delivery = part.result as Delivery & ExecutionResult;
            left -= sizeOf([delivery.data, delivery.incremental], left);
            if (left < 0) part.setResult(withoutData(delivery, limit) as ExecutionResult);
          },
        };
      },
    }),
  };
}

/** A part of an answer with a refusal in the place of what it brings. */
function withoutData({ incremental, ...part }: Delivery & ExecutionResult, limit: number) {
  const errors = [tooLong(limit)];
  if (!incremental) return { ...part, data: null, errors };
  const refused = incremental.map((one) => ({
    ...one,
    ...('items' in one ? { items: null } : { data: null }),
    errors,
  }));
  return { ...part, incremental: refused };
}
