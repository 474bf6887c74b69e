// The package as a stranger has it: packed, installed in an empty folder, imported, type-checked, run.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { possibleTypes } from '../../src/client.js';
import { printedSchema } from '../../src/graphql/printed.js';
import { scalars } from '../../src/scalars.js';
import { type Installed, installPackage } from '../support/product.js';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

describe('the package', () => {
  let installed: Installed;
  let inside: string;
  beforeAll(async () => {
    installed = await installPackage();
    inside = join(installed.folder, 'node_modules/mirrorql');
  }, 120_000);

  /** Runs a program in the folder: what it prints, and what Node has to say of it. */
  async function node(source: string) {
    const name = `program-${source.length}.js`;
    await writeFile(join(installed.folder, name), source);
    const env = { ...process.env, NODE_ENV: '' };
    return run(process.execPath, ['--trace-warnings', name], { cwd: installed.folder, env });
  }

  it('is packed and installed without a warning', () => {
    expect(installed.said.trim()).toMatch(/^(mirrorql-[\d.]+\.tgz\s+)?added \d+ packages in \S+$/);
  });

  it('brings the engine and GraphQL along, and no other package of the server', () => {
    const packages = readdirSync(join(installed.folder, 'node_modules')).sort();
    expect(packages.filter((name) => !name.startsWith('.'))).toEqual([
      '@electric-sql',
      'graphql',
      'mirrorql',
    ]);
  });

  it('says under which licences the code in it stands', () => {
    const text = readFileSync(join(inside, 'dist/LICENSES.txt'), 'utf8');
    for (const name of ['fastify', 'undici', 'graphql-yoga', '@pothos/core', 'pg']) {
      expect(text, name).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([\\w-]+\\)$`, 'm'));
    }
  });

  it('has maps that hold the sources they name, and none of other packages', () => {
    const maps = readdirSync(join(inside, 'dist')).filter((name) => name.endsWith('.map'));
    expect(maps).toContain('main.js.map');
    for (const name of maps) {
      const map = JSON.parse(readFileSync(join(inside, 'dist', name), 'utf8'));
      for (const [index, source] of map.sources.entries()) {
        const content = map.sourcesContent[index];
        expect(typeof content, source).toBe('string');
        expect(content === '', source).toBe(/node_modules.*js$/.test(source));
      }
    }
  });

  it('is code without a letter beyond Latin-1, which would take two bytes for each', () => {
    const code = readdirSync(join(inside, 'dist')).filter((name) => name.endsWith('.js'));
    const wide = code.filter((name) =>
      /[^\0-\xff]/.test(readFileSync(join(inside, 'dist', name), 'utf8')),
    );
    expect(code).toContain('main.js');
    expect(wide).toEqual([]);
  });

  it('loads no GraphQL before it has said that this is no development', () => {
    const loaded = new Set<string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      if (!name.startsWith('./')) return;
      const code = readFileSync(join(inside, 'dist', name), 'utf8');
      for (const [, own] of code.matchAll(/^(?:import|export|\})[^;]*?"([^"\n]+)";$/gm)) {
        load(own as string);
      }
    };
    load('./main.js');
    expect(loaded.size).toBeGreaterThan(3);
    expect([...loaded].filter((name) => /graphql/.test(name))).toEqual([]);
    const main = readFileSync(join(inside, 'dist/main.js'), 'utf8');
    expect(main.indexOf('\nexpectProduction();')).toBeGreaterThan(0);
  });

  it('exports the schema, printed and as an object of the same GraphQL', async () => {
    const { stdout, stderr } = await node(`
      import { readFileSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      import { lexicographicSortSchema, printSchema } from 'graphql';
      import { scalars, schema, sdl } from 'mirrorql';
      const file = readFileSync(fileURLToPath(import.meta.resolve('mirrorql/schema.graphql')), 'utf8');
      const printed = printSchema(lexicographicSortSchema(schema)) + '\\n';
      const same = [await sdl() === printed, file === printed];
      console.log(JSON.stringify({ same, printed, scalars }));
    `);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      same: [true, true],
      printed: printedSchema(),
      scalars,
    });
  });

  it('opens a ledger that is asked without a server, and says what is wrong with a question', async () => {
    const { stdout, stderr } = await node(`
      import { openLedger } from 'mirrorql';
      const ledger = await openLedger();
      const query = 'query ($id: AccountRef!) { account(id: $id) { balance { balance } } }';
      const answers = await Promise.all([
        ledger.query(query, { id: '0.0.1010' }),
        ledger.query('{ account(id: "what") { id } }'),
        ledger.query('{ nothing }'),
        ledger.query('{ blocks'),
        ledger.query('subscription { blockAdded { cursor } }'),
      ]);
      await ledger.close();
      console.log(JSON.stringify([ledger.description, ...answers]));
    `);
    expect(stderr).toBe('');
    const [description, good, wrong, ...refused] = JSON.parse(stdout);
    expect(description).toBe('embedded sample ledger (PGlite)');
    expect(good).toEqual({ data: { account: { balance: { balance: '1119957633958' } } } });
    expect(wrong.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'id' });
    expect(wrong.errors[0].message).toContain('what');
    for (const { data, errors } of refused) {
      expect(data).toBeUndefined();
      expect(errors).toHaveLength(1);
      expect(errors[0].message).toMatch(/nothing|Syntax Error|ask a server/);
    }
  });

  it('starts a server by the options of the command line, and ends when it is closed', async () => {
    const { stdout, stderr } = await node(`
      import { startServer } from 'mirrorql';
      const server = await startServer({ port: 0, 'max-page': 2, 'no-metrics': true, 'no-graphiql': false });
      const ask = async (path) => (await fetch(server.url + path)).status;
      const query = '/graphql?query=' + encodeURIComponent('{ blocks(first: 3) { nodes { number } } }');
      const refused = await (await fetch(server.url + query)).json();
      const seen = [await ask('/health'), await ask('/metrics'), await ask('/'), await ask('/api/v1/docs/'), refused.errors[0].message];
      await server.close();
      const wrong = await Promise.all([
        startServer({ 'max-pages': 2 }), startServer({ port: 'x' }), startServer({ network: 'testnet', database: 'postgres://x' }),
      ].map((start) => start.catch(({ message }) => message)));
      console.log(JSON.stringify({ seen, wrong }));
    `);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      seen: [200, 404, 200, 200, expect.stringContaining('first')],
      wrong: [
        'max-pages is no option (did you mean max-page?)',
        expect.stringMatching(/^--port must be a whole number from .*, but is "x"$/),
        expect.stringContaining('name different ledgers'),
      ],
    });
  });

  it('tells caches of clients what they ask for, without a package beside it', async () => {
    const { stdout, stderr } = await node(`
      import { apolloCache, possibleTypes, urqlCache } from 'mirrorql/client';
      const apollo = apolloCache((keyArgs) => ({ keyArgs }));
      const urql = urqlCache(() => () => 'pages');
      console.log(JSON.stringify({ possibleTypes, balances: apollo.typePolicies.Token.fields.balances.keyArgs, urql: urql.resolvers.Query.blocks() }));
    `);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      possibleTypes,
      balances: ['at', 'filter', 'order', 'orderBy'],
      urql: 'pages',
    });
    expect(readFileSync(join(inside, 'dist/client.js'), 'utf8')).not.toMatch(/\bimport\b.*from/);
  });

  it('comes with the sample ledger, and writes nothing when it is opened', async () => {
    const cache = join(installed.folder, 'cache');
    const before = readdirSync(join(inside, 'dist'));
    expect(before.filter((name) => /^sample-\w+\.tar\.gz$/.test(name))).toHaveLength(1);
    const { stdout, stderr } = await node(`
      process.env.XDG_CACHE_HOME = ${JSON.stringify(cache)};
      const { openLedger } = await import('mirrorql');
      const ledger = await openLedger();
      console.log(JSON.stringify((await ledger.query('{ blocks(first: 1) { nodes { number } } }')).data));
      await ledger.close();
    `);
    expect([stdout.trim(), stderr]).toEqual(['{"blocks":{"nodes":[{"number":"91207000"}]}}', '']);
    expect(existsSync(cache)).toBe(false);
    expect(readdirSync(join(inside, 'dist'))).toEqual(before);
  });

  it('has a command line', async () => {
    const command = join(installed.folder, 'node_modules/.bin/mirrorql');
    const { stdout, stderr } = await run(command, ['schema']);
    expect([stdout, stderr]).toEqual([printedSchema(), '']);
  });

  it('has types that hold in a strict program', async () => {
    await writeFile(join(installed.folder, 'program.ts'), program);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--types', '', '--noEmit'];
    const line = [compiler, ...strict, ...target, 'program.ts'];
    const found = await run(process.execPath, line, { cwd: installed.folder }).catch(
      (error) => error,
    );
    expect(found.stdout).toBe('');
    expect(existsSync(join(inside, 'dist/index.d.ts'))).toBe(true);
  });
});

/** Each export in use; a line below `@ts-expect-error` must be a mistake. */
const program = `
import type { GraphQLSchema } from 'graphql';
import { type MirrorqlServer, openLedger, type OpenLedger, scalars, schema, sdl, startServer } from 'mirrorql';
import { apolloCache, possibleTypes, urqlCache } from 'mirrorql/client';

const server: MirrorqlServer = await startServer({ network: 'testnet', port: 0, 'no-cache': true });
const url: string = server.url;
const ledger: OpenLedger = await openLedger({ upstream: ['https://one.example', 'https://two.example'] });
const { data, errors } = await ledger.query<{ blocks: { nodes: { number: string }[] } }>('{ blocks { nodes { number } } }');
const number: string | undefined = data?.blocks.nodes[0]?.number;
const code: unknown = errors?.[0]?.extensions['code'];
const object: GraphQLSchema = schema;
const text: string = await sdl();
const int64: 'string' = scalars.Int64.output;
const types: Record<string, string[]> = possibleTypes;
const keyArgs: string[] | undefined = apolloCache((keyArgs) => ({ keyArgs, read: undefined })).typePolicies['Token']?.fields?.['balances']?.keyArgs;
const resolver: (() => number) | undefined = urqlCache(() => () => 1).resolvers['Query']?.['blocks'];
// @ts-expect-error there is no such option
await startServer({ networks: 'testnet' });
// @ts-expect-error a server has no such member
server.stop();
export { code, int64, keyArgs, number, object, resolver, text, types, url };
`;
