// The pages for people: their style and script are the ones that their policy lets run, and are delivered.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const root = new URL('../../', import.meta.url);

describe.each([
  ['/', 'landing'],
  ['/api/v1/docs', 'docs'],
])('the page at %s', (path, name) => {
  let ledger: Ledger;
  let server: Server;
  let page: Response;
  let text: string;

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    page = await fetch(server.url + path);
    text = await page.text();
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
  });

  it('has the style and the script of its files, each once', () => {
    for (const [tag, files] of [
      ['style', ['colours.css', `${name}.css`]],
      ['script', [`${name}.js`]],
    ] as const) {
      const found = [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      const read = files.map((file) => readFileSync(new URL(`static/${file}`, root), 'utf8'));
      expect(found.map(([, body]) => body)).toEqual([read.join('')]);
    }
  });

  it('may run those and no other', () => {
    const [, style] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const [, script] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    const policy = page.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`style-src ${hash(style)}`);
    expect(policy).toContain(`script-src ${hash(script)}`);
    expect(policy).toContain("default-src 'none'");
  });
});

it('the package has the files of the pages', () => {
  const { files } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect(files).toContain('static');
});
