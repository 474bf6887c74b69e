// A client that leaves while weeks are walked for it: the call that is under way is given up, and none follows.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { openCase, remote, serve } from '../support/ledgers.js';
import { type Handler, type Stub, startStub } from '../support/stub.js';

const fortnight = 2n * 604_800_000_000_000n;
const contractlogs = Array.from({ length: 16 }, (_, number) => ({
  consensus_timestamp: 1_700_000_000_000_000_000n + BigInt(number) * fortnight,
  contract_id: 5001,
  topic0: 'bb'.repeat(32),
}));

let stub: Stub;
let server: Server;
const open: { close(): Promise<void> }[] = [];
/** Nobody has logged what is searched for. */
let search: Handler;

beforeAll(async () => {
  const tables = await openCase('embedded', { contractlogs });
  const face = await serve(tables);
  search = ({ url }) => ({
    async send(response) {
      const answer = await fetch(face.url + url);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    },
  });
  stub = await startStub((call) => search(call));
  const ledger = remote(stub.url, { cache: 0 });
  server = await serve(ledger, { operation: { calls: 100 } });
  open.push(server, ledger, stub, face, tables);
}, 30_000);
beforeEach(() => stub.reset(search));
afterAll(async () => {
  for (const one of open) await one.close();
});

const topics = `topics: [["0x${'aa'.repeat(32)}"]]`;
const ways = [
  ['of all contracts', `{ logs(first: 10, filter: { ${topics} }) { nodes { index } } }`],
  [
    'of a contract',
    `{ logs(first: 10, filter: { contract: "0.0.5001", ${topics} }) { nodes { index } } }`,
  ],
  [
    'from the end',
    `{ logs(last: 10, filter: { ${topics} }) { nodes { index } pageInfo { hasPreviousPage } } }`,
  ],
] as const;

const ask = (query: string, signal: AbortSignal) =>
  request(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal,
  }).then(({ body }) => body.text());

/** The call at which the client leaves. */
const last = 7;

describe.each(ways)('a search of logs %s', (_name, query) => {
  it('walks on for who stays', async () => {
    await ask(query, AbortSignal.timeout(10_000));
    expect(stub.calls.length).toBeGreaterThan(last);
  });

  // From the third time on it runs by another way than the first.
  it('gives up the call that is under way, also of an operation that comes again', async () => {
    for (let time = 0; time < 4; time += 1) {
      const client = new AbortController();
      let givenUp: Promise<unknown> | undefined;
      stub.reset((call) => {
        if (stub.calls.length < last) return search(call);
        return {
          send(response) {
            givenUp = once(response, 'close');
            client.abort();
          },
        };
      });
      await expect(ask(query, client.signal)).rejects.toThrow('aborted');
      await givenUp;
      await wait(60);
      expect(stub.calls).toHaveLength(last);
    }
  });

  it('asks nothing after an answer that nobody waits for', async () => {
    const client = new AbortController();
    stub.reset((call) => {
      const answer = search(call);
      if (stub.calls.length === last) client.abort();
      return stub.calls.length < last ? answer : { ...answer, delay: 30 };
    });
    await expect(ask(query, client.signal)).rejects.toThrow('aborted');
    await wait(100);
    expect(stub.calls).toHaveLength(last);
  });
});
