// Honesty on request: what an answer has cost and how old it is, in its own extensions.
import type { Plugin } from 'graphql-yoga';
import type { Ledger } from '../ledger.js';
import type { Context } from './context.js';

const traceHeader = 'x-mirrorql-trace';

interface Request {
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A context that knows the headers of its request. */
interface Requested extends Context {
  readonly incoming: Request;
}

/** Whether a request wants to know what its own answer has cost. */
export const isTraced = ({ headers }: Request): boolean => headers[traceHeader] === '1';

/** Adds `extensions.mirrorql` to answers of requests that ask for it, or to all. */
export function tracePlugin({ description }: Ledger, always: boolean): Plugin<Requested> {
  return {
    onExecute({ args }) {
      const { incoming, operation } = args.contextValue;
      if (!always && !isTraced(incoming)) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          // No answer of this schema comes in parts.
          if (Symbol.asyncIterator in result) return;
          const mirrorql = { ledger: description, ...operation.usage };
          setResult({ ...result, extensions: { ...result.extensions, mirrorql } });
        },
      };
    },
  };
}
