// GraphiQL as a person sees it: offline, with an example that runs, and with exact digits.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openLedger } from '../support/changing.js';
import { chromiumPath, launch } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';

describe.skipIf(!chromiumPath)('GraphiQL in a browser', () => {
  let ledger: Ledger;
  let server: Server;
  let browser: Browser;
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

  it('has a tab for each example, with variables that name what is there', {
    timeout: 60_000,
  }, async () => {
    const context = await browser.newContext({ viewport: { width: 1400, height: 1800 } });
    const fresh = await context.newPage();
    await fresh.goto(`${server.url}/graphql`);
    await fresh.waitForSelector('.graphiql-query-editor .view-line');
    const answers = {
      AccountWithTokens: 'Harbour Museum: collection wallet',
      AccountInParts: '"schedules"',
      TokenHolders: '"9223372036854775807"',
      TokenNfts: '"Lighthouse Keepsakes"',
      AllowancesOfAccount: '"0.09084517"',
      SchedulesOfAccount: 'ED25519',
      BlockByNumber: '"91207000"',
      ExplorerHome: '"releasedSupplyHbars"',
    };
    for (const [tab, expected] of Object.entries(answers)) {
      // Tabs move under a pointer that is over them; a click by hand waits for that.
      await fresh.locator('.graphiql-tab-button', { hasText: tab }).dispatchEvent('click');
      await fresh.locator('.graphiql-query-editor').getByText(tab).waitFor();
      const execute = async () => {
        await fresh.click('.graphiql-execute-button');
        // Of several operations in one tab the button asks which.
        if (tab.startsWith('Explorer')) await fresh.getByRole('menuitem', { name: tab }).click();
      };
      const pane = fresh.locator('.graphiql-response');
      const text = async () => ((await pane.textContent()) ?? '').replaceAll('\u00a0', ' ');
      // GraphiQL reads the operation's name and variables a moment after the text.
      await fresh.waitForTimeout(500);
      await execute();
      const answered = async () => {
        const now = await text();
        if (now.includes('"errors"')) await execute();
        return now;
      };
      const patience = { timeout: 15_000, interval: 300, message: tab };
      await expect.poll(answered, patience).toContain(expected);
      expect(await text()).not.toContain('"errors"');
    }
    await context.close();
  });

  it('keeps the query of a link inside its script', async () => {
    const query = '{ __typename } # </script><script>window.broken = 1</script>';
    await page.goto(`${server.url}/graphql?query=${encodeURIComponent(query)}`);
    await page.waitForSelector('.graphiql-query-editor .view-line');
    expect(await page.evaluate('window.broken')).toBeUndefined();
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

  it('shows every digit of the nested query', async () => {
    const query = `{ account(id: "0.0.1010") { balance { balance } tokens(first: 5) { edges { node {
      balance relationship { kycStatus } token { name symbol decimals } } } } } }`;
    const text = await run(query, '9223372036854775807');
    expect(text).toContain('"9223372036854775807"');
    expect(text).toMatch(/Everything\sThere\sIs/);
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
