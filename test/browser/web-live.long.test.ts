// The example front end while its server fails, restarts, is gone, or answers bit by bit.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../support/changing.js';
import { remote, serve } from '../support/ledgers.js';
import { startStub } from '../support/stub.js';
import { openSite } from '../support/web.js';
import { isShown, webPage } from '../support/web-page.js';

describe.runIf(isShown)('the example front end', () => {
  const site = webPage();
  const { complaints, server } = site;
  let page: Page;
  beforeAll(() => {
    page = site.page;
  });

  const part = (title: string) => page.getByRole('region', { name: title });

  it('tells of an upstream that fails, and goes on when it is back', async () => {
    const account = await (await fetch(`${server.url}/api/v1/accounts/0.0.1001`)).text();
    const stub = await startStub(() => ({ status: 503 }));
    const proxied = remote(stub.url, { retries: 0 });
    const failing = await serve(proxied);
    const other = await openSite(failing.url);
    try {
      await page.goto(`${other.url}#/account/0.0.1001`);
      const alert = page.getByRole('alert');
      await alert.getByText('UPSTREAM_UNAVAILABLE').waitFor();
      stub.reset(({ path }) =>
        path.endsWith('/accounts/0.0.1001') ? { body: account } : { status: 503 },
      );
      // So many failures in a row let the mirror node rest for a second.
      const name = 'Harbour Museum: collection wallet';
      const isThere = async () => {
        await alert.getByRole('button', { name: 'Try again' }).first().click();
        await page.waitForTimeout(500);
        return page.getByRole('heading', { level: 1, name }).isVisible();
      };
      await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
      // The lists that failed say so in their own places, and are not shown as empty ones.
      await part('Tokens').getByRole('alert').getByText('UPSTREAM_UNAVAILABLE').waitFor();
      for (const title of ['Balance', 'NFTs', 'Transactions', 'Schedules']) {
        await part(title).getByRole('alert').getByText('UPSTREAM_UNAVAILABLE').waitFor();
      }
      // And what the account is besides, such as a contract, is told of at the top.
      expect(await alert.count()).toBe(6);
      expect(await page.getByText(/^(It has|There are) no/).count()).toBe(0);
    } finally {
      // It listens for news, and would say that it was cut off.
      await page.goto('about:blank');
      await other.close();
      await failing.close();
      await proxied.close();
      await stub.close();
    }
  });

  it('shows holders by account where a mirror node can not order them by what they have', async () => {
    const token = await (await fetch(`${server.url}/api/v1/tokens/0.0.10265`)).text();
    const links = { next: null };
    const balances = [{ account: '0.0.7', balance: 5, decimals: 2 }];
    const stub = await startStub(({ path }) => {
      if (path.endsWith('/balances'))
        return { body: { timestamp: '1.000000000', balances, links } };
      if (path.endsWith('/tokens/0.0.10265')) return { body: token };
      return { body: { accounts: [], nfts: [], links } };
    });
    const proxied = remote(stub.url);
    const mirror = await serve(proxied);
    const other = await openSite(mirror.url);
    try {
      await page.goto(`${other.url}#/token/0.0.10265`);
      await part('Holders').getByRole('link', { name: '0.0.7' }).waitFor();
      expect(await page.getByText('NOT_ANSWERABLE').count()).toBe(0);
      expect(await page.locator('figure').count()).toBe(0);
      await page.goto('about:blank');
      await page.goto(`${other.url}#/token/0.0.10265/holders`);
      await page.getByText('1 holders, all of them').waitFor();
    } finally {
      await page.goto('about:blank');
      await other.close();
      await mirror.close();
      await proxied.close();
      await stub.close();
    }
  });

  it('says of an instant in the address that is none', async () => {
    await page.goto(`${site.url}#/token/0.0.10265?at=whenever`);
    await page.getByRole('alert').getByText('BAD_USER_INPUT').first().waitFor();
  });

  it('shows what is new as it comes, and goes on over a restart of the server', async () => {
    const changing = await openLedger('embedded');
    await changing.setBalance(1001, 500_000_000n);
    await changing.addSchedule(3001);
    const start = (port = 0) => serve(changing.ledger, { port, live: { interval: 100 } });
    let live = await start();
    const other = await openSite(live.url);
    const block = (number: number) => page.getByRole('link', { name: String(number), exact: true });
    try {
      await page.goto(`${other.url}#/`);
      await page.reload();
      await block(3).waitFor();
      await page.evaluate('window.isSame = true');
      await changing.addBlocks(4, 4);
      await block(4).waitFor();
      const { port } = new URL(live.url);
      await live.close();
      await changing.addBlocks(5, 6);
      // It says that nothing comes any more, for as long as that is so.
      await page.getByRole('status').getByText('stands still').waitFor();
      await block(4).waitFor();
      live = await start(Number(port));
      await block(6).waitFor();
      await page.getByRole('status').getByText('live data goes on').waitFor();
      await page.getByText('live data goes on').waitFor({ state: 'hidden' });
      expect(await page.getByText('stands still').count()).toBe(0);
      expect(await page.getByRole('link', { name: /^\d$/ }).allTextContents()).toEqual([
        '6',
        '5',
        '4',
        '3',
        '2',
        '1',
      ]);
      await page.goto(`${other.url}#/account/0.0.1001`);
      await page.getByText('5 ℏ', { exact: true }).waitFor();
      await changing.setBalance(1001, 9_223_372_036_854_775_807n);
      await page.getByText('92,233,720,368.54775807').waitFor();
      await page.goto(`${other.url}#/schedule/0.0.3001`);
      await page.getByText('not executed', { exact: true }).waitFor();
      await changing.execute(3001, '1700000100.000000002');
      await page.getByText('executed', { exact: true }).waitFor();
      expect(await page.evaluate('window.isSame')).toBe(true);
    } finally {
      await page.goto('about:blank');
      await other.close();
      await live.close();
      await changing.close();
    }
  });

  it('shows the balance before the tokens, which come when the ledger has them', async () => {
    const answers = new Map<string, string>();
    for (const path of ['accounts/0.0.1001', 'accounts/0.0.1001/tokens?limit=10']) {
      const name = new URL(path, server.url).pathname;
      answers.set(`/api/v1${name}`, await (await fetch(`${server.url}/api/v1/${path}`)).text());
    }
    const held: (() => void)[] = [];
    const stub = await startStub(({ path }) => {
      const body = answers.get(path);
      if (body === undefined) return { status: 503 };
      if (!path.endsWith('/tokens')) return { body };
      return {
        send: (response) =>
          void held.push(() =>
            response.writeHead(200, { 'content-type': 'application/json' }).end(body),
          ),
      };
    });
    const proxied = remote(stub.url);
    const slow = await serve(proxied);
    const other = await openSite(slow.url);
    try {
      await page.goto(`${other.url}#/account/0.0.1001`);
      await page.getByText('299,999,692.94838898').waitFor();
      // One part is on its way, another has failed: each says so by itself.
      await part('Tokens').getByRole('status', { name: 'Loading' }).waitFor();
      await part('Schedules').getByRole('alert').getByText('UPSTREAM_UNAVAILABLE').waitFor();
      expect(await part('Tokens').locator('li').count()).toBe(0);
      expect(held).toHaveLength(1);
      held[0]?.();
      await page.getByText('182,925.15').waitFor();
      expect(await part('Tokens').locator('li').count()).toBe(10);
      expect(await part('Tokens').getByRole('alert').count()).toBe(0);
      expect(await page.getByText('299,999,692.94838898').count()).toBe(1);
    } finally {
      await other.close();
      await slow.close();
      await proxied.close();
      await stub.close();
    }
  });

  it('has nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });
});
