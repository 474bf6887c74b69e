// The ceiling with a database: node:http, one plain select through pg, the rows as JSON.
import { createServer } from 'node:http';
import pg from 'pg';

const [, , connectionString, port, ...more] = process.argv;
const pool = new pg.Pool({ connectionString, max: 10 });

/** The columns of a log that the REST face shows, read off the index of its contract, or of time. */
const bare = (/** @type {string} */ met) => `select consensus_timestamp, index, contract_id,
  root_contract_id, encode(bloom, 'hex') as bloom, encode(data, 'hex') as data,
  encode(topic0, 'hex') as topic0, encode(topic1, 'hex') as topic1, encode(topic2, 'hex') as topic2,
  encode(topic3, 'hex') as topic3, encode(transaction_hash, 'hex') as hash, transaction_index
  from contract_log where ${met} order by consensus_timestamp desc, index desc limit 100`;

/** The same with what an answer has from elsewhere: the block, and the address of the contract. */
const withBlock = (/** @type {string} */ met) => `select l.*, b.index as block_number,
  b.hash as block_hash, encode(e.evm_address, 'hex') as evm_address
  from (${bare(met)}) as l left join entity as e on e.id = l.contract_id
  left join lateral (select f.index, f.hash from record_file as f
    where f.consensus_end >= l.consensus_timestamp order by f.consensus_end limit 1) as b on true
  order by consensus_timestamp desc, index desc`;
const logs = more.includes('blocks') ? withBlock : bare;
const found =
  "topic0 = decode($1, 'hex') and consensus_timestamp >= $2 and consensus_timestamp < $3";

/** @type {[RegExp, string][]} */
const selects = [
  [/contracts\/0.*topic0/, logs(`${found} and contract_id = $4`)],
  [/contracts\/0/, logs('contract_id = $1')],
  [/results\/logs.*topic0/, logs(found)],
  [
    /transactions\?account/,
    'select * from transaction where payer_account_id = $1 order by consensus_timestamp desc limit 25',
  ],
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
  const id = /0\.0\.(\d+)/.exec(url)?.[1];
  const search = /timestamp=gte:(\d+)&timestamp=lt:(\d+)&topic0=(\w+)/.exec(url);
  const values = search
    ? [search[3], `${search[1]}000000000`, `${search[2]}000000000`, ...(id ? [id] : [])]
    : [id ?? /limit=(\d+)/.exec(url)?.[1]];
  const { rows } = await pool.query(select[1], values);
  const body = JSON.stringify({ rows, padding: ' '.repeat(50) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}).listen(Number(port), '127.0.0.1');
