// A headless Chromium for tests, where the machine has one.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of the browser; undefined where there is none, which is said once. */
export const chromiumPath = places.find((path) => path !== '' && existsSync(path));
if (!chromiumPath) {
  process.stdout.write(
    'not covered: browser tests, since there is no Chromium (CHROMIUM names one)\n',
  );
}

/** Starts it without its background traffic. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
