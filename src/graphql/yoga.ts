// The GraphQL face: yoga on the server's route.
import type { FastifyInstance } from 'fastify';
import type { Ledger } from '../ledger.js';
import type { ServerOptions } from '../server.js';

export function graphqlFace(_app: FastifyInstance, _ledger: Ledger, _options: ServerOptions): void {}
