// One process that holds every layer above the wire, each on a port of its own, and tells what a round has cost.
// Compiled beside the checkout that it opens: what a loader compiles is slower than what is shipped.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { pino } from 'pino';
import { Pool } from 'undici';
import type { GraphqlOptions, Serving } from '../../src/graphql/http/options.js';
import type { Ledger, Operation } from '../../src/ledger.js';

const [folder = '', upstream = '', asked = ''] = process.argv.slice(2);
const built = async <Module>(path: string): Promise<Module> =>
  (await import(pathToFileURL(`${folder}/${path}`).href)) as Module;
const { queries } = JSON.parse(asked) as {
  readonly queries: Readonly<
    Record<string, { readonly query: string; readonly variables: object }>
  >;
};

const { startServer } = await built<typeof import('../../src/server.js')>('server.js');
const { remoteLedger } =
  await built<typeof import('../../src/remote/remote.js')>('remote/remote.js');
const { memoryStore } = await built<typeof import('../../src/answers/response-cache.js')>(
  'answers/response-cache.js',
);
const { readConfig } = await built<typeof import('../../src/config.js')>('config.js');
const { settingsOf } = await built<typeof import('../../src/serve.js')>('serve.js');
const { openEngine } =
  await built<typeof import('../../src/graphql/http/engine.js')>('graphql/http/engine.js');
const { makeMetrics } =
  await built<typeof import('../../src/operating/metrics.js')>('operating/metrics.js');
const { startOperation } = await built<typeof import('../../src/operation.js')>('operation.js');
const { defaultLimits } =
  await built<typeof import('../../src/contract/resource.js')>('contract/resource.js');
const { parseJson } = await built<typeof import('../../src/contract/json.js')>('contract/json.js');
// As the command line does.
const { expectShortLives } =
  await built<typeof import('../../src/operating/process.js')>('operating/process.js');
expectShortLives();

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

const constant = JSON.stringify({ data: { text: 'x'.repeat(200) } });
const json = { 'content-type': 'application/json; charset=utf-8' };
const bareNode = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { ...json, 'content-length': constant.length }).end(constant);
  });
});
const bareFastify = fastify();
bareFastify.post('/graphql', (_request, reply) => {
  reply.headers(json).send(constant);
});
await bareFastify.ready();

/** A ledger in memory: of each resource the first answer, whatever is asked later. */
function remembering(ledger: Ledger): Ledger {
  const known = new Map<string, unknown>();
  const first = <Answer>(verb: string, { name }: { readonly name: string }, read: () => Answer) => {
    const key = `${verb} ${name}`;
    const answer = known.get(key) ?? read();
    known.set(key, answer);
    return answer as Answer;
  };
  return {
    ...ledger,
    one: (of, ...rest) => first('one', of, () => ledger.one(of, ...rest)),
    many: (of, keys, ...rest) =>
      first(`many ${keys.length}`, of, () => ledger.many(of, keys, ...rest)),
    page: (of, ...rest) => first('page', of, () => ledger.page(of, ...rest)),
    pages: (of, requests, ...rest) =>
      first(`pages ${requests.length}`, of, () => ledger.pages(of, requests, ...rest)),
  };
}

process.on('SIGINT', () => process.exit());
const log = pino({ level: 'warn' });
const remote = remoteLedger({ upstream });
const inMemory = remembering(remote);
const settings = settingsOf(readConfig([], {}));
const limits = settings.operation;
const graphql = { ...settings.graphql, graphiql: false, title: 'layers' };
const common = {
  ...settings,
  host: '127.0.0.1',
  port: 0,
  rest: { limits: defaultLimits, delegation: false, now: () => Date.now(), users: [] },
  log,
};
const serving = async (more: Partial<GraphqlOptions>) =>
  (
    await startServer(inMemory, {
      ...common,
      metrics: makeMetrics(),
      graphql: { ...graphql, ...more },
    })
  ).url;

const urls = {
  node: await listening(bareNode),
  fastify: await listening(bareFastify.server),
  kept: await serving({ cache: memoryStore(10_000_000) }),
  memory: await serving({}),
};

