// Answers in parts: who gets them, that they come to the same answer, and what is said of them.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { partsPlugin } from '../../src/graphql/running/parts.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';
import { marked } from '../support/marked.js';
import { randomOperation } from '../support/operations.js';
import { allParts, askInParts, merged } from '../support/parts.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer({ graphql: { cache: memoryStore(1_000_000) } });

beforeEach(() => {
  server.calls.length = 0;
});

const query = `{
  account(id: "0.0.1001") {
    entityId
    ... @defer(label: "tokens") {
      tokens(first: 3) { edges @stream(initialCount: 1) { node { tokenId token { name } } } }
    }
    ... Schedules @defer(label: "schedules")
  }
}
fragment Schedules on Account { schedules(first: 2) { nodes { entityId memo } } }`;
const plain = query.replaceAll(/@(?:defer|stream)\([^)]*\)/g, '');

describe('an operation that marks parts', () => {
  it.each([
    ['multipart/mixed', 'multipart/mixed'],
    ['multipart/mixed;deferSpec=20220824, application/json', 'multipart/mixed'],
    ['application/json, Multipart/Mixed', 'multipart/mixed'],
    ['text/event-stream', 'text/event-stream'],
  ])('comes in parts to who accepts %s', async (accept, type) => {
    // What comes whole, to this client and to others, teaches the short way, which parts must not take.
    for (let time = 1; time <= 3; time++) {
      await allParts(server, '{ __typename }', { accept });
      await allParts(server, query, { accept: `application/json;q=0.${time}` });
    }
    const { response, deliveries } = await askInParts(server, query, { accept });
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const all = [];
    for await (const one of deliveries) all.push(one);
    expect(all[0]).toEqual({ data: { account: { entityId: '0.0.1001' } }, hasNext: true });
    expect(all.map(({ hasNext }) => hasNext)).toEqual([...Array(all.length - 1).fill(true), false]);
    expect(merged(all).data).toEqual((await ask(server, plain)).data);
    const labels = all.flatMap(({ incremental = [] }) => incremental.map(({ label }) => label));
    expect(new Set(labels)).toEqual(new Set(['tokens', 'schedules', undefined]));
  });

  it.each([
    '*/*',
    'application/json',
    'application/graphql-response+json',
    'multipart/mixed;q=0, application/json',
    'multipart/mixed;incrementalSpec=v0.2, application/json',
    'multipart/form-data, */*',
  ])('comes whole to who accepts %s', async (accept) => {
    const { response, deliveries } = await askInParts(server, query, { accept });
    expect(response.headers.get('content-type')).toContain('json');
    const all = [];
    for await (const one of deliveries) all.push(one);
    expect(all).toEqual([{ data: (await ask(server, plain)).data }]);
  });

  it('comes whole where its variables say so', async () => {
    const text = `query ($defer: Boolean!, $count: Int!) { tokens(first: 3) {
      nodes @stream(if: $defer, initialCount: $count) { name } ... @defer(if: $defer) { pageInfo { hasNextPage } } } }`;
    const lengths = [];
    for (const defer of [true, false, true]) {
      const all = await allParts(server, text, { variables: { defer, count: 2 } });
      expect(merged(all).data.tokens.nodes).toHaveLength(3);
      lengths.push(all[0]?.data.tokens.nodes.length);
    }
    expect(lengths).toEqual([2, 3, 2]);
  });

  it('comes in parts to a GET and by a persisted id too', async () => {
    const id = 'tokens-in-parts';
    const documents = new Map([[id, query]]);
    const persisted = await serve(server.ledger, {
      graphql: { persisted: { documents, only: true }, cache: memoryStore(1e6) },
    });
    for (const parameters of [{ query }, { documentId: id }]) {
      const search = new URLSearchParams(parameters as Record<string, string>);
      const response = await fetch(`${persisted.url}/graphql?${search}`, {
        headers: { accept: 'text/event-stream' },
      });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect((await response.text()).match(/^event: next$/gm)?.length).toBeGreaterThan(2);
    }
    await persisted.close();
  });

  it.each([query, '{ __typename }'])(
    'leaves the connection to what its client wants: %#',
    async (text) => {
      const sent = httpRequest(`${server.url}/graphql`, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
      });
      sent.end(JSON.stringify({ query: text }));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('multipart/mixed'),
        connection: 'close',
      });
      response.resume();
      await once(response, 'close');
    },
  );

  it('is asked anew each time, and stays in parts when it comes again', async () => {
    for (let time = 1; time <= 4; time++) {
      server.calls.length = 0;
      const all = await allParts(server, query);
      expect(all[0]?.hasNext).toBe(true);
      expect(server.calls).toHaveLength(4);
    }
  });

  it('is kept like any other where it comes whole', async () => {
    for (let time = 1; time <= 4; time++) await ask(server, `# kept\n${query}`);
    // The account is not looked up: its tokens say that it is there.
    expect(server.calls).toHaveLength(3);
  });

  it('makes the calls that it makes without the marks', async () => {
    const text = (
      mark: string,
    ) => `{ balances(first: 5, order: ASC, filter: { account: { gte: "0.0.1001" } }) {
      nodes { accountId ${mark} { account { memo tokens(first: 2) { nodes { token { name } } } } } } } }`;
    await ask(server, text('...'));
    const calls = [...server.calls];
    server.calls.length = 0;
    const all = await allParts(server, text('... @defer'));
    expect(server.calls).toEqual(calls);
    expect(calls).toHaveLength(4);
    expect(merged(all).data).toEqual((await ask(server, text('...'))).data);
  });

  it('asks for lists that are deferred together with those that are not, and with their account', async () => {
    const text = (mark: string) => `{ account(id: "0.0.1007") { memo
      tokenAllowances(last: 1) { nodes { id } } ${mark} { all: tokenAllowances(first: 9) { nodes { id } } } } }`;
    await ask(server, text('...'));
    const calls = [...server.calls];
    server.calls.length = 0;
    await allParts(server, text('... @defer'));
    expect(server.calls).toEqual(calls);
    expect(calls).toEqual(['one account', 'pages tokenAllowances ×2']);
  });

  it('loads what only a deferred fragment selects', async () => {
    const text = (mark: string) =>
      `{ balances(first: 3, order: ASC, filter: { account: { gte: "0.0.1001" } }) {
        nodes { account { entityId ${mark} { memo evmAddress } } } } }`;
    const { data } = merged(await allParts(server, text('... @defer')));
    expect(data).toEqual((await ask(server, text('...'))).data);
    expect(data.balances.nodes[0].account.memo).toBe('Harbour Museum: collection wallet');
  });

  it('has members named as those of all objects like any other', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const text = (mark: string) => {
      const inside = names.map((name) => `${name}: hbars`).join(' ');
      const all = names.map(
        (name) => `${name}: account(id: "0.0.1001") { balance { ${mark} { ${inside} } } }`,
      );
      return `{ ${mark} { ${all.join(' ')} } }`;
    };
    const { data } = merged(await allParts(server, text('... @defer')));
    const whole = await ask(server, text('...'));
    expect(JSON.stringify(data)).toBe(JSON.stringify(whole.data));
    expect(Object.keys(whole.data)).toEqual(names);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('comes to the same answer wherever the marks stand', async () => {
    const known = { keys: ['ab'.repeat(32)], aliases: ['HIQQ'], hashes: ['0xab'] };
    let compared = 0;
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      const text = randomOperation(draw, known);
      const whole = await ask(server, text);
      const parts = merged(
        await allParts(
          server,
          marked(text, (below) => draw(fc.nat, { max: below - 1 })),
        ),
      );
      // Marks are directives, of which an operation may have so many only.
      if (parts.errors.some(({ extensions }) => extensions?.code === 'COST_LIMIT')) return;
      expect(parts.errors.length > 0).toBe(whole.errors.length > 0);
      if (whole.errors.length > 0) return;
      expect(parts.data).toEqual(whole.data);
      compared += 1;
    });
    await fc.assert(property, { seed: 20_261_128, numRuns: 25, endOnFailure: true });
    expect(compared).toBeGreaterThan(5);
  });
});

