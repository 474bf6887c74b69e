// The one place where the answer to a query is finished before it leaves, whichever way it came.
import type { ExecutionResult } from 'graphql';
import type { Context } from '../reading/context.js';
import { type Mask, refusal } from './errors.js';
import { type Execute, execute } from './execute.js';
import { withWarnings } from './warnings.js';

/** Runs an operation and finishes its answer, which has so many characters at the most. */
export const finishing =
  (mask: Mask, longest: number): Execute =>
  async (args) => {
    const made = await execute(args, longest);
    return withWarnings(masked(made, mask), args.contextValue as Context, mask);
  };

function masked(result: ExecutionResult, mask: Mask): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  const told = errors.map(mask);
  // Nothing has run where there is no data, not even null.
  return { ...result, errors: 'data' in result ? told : told.map(refusal) };
}
