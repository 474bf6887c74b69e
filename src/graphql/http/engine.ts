// What an operation runs with, through yoga or without it: the schema, its limits, its executor, its context.
import type { FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { subgraphSchema } from '../federation.js';
import { type Context, makeContext } from '../reading/context.js';
import { type Mask, maskError } from '../running/errors.js';
import type { Execute } from '../running/execute.js';
import { finishing } from '../running/finish.js';
import { type CostGuard, costGuard } from '../running/limits.js';
import { type PreparedOperations, preparedOperations } from '../running/prepared.js';
import { isTraced } from '../running/trace.js';
import { guardingVariables } from '../running/variables.js';
import { schema } from '../schema.js';
import type { GraphqlOptions, Serving } from './options.js';

export interface Engine extends Pick<Serving, 'operationOf'> {
  readonly schema: GraphQLSchema;
  readonly mask: Mask;
  /** Errors of an operation that must not run: of its variables, and of its cost. */
  readonly guard: CostGuard;
  readonly execute: Execute;
  readonly prepared: PreparedOperations;
  /** A context for the operation of a request; what it reads bounds the age in the report. */
  contextOf(request: FastifyRequest): Context;
  /** Whether the answer says what it has cost. */
  isTraced(request: FastifyRequest): boolean;
}

export function openEngine({ ledger, log, operationOf }: Serving, options: GraphqlOptions): Engine {
  const { introspection = true, federation = false, trace = false } = options;
  const { maxPage, limits } = options;
  const mask = maskError(log);
  const execute = finishing(mask, limits.answer);
  return {
    schema: federation ? subgraphSchema(introspection) : schema,
    mask,
    guard: guardingVariables(costGuard(limits.cost, ledger.batching, maxPage), mask),
    execute,
    prepared: preparedOperations(execute),
    operationOf,
    contextOf: (request) =>
      makeContext(ledger, operationOf(request), maxPage, (maxAge) => {
        const { report } = request;
        report.maxAge = Math.min(report.maxAge, maxAge);
      }),
    isTraced: (request) => trace || isTraced(request),
  };
}
