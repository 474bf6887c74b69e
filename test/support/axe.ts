// What axe-core has to say against a page, in both colour schemes, on a phone and on a desk.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const widths = [390, 1440];
const schemes = ['light', 'dark'] as const;

/** Complaints about a page that is open, leaving out what is inside of some elements. */
async function complaintsOf(
  page: Page,
  without: readonly string[],
  rules?: readonly string[],
): Promise<string[]> {
  const where = { exclude: without.map((selector) => [selector]) };
  const how = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  const run = `axe.run(${JSON.stringify(where)}, ${JSON.stringify(how)})`;
  const found = (await page.evaluate(run)) as AxeResults;
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help}: ${target} ${any[0]?.message ?? ''}`),
  );
}

/** What is wrong with the page at an address, each time with width and scheme; `ready` waits for it. */
export async function auditPage(
  page: Page,
  url: string,
  ready: () => Promise<unknown>,
  without: readonly string[] = [],
): Promise<string[]> {
  const wrong: string[] = [];
  await page.goto(url);
  await ready();
  // As a program of the browser's, which the policy of a page does not forbid.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Of another scheme only the colours are others.
      const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
      const complaints = await complaintsOf(page, without, rules);
      if (Number(await page.evaluate('document.documentElement.scrollWidth')) > width) {
        complaints.push('is wider than the screen');
      }
      wrong.push(...complaints.map((text) => `${url} ${width} ${colorScheme} ${text}`));
    }
  }
  return wrong;
}
