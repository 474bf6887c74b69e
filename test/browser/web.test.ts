// The example front end as a person uses it: each page, the long list, a miss, and errors.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openLedger } from '../support/changing.js';
import { chromiumPath, launch } from '../support/chromium.js';
import { openSample, remote, serve } from '../support/ledgers.js';
import { startStub } from '../support/stub.js';
import { buildExample, isInstalled, type Site } from '../support/web.js';

describe.skipIf(!chromiumPath || !isInstalled)('the example front end', () => {
  let example: Awaited<ReturnType<typeof buildExample>>;
  let ledger: Ledger;
  let server: Server;
  let site: Site;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [example, ledger, browser] = await Promise.all([
      buildExample(),
      openSample('embedded'),
      launch(),
    ]);
    server = await serve(ledger);
    site = await example.over(server.url);
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.close();
    await ledger?.close();
    await example?.remove();
  });

  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
  const part = (title: string) => page.getByRole('region', { name: title });
  const open = (path: string) => page.goto(`${site.url}#/${path}`);

  async function search(text: string): Promise<void> {
    await page.keyboard.press('/');
    await page.getByLabel('Search the ledger').fill(text);
    await page.keyboard.press('Enter');
  }

  it('begins with ways in', async () => {
    await open('');
    await page.getByRole('link', { name: '91,207,000' }).waitFor();
    await page.getByText('9,223,372,036,854,775,807').first().waitFor();
    await page.getByRole('link', { name: 'Harbour Museum: collection wallet' }).click();
    await heading('Harbour Museum: collection wallet');
  });

  it('shows all tokens of an account as one scrolls, each once, with its decimals', async () => {
    await open('account/0.0.1001');
    await page.getByText('299,999,692.94838898').waitFor();
    // The list comes after the balance.
    await page.getByText('182,925.15').waitFor();
    expect(await page.getByText('182,925.15').count()).toBe(1);
    const rows = page.locator('tbody tr');
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4000);
          return rows.count();
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThanOrEqual(200);
    await page.mouse.wheel(0, 50_000);
    await page.getByText(/\d+ tokens, all of them/).waitFor();
    const ids = await rows.locator('td:nth-child(2)').allTextContents();
    expect(new Set(ids).size).toBe(ids.length);
    const answer = await fetch(`${server.url}/api/v1/accounts/0.0.1001/tokens?limit=100`);
    const first = ((await answer.json()) as { tokens: { token_id: string }[] }).tokens;
    expect(ids.slice(0, first.length)).toEqual(first.map(({ token_id }) => token_id));
  });

  it('shows the holders of a token, now and at an instant', async () => {
    await open('token/0.0.10265');
    await heading('Café Crème');
    await page.getByText('350,972,568.95').waitFor();
    await page.getByText('20 Nov 2026, 11:44:18 UTC').waitFor();
    await page.getByLabel('At').fill('2026-11-20T11:20:00');
    await page.getByText('20 Nov 2026, 11:15:00 UTC').waitFor();
    await page.getByRole('button', { name: 'Now' }).click();
    await page.getByText('20 Nov 2026, 11:44:18 UTC').waitFor();
  });

  it('shows a block and its neighbour', async () => {
    await open('block/91207000');
    await heading('91,207,000');
    await page.getByRole('link', { name: '← before' }).press('Enter');
    await heading('91,206,999');
  });

  it('shows a schedule with its signatures', async () => {
    await open('schedule/0.0.9000002');
    await page.getByText('executed', { exact: true }).waitFor();
    expect(await page.getByText('ED25519').count()).toBe(4);
  });

  it('finds by id, number, EVM address, alias and hash, by keyboard alone', async () => {
    await open('');
    await search('0.0.2002');
    await heading('Harbour Ferries');
    await search('91206999');
    await heading('91,206,999');
    await search('0xc82605c1aed81e77414eed64cf97519364464fd7');
    await heading('Harbour Museum: collection wallet');
    await search('HIQQHDVSQ4YBQERTYZ3NFNGMEQZBVZCYPVDBYIO74LICFESS3AAJ6KHA');
    await page.getByText('0.0.1005').waitFor();
    const block = await fetch(`${server.url}/api/v1/blocks/91206000`);
    await search(((await block.json()) as { hash: string }).hash);
    await heading('91,206,000');
  });

  it('says what is missing, and what can not be asked for', async () => {
    await search('0.0.999999999');
    await page.getByText('Nothing on this ledger is called “0.0.999999999”').waitFor();
    await search('what is this');
    await page.getByText('is no id, alias, EVM address').waitFor();
    await open('account/0.0.999999999');
    await page.getByText('There is no account 0.0.999999999 here').waitFor();
  });

  it('tells of an upstream that fails, and goes on when it is back', async () => {
    const account = await (await fetch(`${server.url}/api/v1/accounts/0.0.1001`)).text();
    const stub = await startStub(() => ({ status: 503 }));
    const proxied = remote(stub.url);
    const failing = await serve(proxied);
    const other = await example.over(failing.url);
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
      await part('Schedules').getByRole('alert').getByText('UPSTREAM_UNAVAILABLE').waitFor();
      expect(await alert.count()).toBe(2);
      expect(await page.getByText('It has no').count()).toBe(0);
    } finally {
      // It listens for news, and would say that it was cut off.
      await page.goto('about:blank');
      await other.close();
      await failing.close();
      await proxied.close();
      await stub.close();
    }
  });

  it('shows what is new as it comes, and goes on over a restart of the server', async () => {
    const changing = await openLedger('embedded');
    await changing.setBalance(1001, 500_000_000n);
    await changing.addSchedule(3001);
    const start = (port = 0) => serve(changing.ledger, { port, live: { interval: 100 } });
    let live = await start();
    const other = await example.over(live.url);
    const block = (number: number) => page.getByRole('link', { name: String(number), exact: true });
    try {
      await page.goto(`${other.url}#/`);
      await page.reload();
      await block(3).waitFor();
      await page.evaluate('window.isSame = true');
      await changing.addBlocks(4, 4);
      await block(4).waitFor();
      await live.close();
      await changing.addBlocks(5, 6);
      live = await start(Number(new URL(live.url).port));
      await block(6).waitFor();
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
    for (const path of ['accounts/0.0.1001', 'accounts/0.0.1001/tokens?limit=50']) {
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
    const other = await example.over(slow.url);
    try {
      await page.goto(`${other.url}#/account/0.0.1001`);
      await page.getByText('299,999,692.94838898').waitFor();
      // One part is on its way, another has failed: each says so by itself.
      await part('Tokens').getByRole('status', { name: 'Loading' }).waitFor();
      await part('Schedules').getByRole('alert').getByText('UPSTREAM_UNAVAILABLE').waitFor();
      expect(await page.locator('tbody tr').count()).toBe(0);
      expect(held).toHaveLength(1);
      held[0]?.();
      await page.getByText('182,925.15').waitFor();
      expect(await page.locator('tbody tr').count()).toBe(50);
      expect(await page.getByRole('alert').count()).toBe(1);
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
