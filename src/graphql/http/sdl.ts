// The schema as a document: for generators of types, and to be read.
import type { FastifyInstance } from 'fastify';
import { printedSchema } from '../printed.js';

/** Registers `/graphql/schema.graphql`: the schema as `schema.graphql` has it. */
export function schemaDocument(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/graphql/schema.graphql', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=600', 'x-content-type-options': 'nosniff' });
    text ??= printedSchema();
    return reply.type('text/plain; charset=utf-8').send(text);
  });
}
