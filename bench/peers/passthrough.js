// The ceiling with an upstream: node:http and undici, the answer's bytes passed on as they come.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const [, , upstream, port] = process.argv;
const pool = new Pool(upstream, { connections: 128 });

createServer(async (request, response) => {
  const { body } = await pool.request({ path: request.url, method: 'GET' });
  const bytes = Buffer.from(await body.arrayBuffer());
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
  response.writeHead(200, headers).end(bytes);
}).listen(Number(port), '127.0.0.1');
