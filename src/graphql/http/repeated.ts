// Operations that have come before: run without yoga, from the third time on.
import type { FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { shownName } from '../../answers/report.js';
import { acceptsParts } from '../running/parts.js';
import { noteResult } from '../running/reporting.js';
import type { Engine } from './engine.js';

/** What an operation has given, and the content type in which the client takes it. */
interface Repeated {
  readonly result: ExecutionResult;
  readonly mediaType: string;
}

export interface RepeatedOperations {
  /** Runs what the parameters ask for; null where yoga has to see to it (again). */
  run(request: FastifyRequest, parameters: GraphQLParams): Promise<Repeated | null>;
  /** Learns from yoga in which content type requests like this one are answered. */
  learn(request: FastifyRequest, contentType: string): void;
}

/** Accept headers whose content type is remembered. */
const rememberedTypes = 100;

export function repeatedOperations(engine: Engine): RepeatedOperations {
  const { schema, execute, guard, prepared, operationOf } = engine;
  /** Content types by method and `Accept`. */
  const types = new LRUCache<string, string>({ max: rememberedTypes });

  return {
    async run(request, parameters) {
      const mediaType = types.get(acceptedBy(request));
      const found = mediaType && !engine.isTraced(request) ? prepared.find(parameters) : null;
      if (!found || !mediaType || (found.isStripped && acceptsParts(request))) return null;
      const { document, operation } = found;
      const variables = parameters.variables ?? {};
      const budget = operationOf(request);
      const errors = guard({ schema, document, operation, variables, budget });
      const operationName = operation.name?.value ?? null;
      const result =
        errors.length > 0
          ? { errors }
          : await execute({
              schema,
              document,
              operationName,
              variableValues: variables,
              contextValue: engine.contextOf(request),
            });
      const { report } = request;
      report.name = operationName === null ? null : shownName(operationName);
      noteResult(report, result);
      return { result, mediaType };
    },
    learn(request, contentType) {
      types.set(acceptedBy(request), contentType.split(';')[0] as string);
    },
  };
}

const acceptedBy = ({ method, headers }: FastifyRequest) => `${method} ${headers.accept ?? ''}`;
