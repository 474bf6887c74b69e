// The workloads: one question each, in the words of every kind of server, and how answers are read.
import { expected, rich } from './rows.js';

/** How a server is spoken to. */
export type Dialect = 'mirrorql' | 'plain' | 'rest' | 'openapi';

// biome-ignore lint/suspicious/noExplicitAny: answers of several servers; what is read is compared
type Answer = any;

interface Question {
  readonly query: string;
  /** Variables of this query, where they are not the workload's. */
  variables?(subject: number): Readonly<Record<string, unknown>>;
  /** The answer as a table of text. */
  read(data: Answer): unknown;
}

export interface Workload {
  readonly name: string;
  readonly title: string;
  /** Connections of the load. */
  readonly connections: number;
  /** Requests of one turn: as many as take a server a second or two. */
  readonly requests: number;
  /** The number that a round asks about; many different ones, so that nothing is asked twice at once. */
  subject(round: number): number;
  /** Variables of the query; ids in the ledger's spelling. */
  variables(subject: number): Readonly<Record<string, unknown>>;
  expected(subject: number): unknown;
  readonly questions: Readonly<Partial<Record<Dialect, Question>>>;
  /** Path of the REST answer that holds the same rows. */
  path?(subject: number): string;
}

const entity = (num: number) => `0.0.${num}`;
const below = (subject: number) => ({ bound: entity(subject) });
const text = (rows: Answer, ...names: string[]) => names.map((name) => `${rows[name]}`);

const tokenBalances = (tokens: Answer[]) =>
  tokens.map((token) => [token.tokenId ?? token.token_id, `${token.balance}`]);
const tokenNames = (tokens: Answer[]) =>
  tokens.map(({ token }) => text(token, 'name', 'symbol', 'decimals'));

const readBalances = ({ balances: rows }: Answer) =>
  rows.map((row: Answer) => [row.account, `${row.balance}`, tokenBalances(row.tokens)]);

const balances: Workload = {
  name: 'Q1',
  title: '25 balances with their tokens',
  connections: 50,
  requests: 2000,
  subject: (round) => 2000 + (round % 500) * 25,
  variables: below,
  expected: expected.balances,
  path: (subject) => `/api/v1/balances?account.id=lt:${entity(subject)}&limit=25&order=desc`,
  questions: {
    mirrorql: {
      query:
        'query Q1($bound: EntityId!) { balances(first: 25, filter: { account: { lt: $bound } }) { nodes { accountId balance tokens { nodes { tokenId balance } } } } }',
      read: ({ balances: { nodes } }) =>
        nodes.map((row: Answer) => [row.accountId, row.balance, tokenBalances(row.tokens.nodes)]),
    },
    plain: {
      query:
        'query Q1($bound: String!) { balances(below: $bound, limit: 25) { account balance tokens { tokenId balance } } }',
      read: ({ balances: rows }) =>
        rows.map((row: Answer) => [row.account, row.balance, tokenBalances(row.tokens)]),
    },
    rest: { query: '', read: readBalances },
    openapi: {
      query:
        'query Q1($bound: [queryInput_getBalances_account_id_items]) { getBalances(account_id: $bound, limit: 25, order: desc) { ... on BalancesResponse { balances { account balance tokens { token_id balance } } } } }',
      variables: (subject) => ({ bound: [`lt:${entity(subject)}`] }),
      read: ({ getBalances }) => readBalances(getBalances),
    },
  },
};

const nested: Workload = {
  name: 'Q2',
  title: '25 balances, their accounts, five tokens of each',
  connections: 10,
  requests: 250,
  subject: (round) => rich + 1000 + (round % 500) * 25,
  variables: below,
  expected: expected.nested,
  questions: {
    mirrorql: {
      query:
        'query Q2($bound: EntityId!) { balances(first: 25, filter: { account: { lt: $bound } }) { nodes { account { memo balance { balance } evmAddress tokens(first: 5) { nodes { token { name symbol decimals } } } } } } }',
      read: ({ balances: { nodes } }) =>
        nodes.map(({ account: { memo, balance, evmAddress, tokens } }: Answer) => [
          memo,
          balance.balance,
          evmAddress,
          tokenNames(tokens.nodes),
        ]),
    },
    plain: {
      query:
        'query Q2($bound: String!) { balances(below: $bound, limit: 25) { owner { memo balance evmAddress tokens(limit: 5) { token { name symbol decimals } } } } }',
      read: ({ balances: rows }) =>
        rows.map(({ owner: { memo, balance, evmAddress, tokens } }: Answer) => [
          memo,
          balance,
          evmAddress,
          tokenNames(tokens),
        ]),
    },
  },
};

