// The search finds each thing by all that it is called, on every ledger alike, and typing is no error.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, engines, openSample, remote, serve } from '../support/ledgers.js';
import { type Handler, type Stub, startStub } from '../support/stub.js';

const servers = new Map<string, Server>();
const ledgers = new Map<string, ReturnType<typeof counted>>();
const names = [...engines, 'remote', 'failing'];
/** Paths that the mirror node of the failing ledger can not answer. */
let broken: RegExp;
let mirror: Stub;

beforeAll(async () => {
  for (const engine of engines) await start(engine, counted(await openSample(engine)));
  const { url } = servers.get('embedded') as Server;
  const answer: Handler = (call) =>
    broken.test(call.url)
      ? { status: 500 }
      : {
          async send(response) {
            const found = await fetch(url + call.url);
            response.writeHead(found.status, { 'content-type': 'application/json' });
            response.end(await found.text());
          },
        };
  mirror = await startStub(answer);
  await start('remote', counted(remote(url, { cache: 0 })));
  await start('failing', counted(remote(mirror.url, { cache: 0, retries: 0 })));
});
afterAll(async () => {
  for (const name of [...names].reverse()) {
    await servers.get(name)?.close();
    await ledgers.get(name)?.close();
  }
  await mirror.close();
});

async function start(name: string, ledger: ReturnType<typeof counted>): Promise<void> {
  ledgers.set(name, ledger);
  servers.set(name, await serve(ledger));
}

const globalId = (text: string) => Buffer.from(text).toString('base64url');
const asItWas = 'Account:0.0.1010@1795175500.000000000';

const server = (name: string) => servers.get(name) as Server;

/** What each text finds: types and global ids, in their order. */
async function found(name: string, texts: readonly string[], first = 10) {
  const searches = texts.map(
    (_text, at) =>
      `t${at}: search(text: $t${at}, first: ${first}) { __typename ... on Node { id } }`,
  );
  const declared = texts.map((_text, at) => `$t${at}: String!`).join(' ');
  const variables = Object.fromEntries(texts.map((text, at) => [`t${at}`, text]));
  const query = `query (${declared}) { ${searches.join(' ')} }`;
  const { data, errors, text } = await ask(server(name), query, variables);
  expect(errors).toEqual([]);
  expect(JSON.parse(text).extensions?.warnings).toBeUndefined();
  const all: { __typename: string; id: string }[][] = texts.map((_text, at) => data[`t${at}`]);
  return all;
}

const named = (all: readonly { __typename: string; id: string }[]) =>
  all.map(({ id }) => Buffer.from(id, 'base64url').toString());

const everything = `{
  accounts(first: 6, filter: { account: { gte: "0.0.1001" } }) { nodes { id entityId evmAddress alias key { type key } } }
  tokens(first: 4) { nodes { id entityId nfts(first: 1) { nodes { id tokenId serialNumber } } } }
  contracts(first: 2) { nodes { id entityId evmAddress } }
  schedules(first: 2) { nodes { id entityId } }
  topic(id: "${sampleIds.noteTopic}") { id entityId }
  blocks(first: 3) { nodes { id number hash } }
  transactions(first: 6) { nodes { id transactionId transactionHash consensusTimestamp } }
  network { nodes(first: 3) { nodes { id nodeId } } }
}`;

/** Every text of an object that names it, with its global id. */
function textsOf(value: unknown, names: [text: string, id: string][] = []): [string, string][] {
  if (typeof value !== 'object' || value === null) return names;
  const { id, key, tokenId, serialNumber, ...own } = value as Record<string, string>;
  const nft = serialNumber === undefined ? [] : [`${tokenId}/${serialNumber}`];
  const texts = [id, ...nft, ...Object.values(own)].filter((text) => typeof text === 'string');
  if (id) for (const text of texts) names.push([text as string, id]);
  const primitive = key as unknown as { type: string; key: string } | null | undefined;
  if (id && primitive && /^E/.test(primitive.type)) names.push([primitive.key, id]);
  for (const member of Object.values(value)) textsOf(member, names);
  return names;
}

