// An HTTP client for tests that sends a path as it stands: `fetch` would mend what tests are about.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Server } from '../../src/server.js';
import { sampleServer } from './sample-server.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it says what it is
  readonly body: any;
}

interface Options {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly send?: string;
}

const agent = new Agent({ keepAlive: true });

/** What a server answers; only what may not stand in a request line is escaped. */
export function get({ url }: Pick<Server, 'url'>, path: string, options: Options = {}) {
  const { method = 'GET', headers = {}, send } = options;
  const sent = path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
  return new Promise<Answer>((resolve, reject) => {
    const asking = request(url, { path: sent, method, headers, agent }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      const isJson = response.headers['content-type']?.startsWith('application/json');
      const isPlain = response.headers['content-encoding'] === undefined;
      const text = bytes.toString();
      const body = isJson && isPlain && text !== '' ? JSON.parse(text) : undefined;
      resolve({
        status: response.statusCode as number,
        headers: response.headers,
        bytes,
        text,
        body,
      });
    });
    asking.on('error', reject).end(send);
  });
}

/** A client of the sample ledger, which is served while a file's tests run. */
export function sampleClient(): (path: string, options?: Options) => Promise<Answer> {
  const server = sampleServer();
  return (path, options) => get(server, path, options);
}
