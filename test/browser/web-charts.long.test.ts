// The pictures of the example front end: what they say is exact, also as a table and to the ear.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isShown, webPage } from '../support/web-page.js';

describe.runIf(isShown)('a picture', () => {
  const site = webPage({ width: 390, height: 844 });
  const { server } = site;
  let page: Page;
  beforeAll(() => {
    page = site.page;
  });

  /** Cells of the table of a picture, line by line. */
  const table = async (): Promise<string[][]> => {
    const lines = await page.locator('figure tbody tr').all();
    return Promise.all(lines.map((line) => line.locator('td').allTextContents()));
  };

  async function ask<T>(query: string): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
    return ((await answer.json()) as { data: T }).data;
  }

  it('of a balance has each snapshot with all digits, and another time on request', async () => {
    await page.goto(`${site.url}#/account/0.0.1001`);
    await page.locator('figure svg .dot').first().waitFor();
    const [first, ...others] = await table();
    expect(first).toEqual(['20 Nov 2026, 11:15:00 UTC', '299,999,365.26541708 ℏ']);
    expect(others).toHaveLength(2);
    expect(await page.locator('figure svg').textContent()).toContain('most 299,999,480.47017558 ℏ');
    // The page itself says which is chosen, once its address does.
    await page.getByLabel('month').click();
    await page.getByText('Only one snapshot is known of this time.').waitFor();
    expect(page.url()).toContain('over=month');
  });

  it('of holders has their amounts, shares, and all others together: the whole supply', async () => {
    await page.goto(`${site.url}#/token/0.0.10265`);
    await page.locator('figure svg .bar').first().waitFor();
    const lines = await table();
    expect(lines[0]).toEqual(['0.0.10082', '279,533,316.88 CAFÉ', '79.64 %']);
    expect(lines.at(-1)?.[0]).toBe('all others');
    const units = lines.map(([, amount = '']) =>
      BigInt(
        amount
          .replace(/[^\d.]/g, '')
          .padEnd(1)
          .replace(/^(\d+)(?:\.(\d*))?$/, (_, whole, rest = '') => whole + rest.padEnd(2, '0')),
      ),
    );
    const { token } = await ask<{ token: { totalSupply: string } }>(
      '{ token(id: "0.0.10265") { totalSupply } }',
    );
    expect(String(units.reduce((sum, one) => sum + one, 0n))).toBe(token.totalSupply);
  });

  it('of the greatest supply that an int64 can say loses no digit', async () => {
    await page.goto(`${site.url}#/token/0.0.2001`);
    await page.locator('figure svg .bar').first().waitFor();
    const lines = await table();
    expect(lines[0]).toEqual(['0.0.1010', '9,223,372,036,854,775,807 MAXINT', '100.00 %']);
  });

  it('of blocks has the count of each, and is no wider than a phone', async () => {
    await page.goto(`${site.url}#/blocks`);
    await page.locator('figure svg .bar').nth(49).waitFor();
    const { blocks } = await ask<{ blocks: { nodes: { number: string; count: string }[] } }>(
      '{ blocks(first: 50) { nodes { number count } } }',
    );
    const lines = await table();
    expect(lines.map((line) => line.join().replaceAll(',', ' '))).toEqual(
      blocks.nodes.map(
        ({ number, count }) => `${number.replace(/\B(?=(\d{3})+$)/g, ' ')} ${count}`,
      ),
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('gives way to its table, and comes back, by keyboard', async () => {
    const toggle = page.getByRole('button', { name: 'as a table' });
    expect(await page.locator('figure .hidden table').count()).toBe(1);
    await toggle.press('Enter');
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('figure svg').count()).toBe(0);
    await page.getByRole('table').getByText('91,207,000').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('wide');
    await toggle.press('Enter');
    await page.locator('figure svg .bar').first().waitFor();
  });
});
