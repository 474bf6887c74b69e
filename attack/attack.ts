// What an attack is: a name, what is sent, and what must come of it; and how to send a query.
import { request } from 'node:http';

export type LedgerName = 'embedded' | 'PostgreSQL' | 'upstream';

/** A server under attack, a process of its own. */
export interface Target {
  readonly url: string;
  readonly ledger: LedgerName;
  /** Lets all connections to the database that are open fall silent; new ones work. */
  silence?(): void;
}

export interface Outcome {
  /** HTTP status, code of the first error, or what else came of it. */
  readonly status: string;
  /** Bytes that came. */
  readonly size: number;
  /** What went wrong, where it is not to be seen by others' waiting. */
  readonly failure?: string;
}

export interface Attack {
  readonly name: string;
  /** Ledgers that it is made on; all without it. */
  readonly on?: readonly LedgerName[];
  /** Options that the server is started with for it. */
  readonly options?: readonly string[];
  /** Whether it takes seconds, so that it is left to `npm run attack`. */
  readonly isLong?: boolean;
  /** Whether it is about the ledger's time, so that others must get answers of it meanwhile. */
  readonly isOnLedger?: boolean;
  /** How many times the usual patience others may have to have for an answer of the ledger. */
  readonly patience?: number;
  run(target: Target): Promise<Outcome>;
}

export interface Question {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after which the client goes away. */
  readonly leaves?: number;
}

/** Sends a query and reads all that comes. A client that leaves, or is cut off, has had no answer. */
export function send({ url }: Target, question: Question): Promise<Outcome> {
  const { query, variables, operationName, accept, headers, leaves } = question;
  return new Promise((resolve) => {
    const sent = request(
      new URL('/graphql', url),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(accept && { accept }), ...headers },
      },
      (response) => {
        let size = 0;
        let start = '';
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (start.length < 2000) start += chunk.toString('latin1');
        });
        response.on('error', () => resolve({ status: 'cut off', size }));
        response.on('end', () => {
          const code = /"code":"(\w+)"/.exec(start)?.[1];
          const { statusCode } = response;
          resolve({ status: code ? `${statusCode} ${code}` : `${statusCode}`, size });
        });
      },
    );
    sent.on('error', ({ message }) => resolve({ status: message, size: 0 }));
    sent.end(JSON.stringify({ query, variables, operationName }));
    if (leaves !== undefined) setTimeout(() => sent.destroy(), leaves);
  });
}

/** Outcomes of many requests as one: the statuses that came, and all bytes. */
export function summed(outcomes: readonly Outcome[]): Outcome {
  const statuses = [...new Set(outcomes.map(({ status }) => status))];
  return { status: statuses.join(', '), size: outcomes.reduce((sum, { size }) => sum + size, 0) };
}

export const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
