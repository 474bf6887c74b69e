// The ceiling with a database: node:http, one plain select through pg, the rows as JSON.
import { createServer } from 'node:http';
import pg from 'pg';

const [, , connectionString, port] = process.argv;
const pool = new pg.Pool({ connectionString, max: 10 });

/** @type {[RegExp, string][]} */
const selects = [
  [/balances\?account.id=/, 'select id, balance from entity where id = $1'],
  [/accounts\//, 'select * from entity where id = $1'],
  [
    /tokens\//,
    'select account_id, balance from token_account where token_id = $1 order by account_id desc limit 25',
  ],
  [
    /balances\?limit=/,
    "select id, balance from entity where type in ('ACCOUNT', 'CONTRACT') order by id desc limit $1",
  ],
  [/schedules/, 'select * from schedule order by schedule_id limit $1'],
  [/blocks/, 'select * from record_file order by index desc limit $1'],
];

createServer(async (request, response) => {
  const url = request.url ?? '';
  const select = selects.find(([path]) => path.test(url));
  if (!select) return void response.writeHead(404).end('{}');
  const value = /0\.0\.(\d+)/.exec(url)?.[1] ?? /limit=(\d+)/.exec(url)?.[1];
  const { rows } = await pool.query(select[1], [value]);
  const body = JSON.stringify({ rows, padding: ' '.repeat(50) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}).listen(Number(port), '127.0.0.1');
