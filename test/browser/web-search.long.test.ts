// The search box of the example front end: as one types, by keyboard alone, and whatever is pasted.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isShown, webPage } from '../support/web-page.js';

describe.runIf(isShown)('the search of the example front end', () => {
  const site = webPage();
  const { server } = site;
  const errors: string[] = [];
  let page: Page;
  beforeAll(async () => {
    page = site.page;
    page.on('response', async (response) => {
      if (!response.url().endsWith('/graphql')) return;
      const text = await response.text().catch(() => '');
      if (text.includes('"errors"')) errors.push(text);
    });
    await page.goto(site.url);
  });

  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
  const box = () => page.getByRole('combobox', { name: 'Search the ledger' });
  const options = () => page.getByRole('option');

  async function search(text: string): Promise<void> {
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('/');
    await box().fill(text);
    await page.keyboard.press('Enter');
  }

  it('finds by id, number, EVM address, alias, hash and name, by keyboard alone', async () => {
    await search('0.0.2002');
    await heading('Harbour Ferries');
    await search('91206999');
    await heading('91,206,999');
    await search('HIQQHDVSQ4YBQERTYZ3NFNGMEQZBVZCYPVDBYIO74LICFESS3AAJ6KHA');
    await page.getByText('0.0.1005').first().waitFor();
    const block = await fetch(`${server.url}/api/v1/blocks/91206000`);
    await search(((await block.json()) as { hash: string }).hash);
    await heading('91,206,000');
    await search('lighthouse');
    await heading('Lighthouse Keepsakes');
    await search('0.0.2003/1');
    await heading('Lighthouse Keepsakes no. 1');
  });

  it('offers what a text names as one types, from the first letter on, without an error', async () => {
    await page.keyboard.press('/');
    await box().fill('');
    for (const [typed, least] of [
      ['h', 0],
      ['ha', 0],
      ['har', 3],
      ['harb', 3],
    ] as const) {
      await box().press(typed.at(-1) as string);
      await expect.poll(() => options().count()).toBeGreaterThanOrEqual(least);
      await page.waitForTimeout(250);
    }
    await options().getByText('Harbour Ferries').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    expect(await box().getAttribute('aria-activedescendant')).toBe(
      await options().first().getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await heading('Harbour Ferries');
    expect(await options().count()).toBe(0);
  });

  it('closes what it offers by Escape, and forgets what was typed before', async () => {
    await page.keyboard.press('/');
    await box().pressSequentially('harbour');
    await options().first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    await box().fill('no such thing at all');
    await page.keyboard.press('Enter');
    await heading('Nothing on this ledger is called “no such thing at all”.');
    await page.goBack();
    await heading('Harbour Ferries');
    expect(await box().inputValue()).toBe('');
  });

  it('has met no error on the way', () => expect(errors).toEqual([]));
});
