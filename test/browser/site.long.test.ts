// The documents as a site, where it has been built: every document is there, and the search needs no network.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launch, type Tabs } from '../support/chromium.js';

const built = new URL('../../site/.vitepress/dist/', import.meta.url);
const isBuilt = existsSync(new URL('index.html', built));
if (!isBuilt) {
  console.warn(
    'not covered: the documents as a site, which is not built (npm --prefix site run build)',
  );
}
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

describe.skipIf(!chromiumPath || !isBuilt)('the site of the documents', () => {
  let files: Server;
  let url: string;
  let browser: Tabs;

  beforeAll(async () => {
    files = createServer(({ url: path = '/' }, response) => {
      const { pathname } = new URL(path, 'http://localhost');
      const file = new URL(`.${pathname === '/' ? '/index.html' : pathname}`, built);
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': types[extname(file.pathname)] ?? 'font/woff2' });
      response.end(readFileSync(file));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    url = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    files?.close();
  });

  it('has a page for each document', () => {
    const docs = readdirSync(new URL('../../docs/', import.meta.url));
    for (const name of docs.filter((one) => one.endsWith('.md'))) {
      expect(existsSync(new URL(name.replace(/md$/, 'html'), built)), name).toBe(true);
    }
  });

  it('finds a word of a document, and asks nobody else for it', { timeout: 60_000 }, async () => {
    const page = await browser.newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('sequence number');
    await page.getByRole('option').filter({ hasText: 'Live data' }).first().click();
    await page.waitForURL(/live\.html/);
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: 'Live data' }).waitFor();
    expect([...hosts]).toEqual([url]);
    expect(complaints).toEqual([]);
  });
});
