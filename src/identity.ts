// What servers that share a Redis tell each other apart by: which ledger is served, and how.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config, chooseLedger, Environment } from './config.js';
import { type OptionName, options } from './options.js';
import { packageRoot } from './root.js';

/** The version of mirrorql that runs. */
export function readVersion(): string {
  const path = new URL('package.json', packageRoot);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Names of headers whose values let someone in, and say nothing about what is read. */
const secret = /^(authorization|cookie|proxy-authorization|.*(key|token|secret|password).*)$/i;

/** An address without what lets someone in. */
function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}

/**
 * Names the ledger of the options: equal for servers of one ledger, another for any other ledger.
 * It is made of addresses, headers and PG variables, and holds no credentials.
 */
export function identityOf(
  chosen: ReturnType<typeof chooseLedger>,
  config: Config,
  environment: Environment,
): string {
  if (chosen.kind === 'embedded') return JSON.stringify(['embedded']);
  if (chosen.kind === 'database') {
    // What the address leaves out, the driver takes from these.
    const variables = ['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER', 'PGOPTIONS'];
    return JSON.stringify([
      ...['database', withoutPassword(chosen.url)],
      ...variables.map((name) => environment[name] ?? ''),
    ]);
  }
  const headers = config
    .texts('upstream-header')
    .filter((line) => !secret.test(line.split(':')[0] as string));
  const upstreams =
    chosen.kind === 'network'
      ? [chosen.network]
      : chosen.upstream.map((text) => withoutPassword(text).replace(/\/+$/, '')).sort();
  return JSON.stringify([chosen.kind, upstreams, headers.sort()]);
}

/** A short name for values, the same in every process. */
export const fingerprint = (...values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);

/** Options that change no answer, or that count by what they name; all others tell servers apart. */
const besides: ReadonlySet<string> = new Set<OptionName>([
  ...(['upstream', 'upstream-header', 'upstream-ca', 'network', 'scheme', 'database'] as const),
  ...(['upstream-rate', 'upstream-concurrency', 'upstream-retries', 'upstream-cache'] as const),
  ...(['host', 'port', 'connections', 'no-prepared-statements', 'max-wait', 'max-body'] as const),
  ...(['max-connections', 'max-held'] as const),
  ...(['no-cache', 'cache-size', 'redis', 'rate-limit', 'trust-proxy', 'cors-origin'] as const),
  ...(['poll', 'max-streams', 'max-streams-per-client', 'max-watched', 'stream-life'] as const),
  ...([
    'ready-timeout',
    'shutdown-timeout',
    'no-metrics',
    'log',
    'slow',
    'operations',
    'trace',
  ] as const),
]);

/** Values of the options that may change an answer. */
export const answerOptions = (config: Config): readonly unknown[] =>
  (Object.keys(options) as OptionName[])
    .filter((name) => !besides.has(name))
    .map((name) => [name, config.texts(name)]);
