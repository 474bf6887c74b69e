// What a server gives its faces to run their work by: the operation of a request, in its client's turn.
import type { FastifyRequest } from 'fastify';
import type { Operation } from './ledger.js';

/** Runs what makes the answer to a request by the operation that it has, when it is its client's turn. */
export type InTurn = <T>(
  request: FastifyRequest,
  work: (operation: Operation) => Promise<T>,
) => Promise<T>;
