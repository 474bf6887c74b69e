// Methods that a route does not take (contract A.13, A.15): where the reference is in Java they are told as such; of all else there is no such route.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { flowOf } from '../contract/flows.js';
import type { List, Lookup } from '../contract/resource.js';
import { type ErrorMessage, LedgerError } from '../errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is said of a method that the path does not take, and the ones that it takes. */
    readonly notAllowed?: { readonly message: ErrorMessage; readonly allowed: string };
  }
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Registers what a resource's path does not take, where that is told; what it takes is registered before. */
export function tellMethods(app: FastifyInstance, resource: List | Lookup, url: string): void {
  const { method: told } = flowOf(resource).words;
  if (!told) return;
  const isTaken = (method: string) => app.hasRoute({ url, method });
  const allowed = ['GET', 'HEAD', ...writes.filter(isTaken)].join(', ');
  refuseMethods(
    app,
    url,
    writes.filter((one) => !isTaken(one)),
    allowed,
    told,
  );
}

/** Registers methods that a path does not take, which are told the `allowed` ones. */
function refuseMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  allowed: string,
  told: (method: string) => ErrorMessage,
): void {
  for (const method of methods) {
    app.route({
      method,
      url,
      config: { notAllowed: { message: told(method), allowed } },
      handler: async (request, reply) => {
        throw methodError(request, reply);
      },
    });
  }
}

/** What is said of a request that nobody takes, before its body is read. */
export function methodError(
  { routeOptions: { config } }: FastifyRequest,
  reply: FastifyReply,
): LedgerError {
  const { notAllowed } = config;
  if (!notAllowed) return new LedgerError('NOT_FOUND');
  reply.header('allow', notAllowed.allowed);
  return new LedgerError('METHOD_NOT_ALLOWED', undefined, { messages: [notAllowed.message] });
}
