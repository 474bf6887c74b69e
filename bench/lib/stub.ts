// The stub upstream, a process of its own: bodies made once, calls counted, latency on request.
import { createServer } from 'node:http';
import { answer } from './rows.js';

const latency = Number(process.env['BENCH_LATENCY'] ?? 0);
const bodies = new Map<string, Buffer>();
let calls = 0;

function bodyOf(url: string): Buffer {
  const [path = '', search = ''] = url.split('?');
  const found = answer(decodeURIComponent(path), new URLSearchParams(search));
  return Buffer.from(
    JSON.stringify(found ?? { _status: { messages: [{ message: 'Not found' }] } }),
  );
}

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/calls') {
    response.end(String(calls));
    calls = 0;
    return;
  }
  calls += 1;
  let body = bodies.get(url);
  if (!body) {
    body = bodyOf(url);
    bodies.set(url, body);
  }
  const known = body;
  const send = () => {
    response.writeHead(known.includes('"_status"') ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': known.length,
    });
    response.end(known);
  };
  if (latency > 0) setTimeout(send, latency);
  else send();
});

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
