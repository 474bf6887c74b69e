// The example front end as a person uses it: each page, the long lists, the way back, and a miss.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isShown, webPage } from '../support/web-page.js';

/** Milliseconds for a long list, on a machine that is busy with other tests. */
const patience = 45_000;

describe.runIf(isShown)('the example front end', () => {
  const site = webPage();
  const { complaints, server } = site;
  let page: Page;
  beforeAll(() => {
    page = site.page;
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });

  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
  const part = (title: string) => page.getByRole('region', { name: title });
  const open = (path: string) => page.goto(`${site.url}#/${path}`);
  const rows = () => page.locator('.rows li');

  /** Scrolls until the end of a list says that this is all. */
  const toTheEnd = (what: string) =>
    expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 20_000);
          return (await page.locator('.end, .more').allTextContents()).join();
        },
        { timeout: patience, interval: 100 },
      )
      .toMatch(new RegExp(`^\\d+ ${what}, all of them$`));

  it('begins with ways in, and a way to all of each', async () => {
    await open('');
    await page.getByRole('link', { name: '91,207,000' }).waitFor();
    await page.getByText('9,223,372,036,854,775,807').first().waitFor();
    for (const what of ['blocks', 'transactions', 'accounts', 'tokens', 'contracts', 'schedules']) {
      await page.getByRole('link', { name: `All ${what}` }).waitFor();
    }
    await page.getByRole('link', { name: 'Harbour Museum: collection wallet' }).click();
    await heading('Harbour Museum: collection wallet');
    expect(await page.title()).toBe('Account Harbour Museum: collection wallet · ledger explorer');
  });

  it('shows all tokens of an account as one scrolls, each once, with its decimals', {
    timeout: 2 * patience,
  }, async () => {
    await open('account/0.0.1001');
    await page.getByText('299,999,692.94838898').waitFor();
    await page.getByText('182,925.15').waitFor();
    await page.getByRole('link', { name: 'All tokens' }).click();
    await heading('Tokens of 0.0.1001');
    await toTheEnd('tokens');
    const ids = await rows().locator('.below').allTextContents();
    expect(ids.length).toBeGreaterThanOrEqual(200);
    expect(new Set(ids).size).toBe(ids.length);
    const answer = await fetch(`${server.url}/api/v1/accounts/0.0.1001/tokens?limit=100`);
    const first = ((await answer.json()) as { tokens: { token_id: string }[] }).tokens;
    expect(ids.slice(0, first.length)).toEqual(first.map(({ token_id }) => token_id));
  });

  it('goes back to the same rows at the same place', async () => {
    const count = await rows().count();
    await rows().nth(150).getByRole('link').click();
    await page.getByRole('heading', { name: 'Supply' }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await heading('Tokens of 0.0.1001');
    await expect
      .poll(() => page.evaluate<number>('scrollY'), { timeout: 8000 })
      .toBeGreaterThan(3000);
    expect(await rows().count()).toBe(count);
    await expect
      .poll(() => rows().nth(150).boundingBox(), { timeout: 8000 })
      .toMatchObject({ x: expect.any(Number) });
    const { y } = (await rows().nth(150).boundingBox()) as { y: number };
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(900);
    // A page that is known already begins at its top all the same.
    await rows().nth(150).getByRole('link').click();
    await page.getByRole('heading', { name: 'Supply' }).waitFor();
    await page.setViewportSize({ width: 1200, height: 300 });
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(600);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  it('shows the holders of a token, who has most first, now and at the instant of the address', async () => {
    await open('token/0.0.10265');
    await heading('Café Crème');
    await page.getByText('350,972,568.95').first().waitFor();
    await page.getByText('20 Nov 2026, 11:44:18 UTC').waitFor();
    await page.getByLabel('At').fill('2026-11-20T11:20:00');
    await page.getByText('20 Nov 2026, 11:15:00 UTC').waitFor();
    expect(page.url()).toContain('?at=2026-11-20T11%3A20%3A00Z');
    await page.getByRole('link', { name: 'All holders' }).click();
    await heading('Holders of 0.0.10265');
    await page.getByText('at 2026-11-20T11:20:00Z').waitFor();
    await page.goBack();
    await page.getByText('20 Nov 2026, 11:15:00 UTC').waitFor();
    await page.getByRole('button', { name: 'Now' }).click();
    await page.getByText('20 Nov 2026, 11:44:18 UTC').waitFor();
    expect(page.url()).not.toContain('at=');
  });

  it('shows an account as it was, from a link with the instant', async () => {
    await open('account/0.0.1001?at=2026-11-20T11:30:00Z');
    await page.getByText('299,999,430.73015049').first().waitFor();
    expect(await part('Tokens').count()).toBe(0);
    await part('Transactions').locator('li').first().waitFor();
  });

  it('shows a block with its transactions, and its neighbour', async () => {
    await open('block/91207000');
    await heading('91,207,000');
    await part('Transactions').locator('li').first().waitFor();
    await page.getByRole('link', { name: '← before' }).press('Enter');
    await heading('91,206,999');
  });

  it('shows a schedule with its signatures', async () => {
    await open('schedule/0.0.9000002');
    await page.getByText('executed', { exact: true }).waitFor();
    expect(await page.getByText('ED25519').count()).toBe(4);
  });

  it('shows a transaction, with what it moved, and leads to whom it concerns', async () => {
    await open('transactions');
    await rows().getByRole('link', { name: 'Crypto transfer' }).first().click();
    await heading('Crypto transfer');
    await part('Hbars moved').locator('li').first().waitFor();
    const signed = await part('Hbars moved').locator('.value').allTextContents();
    expect(signed.every((text) => /^[+-][\d,]+(\.\d+)? ℏ$/.test(text))).toBe(true);
    await open('transaction/0.0.2@1795175983.974095004');
    await part('Call of a contract').getByText('42,016').waitFor();
    await page.getByRole('link', { name: 'contract 0.0.5001' }).click();
    await heading('Harbour coin');
  });

  it('shows a contract with calls and logs, an NFT with its moves, a topic with its messages', async () => {
    await part('Calls').getByText('42,016 gas').first().waitFor();
    await part('Logs').locator('li').first().waitFor();
    await open('nft/0.0.2003/1');
    await heading('Lighthouse Keepsakes no. 1');
    await page.getByRole('link', { name: 'All moves' }).click();
    await toTheEnd('moves');
    await open('topics');
    await rows().first().waitFor();
    await open('topic/0.0.4001');
    await heading('Notes of the harbour master');
    await part('Messages').getByText('High water at noon.').first().waitFor();
  });

  it('shows the network: nodes, supply, rate, stake and the price of gas', async () => {
    await open('network');
    await part('Supply').getByText('4,707,915,387.76157114').waitFor();
    await part('Supply').getByText('30,000 ℏ for 417,550 ¢').waitFor();
    await part('Stake').getByText('5,487,757,944.37206934').waitFor();
    await part('Price of a unit of gas').getByText('Ethereum transaction').waitFor();
    await toTheEnd('nodes');
  });

  it('says what is missing, and that there is no such page', async () => {
    await open('account/0.0.999999999');
    await heading('There is no account 0.0.999999999 here.');
    await open('nowhere/at/all');
    await heading('There is no page at this address. Begin at the start, or search above.');
    expect(await page.title()).toBe('Not there · ledger explorer');
  });

  it('has nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });
});
