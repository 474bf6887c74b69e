// GraphiQL's page: what it opens with, a menu of examples above it, and how these get into the HTML.
import type { GraphiQLOptions } from 'graphql-yoga';
import { pageAssets } from '../../pages/assets.js';
import { Html, html, phrases } from '../../pages/html.js';
import { exampleQuery } from './example.js';
import type { Example, Examples } from './examples.js';
import { fileAddresses } from './graphiql-files.js';

const title = 'GraphiQL of mirrorql';

interface PageOptions extends GraphiQLOptions {
  readonly examples?: Examples;
  /** Path that the page is asked for by. */
  readonly path?: string;
}

/** Options for a request to this address, of which GraphiQL reads the query itself, but no variables. */
export function graphiqlOptions(url: string, examples: Examples): PageOptions {
  const { searchParams, pathname } = new URL(url);
  const variables = searchParams.get('variables');
  return {
    title,
    // Of tabs that it has kept one with this query is shown again; without a query it adds an empty one.
    ...(searchParams.get('query') ? {} : { query: exampleQuery }),
    ...(variables !== null && { variables }),
    defaultQuery: '',
    examples,
    path: pathname,
  };
}

const { style, script } = pageAssets('graphiql');

/** The page, small beside the files that it loads from its own server and that are kept from one time to the next. */
export async function graphiqlPage({
  examples,
  path = '/graphql',
  ...options
}: PageOptions): Promise<string> {
  const files = await fileAddresses(path);
  // In a script "</script>" in a query would end it.
  const json = JSON.stringify(options).replaceAll('<', String.raw`\u003c`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${files['graphiql.ico']}">
<link rel="stylesheet" href="${files['graphiql.css']}">
<style>${style}</style>
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
${examples && bar(examples)}
<main id="root"></main>
<script src="${files['graphiql.js']}"></script>
<script>YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${new Html(json)});</script>
</body>
</html>
`.text;
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
