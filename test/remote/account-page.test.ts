// A page of an account with all that a wallet shows of it: few calls to a mirror node, and in two levels.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

const page = (ofToken: string) => `{ account(id: "0.0.1001") {
  memo
  balance { hbars }
  tokens(first: 8) { nodes { tokenId amount relationship { freezeStatus } ${ofToken} } }
  nfts(first: 10) { nodes { tokenId serialNumber metadataText } }
  pendingAirdrops(first: 10) { nodes { tokenId senderId } }
  outstandingAirdrops(first: 10) { nodes { tokenId receiverId } }
  transactions(first: 10) { nodes { transactionId name result chargedFeeHbars entity { __typename } } }
} }`;

let sample: Ledger;
let face: Server;
let stub: Stub;
let ledger: Ledger;
let server: Server;
/** The level of each call: one more than that of any which was answered before it began. */
let levels: number[] = [];
let answered = 0;

beforeAll(async () => {
  sample = await openSample('embedded');
  face = await serve(sample);
  stub = await startStub(({ url }) => {
    const level = answered + 1;
    levels.push(level);
    return {
      async send(response) {
        const answer = await fetch(face.url + url);
        const text = await answer.text();
        answered = Math.max(answered, level);
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
      },
      // Long enough that all of a level have begun.
      delay: 200,
    };
  });
  ledger = remote(stub.url, { cache: 0 });
  server = await serve(ledger);
});
afterAll(async () => {
  await server.close();
  await ledger.close();
  await stub.close();
  await face.close();
  await sample.close();
});

it.each([
  ['is five calls at once', '', 5, 1],
  ['is one more, in a second level, where tokens have their names', 'token { name symbol }', 6, 2],
])('%s, and the same answer as without HTTP', async (_name, ofToken, calls, depth) => {
  levels = [];
  answered = 0;
  const { data, errors } = await ask(server, page(ofToken));
  expect(errors).toEqual([]);
  expect(levels).toHaveLength(calls);
  expect(Math.max(...levels)).toBe(depth);
  const { account } = data;
  expect(account.tokens.nodes).toHaveLength(8);
  for (const list of ['nfts', 'transactions']) {
    expect(account[list].nodes.length).toBeGreaterThan(3);
  }
  expect(data).toEqual((await ask(face, page(ofToken))).data);
});
