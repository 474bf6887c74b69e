// The example front end over the sample, opened in a tab while the tests of a suite run.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumPath, launch, type Tabs } from './chromium.js';
import { sampleServer } from './sample-server.js';
import { isInstalled, openSite, type Site } from './web.js';

/** Whether there is a browser, and the example. */
export const isShown = Boolean(chromiumPath) && isInstalled;

const desk = { width: 1200, height: 900 };

/** Opens and closes it by hooks, so that it is there in tests and in later hooks, and not before. */
export function webPage(viewport = desk) {
  const server = sampleServer();
  /** Errors that the page has not caught. */
  const complaints: string[] = [];
  let site: Site;
  let browser: Tabs;
  let page: Page;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(server.url), launch()]);
    page = await browser.newPage({ viewport });
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  return {
    server,
    complaints,
    get url() {
      return site.url;
    },
    get page() {
      return page;
    },
  };
}
