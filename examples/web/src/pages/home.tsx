// Where one arrives: the newest blocks with a picture of them, transactions, and ways in to all the rest.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { BlocksChart } from '../charts/blocks.js';
import { graphql } from '../gql/index.js';
import { useFetchPolicy } from '../lists/list.js';
import { type NewBlock, useNewBlocks } from '../live-entities.js';
import { Card } from '../parts.js';
import { All, pathTo } from '../paths.js';
import { AccountRows, BlockRows, ContractRows, ScheduleRows, TokenRows } from '../rows/entities.js';
import { TransactionRows } from '../rows/transactions.js';
import { Failure, Later, Loading } from '../states.js';

const homeQuery = graphql(`
  query HomePage {
    blocks(first: 30) {
      edges { cursor node { ...BlockRow } }
      pageInfo { startCursor endCursor hasNextPage }
    }
    transactions(first: 9) { edges { cursor node { ...TransactionRow } } }
    tokens(first: 6) { edges { cursor node { ...TokenRow } } }
    schedules(first: 6, order: DESC) { edges { cursor node { ...ScheduleRow } } }
    contracts(first: 6) { edges { cursor node { ...ContractRow } } }
    accounts(first: 6, filter: { account: { gt: "0.0.1000" }, balance: { gt: 0 } }) {
      edges { cursor node { ...AccountRow } }
    }
  }
`);

const kept = 30;
const shown = 6;

export function HomePage() {
  const { data, error, loading, refetch } = useQuery(homeQuery, {
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const { cache } = useApolloClient();
  const add = (edge: NewBlock) =>
    void cache.updateQuery({ query: homeQuery }, (known) => {
      if (!known?.blocks) return known ?? undefined;
      const pageInfo = { ...known.blocks.pageInfo, startCursor: edge.cursor };
      const edges = [edge, ...known.blocks.edges].slice(0, kept);
      return { ...known, blocks: { ...known.blocks, pageInfo, edges } };
    });
  useNewBlocks(data?.blocks?.pageInfo.startCursor, add);
  if (!data) {
    return error ? <Failure error={error} retry={refetch} /> : <Loading lines={loading ? 10 : 1} />;
  }
  const part = { error, retry: refetch };
  const of = <N,>({ edges }: { edges: readonly { node: N }[] }) => edges.map(({ node }) => node);
  return (
    <>
      <title>ledger explorer</title>
      <h1 className="hidden">Ledger explorer</h1>
      <div className="columns">
        <Card title="Newest blocks" note="as they come">
          <Later {...part} field="blocks" value={data.blocks}>
            {(list) => (
              <>
                <BlocksChart blocks={of(list)} />
                <BlockRows nodes={of(list).slice(0, shown)} />
                <All to={pathTo('blocks')} what="blocks" />
              </>
            )}
          </Later>
        </Card>
        <Card title="Newest transactions">
          <Later {...part} field="transactions" value={data.transactions}>
            {(list) => <TransactionRows nodes={of(list)} />}
          </Later>
          <All to={pathTo('transactions')} what="transactions" />
        </Card>
        <Card title="Accounts">
          <Later {...part} field="accounts" value={data.accounts}>
            {(list) => <AccountRows nodes={of(list)} />}
          </Later>
          <All to={pathTo('accounts')} what="accounts" />
        </Card>
        <Card title="Tokens">
          <Later {...part} field="tokens" value={data.tokens}>
            {(list) => <TokenRows nodes={of(list)} />}
          </Later>
          <All to={pathTo('tokens')} what="tokens" />
        </Card>
        <Card title="Contracts">
          <Later {...part} field="contracts" value={data.contracts}>
            {(list) => <ContractRows nodes={of(list)} />}
          </Later>
          <All to={pathTo('contracts')} what="contracts" />
        </Card>
        <Card title="Newest schedules">
          <Later {...part} field="schedules" value={data.schedules}>
            {(list) => <ScheduleRows nodes={of(list)} />}
          </Later>
          <All to={pathTo('schedules')} what="schedules" />
        </Card>
      </div>
    </>
  );
}
