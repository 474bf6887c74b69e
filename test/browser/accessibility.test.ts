// All pages as someone meets them who does not see, or not well: axe-core finds nothing against them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { auditPage } from '../support/axe.js';
import { chromiumPath, launch } from '../support/chromium.js';
import { openSample, serve } from '../support/ledgers.js';

describe.skipIf(!chromiumPath)('axe-core has nothing against', () => {
  let ledger: Ledger;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [ledger, browser] = await Promise.all([openSample('embedded'), launch()]);
    server = await serve(ledger);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await ledger?.close();
  });

  const seen = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

  it.each([
    ['/', '"9223372036854775807"'],
    ['/docs', 'Getting started'],
    ['/docs/errors.md', 'UPSTREAM_TIMEOUT'],
  ])('the page %s', async (path, text) => {
    expect(await auditPage(browser, server.url + path, seen(text))).toEqual([]);
  });

  it('the page of the REST documents, of which some operations stand for all', async () => {
    const ready = async (page: Page) => {
      await seen('getAccounts')(page);
      await page.evaluate(
        `for (const one of document.querySelectorAll('main > section:nth-of-type(n+4)')) one.remove();
        for (const one of document.querySelectorAll('details')) one.open = true;`,
      );
    };
    expect(await auditPage(browser, `${server.url}/api/v1/docs`, ready)).toEqual([]);
  });

  it('the bar above GraphiQL, whose own parts are its own', async () => {
    const url = `${server.url}/graphql#examples`;
    const ready = (page: Page) => page.waitForSelector('.graphiql-query-editor .view-line');
    expect(await auditPage(browser, url, ready, ['#root', 'body > :not(.bar)'])).toEqual([]);
  });

  it('is no empty word: it does find what is wrong', async () => {
    const broken =
      'data:text/html,<title>x</title><img src="data:,"><p style="width:2000px">wide</p>';
    const wrong = await auditPage(browser, broken, seen('wide'));
    expect(wrong.join()).toContain('image-alt');
    expect(wrong.join()).toContain('wider than the screen');
  });
});
