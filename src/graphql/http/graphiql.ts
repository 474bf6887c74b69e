// GraphiQL's page: what it opens with, and how that gets into the HTML.
import type { GraphiQLOptions } from 'graphql-yoga';
import type { Tab } from './tabs.js';

/** Options for a request to this address; the query of a link comes before the examples. */
export function graphiqlOptions(url: string, examples: readonly Tab[]): GraphiQLOptions {
  const linked = new URL(url).searchParams;
  const [query, variables] = [linked.get('query'), linked.get('variables')];
  // GraphiQL shows the tabs that it is given instead of the query in its own address.
  const first = query === null ? [] : [{ query, variables }];
  return { title: 'mirrorql', defaultTabs: [...first, ...examples] };
}

/** The page, which loads nothing from elsewhere. */
export async function graphiqlPage(options: GraphiQLOptions): Promise<string> {
  // Nine megabytes: read when the first person wants to see it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // It puts the options into a script as they are, where "</script>" in a query would end it.
  const json = JSON.stringify(options);
  return renderGraphiQL(options).replace(json, () => json.replaceAll('<', String.raw`\u003c`));
}
