// All transactions of a block, all messages of a topic, all results and logs of a contract.
import { graphql } from '../gql/index.js';
import { Link } from '../paths.js';
import { LogRows, MessageRows, ResultRows } from '../rows/events.js';
import { TransactionRows } from '../rows/transactions.js';
import { List } from './list.js';

type Props = { id: string };

const transactions = graphql(`
  query TransactionsOfBlock($id: Int64!, $after: String) {
    block(number: $id) {
      id
      transactions(first: 50, after: $after, order: ASC) {
        edges { cursor node { ...TransactionRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const TransactionsOfBlock = ({ id }: Props) => (
  <List
    title={`Transactions of block ${id}`}
    what="transactions"
    of={
      <>
        of block <Link kind="block" id={id} />, in their order
      </>
    }
    document={transactions}
    variables={{ id }}
    pick={(data) => data.block?.transactions}
  >
    {(nodes) => <TransactionRows nodes={nodes} />}
  </List>
);

const messages = graphql(`
  query MessagesOfTopic($id: EntityId!, $after: String) {
    topic(id: $id) {
      id
      messages(first: 50, after: $after, order: DESC) {
        edges { cursor node { ...MessageRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const MessagesOfTopic = ({ id }: Props) => (
  <List
    title={`Messages of ${id}`}
    what="messages"
    of={
      <>
        of topic <Link kind="topic" id={id} />, newest first
      </>
    }
    document={messages}
    variables={{ id }}
    pick={(data) => data.topic?.messages}
  >
    {(nodes) => <MessageRows nodes={nodes} />}
  </List>
);

const results = graphql(`
  query ResultsOfContract($id: AccountRef!, $after: String) {
    contract(id: $id) {
      id
      results(first: 50, after: $after, filter: { internal: true }) {
        edges { cursor node { ...ResultRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const OfContract = ({ id }: Props) => (
  <>
    of contract <Link kind="contract" id={id} />, newest first
  </>
);

export const ResultsOfContract = ({ id }: Props) => (
  <List
    title={`Calls of ${id}`}
    what="calls"
    of={<OfContract id={id} />}
    document={results}
    variables={{ id }}
    pick={(data) => data.contract?.results}
  >
    {(nodes) => <ResultRows nodes={nodes} />}
  </List>
);

const logs = graphql(`
  query LogsOfContract($id: AccountRef!, $after: String) {
    contract(id: $id) {
      id
      logs(first: 50, after: $after) {
        edges { cursor node { ...LogRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const LogsOfContract = ({ id }: Props) => (
  <List
    title={`Logs of ${id}`}
    what="logs"
    of={<OfContract id={id} />}
    document={logs}
    variables={{ id }}
    pick={(data) => data.contract?.logs}
  >
    {(nodes) => <LogRows nodes={nodes} />}
  </List>
);
