// GraphiQL's page: what it opens with, a menu of examples above it, and how these get into the HTML.
import type { GraphiQLOptions } from 'graphql-yoga';
import { pageAssets } from '../../pages/assets.js';
import { type Html, html, phrases } from '../../pages/html.js';
import { exampleQuery } from './example.js';
import type { Example, Examples } from './examples.js';

interface PageOptions extends GraphiQLOptions {
  readonly examples?: Examples;
}

/** Options for a request to this address, of which GraphiQL reads the query itself, but no variables. */
export function graphiqlOptions(url: string, examples: Examples): PageOptions {
  const { searchParams } = new URL(url);
  const variables = searchParams.get('variables');
  return {
    title: 'GraphiQL of mirrorql',
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

/** The page, which loads nothing from elsewhere. */
export async function graphiqlPage({ examples, ...options }: PageOptions): Promise<string> {
  // Nine megabytes: read when the first person wants to see it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // It puts the options into a script as they are, where "</script>" in a query would end it.
  const json = JSON.stringify(options);
  return renderGraphiQL(options)
    .replace(json, () => json.replaceAll('<', String.raw`\u003c`))
    .replace('</head>', () => head)
    .replace(
      '<div id="root"></div>',
      () => `${examples ? bar(examples).text : ''}<main id="root"></main>`,
    );
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