describe('a wrong mark', () => {
  const message = async (text: string, variables = {}) => {
    const all = await allParts(server, text, { variables });
    expect(all).toHaveLength(1);
    const { message, extensions } = all[0]?.errors?.[0] ?? {};
    return [message, extensions?.['code'], extensions?.['argument']];
  };

  it.each(['-1', '$n'])('tells what it wants, and what came: %s', async (count) => {
    const text = `query ($n: Int = 0, $first: Int) { tokens(first: $first) {
      nodes @stream(initialCount: ${count}) { name } } blocks(first: $n) { nodes { hash } } }`;
    const told = `initialCount: must be a whole number from 0 on, but got ${count}`;
    const given = count === '$n' ? { first: 1, n: null } : { first: 1 };
    expect(await message(text, given)).toEqual([told, 'BAD_USER_INPUT', 'initialCount']);
  });

  it.each([
    ['{ tokens @stream { nodes { name } } }', 'cannot be used on non-list field'],
    [
      '{ ... @defer(label: "a") { a: __typename } ... @defer(label: "a") { b: __typename } }',
      'must be unique',
    ],
    ['query ($l: String) { ... @defer(label: $l) { __typename } }', 'must be a static string'],
    ['{ __typename @defer }', 'may not be used on FIELD'],
  ])('is refused before anything runs: %s', async (text, expected) => {
    const [told, code] = await message(text);
    expect(told).toContain(expected);
    expect(code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(server.calls).toEqual([]);
  });

  it('costs no more to look at than any other text', async () => {
    // graphql-js gives up on so many fields of one name, and nothing else may look at them.
    const [told, code] = await message(`{ ... @defer { ${'__typename '.repeat(2000)} } }`);
    expect([told, code]).toEqual([expect.stringContaining('500000 comparisons'), 'COST_LIMIT']);
    const rules: string[] = [];
    const addValidationRule = ({ name }: { name: string }) => rules.push(name);
    const { onValidate } = partsPlugin((error) => error as Error);
    onValidate?.({ params: {}, addValidationRule } as never);
    expect(rules.sort()).toEqual([
      'DeferStreamDirectiveLabelRule',
      'DeferStreamDirectiveOnRootFieldRule',
      'StreamDirectiveOnListFieldRule',
    ]);
  });
});
