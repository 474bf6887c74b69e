// A headless Chromium for tests, where the machine has one.
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core';

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

/** What the tests of a file need of a browser. */
export type Tabs = Pick<Browser, 'newPage' | 'newContext' | 'close'>;

let started: Promise<Browser> | undefined;

/**
 * A browser without its background traffic: one for all files of a process, each of which has windows
 * of its own that share nothing. It ends with the process.
 */
export async function launch(): Promise<Tabs> {
  started ??= chromium.launch({
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
  const browser = await started;
  const contexts: BrowserContext[] = [];
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}