describe('a search', () => {
  it('finds everything that the API shows by each text that it shows of it', async () => {
    const { data } = await ask(server('embedded'), everything);
    const texts = textsOf(data);
    expect(texts.length).toBeGreaterThan(50);
    for (let at = 0; at < texts.length; at += 16) {
      const some = texts.slice(at, at + 16);
      const all = await found(
        'embedded',
        some.map(([text]) => text),
        100,
      );
      for (const [index, [text, id]] of some.entries()) {
        expect(named(all[index] ?? []), text).toContain(Buffer.from(id, 'base64url').toString());
      }
    }
  });

  const known: [text: string, ...found: string[]][] = [
    ['0.0.1010', 'Account:0.0.1010'],
    ['1010', 'Account:0.0.1010'],
    ['0.0.1009', 'Contract:0.0.1009', 'Account:0.0.1009'],
    ['2001', 'Token:0.0.2001'],
    ['0x00000000000000000000000000000000000007d1', 'Token:0.0.2001'],
    [sampleIds.noteTopic, `Topic:${sampleIds.noteTopic}`],
    [sampleIds.executedSchedule, `Schedule:${sampleIds.executedSchedule}`],
    ['3', 'Account:0.0.3', 'NetworkNode:3'],
    [String(sampleIds.lastBlock), `Block:${sampleIds.lastBlock}`],
    [`0x${sampleIds.lastBlock.toString(16)}`, `Block:${sampleIds.lastBlock}`],
    [`0x${'5001'.repeat(16)}`, 'Transaction:1795171040.287190063'],
    ['0.0.2003/1', 'Nft:0.0.2003/1'],
    ['café crème', 'Token:0.0.10265'],
    ['café crème'.normalize('NFD'), 'Token:0.0.10265'],
    [globalId(asItWas), asItWas],
    [globalId('Balance:0.0.1010')],
    [globalId('Token:2001')],
    ['0.0.999999999'],
    ['f'.repeat(40)],
    ['e'.repeat(64)],
    ['d'.repeat(96)],
    ['c'.repeat(66)],
    ['0.0.2@1700000000.000000001'],
    ['1700000000.000000001'],
    ['5.000000001'],
    ['2001-01-01T00:00:00Z'],
    ['no token is called so'],
  ];

  it.each(names.filter((name) => name !== 'failing'))('answers the same on %s', async (name) => {
    const all = await found(
      name,
      known.map(([text]) => text),
    );
    expect(all.map(named)).toEqual(known.map(([, ...ids]) => ids));
  });

  it('ends with the block that a time lies in, and takes the time in any form', async () => {
    const time = '1795170000.467516260';
    const [one, iso, other] = await found('remote', [
      time,
      '2026-11-20T10:20:00.46751626Z',
      '1795170000.4675',
    ]);
    expect(named(one ?? [])).toEqual([`Transaction:${time}`, expect.stringMatching(/^Block:/)]);
    expect(iso).toEqual(one);
    expect(other).toEqual([]);
  });

  it('has the best first: a whole name before a symbol, before a part of a name', async () => {
    const query =
      'query ($text: String!) { search(text: $text, first: 100) { ... on Token { name symbol } } }';
    const { data } = await ask(server('embedded'), query, { text: 'ing' });
    const tokens: { name: string; symbol: string }[] = data.search;
    const places = tokens.map(({ name, symbol }) => {
      const own = name.toLowerCase();
      if (own === 'ing') return 0;
      if (symbol.toLowerCase() === 'ing') return 1;
      return own.startsWith('ing') ? 2 : 3;
    });
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual([...places].sort());
    const [whole] = await found('embedded', [tokens.at(-1)?.name ?? ''], 1);
    expect(whole).toHaveLength(1);
  });

  it('finds a symbol in any letter case, where the ledger is a database', async () => {
    const { data } = await ask(
      server('embedded'),
      '{ tokens(first: 100) { nodes { entityId name symbol } } }',
    );
    type Known = { readonly entityId: string; readonly name: string; readonly symbol: string };
    const apart = (data.tokens.nodes as Known[]).filter(
      ({ name, symbol }) =>
        /^[a-z]+$/i.test(symbol) && !name.toLowerCase().includes(symbol.toLowerCase()),
    );
    expect(apart.length).toBeGreaterThan(2);
    for (const { entityId, symbol } of apart.slice(0, 3)) {
      for (const engine of engines) {
        const [one, other] = await found(engine, [symbol, symbol.toLowerCase()], 100);
        expect(named(one ?? [])).toContain(`Token:${entityId}`);
        expect(other).toEqual(one);
      }
      const [none] = await found('remote', [symbol]);
      expect(named(none ?? [])).not.toContain(`Token:${entityId}`);
    }
  });

  it.each(engines)(
    'finds a name from its first letter on, without accents, on %s',
    async (engine) => {
      const typed = ['c', 'ca', 'caf', 'CAFE', 'cafe creme', 'CAFÉ CRÈ', 'reme', 'Ｃafe'];
      const all = await found(engine, typed, 100);
      expect(all.map((one) => named(one).includes('Token:0.0.10265'))).toEqual(
        typed.map((text) => text !== 'Ｃafe'),
      );
      expect(named((await found(engine, ['cafe'], 1))[0] ?? [])).toEqual(['Token:0.0.10265']);
    },
  );

  it('takes no character of a name for any other', async () => {
    for (const name of ['embedded', 'remote'])
      expect(await found(name, ['___', '%%%', '\\\\\\', '_a%'])).toEqual([[], [], [], []]);
  });

  it('gives no more than it is asked for, and refuses more than there can be', async () => {
    const [one] = await found('embedded', ['ing'], 1);
    expect(one).toHaveLength(1);
    const { data: unsaid } = await ask(
      server('embedded'),
      '{ search(text: "ing", first: null) { __typename } }',
    );
    expect(unsaid.search.length).toBeLessThanOrEqual(10);
    expect(unsaid.search.length).toBeGreaterThan(1);
    ledgers.get('embedded')?.calls.splice(0);
    expect(await found('embedded', ['ing'], 0)).toEqual([[]]);
    for (const first of [-1, 101]) {
      const { data, errors } = await ask(
        server('embedded'),
        `{ search(text: "ing", first: ${first}) { __typename } }`,
      );
      expect(data).toEqual({ search: null });
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'first' });
    }
    expect(ledgers.get('embedded')?.calls).toEqual([]);
  });

  it('is no error while somebody types, nor for what nobody would type', async () => {
    const typing = ['0.0.1010', 'Café', '0x7d1', '🙂🙂', '2026-11-20T10:20:00Z', '0.0.2@17.5'];
    const texts = typing.flatMap((text) =>
      [...text].map((_one, at) => [...text].slice(0, at + 1).join('')),
    );
    const odd = [
      '',
      ' ',
      '\u0000',
      '\ud800',
      'a\u0000bc',
      'x'.repeat(10_000),
      '9'.repeat(10_000),
      "'; --",
      '%',
      '../..',
    ];
    for (const name of ['embedded', 'remote']) {
      const all = await found(name, [...new Set([...texts, ...odd])].slice(0, 60));
      expect(all.length).toBeGreaterThan(40);
    }
  });
});

describe('a look-up of a search that fails', () => {
  const query = '{ search(text: "1010") { ... on Node { id } } }';

  it('leaves what others have found, and is told', async () => {
    broken = /tokens|blocks/;
    const { data, errors, text } = await ask(server('failing'), query);
    expect(errors).toEqual([]);
    expect(named(data.search)).toEqual(['Account:0.0.1010']);
    const warning = { path: ['search'], code: 'UPSTREAM_UNAVAILABLE', message: expect.any(String) };
    expect(JSON.parse(text).extensions.warnings).toEqual([warning, warning]);
  });

  it('is the error of the search where nothing else has succeeded', async () => {
    broken = /./;
    const { data, errors } = await ask(server('failing'), query);
    expect(data).toEqual({ search: null });
    expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
      [['search'], 'UPSTREAM_UNAVAILABLE'],
    ]);
  });
});
