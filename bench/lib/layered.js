// @ts-nocheck since all that it opens comes from a build, which has no types.
// One process that holds every layer above the wire, each on a port of its own, and tells what a round has cost.
// Plain JavaScript over a compiled checkout: what a loader compiles is slower than what is shipped.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { getOperationAST, parse } from 'graphql';
import { pino } from 'pino';
import { Pool } from 'undici';

const [folder, upstream, asked] = process.argv.slice(2);
const built = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { queries } = JSON.parse(asked);

const { startServer } = await built('server.js');
const { remoteLedger } = await built('remote/remote.js');
const { memoryStore } = await built('answers/response-cache.js');
const { defaultQueryLimits } = await built('graphql/running/limits.js');
const { openEngine } = await built('graphql/http/engine.js');
const { makeMetrics } = await built('operating/metrics.js');
const { startOperation } = await built('operation.js');
const { defaultLimits } = await built('contract/resource.js');
const { parseJson } = await built('contract/json.js');
// As the command line does; older checkouts have nothing of the kind.
const { expectShortLives } = await built('operating/process.js');
expectShortLives?.();

const listening = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
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
function remembering(ledger) {
  const known = new Map();
  const first = (verb, { name }, read) => {
    const key = `${verb} ${name}`;
    const answer = known.get(key) ?? read();
    known.set(key, answer);
    return answer;
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
const limits = { timeout: 10_000, calls: 500, rows: 10_000, values: 50_000 };
const graphql = { graphiql: false, maxPage: 1000, limits: defaultQueryLimits };
const common = {
  host: '127.0.0.1',
  port: 0,
  bodyLimit: 1_000_000,
  operation: limits,
  rest: { limits: defaultLimits, delegation: false, now: () => Date.now(), users: [] },
  log,
};
const serving = async (more) =>
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

const engine = openEngine(inMemory, graphql, ({ operation }) => operation, log);
const pool = new Pool(upstream, { connections: 64 });
const path = '/api/v1/accounts/0.0.2000?transactions=false';
const body = await (
  await fetch(`${upstream}/api/v1/balances?account.id=lt:0.0.3000&limit=25&order=desc`)
).text();

/** Runs an operation as a server does that has met it before, without HTTP. */
function execution(name) {
  const document = parse(queries[name].query);
  const operation = getOperationAST(document);
  return async () => {
    const own = startOperation(limits);
    const request = { operation: own, headers: {}, report: { maxAge: 60 } };
    const { schema } = engine;
    const { variables } = queries[name];
    const errors = engine.guard({ schema, document, operation, variables, budget: own });
    const contextValue = engine.contextOf(request);
    const args = { schema, document, operationName: name, variableValues: variables, contextValue };
    const result = errors.length > 0 ? { errors } : await engine.execute(args);
    own.end();
    if (result.errors) throw new Error(JSON.stringify(result.errors));
  };
}

let round = 0;
// Older checkouts have no room for resources.
const { account } = await built('contract/resources/accounts.js').catch(() =>
  built('contract/accounts.js'),
);
/** Work without a server: each is done so many times in a round. */
const works = {
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
  'a call by undici alone': [
    () =>
      new Promise((resolve, reject) => {
        const parts = [];
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

async function work(name) {
  const [run, times] = works[name];
  const before = spent();
  // Some at once, as servers do: what waits for a socket waits together.
  for (let done = 0; done < times; done += 50) {
    await Promise.all(Array.from({ length: 50 }, run));
  }
  return (spent() - before) / times;
}

createServer(async (request, response) => {
  const told = request.url.startsWith('/work/')
    ? await work(decodeURIComponent(request.url.slice(6)))
    : { urls, works: Object.keys(works), spent: spent() };
  response.end(JSON.stringify(told));
}).listen(Number(process.env.PORT), '127.0.0.1');