// An engine alone needs nothing else of what serves it.
const alone: Pick<Serving, 'ledger' | 'log' | 'operationOf'> = {
  ledger: inMemory,
  log,
  operationOf: ({ operation }) => operation as Operation,
};
const engine = openEngine(alone as Serving, graphql);
const pool = new Pool(upstream, { connections: 64 });
const path = '/api/v1/accounts/0.0.2000?transactions=false';
const body = await (
  await fetch(`${upstream}/api/v1/balances?account.id=lt:0.0.3000&limit=25&order=desc`)
).text();

/** Runs an operation as a server does that has met it before, without HTTP. */
function execution(name: string) {
  const { query, variables } = queries[name] as (typeof queries)[string];
  const document = parse(query);
  const operation = getOperationAST(document) as OperationDefinitionNode;
  return async () => {
    const own = startOperation(limits);
    const request = { operation: own, headers: {}, report: { maxAge: 60 } } as never;
    const { schema } = engine;
    const errors = engine.guard({
      schema,
      document,
      operation,
      variables: { ...variables },
      budget: own,
    });
    const contextValue = engine.contextOf(request);
    const args = {
      schema,
      document,
      operationName: name,
      variableValues: { ...variables },
      contextValue,
    };
    const result = errors.length > 0 ? { errors } : await engine.execute(args);
    own.end();
    if (result.errors) throw new Error(JSON.stringify(result.errors));
  };
}

let round = 0;
const { account } = await built<typeof import('../../src/contract/resources/accounts.js')>(
  'contract/resources/accounts.js',
);
const { balances } = await built<typeof import('../../src/contract/resources/balances.js')>(
  'contract/resources/balances.js',
);
/** Work without a server: each is done so many times in a round. */
const works: Readonly<Record<string, readonly [run: () => Promise<unknown>, times: number]>> = {
  'execution of Q1': [execution('Q1'), 500],
  'execution of Q2': [execution('Q2'), 100],
  'execution of Q3': [execution('Q3'), 1000],
  'execution of Q4': [execution('Q4'), 500],
  'a call of the remote ledger': [
    async () => {
      const own = startOperation(limits);
      round += 1;
      await remote.one(account, `0.0.${2000 + (round % 2000)}`, { filters: [] }, own);
      own.end();
    },
    500,
  ],
  'a page of the remote ledger, of 25 balances': [
    async () => {
      const own = startOperation(limits);
      round += 1;
      const value = `0.0.${2000 + (round % 500) * 25}`;
      const filters = [{ parameter: 'account.id', operator: 'lt', value }] as const;
      await remote.page(balances, { filters, order: 'desc', limit: 25 }, own);
      own.end();
    },
    500,
  ],
  'a call by undici alone': [
    () =>
      new Promise((resolve, reject) => {
        const parts: Buffer[] = [];
        pool.dispatch(
          { path, method: 'GET', headers: { accept: 'application/json' } },
          {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData: (_controller, part) => parts.push(part),
            onResponseEnd: () => resolve(JSON.parse(Buffer.concat(parts).toString())),
            onResponseError: (_controller, error) => reject(error),
          },
        );
      }),
    500,
  ],
  'JSON of Q1, exact': [async () => void parseJson(body), 1000],
  'JSON of Q1, JSON.parse': [async () => void JSON.parse(body), 1000],
};

/** Processor time of this process so far, in microseconds. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function work(name: string) {
  const [run, times] = works[name] as (typeof works)[string];
  const before = spent();
  // Some at once, as servers do: what waits for a socket waits together.
  for (let done = 0; done < times; done += 50) {
    await Promise.all(Array.from({ length: 50 }, run));
  }
  return (spent() - before) / times;
}

createServer(async (request, response) => {
  const { url = '' } = request;
  const told = url.startsWith('/work/')
    ? await work(decodeURIComponent(url.slice(6)))
    : { urls, works: Object.keys(works), spent: spent() };
  response.end(JSON.stringify(told));
}).listen(Number(process.env.PORT), '127.0.0.1');
