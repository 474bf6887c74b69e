// A mirror node that leaves out what is null says the same as one that prints it.
import { beforeAll, expect, it } from 'vitest';
import { parseJson, printJson } from '../../src/contract/json.js';
import { sampleIds as ids } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { sampleServer } from '../support/sample-server.js';
import { passOn } from '../support/stub.js';

const upstream = sampleServer();
let printing: OnStub;
let leavingOut: OnStub;

/** The value without the members of objects in it that are null, but for those of links. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const left = Object.entries(value).filter(([name, member]) => member !== null || name === 'next');
  return Object.fromEntries(left.map(([name, member]) => [name, withoutNulls(member)]));
}

beforeAll(async () => {
  printing = await openStub((call) => passOn(upstream.url)(call));
  leavingOut = await openStub(({ url }) => ({
    async send(response) {
      const answer = await fetch(upstream.url + url);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(printJson(withoutNulls(parseJson(await answer.text()))));
    },
  }));
  return async () => {
    await printing.close();
    await leavingOut.close();
  };
});

const chunks = `messages(first: 5) { nodes { whole { text parts } chunkInfo { number total
  initialTransaction { payerAccountId validStart transaction { name } } } } }`;

it.each([
  '{ transactions(first: 25) { nodes { name entityId entity { __typename } nodeAccount { memo } } } }',
  `{ topic(id: "${ids.noteTopic}") { ${chunks} } }`,
  `{ topic(id: "${ids.chunkTopic}") { ${chunks} } }`,
  '{ contractResults(first: 10) { nodes { fromAccount { memo } block { number } gasPriceHbars } } }',
  '{ network { nodes { nodes { stakeShare rewardRateStartHbars grpcProxyEndpoint { port } } } } }',
  `{ account(id: "${ids.hollow}") { evmAddress stakedNode { description } transactions(first: 9) {
    nodes { scheduledTransaction { name } parent { name } } } } }`,
])('in %s', async (query) => {
  const [expected, given] = [await ask(printing, query), await ask(leavingOut, query)];
  expect(given.errors).toEqual([]);
  expect(given.data).toEqual(expected.data);
  expect(leavingOut.urls()).toEqual(printing.urls());
});
