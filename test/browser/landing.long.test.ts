// The page at `/` as a person sees it: what is served, the doors, a query with its answer.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { chromiumPath, launch, type Tabs } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';

describe.skipIf(!chromiumPath)('the landing page in a browser', () => {
  let ledger: Ledger;
  let server: Server;
  let browser: Tabs;
  let page: Page;
  const hosts = new Set<string>();
  const complaints: string[] = [];

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger, { graphql: { title: 'embedded sample ledger' } });
    browser = await launch();
    page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await ledger?.close();
  });

  it('says which ledger it serves and how far that has come', async () => {
    await page.getByText(/up to block 91207000 of 2026-11-20T11:59:59Z/).waitFor();
    expect(await page.locator('header').textContent()).toContain('embedded sample ledger');
    expect(await page.getByRole('img', { name: 'ready' }).count()).toBe(1);
  });

  it('shows the answer of its example with all digits', async () => {
    await page.locator('pre').getByText('"9223372036854775807"').waitFor();
    expect(await page.locator('pre.bad').count()).toBe(0);
  });

  it('runs what is typed, by keyboard', async () => {
    await page.getByLabel('Query').fill('{ token(id: "0.0.2002") { name } nothing }');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('pre.bad')
      .getByText(/Cannot query field/)
      .waitFor();
    await page.getByLabel('Query').fill('{ token(id: "0.0.2002") { name } }');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('pre').getByText('"Harbour Ferries"').waitFor();
  });

  it('has only doors that open', async () => {
    const doors = await page
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(doors).toContain('/graphql');
    for (const door of doors) {
      const { status } = await fetch(server.url + door, { headers: { accept: 'text/html' } });
      expect(`${door} ${status}`).toBe(`${door} 200`);
    }
  });

  it('fits on a screen, keeps to its policy and asks no other host', async () => {
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(860);
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.url).host]);
  });
});
