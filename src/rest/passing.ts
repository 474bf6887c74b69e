// Routes whose requests are passed on as they come: whatever the body is, it is the mirror node's to read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { filledPath, placesIn } from '../contract/path-key.js';
import { type PassedOn, passedOn } from '../contract/resources/passed-on.js';
import { LedgerError } from '../errors.js';
import type { InTurn } from '../in-turn.js';
import type { Ledger } from '../ledger.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isPassedOn?: true;
  }
}

/** Headers of a client that say what its body is, and what it can read. */
const given = ['accept-encoding', 'content-type'];

/** Whether a request goes to such a route; it is the only kind beside GraphQL that has a body. */
export const isPassedOn = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.isPassedOn === true;

const routeOf = ({ path }: PassedOn) =>
  filledPath(
    path,
    placesIn(path).map((name) => `:${name}`),
  );

/** Registers the routes, in a scope of their own since its bodies are not read. */
export async function passingFace(
  app: FastifyInstance,
  { pass }: Ledger,
  inTurn: InTurn,
): Promise<void> {
  // A mirror node without an EVM has no such routes (contract H.5).
  if (!pass) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const one of passedOn) {
    const pattern = new RegExp(one.documents?.key?.pattern ?? '');
    app.route({
      method: one.method,
      url: routeOf(one),
      config: { isPassedOn: true },
      ...(one.longBody !== undefined && {
        bodyLimit: Math.max(one.longBody, app.initialConfig.bodyLimit ?? 0),
      }),
      async handler(request, reply) {
        const [, ...search] = (request.raw.url ?? '').split('?');
        const parts = Object.values(request.params as Readonly<Record<string, string>>);
        // Whatever is no key may be another path to who reads it, as `..` is.
        if (!parts.every((part) => pattern.test(part))) throw new LedgerError('NOT_FOUND');
        const headers = given.flatMap((name) => {
          const value = request.headers[name];
          return value === undefined ? [] : [[name, String(value)] as const];
        });
        const asked = {
          path: filledPath(one.path, parts.map(encodeURIComponent)),
          search: search.join('?'),
          headers: Object.fromEntries(headers),
          ...(Buffer.isBuffer(request.body) && { body: request.body }),
        };
        const answer = await inTurn(request, (operation) => pass(one, asked, operation));
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }
}
