// Operations that clients name instead of sending: trusted documents, and automatic persisted queries.
import { createHash } from 'node:crypto';
import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { documentParameters } from './request.js';
import { faultsIn } from './valid.js';

export interface PersistedOptions {
  /** Trusted documents by id. */
  readonly documents: ReadonlyMap<string, string>;
  /** Whether nothing else is run. */
  readonly only: boolean;
}

/** Texts that clients have registered by their hash, in characters at the most. */
const registeredSize = 4_000_000;

/**
 * Puts the text in the place of an id: `documentId` (GraphQL over HTTP), `doc_id` or `id` (Relay),
 * or Apollo's `extensions.persistedQuery.sha256Hash`, whose text a client may register.
 */
export function persistedPlugin({ documents, only }: PersistedOptions): Plugin {
  const registered = new LRUCache<string, string>({
    maxSize: registeredSize,
    sizeCalculation: (text) => text.length + 64,
  });
  const trusted = new Set(documents.values());
  return {
    onParams({ params, setParams }) {
      const hash = hashOf(params);
      const id = operationIdOf(params);
      const { query } = params;
      if (query !== undefined && typeof query !== 'string') return;
      if (query) {
        if (only && !trusted.has(query)) throw refusal(notTrusted, 'PERSISTED_QUERY_ONLY');
        if (hash === null || only) return;
        if (createHash('sha256').update(query).digest('hex') !== hash) {
          throw refusal('provided sha does not match query', 'PERSISTED_QUERY_HASH_MISMATCH');
        }
        registered.set(hash, query);
        return;
      }
      if (id === null) {
        if (only) throw refusal(notTrusted, 'PERSISTED_QUERY_ONLY');
        return;
      }
      const text = documents.get(id) ?? documents.get(id.replace(/^sha256:/, ''));
      const known = text ?? (only ? undefined : registered.get(id));
      // The message and the code are what Apollo's clients look for, to send the text.
      if (known === undefined) throw refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
      setParams({ ...params, query: known });
    },
  };
}

/** Why trusted documents can not be run, each by one of its ids. */
export function misfits(
  schema: GraphQLSchema,
  documents: PersistedOptions['documents'],
): readonly { readonly id: string; readonly why: string }[] {
  const ids = new Map([...documents].map(([id, text]) => [text, id]));
  return [...ids].flatMap(([text, id]) => {
    const why = misfit(schema, text);
    return why === undefined ? [] : [{ id, why }];
  });
}

function misfit(schema: GraphQLSchema, text: string): string | undefined {
  try {
    return faultsIn(schema, parse(text))[0]?.message;
  } catch (error) {
    return (error as Error).message;
  }
}

const notTrusted = 'Only trusted operations are accepted; send the id of one (documentId)';

// Yoga answers a request that has no operation to run with 200, as Apollo's clients expect it.
const refusal = (message: string, code: string) =>
  new GraphQLError(message, { extensions: { code, http: { spec: true, status: 200 } } });

/** What an operation is named by instead of its text, or beside it; null without a name. */
export const operationIdOf = (params: GraphQLParams): string | null =>
  idOf(params) ?? hashOf(params);

function idOf(params: GraphQLParams): string | null {
  for (const name of documentParameters) {
    const value = (params as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

function hashOf({ extensions }: GraphQLParams): string | null {
  const named = extensions?.['persistedQuery'] as Readonly<Record<string, unknown>> | undefined;
  const hash = named?.['version'] === 1 ? named['sha256Hash'] : null;
  return typeof hash === 'string' ? hash.toLowerCase() : null;
}