const readAccount = (row: Answer) => [
  ...text(row, 'account', 'memo'),
  `${row.balance.balance}`,
  ...text(row, 'evm_address', 'created_timestamp'),
];

const account: Workload = {
  name: 'Q3',
  title: 'an account by its id',
  connections: 50,
  requests: 2000,
  subject: (round) => 2000 + (round % 2000),
  variables: (subject) => ({ id: entity(subject) }),
  expected: expected.account,
  path: (subject) => `/api/v1/accounts/${entity(subject)}?transactions=false`,
  questions: {
    mirrorql: {
      query:
        'query Q3($id: AccountRef!) { account(id: $id) { entityId memo balance { balance } evmAddress createdTimestamp } }',
      read: ({ account: row }) => [
        row.entityId,
        row.memo,
        row.balance.balance,
        ...text(row, 'evmAddress', 'createdTimestamp'),
      ],
    },
    plain: {
      query:
        'query Q3($id: String!) { account(id: $id) { account memo balance evmAddress createdTimestamp } }',
      read: ({ account: row }) =>
        text(row, 'account', 'memo', 'balance', 'evmAddress', 'createdTimestamp'),
    },
    rest: { query: '', read: readAccount },
    openapi: {
      query:
        'query Q3($id: queryInput_getAccount_id!) { getAccount(id: $id, transactions: false) { ... on AccountBalanceTransactions { account memo balance { balance } evm_address created_timestamp } } }',
      read: ({ getAccount }) => readAccount(getAccount),
    },
  },
};

const columns = [
  'hash',
  'previousHash',
  'name',
  'hapiVersion',
  'number',
  'count',
  'gasUsed',
  'size',
];
const members = columns.map((name) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
const table = (rows: Answer[], names: string[]) => rows.map((row) => text(row, ...names));

const blocks: Workload = {
  name: 'Q4',
  title: '25 blocks with eight fields',
  connections: 50,
  requests: 2000,
  subject: (round) => 2000 + (round % 500) * 25,
  variables: (subject) => ({ bound: `${subject}` }),
  expected: expected.blocks,
  path: (subject) => `/api/v1/blocks?block.number=lt:${subject}&limit=25&order=desc`,
  questions: {
    mirrorql: {
      query: `query Q4($bound: Int64!) { blocks(first: 25, filter: { number: { lt: $bound } }) { nodes { ${columns.join(' ')} } } }`,
      read: ({ blocks: { nodes } }) => table(nodes, columns),
    },
    plain: {
      query: `query Q4($bound: String!) { blocks(below: $bound, limit: 25) { ${columns.join(' ')} } }`,
      read: ({ blocks: rows }) => table(rows, columns),
    },
    rest: { query: '', read: ({ blocks: rows }) => table(rows, members) },
    openapi: {
      query: `query Q4($bound: [queryInput_getBlocks_block_number_items]) { getBlocks(block_number: $bound, limit: 25, order: desc) { ... on BlocksResponse { blocks { ${members.join(' ')} } } } }`,
      variables: (subject) => ({ bound: [`lt:${subject}`] }),
      read: ({ getBlocks }) => table(getBlocks.blocks, members),
    },
  },
};

export const workloads: readonly Workload[] = [balances, nested, account, blocks];

/** The HTTP request of a round. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
}

/** The request that asks a server for a workload's round; null where it has no words for it. */
export function askOf(workload: Workload, dialect: Dialect, round: number): Ask | null {
  const question = workload.questions[dialect];
  if (!question) return null;
  const subject = workload.subject(round);
  if (dialect === 'rest')
    return { method: 'GET', path: workload.path?.(subject) ?? '', body: null };
  const variables = (question.variables ?? workload.variables)(subject);
  const body = JSON.stringify({ query: question.query, variables });
  return { method: 'POST', path: '/graphql', body };
}
