// Where one arrives: the newest blocks, some tokens, the newest schedules, each a way in.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { amount, scaled } from '../amounts.js';
import { graphql } from '../gql/index.js';
import { type NewBlock, useNewBlocks } from '../live.js';
import { Amount, Badge, Card, Disc, Time } from '../parts.js';
import { Link } from '../router.js';
import { Failure, Loading, PartlyFailed } from '../states.js';

const homeQuery = graphql(`
  query HomePage {
    newest: blocks(first: 7) {
      pageInfo {
        startCursor
      }
      nodes {
        id
        number
        count
        timestamp {
          to
        }
      }
    }
    tokens(first: 7) {
      nodes {
        id
        entityId
        name
        symbol
        decimals
        totalSupply
      }
    }
    schedules(first: 7, order: DESC) {
      nodes {
        id
        entityId
        memo
        executedTimestamp
      }
    }
    accounts(first: 7, filter: { account: { gt: "0.0.1000" }, balance: { gt: 0 } }) {
      nodes {
        id
        entityId
        memo
        balance {
          id
          hbars
        }
      }
    }
  }
`);

export function HomePage() {
  const { data, error, loading, refetch } = useQuery(homeQuery);
  const { cache } = useApolloClient();
  const add = ({ cursor, node }: NewBlock) =>
    void cache.updateQuery({ query: homeQuery }, (known) => {
      if (!known?.newest) return known ?? undefined;
      const pageInfo = { ...known.newest.pageInfo, startCursor: cursor };
      const nodes = [node, ...known.newest.nodes].slice(0, 7);
      return { ...known, newest: { ...known.newest, pageInfo, nodes } };
    });
  useNewBlocks(data?.newest?.pageInfo.startCursor, add);
  if (!data) {
    return error ? <Failure error={error} retry={refetch} /> : <Loading lines={loading ? 10 : 1} />;
  }
  return (
    <>
      <h1 className="hidden">Ledger explorer</h1>
      {error && <PartlyFailed error={error} retry={refetch} />}
      <div className="columns">
        <Card title="Newest blocks" note="as they come">
          <ul className="rows">
            {data.newest?.nodes.map(({ id, number, count, timestamp }) => (
              <li key={id}>
                <Link kind="block" id={number}>
                  {amount(number)}
                </Link>
                <span className="grow faint">{timestamp.to && <Time at={timestamp.to} />}</span>
                <span>{amount(count)} tx</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Accounts">
          <ul className="rows">
            {data.accounts?.nodes.map(({ id, entityId, memo, balance }) => (
              <li key={id}>
                <Disc id={entityId} text={memo ?? ''} />
                <Link kind="account" id={entityId}>
                  {memo || entityId}
                </Link>
                <span className="grow" />
                {balance?.hbars && <Amount exact={balance.hbars} unit="ℏ" />}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Tokens">
          <ul className="rows">
            {data.tokens?.nodes.map(({ id, entityId, name, symbol, decimals, totalSupply }) => (
              <li key={id}>
                <Disc id={entityId} text={symbol} />
                <Link kind="token" id={entityId}>
                  {name || entityId}
                </Link>
                <span className="grow" />
                {totalSupply && <Amount exact={scaled(totalSupply, decimals)} unit={symbol} />}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Newest schedules">
          <ul className="rows">
            {data.schedules?.nodes.map(({ id, entityId, memo, executedTimestamp }) => (
              <li key={id}>
                <Link kind="schedule" id={entityId} />
                <span className="grow faint">{memo}</span>
                {executedTimestamp && <Badge tone="good">executed</Badge>}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
