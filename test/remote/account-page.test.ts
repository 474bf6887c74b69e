// A page of an account with all that a wallet shows of it: few calls to a mirror node, and in two levels.
import { beforeAll, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { sampleServer } from '../support/sample-server.js';

const page = (ofToken: string) => `{ account(id: "0.0.1001") {
  memo
  balance { hbars }
  tokens(first: 8) { nodes { tokenId amount relationship { freezeStatus } ${ofToken} } }
  nfts(first: 10) { nodes { tokenId serialNumber metadataText } }
  pendingAirdrops(first: 10) { nodes { tokenId senderId } }
  outstandingAirdrops(first: 10) { nodes { tokenId receiverId } }
  transactions(first: 10) { nodes { transactionId name result chargedFeeHbars entity { __typename } } }
} }`;

const face = sampleServer();
let server: OnStub;
/** The level of each call: one more than that of any which was answered before it began. */
let levels: number[] = [];
let answered = 0;

beforeAll(async () => {
  server = await openStub(
    ({ url }) => {
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
    },
    { cache: 0 },
  );
  return server.close;
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
