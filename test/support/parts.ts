// A client that reads an answer in parts: each delivery as it comes, and what they come to in the end.
import { putMember } from '../../src/contract/json.js';
import type { Server } from '../../src/server.js';

type Json = Record<string, unknown>;

interface Part {
  readonly data?: Json | null;
  readonly items?: readonly unknown[] | null;
  readonly path: readonly (string | number)[];
  readonly label?: string;
  readonly errors?: readonly Failure[];
}

interface Failure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Json;
}

export interface Delivery {
  // biome-ignore lint/suspicious/noExplicitAny: a query that is plain text has no type
  readonly data?: any;
  readonly errors?: readonly Failure[];
  readonly incremental?: readonly Part[];
  readonly hasNext?: boolean;
  readonly extensions?: Json;
}

export interface Asked {
  readonly variables?: Json;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a query, or all members of a body; the deliveries are read from the response as they come. */
export async function askInParts(
  { url }: Pick<Server, 'url'>,
  query: string | object,
  { variables, accept = 'multipart/mixed', headers = {}, signal }: Asked = {},
) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify(typeof query === 'string' ? { query, variables } : query),
    ...(signal && { signal }),
  });
  return { response, deliveries: deliveriesOf(response) };
}

/** Deliveries of a multipart body, of an event stream, or the one of plain JSON. */
async function* deliveriesOf(response: Response): AsyncGenerator<Delivery> {
  const isEvents = response.headers.get('content-type')?.includes('event-stream');
  const end = isEvents ? '\n\n' : '\r\n---';
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const pieces = text.split(end);
    text = pieces.pop() as string;
    for (const piece of pieces) {
      const json = /^(?:data: |\r\n)?(\{.*\})\s*$/m.exec(piece)?.[1];
      if (json) yield JSON.parse(json);
    }
  }
  if (text.startsWith('{')) yield JSON.parse(text);
}

/** All deliveries of an answer. */
export async function allParts(...asked: Parameters<typeof askInParts>): Promise<Delivery[]> {
  const all: Delivery[] = [];
  for await (const delivery of (await askInParts(...asked)).deliveries) all.push(delivery);
  return all;
}

/** What a client has when all parts are in their places, and all errors. */
export function merged(deliveries: readonly Delivery[]) {
  const [first, ...later] = deliveries;
  const data = structuredClone(first?.data);
  const errors = [...(first?.errors ?? [])];
  for (const part of later.flatMap(({ incremental = [] }) => incremental)) {
    errors.push(...(part.errors ?? []));
    const path = part.items ? part.path.slice(0, -1) : part.path;
    const place = path.reduce(memberOf, data);
    if (part.items) {
      const start = part.path.at(-1) as number;
      for (const [at, item] of part.items.entries()) {
        const list = place as unknown[];
        list[start + at] = put(list[start + at], item);
      }
    } else if (part.data) put(place, part.data);
  }
  return { data, errors };
}

/** A member of its own: names of the prototype, `__proto__` among them, are names like any other. */
const memberOf = (holder: unknown, key: string | number): unknown =>
  Object.hasOwn(holder as Json, key) ? (holder as Json)[key as string] : undefined;

/** Puts what has come into what there is, object by object. */
function put(into: unknown, value: unknown): unknown {
  if (typeof into !== 'object' || typeof value !== 'object' || !into || !value) return value;
  for (const [key, member] of Object.entries(value)) {
    putMember(into, key, put(memberOf(into, key), member));
  }
  return into;
}
