// Subscriptions run: each event is an operation of its own, with loaders, a budget and a deadline.
import type { FastifyRequest } from 'fastify';
import { createSourceEventStream, type ExecutionArgs, execute } from 'graphql';
import { mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { WithReport } from '../../answers/report.js';
import type { Ledger } from '../../ledger.js';
import type { Live } from '../../live/live.js';
import { type Context, makeContext } from '../reading/context.js';
import { bounded } from './answer-size.js';
import type { Mask } from './errors.js';
import { withUsage } from './trace.js';
import { withWarnings } from './warnings.js';

/** What the server hands to yoga with a request that subscribes. */
interface Streaming extends WithReport {
  readonly incoming: FastifyRequest;
  /** Calls when the response is over, whether it is sent or its client has left. */
  whenOver(listener: () => void): void;
}

interface StreamSettings {
  /** What clients may know of the ledger. */
  readonly title: string;
  readonly maxPage: number;
  /** Characters of one event at the most. */
  readonly answer: number;
  readonly mask: Mask;
}

/** `isTraced` tells whether events say what they have cost. */
export function streamPlugin(
  ledger: Ledger,
  live: Live,
  { title, maxPage, answer, mask }: StreamSettings,
  isTraced: (context: Streaming) => boolean,
): Plugin<Context & Streaming> {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const context = args.contextValue as Context & Streaming;
        const source = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in source)) return source;
        const events = source[Symbol.asyncIterator]();
        const { client } = context.incoming;
        const { fresh } = context.operation;
        // Also where no response is made of them, since the client does not take events.
        context.whenOver(() => void events.return?.());
        return mapAsyncIterator(events as AsyncIterableIterator<unknown>, async (rootValue) => {
          const operation = await live.begin(client, fresh);
          try {
            const contextValue = { ...context, ...makeContext(ledger, operation, maxPage) };
            const made = await execute({ ...args, rootValue, contextValue });
            const result = bounded(withWarnings(made, contextValue, mask), answer);
            context.report.events += 1;
            return isTraced(context) ? withUsage(result, title, operation) : result;
          } finally {
            context.report.spent += operation.usage.calls;
            operation.end();
          }
        });
      });
    },
  };
}
