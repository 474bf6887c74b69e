// All of an account: its transactions, tokens, NFTs and schedules.
import { graphql } from '../gql/index.js';
import { useInstant } from '../instant.js';
import { Link } from '../paths.js';
import { ScheduleRows } from '../rows/entities.js';
import { HoldingRows, NftRows } from '../rows/holdings.js';
import { TransactionRows } from '../rows/transactions.js';
import { List } from './list.js';

type Props = { id: string };

const Of = ({ id }: Props) => (
  <>
    of account <Link kind="account" id={id} />
  </>
);

const transactions = graphql(`
  query TransactionsOfAccount($id: AccountRef!, $at: Timestamp, $after: String) {
    account(id: $id, at: $at) {
      id
      transactions(first: 50, after: $after) {
        edges { cursor node { ...TransactionRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export function TransactionsOfAccount({ id }: Props) {
  const { at } = useInstant();
  return (
    <List
      title={`Transactions of ${id}`}
      what="transactions"
      of={
        <>
          <Of id={id} />
          {at && `, up to ${at}`}
        </>
      }
      document={transactions}
      variables={{ id, at }}
      pick={(data) => data.account?.transactions}
    >
      {(nodes) => <TransactionRows nodes={nodes} />}
    </List>
  );
}

const tokens = graphql(`
  query TokensOfAccount($id: AccountRef!, $after: String) {
    account(id: $id) {
      id
      tokens(first: 50, after: $after) {
        edges { cursor node { ...HoldingRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const TokensOfAccount = ({ id }: Props) => (
  <List
    title={`Tokens of ${id}`}
    what="tokens"
    of={<Of id={id} />}
    document={tokens}
    variables={{ id }}
    pick={(data) => data.account?.tokens}
  >
    {(nodes) => <HoldingRows nodes={nodes} />}
  </List>
);

const nfts = graphql(`
  query NftsOfAccount($id: AccountRef!, $after: String) {
    account(id: $id) {
      id
      nfts(first: 50, after: $after) {
        edges { cursor node { ...NftRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const NftsOfAccount = ({ id }: Props) => (
  <List
    title={`NFTs of ${id}`}
    what="NFTs"
    of={<Of id={id} />}
    document={nfts}
    variables={{ id }}
    pick={(data) => data.account?.nfts}
  >
    {(nodes) => <NftRows nodes={nodes} />}
  </List>
);

const schedules = graphql(`
  query SchedulesOfAccount($id: AccountRef!, $after: String) {
    account(id: $id) {
      id
      schedules(first: 50, after: $after, order: DESC) {
        edges { cursor node { ...ScheduleRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const SchedulesOfAccount = ({ id }: Props) => (
  <List
    title={`Schedules of ${id}`}
    what="schedules"
    of={<Of id={id} />}
    document={schedules}
    variables={{ id }}
    pick={(data) => data.account?.schedules}
  >
    {(nodes) => <ScheduleRows nodes={nodes} />}
  </List>
);
