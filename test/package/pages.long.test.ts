// The pages of the server as it is built: whatever they lead to on it is there.
import { expect, it } from 'vitest';
import { sampleServer } from '../support/sample-server.js';
import { starter } from '../support/started.js';

// A ledger that is there already: to fill one takes longer than all pages.
const upstream = sampleServer();
const { start } = starter();

it('each page leads to what is there', async () => {
  const origin = await start({ args: ['--upstream', upstream.url] }).url;
  const statuses = new Map<string, number>();
  const found = [`${origin}/`, `${origin}/api/v1/docs/`];
  for (const address of found) {
    if (statuses.has(address)) continue;
    const response = await fetch(address, { headers: { accept: 'text/html,*/*' } });
    statuses.set(address, response.status);
    const text = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"#]+)/g)) {
      const led = new URL(link.replaceAll('&amp;', '&'), address);
      if (led.origin === origin) found.push(led.href);
    }
  }
  expect([...statuses.keys()]).toContain(`${origin}/api/v1/docs/openapi.yml`);
  expect([...statuses].filter(([, status]) => status !== 200)).toEqual([]);
  expect(statuses.size).toBeGreaterThan(40);
});
