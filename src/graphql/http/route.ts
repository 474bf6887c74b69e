// The GraphQL face: the route `/graphql`, whose answers are kept for identical requests.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLParams } from 'graphql-yoga';
import {
  type Answer,
  answerOf,
  type Found,
  keyOf,
  ResponseCache,
} from '../../answers/response-cache.js';
import { clientLeft } from '../../errors.js';
import { readFreshness } from '../../freshness.js';
import { mayComeInParts } from '../running/parts.js';
import { misfits } from '../running/persisted.js';
import {
  isWellFormed,
  mayHoldRounded,
  readParameters,
  sentText,
  takeTexts,
} from '../running/request.js';
import { openEngine } from './engine.js';
import { graphiqlFiles } from './graphiql-files.js';
import { bodyLimits } from './long-bodies.js';
import type { GraphqlOptions, Serving } from './options.js';
import { packedFor } from './packed.js';
import { repeatedOperations } from './repeated.js';
import { type Made, readResponse } from './response.js';
import { headOf, pageOf, payloadOf } from './send.js';
import { openYoga } from './yoga.js';

/** Registers `/graphql`. */
export function graphqlFace(app: FastifyInstance, options: GraphqlOptions, serving: Serving): void {
  const { ledger, log, operationOf, inTurn } = serving;
  const engine = openEngine(serving, options);
  // Clients of an older schema go on with the rest of theirs, so it is no reason not to start.
  for (const misfit of misfits(engine.schema, options.persisted?.documents ?? new Map())) {
    log.warn(misfit, 'a trusted operation can not be run');
  }
  const yoga = openYoga(serving, options, engine);
  const repeated = repeatedOperations(engine);
  const namespace = JSON.stringify([options.served ?? '', ledger.description]);
  const cache = options.cache ? new ResponseCache(options.cache) : null;

  /** The cache, unless the request wants an answer of its own. */
  const cacheFor = (request: FastifyRequest): ResponseCache | null =>
    engine.isTraced(request) || readFreshness(request.headers).fresh ? null : cache;

  /** Whether the same text asks for the same answer, so that one may be kept. */
  const isKeepable = (request: FastifyRequest, parameters: GraphQLParams): boolean =>
    isWellFormed(parameters) && !mayHoldRounded(parameters) && !mayComeInParts(request, parameters);

  async function run(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: GraphQLParams,
  ): Promise<Made> {
    const again = await repeated.run(request, parameters);
    if (again && !again.result.errors) {
      const type = `${again.mediaType}; charset=utf-8`;
      const { age } = operationOf(request).usage;
      return { answer: answerOf(request.report, JSON.stringify(again.result), type, age) };
    }
    const response = again
      ? yoga.respond(again.result, again.mediaType)
      : await yoga.handle(request, reply, parameters);
    const made = await readResponse(response, request, reply, operationOf(request));
    if (made.answer) repeated.learn(request, made.answer.contentType);
    return made;
  }

  if (options.graphiql) graphiqlFiles(app);
  const limits = bodyLimits(app, ledger);
  takeTexts(app, limits.check);
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    bodyLimit: limits.longest,
    handler(request: FastifyRequest, reply: FastifyReply) {
      const cached = cacheFor(request);
      const key = cached ? keyOf(namespace, sentBy(request)) : '';
      // Before it is known what the text says: whoever has asked with the same one was answered.
      const near = cached?.near(key);
      if (!near) return answered(request, reply, cached, key);
      // Nothing runs for it, and nothing is waited for but that it is packed.
      const payload = given(request, reply, near, 'hit');
      if (payload instanceof Promise) return payload;
      reply.send(payload);
      return undefined;
    },
  });

  /** The answer, made or waited for. */
  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    cached: ResponseCache | null,
    key: string,
  ): Promise<string | Buffer | Response | undefined> {
    const { report } = request;
    const parameters = readParameters(request);
    const kept = isKeepable(request, parameters) ? cached : null;
    let made: Made | undefined;
    const make = async () => {
      made = await inTurn(request, () => run(request, reply, parameters));
      // What is not whole is for who has asked for it, and others may have more luck.
      return made.answer && made.answer.maxAge > 0 ? made.answer : null;
    };
    /** What has become of it for a client that has left says nothing of what others would get. */
    const makeForAll = async () => {
      const answer = await make().catch((error: Error) => error);
      if (answer instanceof Error || answer === null) {
        if (operationOf(request).over === clientLeft) throw clientLeft;
      }
      if (answer instanceof Error) throw answer;
      return answer;
    };
    if (kept) report.cache = 'miss';
    const found = kept && (await kept.answer(key, makeForAll));
    if (found?.answer && !made) return given(request, reply, found.answer, found.how);
    if (!kept) await make();
    const { answer, failed, page, response } = made as Made;
    if (answer) return payloadOf(request, reply, answer, kept !== null && answer.maxAge > 0);
    if (page !== undefined) return pageOf(request, reply, page);
    if (response) return request.method === 'HEAD' ? headOf(reply, response, report) : response;
    if (!failed) return undefined;
    reply.code(failed.status);
    return packedFor(request, reply, failed.body);
  }
}

/** The payload of an answer that was made for somebody else. */
function given(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  how: Found['how'],
): ReturnType<typeof payloadOf> {
  const { report } = request;
  report.cache = how;
  report.codes = [];
  report.name = answer.name;
  return payloadOf(request, reply, answer);
}

const sentBy = (request: FastifyRequest) => ({
  method: request.method,
  accept: request.headers.accept,
  text: sentText(request),
});
