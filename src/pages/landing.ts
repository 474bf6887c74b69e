// The page at `/`: what this is, which ledger it serves, where to go, and a query with its answer.
import type { FastifyInstance } from 'fastify';
import { pageAssets } from './assets.js';
import { html, htmlPage } from './html.js';

/** Runs on any ledger: it names no id. */
const query = `{
  blocks(first: 1) {
    nodes { number timestamp { to } }
  }
  tokens(first: 2, filter: { type: FUNGIBLE_COMMON }) {
    nodes {
      name
      symbol
      balances(first: 2, filter: { balance: { gt: 0 } }) {
        nodes {
          amount
          account { entityId memo balance { hbars } }
        }
      }
    }
  }
}`;

interface Door {
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

const graphiqlDoors: readonly Door[] = [
  {
    href: '/graphql',
    name: 'GraphiQL',
    text: 'Queries with completion and documentation.',
  },
  {
    href: '/graphql#examples',
    name: 'Examples',
    text: 'Operations to start from, and the pages of an explorer.',
  },
];
const schemaDoor: Door = {
  href: '/graphql/schema.graphql',
  name: 'Schema',
  text: 'All types in SDL, for reading and for generators of types.',
};
const doors: readonly Door[] = [
  {
    href: '/docs',
    name: 'Documents',
    text: 'From the first query to a front end, live data and operating.',
  },
  {
    href: '/examples/web/README.md',
    name: 'Front end',
    text: 'An explorer in React to copy and start from.',
  },
  {
    href: '/api/v1/docs',
    name: 'REST',
    text: 'The mirror node API at /api/v1, each parameter to try out.',
  },
  {
    href: '/api/v1/docs/openapi.yml',
    name: 'OpenAPI',
    text: 'The REST description for programs: clients, types, tests.',
  },
  {
    href: '/ready',
    name: 'Health',
    text: 'Whether the ledger answers at the moment.',
  },
];
const metricsDoor: Door = {
  href: '/metrics',
  name: 'Metrics',
  text: 'Requests, ledger calls and caches, for Prometheus.',
};

/** What the server has beside what it always has. */
interface Parts {
  readonly graphiql: boolean;
  /** Whether the schema may be read. */
  readonly schema: boolean;
  readonly metrics: boolean;
}

const { style, script, policy } = pageAssets('landing');

function page(ledger: string, { graphiql, schema, metrics }: Parts): string {
  const shown = [
    ...(graphiql ? graphiqlDoors : []),
    ...(schema ? [schemaDoor] : []),
    ...doors,
    ...(metrics ? [metricsDoor] : []),
  ];
  const body = html`<header>
<h1>mirrorql</h1>
<p>One GraphQL endpoint over a ledger mirror: exact, complete, typed answers in one request.</p>
<p class="ledger"><span id="state" class="dot" role="img" aria-label="asking"></span>
Serves the <strong>${ledger}</strong><span id="newest" role="status"></span></p>
</header>
<nav aria-label="What is here">
${shown.map(({ href, name, text }) => html`<a href="${href}"><b>${name}</b><span>${text}</span></a>`)}
</nav>
<main>
<section aria-labelledby="ask">
<h2 id="ask">Ask <code>POST /graphql</code></h2>
<textarea id="query" aria-label="Query" spellcheck="false" autocomplete="off">${query}</textarea>
<p class="send"><button id="run" type="button">Run</button>
${graphiql && html`<a id="open" href="/graphql">Open in GraphiQL</a>`}
<span class="faint">Ctrl+Enter runs it, too</span></p>
</section>
<section aria-labelledby="answer">
<h2 id="answer">Answer <span id="time" class="faint" role="status"></span></h2>
<pre id="body" tabindex="0"><noscript>The example needs JavaScript; the endpoint does not.</noscript></pre>
</section>
</main>
<script>${script}</script>`;
  return htmlPage('mirrorql', style, body);
}

/** Registers `/`; `ledger` says to any visitor which one is served. */
export function landingPage(app: FastifyInstance, ledger: string, parts: Parts): void {
  const text = page(ledger, parts);
  app.get('/', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    return reply.type('text/html; charset=utf-8').send(text);
  });
}
