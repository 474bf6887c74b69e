// A database that is come to by TLS alone: what is said on every connection is said by TLS.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { startOperation } from '../../src/operation.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';

const postgres = inject('postgres');
const fileOf = (name: string) => new URL(`../support/tls/${name}`, import.meta.url);
const key = readFileSync(fileOf('key.pem'));
const cert = readFileSync(fileOf('certificate.pem'));
/** A client's question whether there is TLS, in bytes of the protocol. */
const requestOfTls = Buffer.from('0000000804d2162f', 'hex');
const free = () => startOperation({ timeout: 20_000, calls: 1000 });
const codeOf = (error: { code?: string }) => error.code;

/** Passes on what comes by TLS, and tells how each connection has begun. */
function tlsBefore(target: URL, how: 'asked for' | 'direct', begun: string[]): net.Server {
  const pass = (near: net.Socket) => {
    begun.push(how);
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  };
  if (how === 'direct') {
    const server = tls.createServer({ key, cert, ALPNProtocols: ['postgresql'] }, pass);
    return server.on('tlsClientError', () => begun.push('plain'));
  }
  return net.createServer(async (near) => {
    near.on('error', () => {});
    const [first] = (await once(near, 'data')) as [Buffer];
    if (first.equals(requestOfTls)) {
      near.write('S');
      pass(new tls.TLSSocket(near, { isServer: true, key, cert }));
    } else {
      begun.push('plain');
      near.destroy();
    }
  });
}

describe.skipIf(!postgres)('PostgreSQL behind TLS', () => {
  let server: net.Server;
  let database: Database;
  afterEach(async () => {
    await database.close();
    server.close();
  });

  it.each([
    ['asked for', ''],
    ['direct', '&sslnegotiation=direct'],
  ] as const)('a statement that nobody waits for is cancelled by TLS, %s', async (how, more) => {
    const begun: string[] = [];
    server = tlsBefore(new URL(postgres), how, begun).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = new URL(postgres);
    address.hostname = '127.0.0.1';
    address.port = String((server.address() as AddressInfo).port);
    address.search = `?sslmode=no-verify${more}`;
    database = openPostgres(address.href, { connections: 1 });
    const pid = async () =>
      (await database.query(sql`select pg_backend_pid() as a`, free()))[0]?.['a'];
    const before = await pid();
    const operation = free();
    const began = performance.now();
    const long = database.query(sql`select pg_sleep(10)`, operation).catch(codeOf);
    await new Promise((resolve) => setTimeout(resolve, 100));
    operation.end();
    expect(await long).toBe('UPSTREAM_TIMEOUT');
    expect(await pid()).toBe(before);
    expect(performance.now() - began).toBeLessThan(1900);
    expect(begun).toEqual([how, how]);
  });
});
