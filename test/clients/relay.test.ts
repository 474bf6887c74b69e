// Relay, the strictest judge of ids and cursors: its compiler takes the schema, its store the pages.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import relay, { type ConcreteRequest, type ReaderFragment } from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';
import { relayModule } from './relay-operations.js';

const { createOperationDescriptor, Environment, fetchQuery, getSingularSelector } = relay;
const { Network, RecordSource, Store } = relay;
const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');

// biome-ignore lint/suspicious/noExplicitAny: artifacts are made while the test runs
type Data = any;

/** Compiles the operations and hands out the artifacts. */
async function compile(folder: string) {
  const schema = new URL('../../schema.graphql', import.meta.url);
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'out'));
  await copyFile(schema, join(folder, 'schema.graphql'));
  await writeFile(join(folder, 'src/operations.ts'), relayModule);
  const config = {
    src: './src',
    schema: './schema.graphql',
    artifactDirectory: './out',
    language: 'typescript',
    eagerEsModules: true,
    noSourceControl: true,
  };
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
  const args = [compiler, '--output', 'verbose', 'relay.config.json'];
  await promisify(execFile)(process.execPath, args, { cwd: folder });
  return async <T>(name: string): Promise<T> =>
    (await import(/* @vite-ignore */ join(folder, 'out', `${name}.graphql.ts`))).default;
}

describe('Relay', () => {
  let ledger: Ledger;
  let server: Server;
  let folder: string;
  let artifact: Awaited<ReturnType<typeof compile>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mirrorql-relay-'));
    [artifact, ledger] = await Promise.all([compile(folder), openSample('embedded')]);
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
    await rm(folder, { recursive: true });
  });

  const connect = () =>
    new Environment({
      store: new Store(new RecordSource()),
      network: Network.create(async ({ text }, variables) => {
        const response = await fetch(`${server.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: text, variables }),
        });
        return response.json();
      }),
    });

  /** Runs a query, keeps its data from being collected, and reads it. */
  async function run(
    environment: InstanceType<typeof Environment>,
    query: ConcreteRequest,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<Data> {
    const operation = createOperationDescriptor(query, variables);
    environment.retain(operation);
    await fetchQuery(environment, query, variables).toPromise();
    return environment.lookup(operation.fragment).data;
  }

  it('pages through a connection that is asked for by node, and merges it', async () => {
    const [first, page, fragment] = await Promise.all([
      artifact<ConcreteRequest>('operationsAccountQuery'),
      artifact<ConcreteRequest>('operationsTokensPageQuery'),
      artifact<ReaderFragment>('operationsTokens'),
    ]);
    const environment = connect();
    const variables = { id: sampleIds.manyTokens, at: sampleIds.snapshots[0] };
    const { account } = await run(environment, first, variables);
    const read = (): Data => {
      const selector = getSingularSelector(fragment, account);
      return environment.lookup(selector as NonNullable<typeof selector>).data;
    };
    let pages = 1;
    for (let { tokens, id } = read(); tokens.pageInfo.hasNextPage; { tokens, id } = read()) {
      await run(environment, page, { id, count: 80, cursor: tokens.pageInfo.endCursor });
      pages++;
    }
    const ids = read().tokens.edges.map(({ node }: Data) => node.tokenId);
    expect(pages).toBe(3);
    expect(ids.length).toBeGreaterThanOrEqual(200);
    expect(new Set(ids).size).toBe(ids.length);
    expect(account.now.balance).not.toBe(account.past.balance);
  });

  it('pages backwards', async () => {
    const [first, page, fragment] = await Promise.all([
      artifact<ConcreteRequest>('operationsBlocksQuery'),
      artifact<ConcreteRequest>('operationsBlocksPageQuery'),
      artifact<ReaderFragment>('operationsBlocks'),
    ]);
    const environment = connect();
    const root = await run(environment, first, {});
    const read = (): Data => {
      const selector = getSingularSelector(fragment, root);
      return environment.lookup(selector as NonNullable<typeof selector>).data;
    };
    const { blocks } = read();
    expect(blocks.edges).toHaveLength(3);
    expect(blocks.pageInfo.hasPreviousPage).toBe(true);
    await run(environment, page, { last: 3, before: blocks.pageInfo.startCursor });
    const numbers = read().blocks.edges.map(({ node }: Data) => BigInt(node.number));
    expect(numbers).toHaveLength(6);
    expect(numbers.every((n: bigint, at: number) => at === 0 || n === numbers[at - 1] - 1n)).toBe(
      true,
    );
  });
});
