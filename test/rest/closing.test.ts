// A server that is closed while answers are on their way gives them, and ends with them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { get } from '../support/get.js';
import { counted, openSample, serve } from '../support/ledgers.js';

test('clients that keep their connections open do not hold up the end', async () => {
  const ledger = counted(await openSample('embedded'));
  const server = await serve(ledger);
  const answers = Array.from({ length: 10 }, () => get(server, '/api/v1/transactions?limit=25'));
  await expect.poll(() => ledger.calls.length, { timeout: 10_000 }).toBe(10);
  const began = performance.now();
  await server.close();
  // Idle connections would be kept for 72 s.
  expect(performance.now() - began).toBeLessThan(15_000);
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  await ledger.close();
});

test('what was sent before the end is answered, though the server had not read it yet', async () => {
  const ledger = await openSample('embedded');
  const server = await serve(ledger);
  const port = Number(new URL(server.url).port);
  const answers = Array.from({ length: 20 }, async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    closing ??= server.close();
    return text(socket);
  });
  let closing: Promise<void> | undefined;
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
  }
  await closing;
  await ledger.close();
});
