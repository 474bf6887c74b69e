// Passes calls on to another server, and writes them down with the statuses of their answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startRecorder(upstream: string) {
  const calls: string[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const answer = await fetch(`${upstream}${request.url}`);
    statuses.push(answer.status);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, statuses, close: () => server.close() };
}
