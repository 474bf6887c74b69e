// GraphiQL as a person sees it: offline, with an example that runs, and with exact digits.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openLedger } from '../support/changing.js';
import { chromiumPath, launch, type Tabs } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';

describe.skipIf(!chromiumPath)('GraphiQL in a browser', () => {
  let ledger: Ledger;
  let server: Server;
  let browser: Tabs;
  let page: Page;
  const hosts = new Set<string>();

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    browser = await launch();
    page = await browser.newPage({ viewport: { width: 1400, height: 1800 } });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol)) hosts.add(url.host);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await ledger?.close();
  });

  /** Text of the answer pane once it holds what is looked for. */
  async function run(query: string | null, expected: string): Promise<string> {
    const address = query === null ? '' : `?query=${encodeURIComponent(query)}`;
    await page.goto(`${server.url}/graphql${address}`);
    await page.waitForSelector('.graphiql-execute-button');
    await page.waitForSelector('.graphiql-query-editor .view-line');
    await page.click('.graphiql-execute-button');
    const pane = page.locator('.graphiql-response');
    await pane.getByText(expected).first().waitFor({ timeout: 15_000 });
    return (await pane.textContent()) ?? '';
  }

  it('opens with an example query that has something to show', async () => {
    const text = await run(null, '0.0.1001');
    expect(text).not.toContain('"errors"');
  });

  it('has a menu of examples, each with variables that name what is there', async () => {
    await page.goto(`${server.url}/graphql#examples`);
    await page.reload();
    const menu = page.locator('#examples');
    const links = menu.getByRole('link');
    await links.first().waitFor();
    const names = await menu.locator('b').allTextContents();
    expect(names.slice(0, 3)).toEqual(['BalancesAndTokens', 'AccountWithTokens', 'AccountInParts']);
    expect(names).toHaveLength(29);
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const answers = new Map<string, string>();
    for (const [place, address] of addresses.entries()) {
      const { searchParams } = new URL(address as string, server.url);
      const [query, variables] = [searchParams.get('query'), searchParams.get('variables')];
      if (/^subscription/m.test(query ?? '')) continue;
      const body = JSON.stringify({ query, variables: JSON.parse(variables ?? '{}') });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      answers.set(names[place] as string, await answer.text());
    }
    const failed = [...answers].filter(([, text]) =>
      /"errors"|^\{"data":\{"\w+":null\}/.test(text),
    );
    expect(failed).toEqual([]);
    expect(answers.get('AccountWithTokens')).toContain('Harbour Museum: collection wallet');
    expect(answers.get('TokenHolders')).toContain('"9223372036854775807"');
    expect(answers.get('TokenNfts')).toContain('"Lighthouse Keepsakes"');
    expect(answers.get('TransactionFamilies')).toContain('"DUPLICATE_TRANSACTION"');
    expect(answers.get('AccountAssets')).not.toContain('"pendingAirdrops":{"nodes":[]');
    expect(answers.get('BlocksAhead')).toContain('"91207000"');
    // Of live data it shows what has come since a cursor, on a ledger that stands still, too.
    await menu.getByRole('link', { name: /^NewBlocks/ }).click();
    await page.waitForSelector('.graphiql-query-editor .view-line');
    await page.click('.graphiql-execute-button');
    await page.locator('.graphiql-response').getByText('"91207000"').waitFor();
  });

  it('opens an example of the menu in a tab of its own, by keyboard', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const fresh = await context.newPage();
    await fresh.goto(`${server.url}/graphql`);
    await fresh.waitForSelector('.graphiql-query-editor .view-line');
    // GraphiQL keeps its tabs a while after they have changed.
    const kept = () => fresh.evaluate("localStorage.getItem('graphiql:tabState')");
    await expect.poll(kept).toContain('"title":"BalancesAndTokens"');
    await fresh.locator('summary').press('Enter');
    await fresh.keyboard.press('Escape');
    expect(await fresh.getByRole('link', { name: /^TokenHolders/ }).isVisible()).toBe(false);
    await fresh.keyboard.press('Enter');
    await fresh.getByRole('link', { name: /^TokenHolders/ }).press('Enter');
    await fresh.locator('.graphiql-query-editor').getByText('TokenHolders').waitFor();
    expect(await fresh.locator('.graphiql-tab-button').allTextContents()).toEqual([
      'BalancesAndTokens',
      'TokenHolders',
    ]);
    await fresh.click('.graphiql-execute-button');
    await fresh.locator('.graphiql-response').getByText('"9223372036854775807"').waitFor();
    // Who comes again finds what they had, and no empty tab beside it.
    await expect.poll(kept).toContain('"title":"TokenHolders"');
    await fresh.goto(`${server.url}/graphql`);
    await fresh.locator('.graphiql-query-editor').getByText('BalancesAndTokens').waitFor();
    expect(await fresh.locator('.graphiql-tab-button').count()).toBe(2);
    // On a phone the answer is below the query, as wide as the screen.
    await fresh.setViewportSize({ width: 390, height: 844 });
    // The editors are laid out anew a while after the page is.
    const width = () => fresh.evaluate('document.documentElement.scrollWidth');
    await expect.poll(width).toBe(390);
    const pane = await fresh.locator('.graphiql-response').boundingBox();
    expect(pane?.width).toBeGreaterThan(300);
    expect(pane?.height).toBeGreaterThan(250);
    await context.close();
  });

  it('puts the parts of a deferred answer in their places', async () => {
    const query = `{ account(id: "0.0.1010") { entityId
      ... @defer { tokens(first: 5) { edges @stream { node { balance } } } } } }`;
    const types = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').includes('multipart/mixed'),
    );
    const text = await run(query, '9223372036854775807');
    await types;
    expect(text).toContain('"entityId"');
    expect(text).not.toContain('incremental');
  });

  it('shows every digit of the nested query of a link, and runs no script that is in it', async () => {
    const query = `{ account(id: "0.0.1010") { balance { balance } tokens(first: 5) { edges { node {
      balance relationship { kycStatus } token { name symbol decimals } } } } } }
      # </script><script>window.broken = 1</script>`;
    const text = await run(query, '9223372036854775807');
    expect(text).toContain('"9223372036854775807"');
    expect(text).toMatch(/Everything\sThere\sIs/);
    expect(await page.evaluate('window.broken')).toBeUndefined();
  });

  it('shows the events of a subscription as they come', async () => {
    const changing = await openLedger('embedded');
    await changing.setBalance(1001, 5n);
    const live = await serve(changing.ledger, { live: { interval: 100 } });
    const query = 'subscription { balanceChanged(account: "0.0.1001") { hbars balance } }';
    const context = await browser.newContext({ viewport: { width: 1400, height: 800 } });
    const fresh = await context.newPage();
    await fresh.goto(`${live.url}/graphql?query=${encodeURIComponent(query)}`);
    await fresh.waitForSelector('.graphiql-query-editor .view-line');
    await fresh.click('.graphiql-execute-button');
    const pane = fresh.locator('.graphiql-response');
    await pane.getByText('"0.00000005"').waitFor();
    await changing.setBalance(1001, 9_223_372_036_854_775_807n);
    await pane.getByText('"9223372036854775807"').waitFor();
    await context.close();
    await live.close();
    await changing.close();
  });

  it('asks no other host for anything', () => {
    expect([...hosts]).toEqual([new URL(server.url).host]);
  });
});
