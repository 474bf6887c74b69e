// The programs of docs/clients.md: compiled strictly, run as they stand, and they print what stands beneath them.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(join(root, 'docs/clients.md'), 'utf8');
const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

const programs = [
  ...page.matchAll(
    /^## (.+)\n(?:(?!^## )[\s\S])*?^```ts\n((?:(?!^```)[\s\S])*)^```\n\n```txt\n((?:(?!^```)[\s\S])*)^```/gm,
  ),
].map(([, title = '', code = '', printed = '']) => ({ title, code, printed }));
const fileOf = (title: string) => `${title.toLowerCase().replaceAll(' ', '-')}.ts`;

/** What Relay's plugin for bundlers does: an operation is what the compiler has made of it. */
const compiled = (code: string): string => {
  const imports: string[] = [];
  const text = code.replaceAll(/graphql`\s*query (\w+)[^`]*`/g, (_all, name) => {
    imports.push(`import ${name} from './src/__generated__/${name}.graphql';`);
    return name;
  });
  return `${imports.join('\n')}\n${text}`;
};

describe('the programs of the documentation', () => {
  let ledger: Ledger;
  let server: Server;
  let folder: string;

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    folder = await mkdtemp(join(tmpdir(), 'mirrorql-clients-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'src'));
    for (const { title, code } of programs) await writeFile(join(folder, fileOf(title)), code);
    // Relay's compiler wants operations to be named by their file.
    const relay = programs.find(({ title }) => title === 'Relay');
    await writeFile(join(folder, 'src/clients.ts'), relay?.code ?? '');
    await copyFile(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
    const config = JSON.parse(/^```json\n([^`]+)^```/m.exec(page)?.[1] as string);
    config.schema = './schema.graphql';
    config.noSourceControl = true;
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
    await run(process.execPath, [resolve('relay-compiler/cli.js'), 'relay.config.json'], {
      cwd: folder,
    });
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
    await rm(folder, { recursive: true });
  });

  it('are of each client that it names', () => {
    const named = [...page.matchAll(/^- \[(.+)\]\(#/gm)].map(([, title]) => title);
    expect(programs.map(({ title }) => title)).toEqual(named.slice(0, -1));
  });

  it('are well typed', { timeout: 60_000 }, async () => {
    const files = programs.map(({ title }) => fileOf(title));
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'esnext' },
      ...{ moduleResolution: 'bundler', moduleDetection: 'force', types: ['node'] },
      lib: ['es2023', 'dom', 'dom.iterable'],
      paths: { 'mirrorql/client': [join(root, 'src/client.ts')] },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });

  it.each(programs)('print what is said: $title', { timeout: 60_000 }, async (program) => {
    const file = join(folder, fileOf(program.title).replace(/ts$/, 'mjs'));
    await build({
      stdin: {
        contents: compiled(program.code).replaceAll('http://localhost:4000', server.url),
        resolveDir: folder,
        loader: 'ts',
      },
      alias: { 'mirrorql/client': join(root, 'src/client.ts') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: file,
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'silent',
    });
    const { stdout, stderr } = await run(process.execPath, [file], { timeout: 20_000 });
    expect(stdout).toBe(program.printed);
    expect(stderr).toBe('');
  });
});
