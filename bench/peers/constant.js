// The ceiling of HTTP: the same three kilobytes for everyone.
import { createServer } from 'node:http';

const bytes = Buffer.from(JSON.stringify({ data: 'x'.repeat(3200) }));
const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes);
}).listen(Number(process.argv[3]), '127.0.0.1');
