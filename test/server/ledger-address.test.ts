// What stands behind the server is the operator's business: no page or answer names its address.
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openLedger } from '../../src/open.js';
import { serve } from '../../src/serve.js';

const paths = [
  ...['/', '/health', '/ready', '/metrics', '/docs', '/docs/operating.md'],
  ...['/graphql', '/graphql/schema.graphql', '/api/v1/docs', '/api/v1/docs/openapi.yml'],
  ...['/api/v1/accounts', '/api/v1/accounts/0.0.5', '/api/v1/blocks?limit=1', '/api/v1/nothing'],
  ...['/api/v1/network/supply', '/nothing'],
];
const post = (path: string, body: object): [string, RequestInit] => [
  path,
  { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
];
const traced = '/graphql?query={blocks{nodes{number}}}';
const requests: readonly [string, RequestInit?][] = [
  ...paths.map((path): [string, RequestInit] => [path, { headers: { accept: 'text/html, */*' } }]),
  [traced, { headers: { 'x-mirrorql-trace': '1' } }],
  post('/graphql', { query: '{ account(id: "0.0.5") { memo } blocks { nodes { number } } }' }),
  post('/api/v1/contracts/call', { data: '0x', to: `0x${'0'.repeat(40)}` }),
];

/** A server as the command line starts it, whose log no one reads. */
async function start(args: readonly string[]) {
  const config = readConfig(['--port', '0', '--upstream-retries', '0', ...args], {});
  const opened = await openLedger(config, {});
  const server = await serve(config, new Map(), opened, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await server.close();
    await opened.ledger.close();
  });
  return { url: server.url, description: opened.ledger.description };
}

describe.each([
  [['--upstream', 'https://inside.ledger.invalid:8443/secret'], 'mirror node'],
  [
    ['--database', 'postgres://someone:secret@inside.ledger.invalid:5433/their_database'],
    'database of a mirror node',
  ],
])('a server of the ledger %j', (args, shown) => {
  it('names its address to the operator, and to no client', async () => {
    const { url, description } = await start(args);
    expect(description).toContain('inside.ledger.invalid');
    for (const [path, init] of requests) {
      const response = await fetch(url + path, init);
      const said = JSON.stringify([...response.headers]) + (await response.text());
      // As numbers of their own: among the digits of a figure they say nothing.
      expect(said, path).not.toMatch(/(?<![\d.])(?:8443|5433)(?![\d.])/);
      expect(said, path).not.toMatch(/ledger\.invalid|their_database|someone|[/]secret/);
      if (path === '/') expect(said).toContain(`Serves the <strong>${shown}<`);
      if (path === traced) expect(said).toContain(`"ledger":"${shown}"`);
    }
  });
});

it('a server of a public network says which one it is', async () => {
  const { url } = await start(['--network', 'testnet']);
  const page = await (await fetch(url)).text();
  expect(page).toContain('Serves the <strong>public mirror node of testnet<');
});
