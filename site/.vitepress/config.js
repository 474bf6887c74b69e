// The documents as a site: the same files that the tests run, with a search that needs no network.
import { defineConfig } from 'vitepress';
import { layOut } from '../pages.js';

/** What one reads in which order; a document that is named nowhere stands at the end. */
const chapters = [
  {
    text: 'Begin',
    names: [
      'getting-started',
      'schema-tour',
      'from-rest',
      'explorer',
      'clients',
      'package',
      'front-end',
    ],
  },
  { text: 'Ask', names: ['paging', 'live', 'parts', 'exact-numbers', 'errors', 'rest'] },
  { text: 'Run', names: ['operating', 'upstream', 'scaling', 'performance', 'federation'] },
];

const titles = new Map(layOut().map(({ name, title }) => [name, title]));
const named = new Set(chapters.flatMap(({ names }) => names));
const others = [...titles.keys()].filter((name) => !named.has(name));

export default defineConfig({
  title: 'mirrorql',
  description: 'One GraphQL endpoint over a ledger mirror.',
  srcDir: 'pages',
  // For a place below a host: SITE_BASE=/mirrorql/
  base: process.env['SITE_BASE'] ?? '/',
  // Addresses of a server on the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  // Events have no colours.
  markdown: { languages: [{ name: 'sse', scopeName: 'text.sse', patterns: [], repository: {} }] },
  themeConfig: {
    sidebar: [...chapters, ...(others.length > 0 ? [{ text: 'More', names: others }] : [])].map(
      ({ text, names }) => ({
        text,
        items: names.map((name) => ({ text: titles.get(name) ?? name, link: `/${name}` })),
      }),
    ),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
  },
});
