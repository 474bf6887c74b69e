// GraphiQL's page: what it opens with, a menu of examples above it, and how these get into the HTML.
import type { GraphiQLOptions } from 'graphql-yoga';
import { pageAssets } from '../../pages/assets.js';
import { type Html, html, phrases } from '../../pages/html.js';
import { exampleQuery } from './example.js';
import type { Example, Examples } from './examples.js';

const title = 'GraphiQL of mirrorql';

interface PageOptions extends GraphiQLOptions {
  readonly examples?: Examples;
}

/** Options for a request to this address, of which GraphiQL reads the query itself, but no variables. */
export function graphiqlOptions(url: string, examples: Examples): PageOptions {
  const { searchParams } = new URL(url);
  const variables = searchParams.get('variables');
  return {
    title,
    // Of tabs that it has kept one with this query is shown again; without a query it adds an empty one.
    ...(searchParams.get('query') ? {} : { query: exampleQuery }),
    ...(variables !== null && { variables }),
    defaultQuery: '',
    examples,
  };
}

const { style, script } = pageAssets('graphiql');
const head = html`<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${style}</style></head>`.text;

/** What comes before, between and after the bar and the options; the same in every page. */
async function readFrame(): Promise<readonly [string, string, string]> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title }).replace('</head>', () => head);
  const [before = '', rest = ''] = page.split('<div id="root"></div>');
  const options = JSON.stringify({ title });
  const place = rest.lastIndexOf(options);
  return [before, rest.slice(0, place), rest.slice(place + options.length)];
}

/** Nine megabytes: put together when the first person wants to see it. */
let frame: ReturnType<typeof readFrame> | undefined;

/** The page, which loads nothing from elsewhere. */
export async function graphiqlPage({ examples, ...options }: PageOptions): Promise<string> {
  frame ??= readFrame();
  const [before, between, after] = await frame;
  // In a script "</script>" in a query would end it.
  const json = JSON.stringify(options).replaceAll('<', String.raw`\u003c`);
  const above = examples ? bar(examples).text : '';
  return `${before}${above}<main id="root"></main>${between}${json}${after}`;
}

/** Above GraphiQL: the way home, and all examples, each a link that opens it in a tab. */
const bar = ({ starts, pages }: Examples): Html => html`<header class="bar">
<h1><a href="/">mirrorql</a></h1>
<details id="examples"><summary>Examples</summary><div>
${group('To start with', starts)}
${group('Pages of an explorer', pages)}
</div></details>
<a href="/docs">Documents</a>
</header>
<script>${script}</script>
`;

const group = (title: string, examples: readonly Example[]): Html => html`<section>
<h2>${title}</h2>
<ul>${examples.map(
  ({ name, about, query, variables }) =>
    html`<li><a href="/graphql?${String(
      new URLSearchParams({ query, ...(variables !== undefined && { variables }) }),
    )}"><b>${name}</b> ${phrases(about)}</a></li>`,
)}</ul>
</section>`;
