// The one place where the answer to a query is finished before it leaves, whichever way it came.
import type { ExecutionResult } from 'graphql';
import { bounded } from './answer-size.js';
import { type Mask, refusal } from './errors.js';
import { type Execute, execute } from './execute.js';

/** Runs an operation and finishes its answer, which has so many characters at the most. */
export const finishing =
  (mask: Mask, longest: number): Execute =>
  async (args) =>
    finished(bounded(await execute(args), longest), mask);

function finished(result: ExecutionResult, mask: Mask): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  const masked = errors.map(mask);
  // Nothing has run where there is no data, not even null.
  return { ...result, errors: 'data' in result ? masked : masked.map(refusal) };
}
