// All pages as someone meets them who does not see, or not well: axe-core finds nothing against them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { auditPage } from '../support/axe.js';
import { chromiumPath, launch, type Tabs } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';
import { isInstalled, openSite, type Site } from '../support/web.js';

describe.skipIf(!chromiumPath)('axe-core has nothing against', () => {
  let ledger: Ledger;
  let server: Server;
  let browser: Tabs;
  let site: Site | undefined;
  let page: Page;

  beforeAll(async () => {
    [ledger, browser] = await Promise.all([openSample('embedded'), launch()]);
    server = await serve(ledger);
    site = isInstalled ? await openSite(server.url) : undefined;
    page = await browser.newPage();
    page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.close();
    await ledger?.close();
  });

  const seen = (text: string) => () => page.getByText(text).first().waitFor();

  it.each([
    ['/', '"9223372036854775807"'],
    ['/docs', 'Getting started'],
    ['/docs/errors.md', 'UPSTREAM_TIMEOUT'],
  ])('the page %s', async (path, text) => {
    expect(await auditPage(page, server.url + path, seen(text))).toEqual([]);
  });

  it('the page of the REST documents, of which some operations stand for all', async () => {
    const ready = async () => {
      await seen('getAccounts')();
      await page.evaluate(
        `for (const one of document.querySelectorAll('main > section:nth-of-type(n+4)')) one.remove();
        for (const one of document.querySelectorAll('details')) one.open = true;`,
      );
    };
    expect(await auditPage(page, `${server.url}/api/v1/docs`, ready)).toEqual([]);
  });

  it('the bar above GraphiQL, whose own parts are its own', async () => {
    const url = `${server.url}/graphql#examples`;
    const ready = () => page.waitForSelector('.graphiql-query-editor .view-line');
    expect(await auditPage(page, url, ready, ['#root', 'body > :not(.bar)'])).toEqual([]);
  });

  it.skipIf(!isInstalled).each([
    ['', 'Everything There Is'],
    ['account/0.0.1001', '182,925.15'],
    ['account/0.0.1001/tokens', '182,925.15'],
    ['token/0.0.10265?at=2026-11-20T11:20:00Z', '20 Nov 2026, 11:15:00 UTC'],
    ['network', 'Harbour Works 0'],
    ['transaction/0.0.2@1795175983.974095004', '42,016'],
    ['nft/0.0.2003/1', 'Written on it'],
    ['topic/0.0.4001', 'High water at noon.'],
    ['contract/0.0.5001', '42,016 gas'],
    ['schedule/0.0.9000002', 'ED25519'],
    ['search/har', 'Harbour Ferries'],
    ['nowhere', 'There is no page at this address.'],
  ])('the page /%s of the example front end', async (path, text) => {
    expect(await auditPage(page, `${site?.url}#/${path}`, seen(text))).toEqual([]);
  });

  it.skipIf(!isInstalled)('what the search box offers, and a picture as a table', async () => {
    const ready = async () => {
      await page.getByRole('button', { name: 'as a table' }).click();
      await page.getByRole('combobox').pressSequentially('har');
      await page.getByRole('option').first().waitFor();
    };
    expect(await auditPage(page, `${site?.url}#/`, ready)).toEqual([]);
  });

  it('is no empty word: it does find what is wrong', async () => {
    const broken =
      'data:text/html,<title>x</title><img src="data:,"><p style="width:2000px">wide</p>';
    const wrong = await auditPage(page, broken, seen('wide'));
    expect(wrong.join()).toContain('image-alt');
    expect(wrong.join()).toContain('wider than the screen');
  });
});
