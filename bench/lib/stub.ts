// The stub upstream, a process of its own: bodies made once, calls counted, latency on request.
import { createServer } from 'node:net';
import { answer } from './rows.js';

const latency = Number(process.env['BENCH_LATENCY'] ?? 0);
const responses = new Map<string, Buffer>();
let calls = 0;

function bodyOf(url: string): Buffer {
  const [path = '', search = ''] = url.split('?');
  const found = answer(decodeURIComponent(path), new URLSearchParams(search));
  return Buffer.from(
    JSON.stringify(found ?? { _status: { messages: [{ message: 'Not found' }] } }),
  );
}

function responseTo(url: string): Buffer {
  const known = responses.get(url);
  if (known) return known;
  const body = bodyOf(url);
  const status = body.includes('"_status"') ? '404 Not Found' : '200 OK';
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n`;
  const made = Buffer.concat([Buffer.from(head), body]);
  responses.set(url, made);
  return made;
}

/** Calls since it was asked for them the last time. */
function tellCalls(): Buffer {
  const text = String(calls);
  calls = 0;
  return Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
}

// Sockets alone: Node's HTTP would take as long for an answer as some of the servers that ask for it.
createServer({ noDelay: true }, (socket) => {
  let waiting = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (part) => {
    waiting += part.toString('latin1');
    for (let end = waiting.indexOf('\r\n\r\n'); end !== -1; end = waiting.indexOf('\r\n\r\n')) {
      const url = waiting.slice(waiting.indexOf(' ') + 1, waiting.indexOf(' HTTP/'));
      waiting = waiting.slice(end + 4);
      if (url === '/calls') {
        socket.write(tellCalls());
        continue;
      }
      calls += 1;
      const response = responseTo(url);
      if (latency > 0) setTimeout(() => socket.write(response), latency);
      else socket.write(response);
    }
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
