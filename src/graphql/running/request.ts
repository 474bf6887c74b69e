// What a request to /graphql asks for: a JSON body or a query string, and no other way in.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLParams } from 'graphql-yoga';
import { badInput, LedgerError } from '../../errors.js';
import { mayBeRounded, parseExactJson } from '../build/exact-json.js';

/** Parameters of a request beside those of the GraphQL specification that name a document. */
export const documentParameters = ['documentId', 'doc_id', 'id'];

const plainParameters = ['query', 'operationName', ...documentParameters];
const jsonParameters = ['variables', 'extensions'];

/** Parameters with numbers that may be rounded: what looks the same need not be so. */
const rounded = new WeakSet<object>();

/** Whether parameters hold numbers of which their JSON says too little. */
export const mayHoldRounded = (parameters: object): boolean => rounded.has(parameters);

/** What a request has sent as text, by which answers to it are kept; empty for no body. */
export const sentText = ({ method, body, raw }: FastifyRequest): string =>
  method === 'POST' ? ((body as string | undefined) ?? '') : searchOf(raw.url);

/** Takes a JSON body as text where `check` lets it through: an answer that is kept is found by that alone. */
export function takeTexts(app: FastifyInstance, check: (text: string) => void): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      check(text as string);
    } catch (error) {
      return void done(error as Error);
    }
    done(null, text);
  });
}

/** Reads the JSON of a body without rounding a number unseen. @throws what Fastify says to none */
function fromBody(request: FastifyRequest): unknown {
  const { body: text, server } = request;
  if (typeof text !== 'string') return undefined;
  let read: unknown;
  server.getDefaultJsonParser('error', 'error')(request, text, (error, body) => {
    if (error) throw error;
    read = body;
  });
  if (!mayBeRounded(text)) return read;
  const exact = parseExactJson(text);
  if (typeof exact === 'object' && exact !== null) rounded.add(exact);
  return exact;
}

/**
 * Reads the parameters; what they mean is checked later. The server takes no body but JSON, which
 * a browser sends to another site only after it has asked (CORS): no form can run an operation.
 * @throws LedgerError BAD_USER_INPUT, and what Fastify says to a body that is no JSON
 */
export function readParameters(request: FastifyRequest): GraphQLParams {
  const isSearch = request.method !== 'POST';
  const read = isSearch
    ? fromSearch(new URLSearchParams(searchOf(request.raw.url)))
    : fromBody(request);
  const parameters = (read ?? {}) as GraphQLParams;
  for (const name of jsonParameters) {
    const value = (parameters as Readonly<Record<string, unknown>>)[name];
    if (isDeeper(value, deepest)) {
      throw new LedgerError('BAD_USER_INPUT', `${name}: may be nested ${deepest} levels deep`);
    }
  }
  return parameters;
}

/**
 * Whether parameters have no names and types but those that they should have, so that what they ask
 * for can be told from them alone. All others are refused, or read with more patience, by yoga.
 */
export function isWellFormed(parameters: GraphQLParams): boolean {
  if (!isObject(parameters)) return false;
  const given = parameters as Readonly<Record<string, unknown>>;
  for (const name in given) {
    const value = given[name];
    if (value === null || value === undefined) continue;
    const isRight = jsonParameters.includes(name) ? isObject(value) : typeof value === 'string';
    if (!isRight || !(plainParameters.includes(name) || jsonParameters.includes(name)))
      return false;
  }
  return true;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Levels of lists and objects in variables; whoever walks them recursively has no stack for more. */
const deepest = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) {
    if (isDeeper((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return true;
  }
  return false;
}

const searchOf = (url = ''): string => url.split('?').slice(1).join('?');

function fromSearch(search: URLSearchParams): GraphQLParams {
  const read: Record<string, unknown> = {};
  for (const name of plainParameters) {
    const text = search.get(name);
    if (text) read[name] = text;
  }
  for (const name of jsonParameters) {
    const text = search.get(name);
    if (!text) continue;
    read[name] = parseParameter(name, text);
    if (mayBeRounded(text)) rounded.add(read);
  }
  return read as GraphQLParams;
}

function parseParameter(name: string, text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw badInput(name, text, 'must be JSON');
  }
}
