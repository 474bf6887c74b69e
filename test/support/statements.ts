// Every statement of the query core, as the table in docs/scaling.md names them.
import type { Sql } from 'sql-template-tag';
import type { Filter, List, Lookup } from '../../src/contract/resource.js';
import { account, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { block, blocks } from '../../src/contract/resources/blocks.js';
import { balancesByAmount, holdersByAmount } from '../../src/contract/resources/by-balance.js';
import {
  tokensByName,
  tokensByPart,
  tokensBySymbol,
} from '../../src/contract/resources/by-text.js';
import { tokensByTreasury } from '../../src/contract/resources/by-treasury.js';
import { logs } from '../../src/contract/resources/contract-logs.js';
import { contract, contractState } from '../../src/contract/resources/contracts.js';
import { hookStorage } from '../../src/contract/resources/hooks.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { networkSupply } from '../../src/contract/resources/network.js';
import { schedule, schedules } from '../../src/contract/resources/schedules.js';
import { stakedAccounts } from '../../src/contract/resources/staked-accounts.js';
import { token, tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { messages } from '../../src/contract/resources/topic-messages.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import type { Ledger, Operation } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { foldedOf } from '../../src/sql/tables/folded.js';

const eq = (parameter: string, value: string): Filter => ({ parameter, operator: 'eq', value });
const at: Filter = { parameter: 'timestamp', operator: 'lte', value: '1795176000.000000000' };
const instants = [at, { ...at, value: '1795175000.000000000' }];

const page =
  (list: List, filters: readonly Filter[] = [], key?: string) =>
  (to: Ledger, operation: Operation) =>
    to.page(
      list,
      {
        filters,
        order: list.order,
        limit: 25,
        parts: { tokens: 50 },
        ...(key !== undefined && { key }),
      },
      operation,
    );

type Ask = (to: Ledger, operation: Operation) => Promise<unknown>;

const written: Readonly<Record<string, Ask>> = {
  'balances, live': page(balances as List),
  'balances of accounts, live': page(balances as List, [
    eq('account.id', '0.0.1010'),
    eq('account.id', '0.0.1011'),
  ]),
  'balances at an instant': page(balances as List, [at]),
  'balances at several instants': (to, operation) =>
    to.pages(
      balances,
      instants.map((filter) => ({
        filters: [filter, eq('account.id', '0.0.1010'), eq('account.id', '0.0.1011')],
        order: 'asc',
        limit: 2,
        parts: { tokens: 50 },
      })),
      operation,
    ),
  accounts: page(accounts as List),
  'accounts by id': (to, operation) =>
    to.many(account, ['0.0.1010', '0.0.1011'], { filters: [] }, operation),
  'accounts by id, as they were': (to, operation) =>
    to.many(account, ['0.0.1010', '0.0.1011'], { filters: [at] }, operation),
  'id by EVM address': (to, operation) =>
    to.many(account, [`0x${'ab'.repeat(20)}`], { filters: [] }, operation),
  'tokens of accounts': (to, operation) =>
    to.pages(
      accountTokens,
      ['0.0.1010', '0.0.1011'].map((key) => ({ key, filters: [], order: 'asc', limit: 25 })),
      operation,
    ),
  tokens: page(tokens as List),
  'tokens by name': page(tokensByName as List, [eq('text', 'coin')]),
  'tokens by symbol': page(tokensBySymbol as List, [eq('text', 'coin')]),
  'accounts by node': page(stakedAccounts as List, [eq('staked.node', '3')]),
  'tokens by treasury': page(tokensByTreasury as List, [eq('treasury', '0.0.1001')]),
  'tokens by a part of the name': page(tokensByPart as List, [eq('text', 'coin')]),
  'tokens by id': (to, operation) =>
    to.many(token, ['0.0.2001', '0.0.2002'], { filters: [] }, operation),
  'tokens by id, as they were': (to, operation) =>
    to.many(token, ['0.0.2001', '0.0.2002'], { filters: [at] }, operation),
  'holders of tokens, live': page(tokenBalances as List, [], '0.0.2001'),
  'balances by amount': page(balancesByAmount as List),
  'holders by amount': page(holdersByAmount as List, [], '0.0.2001'),
  'holders at an instant': page(tokenBalances as List, [at], '0.0.2001'),
  'holders at several instants': (to, operation) =>
    to.pages(
      tokenBalances,
      instants.map((filter) => ({
        key: '0.0.2001',
        filters: [filter, eq('account.id', '0.0.1010')],
        order: 'desc',
        limit: 1,
      })),
      operation,
    ),
  schedules: page(schedules as List),
  'schedules of an account': page(schedules as List, [eq('account.id', '0.0.1010')]),
  'schedules by id': (to, operation) =>
    to.many(schedule, ['0.0.3001', '0.0.3002'], { filters: [] }, operation),
  blocks: page(blocks as List),
  'blocks after a number': (to, operation) =>
    to.page(blocks, { filters: [], order: 'asc', limit: 100, after: ['7'] }, operation),
  'blocks by number': (to, operation) => to.many(block, ['1', '2'], { filters: [] }, operation),
  'storage of a hook': page(hookStorage as List, [], '0.0.1002/1'),
  'storage of a hook, changes': page(hookStorage as List, [at], '0.0.1002/1'),
  transactions: page(transactions as List),
  'transactions of an account': page(transactions as List, [eq('account.id', '0.0.1010')]),
  'messages of topics': page(messages as List, [], '0.0.4001'),
  'messages from a number on': page(
    messages as List,
    [{ parameter: 'sequencenumber', operator: 'gte', value: '5' }],
    '0.0.4001',
  ),
  'network supply': (to, operation) => to.many(networkSupply, [''], { filters: [] }, operation),
  'network supply at an instant': (to, operation) =>
    to.many(networkSupply, [''], { filters: [at] }, operation),
  contract: (to, operation) =>
    to.many(contract, ['0.0.5001', '0.0.5002'], { filters: [] }, operation),
  'contracts, as they were': (to, operation) =>
    to.many(contract, ['0.0.5001', '0.0.5002'], { filters: [at] }, operation),
  'storage of contracts': page(contractState as List, [], '0.0.5002'),
  'storage at an instant': page(contractState as List, [at], '0.0.5002'),
  logs: page(logs as List),
  'logs of several times': (to, operation) =>
    to.pages(
      logs,
      instants.map((filter) => ({
        filters: [{ ...filter, operator: 'eq' }],
        order: 'asc',
        limit: 25,
      })),
      operation,
    ),
};

export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Tables that it reads, in alphabetical order. */
  readonly tables: readonly string[];
  /** The resource that it is of. */
  readonly resource: Resource;
}

type Resource = List | Lookup;

/** Names of what is no table: functions, and relations of the statement itself. */
const noTables = new Set(['unnest', 'snapshot', 'asked', 'lateral']);

/** What a database says of the indexes that it is asked for. */
const indexes = [
  ['balance', 'id'],
  ['token_id', 'balance', 'account_id'],
  ['staked_node_id', 'id'],
  ['treasury_account_id', 'token_id'],
  [foldedOf('name'), 'token_id'],
  [foldedOf('symbol'), 'token_id'],
  [foldedOf('name')],
].map((keys) => ({
  keys,
  method: keys.length === 1 ? 'gin' : 'btree',
  directions: keys.map(() => 0),
  collations: keys.map(() => 'C'),
  classes: keys.map(() => (keys.length === 1 ? 'gin_trgm_ops' : 'text_ops')),
}));

/** The statement that a request becomes first, on a database that holds nothing. */
async function statementOf([name, ask]: readonly [string, Ask]): Promise<Statement> {
  const said: string[] = [];
  const asked: Resource[] = [];
  const database = {
    description: 'none',
    async query({ text }: Sql) {
      if (text.includes('pg_index')) return indexes;
      said.push(text.replaceAll(/\s+/g, ' '));
      return [];
    },
    async close() {},
  };
  const ledger = sqlLedger(database, sampleClock);
  const noted: Ledger = {
    ...ledger,
    many: (resource, ...rest) => {
      asked.push(resource as Resource);
      return ledger.many(resource, ...rest);
    },
    page: (list, ...rest) => {
      asked.push(list as List);
      return ledger.page(list, ...rest);
    },
    pages: (list, ...rest) => {
      asked.push(list as List);
      return ledger.pages(list, ...rest);
    },
  };
  const operation = startOperation({ timeout: 1000, calls: 10 });
  await ask(noted, operation);
  operation.end();
  const text = said[0] ?? '';
  const named = Array.from(
    text.matchAll(/\b(?:from|join) ([a-z_]+)\b(?!\()/g),
    ([, table]) => table as string,
  );
  const own = Array.from(
    text.matchAll(
      /(?:\bwith(?: recursive)?|,) ([a-z_]+)(?:\([a-z, ]+\))? as (?:materialized )?\(/g,
    ),
    ([, name]) => name as string,
  );
  const isTable = (name: string) => !noTables.has(name) && !own.includes(name);
  const tables = [...new Set(named)].filter(isTable).sort();
  return { name, text, tables, resource: asked[0] as Resource };
}

/** What asks for a resource of which nothing is written above, under the resource's own name. */
function plainly(resource: Resource): Ask {
  const { example } = resource.documents;
  if (resource.is === 'list') return page(resource, [], example);
  return (to, operation) => to.many(resource, [example ?? ''], { filters: [] }, operation);
}

export async function statements(): Promise<Statement[]> {
  const known = await Promise.all(Object.entries(written).map(statementOf));
  const others = [...lists, ...lookups]
    .filter((resource) => known.every((one) => one.resource.path !== resource.path))
    .map((resource) => statementOf([resource.name, plainly(resource)]));
  return [...known, ...(await Promise.all(others))];
}
