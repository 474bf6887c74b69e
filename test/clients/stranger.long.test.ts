// A front end as somebody else writes it, over the package as it is installed: types, build, and use in a browser.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { chromiumPath, launch, type Tabs } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';
import { installPackage } from '../support/product.js';

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const sources = fileURLToPath(new URL('./stranger/', import.meta.url));
const run = promisify(execFile);

/** Copies the app, beside the packages that it asks for and the one that is tried. */
async function settle(installed: string): Promise<string> {
  const folder = join(dirname(installed), `stranger-${process.pid}`);
  await cp(sources, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  const names = (await readdir(packages)).filter((name) => name !== 'mirrorql');
  const link = (from: string, name: string) => symlink(from, join(folder, 'node_modules', name));
  await Promise.all(names.map((name) => link(join(packages, name), name)));
  await link(join(installed, 'node_modules/mirrorql'), 'mirrorql');
  return folder;
}

let folder: string;
const tool = (script: string, ...words: string[]) =>
  run(process.execPath, [join(packages, script), ...words], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  }).catch((error) => error as { stdout: string; stderr: string });

beforeAll(async () => {
  folder = await settle((await installPackage()).folder);
  await tool('@graphql-codegen/cli/esm/bin.js', '--silent');
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a stranger's app", () => {
  it('says nothing of the server but by imports of policies and scalars', async () => {
    const files = (await readdir(sources, { recursive: true })).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const texts = await Promise.all(files.map((name) => readFile(join(sources, name), 'utf8')));
    const lines = texts.flatMap((text) => text.split('\n'));
    expect(
      lines.filter((line) => /'mirrorql|typePolicies|possibleTypes|keyFields/.test(line)),
    ).toEqual([
      "import { scalars } from 'mirrorql/client';",
      "import { apolloCache } from 'mirrorql/client';",
    ]);
  });

  it('has types, by the default preset of codegen', async () => {
    expect((await tool('typescript/bin/tsc')).stdout).toBe('');
  });
});

describe.skipIf(!chromiumPath)("a stranger's app in a browser", () => {
  let ledger: Ledger;
  let server: Server;
  let site: PreviewServer;
  let browser: Tabs;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    ledger = await openSample('embedded');
    const [built, started] = await Promise.all([
      tool('vite/bin/vite.js', 'build', '--logLevel', 'warn'),
      launch(),
      serve(ledger).then((one) => {
        server = one;
      }),
    ]);
    expect(built.stderr).toBe('');
    browser = started;
    site = await preview({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      preview: { host: '127.0.0.1', port: 0, proxy: { '/graphql': server.url } },
    });
    page = await browser.newPage();
    page.on('console', (line) => void complaints.push(line.text()));
    page.on('pageerror', ({ message }) => void complaints.push(message));
    page.on('request', (request) => {
      const operation = request.postDataJSON()?.operationName;
      if (operation) asked.push(operation);
    });
    await page.goto(site.resolvedUrls?.local[0] as string);
  });
  afterAll(async () => {
    await browser?.close();
    (site?.httpServer as HttpServer | undefined)?.closeAllConnections();
    await site?.close();
    await server?.close();
    await ledger?.close();
  });

  it('shows an account by its EVM address, each digit of its balance', async () => {
    const account = page.getByRole('region', { name: 'Account' });
    await account.getByRole('heading', { name: 'Harbour Museum: collection wallet' }).waitFor();
    await account.getByText('0.0.1001: 299999692.94838898 ℏ').waitFor();
  });

  it('goes on in a list to its end, each holder once, as the ledger has them', async () => {
    const holders = page.getByRole('region', { name: 'Holders' });
    const rows = holders.getByRole('listitem');
    await expect
      .poll(
        async () => {
          await rows.last().scrollIntoViewIfNeeded();
          await page.mouse.wheel(0, 10_000);
          return holders.getByText(/^\d+ holders$/).count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    const seen = await rows.allTextContents();
    const answer = await fetch(`${server.url}/api/v1/tokens/0.0.10265/balances?limit=100`);
    const first = ((await answer.json()) as { balances: { account: string }[] }).balances;
    expect(seen.length).toBeGreaterThan(50);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 100).map((row) => row.split(' ')[0])).toEqual(
      first.slice(0, seen.length).map(({ account }) => account),
    );
    expect(asked.filter((name) => name === 'Holders')).toHaveLength(Math.ceil(seen.length / 25));
  });

  it('finds what a text names, of several types', async () => {
    const search = async (text: string) => {
      await page.getByLabel('Search').fill(text);
      await page.getByLabel('Search').press('Enter');
    };
    const found = page.getByRole('list', { name: 'Found' });
    await search('0.0.1001');
    await found.getByText('Account 0.0.1001').waitFor();
    await search('Café');
    await found.getByText('Token Café Crème').waitFor();
    await search('91206999');
    await found.getByText('Block 91206999').waitFor();
  });

  it('has nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });
});
