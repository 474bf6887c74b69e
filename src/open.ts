// The only file that names concrete ledgers: opens the one that the options name.

import { randomUUID } from 'node:crypto';
import { type Config, chooseLedger, type Environment, OptionError, readTick } from './config.js';
import { setSystemRealm } from './contract/entity.js';
import type { Network } from './contract/networks.js';
import { identityOf } from './identity.js';
import type { Opened } from './serve.js';

/**
 * Opens the ledger of the options; one that has another shard or realm than those that are open is
 * refused. @throws OptionError
 */
export async function openLedger(config: Config, environment: Environment): Promise<Opened> {
  const leave = enterRealm(config.number('shard'), config.number('realm'));
  try {
    const { ledger, ...opened } = await openChosen(config, environment);
    let closing: Promise<void> | undefined;
    // Whoever closes it once more waits for the same.
    const close = () => (closing ??= ledger.close().finally(leave));
    return { ...opened, ledger: { ...ledger, close } };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Shard and realm of each ledger that is open: the same for all of a process. */
const realms = new Set<readonly [shard: number, realm: number]>();

/** Sets shard and realm for one more ledger; what it gives is called when that is closed. */
function enterRealm(shard: number, realm: number): () => void {
  for (const open of realms) {
    if (open[0] === shard && open[1] === realm) continue;
    throw new OptionError(
      `--shard and --realm are ${shard} and ${realm}, but a ledger of ${open.join('.')} is open in this process, which has one of each: close that first, or open this one in another process`,
    );
  }
  setSystemRealm(shard, realm);
  const own = [shard, realm] as const;
  realms.add(own);
  return () => void realms.delete(own);
}

/** Only the modules of the chosen ledger are loaded, since it is the start that counts. */
async function openChosen(config: Config, environment: Environment): Promise<Opened> {
  const chosen = chooseLedger(config, environment);
  const identity = identityOf(chosen, config, environment);
  const tick = readTick(config, chosen);
  const statementTimeout = config.number('upstream-timeout');
  if (chosen.kind === 'embedded') {
    const { openSampleDatabase, sampleClock } = await import('./sample/prepared.js');
    const { sqlLedger } = await import('./sql/sql.js');
    const database = await openSampleDatabase({ statementTimeout });
    if (tick > 0) {
      const { live } = await import('./sample/living.js');
      const { clock, begin } = live(database);
      return {
        ledger: sqlLedger(database, clock),
        title: sampleTitle,
        clock,
        kept: database.kept,
        // No other process is at the same block.
        identity: JSON.stringify([identity, randomUUID()]),
        begin: (failed) => begin(tick, failed),
      };
    }
    return {
      ledger: sqlLedger(database, sampleClock),
      title: sampleTitle,
      clock: sampleClock,
      kept: database.kept,
      identity,
    };
  }
  if (chosen.kind === 'database') {
    const { openPostgres } = await import('./sql/engines/postgres.js');
    const { sqlLedger } = await import('./sql/sql.js');
    const noPreparedStatements = config.isSet('no-prepared-statements');
    const connections = Number(config.text('connections') ?? toDatabase);
    const options = { connections, statementTimeout, noPreparedStatements };
    const database = usable('--database', () => openPostgres(chosen.url, options));
    const title = 'database of a mirror node';
    return { ledger: sqlLedger(database), title, clock: Date, identity };
  }
  const { upstreamOf } = await import('./contract/networks.js');
  const { remoteLedger } = await import('./remote/remote.js');
  const { openAuthorities } = await import('./remote/authorities.js');
  const isPublic = chosen.kind === 'network';
  const upstream = isPublic
    ? upstreamOf(chosen.network as Network, chosen.scheme as 'http' | 'https')
    : chosen.upstream;
  const caFile = config.text('upstream-ca');
  const authorities = caFile ? usable('--upstream-ca', () => openAuthorities(caFile)) : undefined;
  const ledger = remoteLedger({
    upstream,
    headers: headersOf(config.texts('upstream-header')),
    ca: authorities?.certificates,
    proxies: {
      httpProxy: environment['http_proxy'] ?? environment['HTTP_PROXY'],
      httpsProxy: environment['https_proxy'] ?? environment['HTTPS_PROXY'],
      noProxy: environment['no_proxy'] ?? environment['NO_PROXY'],
    },
    ...callsOf(config, isPublic),
  });
  const title = isPublic ? `public mirror node of ${chosen.network}` : 'mirror node';
  const close = () => {
    authorities?.close();
    return ledger.close();
  };
  return { ledger: { ...ledger, close }, title, clock: Date, identity };
}

const sampleTitle = 'embedded sample ledger';

/** Connections where nobody says how many: a database has about a hundred for all its clients. */
const toDatabase = 32;
const toMirrorNode = 64;

/** Calls a second that public mirror nodes answer to one client. */
const publicRate = 50;

/** How a mirror node is called, as far as the options say it by numbers. */
export const callsOf = (config: Config, isPublic: boolean) => ({
  chunk: config.number('chunk'),
  connections: Number(config.text('connections') ?? toMirrorNode),
  concurrency: config.number('upstream-concurrency'),
  rate: Number(config.text('upstream-rate') ?? (isPublic ? publicRate : 0)),
  retries: config.number('upstream-retries'),
  timeout: config.number('upstream-timeout'),
  maxBody: config.number('upstream-max-body'),
  cache: config.number('upstream-cache'),
});

const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );

/** What an option leads to; a file that can not be read is a mistake in it. */
function usable<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new OptionError(`${option} can not be used: ${(error as Error).message}`);
  }
}
