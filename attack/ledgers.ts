// The ledgers that a server is attacked on, and the options that name them.
import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { seed } from '../src/sample/seed.js';
import type { LedgerName } from './attack.js';

const admin = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface Prepared {
  readonly options: readonly string[];
  silence?(): void;
  close(): Promise<void>;
}

/** What has to be there for a ledger; null where it can not be had on this machine. */
export const prepare: Readonly<Record<LedgerName, () => Promise<Prepared | null>>> = {
  embedded: async () => ({ options: [], close: async () => {} }),
  PostgreSQL: postgres,
  upstream,
};

async function postgres(): Promise<Prepared | null> {
  const client = new pg.Client({ connectionString: admin, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
  } catch {
    return null;
  }
  const name = `mirrorql_attack_${process.pid}`;
  await client.query(`create database ${name} template template0 encoding 'UTF8'`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  const filled = new pg.Client({ connectionString: address.href });
  await filled.connect();
  await seed(
    (text) => filled.query(text),
    (text, values) => filled.query(text, values),
  );
  await filled.end();
  const wire = await startWire(address);
  return {
    options: ['--database', wire.url],
    silence: wire.silence,
    async close() {
      wire.close();
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

/** A wire to a database that can fall silent without being cut. */
async function startWire(to: URL) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = open(Number(to.port || 5432), to.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, other] of [pair, [far, near] as const]) {
      from.pipe(other);
      from.on('error', () => other.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
        near.pause();
        far.pause();
      }
    },
    close() {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

async function upstream(): Promise<Prepared> {
  const file = fileURLToPath(new URL('./upstream.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /listens on (\S+)/.exec(String(chunk))?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('the stub upstream has ended')));
  });
  return {
    options: ['--upstream', url],
    close: async () => void child.kill(),
  };
}
