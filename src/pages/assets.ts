// Style and script of a page out of `static/`, and the policy that lets it run those and nothing else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageRoot } from '../root.js';
import { Html } from './html.js';

/** What goes into a page as it is. */
interface Assets {
  readonly style: Html;
  readonly script: Html;
  /** The content security policy: this style and script, and requests to the page's own server. */
  readonly policy: string;
}

const folder = new URL('static/', packageRoot);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Reads `static/<name>.css`, in the colours of all pages, and `static/<name>.js` where there is one. */
export function pageAssets(name: string, hasScript = true): Assets {
  const style = read('colours.css') + read(`${name}.css`);
  const script = hasScript ? read(`${name}.js`) : '';
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hasScript ? hash(script) : "'none'"}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { style: new Html(style), script: new Html(script), policy };
}
