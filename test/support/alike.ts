// The same request five times: yoga runs it first, and from the third time on nobody but the executor does.
import { expect } from 'vitest';
import type { Server } from '../../src/server.js';

export interface RawAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Status, content type and text of an answer to a body as it is. */
export async function answerTo(
  { url }: Pick<Server, 'url'>,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
}

/** The answer that a body has each time. */
export async function alike(
  server: Pick<Server, 'url'>,
  body: string,
  headers?: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const first = await answerTo(server, body, headers);
  for (let time = 2; time <= 5; time += 1) {
    const again = await answerTo(server, body, headers);
    expect(again, `time ${time}: ${body.slice(0, 2000)}`).toEqual(first);
  }
  return first;
}

/** A query as a body. */
export const post = (query: string, variables?: object, operationName?: string | null): string =>
  JSON.stringify({ query, variables, operationName });
