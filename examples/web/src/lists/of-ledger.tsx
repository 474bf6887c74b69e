// All accounts, tokens, contracts, schedules, blocks and transactions, each as a list without an end.
import { BlocksChart } from '../charts/blocks.js';
import { graphql } from '../gql/index.js';
import { AccountRows, BlockRows, ContractRows, ScheduleRows, TokenRows } from '../rows/entities.js';
import { TransactionRows } from '../rows/transactions.js';
import { List } from './list.js';

const accounts = graphql(`
  query AllAccounts($after: String) {
    accounts(first: 50, after: $after) {
      edges { cursor node { ...AccountRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllAccounts = () => (
  <List
    title="Accounts"
    what="accounts"
    document={accounts}
    variables={{}}
    pick={(data) => data.accounts}
  >
    {(nodes) => <AccountRows nodes={nodes} />}
  </List>
);

const tokens = graphql(`
  query AllTokens($after: String) {
    tokens(first: 50, after: $after) {
      edges { cursor node { ...TokenRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllTokens = () => (
  <List title="Tokens" what="tokens" document={tokens} variables={{}} pick={(data) => data.tokens}>
    {(nodes) => <TokenRows nodes={nodes} />}
  </List>
);

const contracts = graphql(`
  query AllContracts($after: String) {
    contracts(first: 50, after: $after) {
      edges { cursor node { ...ContractRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllContracts = () => (
  <List
    title="Contracts"
    what="contracts"
    document={contracts}
    variables={{}}
    pick={(data) => data.contracts}
  >
    {(nodes) => <ContractRows nodes={nodes} />}
  </List>
);

const schedules = graphql(`
  query AllSchedules($after: String) {
    schedules(first: 50, after: $after, order: DESC) {
      edges { cursor node { ...ScheduleRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllSchedules = () => (
  <List
    title="Schedules"
    what="schedules"
    document={schedules}
    variables={{}}
    pick={(data) => data.schedules}
  >
    {(nodes) => <ScheduleRows nodes={nodes} />}
  </List>
);

const blocks = graphql(`
  query AllBlocks($after: String) {
    blocks(first: 50, after: $after) {
      edges { cursor node { ...BlockRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllBlocks = () => (
  <List title="Blocks" what="blocks" document={blocks} variables={{}} pick={(data) => data.blocks}>
    {(nodes) => (
      <>
        <BlocksChart blocks={nodes.slice(0, 50)} />
        <BlockRows nodes={nodes} />
      </>
    )}
  </List>
);

const transactions = graphql(`
  query AllTransactions($after: String) {
    transactions(first: 50, after: $after) {
      edges { cursor node { ...TransactionRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const AllTransactions = () => (
  <List
    title="Transactions"
    what="transactions"
    document={transactions}
    variables={{}}
    pick={(data) => data.transactions}
  >
    {(nodes) => <TransactionRows nodes={nodes} />}
  </List>
);
