// A GraphQL client for tests: typed documents in, the answer and its raw text out.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { request } from 'undici';
import type { Server } from '../../src/server.js';

export interface GraphqlAnswer<T> {
  readonly data: T;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly status: number;
  /** The body as it came: digits can be looked for in it. */
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a query that is plain text has no type
type Untyped = any;

/** Sends a query to a server's /graphql. */
export async function ask<T = Untyped, V = Readonly<Record<string, unknown>>>(
  { url }: Pick<Server, 'url'>,
  query: TypedDocumentNode<T, V> | string,
  variables?: V,
  operationName?: string,
): Promise<GraphqlAnswer<T>> {
  // Of the thousands of questions of a run, `fetch` would take more time than the server.
  const { statusCode: status, body } = await request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({
      query: typeof query === 'string' ? query : print(query),
      variables,
      operationName,
    }),
  });
  const text = await body.text();
  const { data, errors = [] } = JSON.parse(text);
  return { data, errors, status, text };
}
