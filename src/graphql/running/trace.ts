// Honesty on request: what an answer has cost and how old it is, in its own extensions.
import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Operation } from '../../ledger.js';
import type { Context } from '../reading/context.js';
import type { Delivery } from './parts.js';

/** Asks of an answer what it has cost. */
export const traceHeader = 'x-mirrorql-trace';

interface Request {
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A context that knows the headers of its request. */
interface Requested extends Context {
  readonly incoming: Request;
}

/** Whether a request wants to know what its own answer has cost. */
export const isTraced = ({ headers }: Request): boolean => headers[traceHeader] === '1';

/** The result with what it has cost; `title` is what clients may know of the ledger. */
export function withUsage(
  result: ExecutionResult,
  title: string,
  { usage }: Operation,
): ExecutionResult {
  const mirrorql = { ledger: title, ...usage };
  return { ...result, extensions: { ...result.extensions, mirrorql } };
}

/** Adds `extensions.mirrorql` to answers of requests that ask for it, or to all. */
export function tracePlugin(title: string, always: boolean): Plugin<Requested> {
  return {
    onExecute({ args }) {
      const { incoming, operation } = args.contextValue;
      if (!always && !isTraced(incoming)) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) {
            return setResult(withUsage(result, title, operation));
          }
          // Only the last part knows what all of them have cost.
          return {
            onNext(part) {
              if ((part.result as Delivery).hasNext !== false) return;
              part.setResult(withUsage(part.result, title, operation));
            },
          };
        },
      };
    },
  };
}
