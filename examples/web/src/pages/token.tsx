// A token: what it is, and who has most of it, now or at an instant; where it is of NFTs, these.
import { useQuery } from '@apollo/client/react';
import { HoldersChart } from '../charts/holders.js';
import type { TokenPageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { useHoldersOrder, useRefusal } from '../holders-order.js';
import { Instant, useInstant } from '../instant.js';
import { useFetchPolicy } from '../lists/list.js';
import { Amount, Badge, Card, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { HolderRows, NftRows } from '../rows/holdings.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const tokenQuery = graphql(`
  query TokenPage($id: EntityId!, $at: Timestamp, $orderBy: BalanceOrder) {
    token(id: $id) {
      id
      entityId
      name
      symbol
      type
      decimals
      memo
      deleted
      pauseStatus
      totalSupply
      totalSupplyAmount
      maxSupply
      maxSupplyAmount
      supplyType
      treasuryId
      createdTimestamp
      balances(
        at: $at
        filter: { balance: { gt: 0 } }
        orderBy: $orderBy
        order: DESC
        first: 8
      ) {
        timestamp
        edges { cursor node { ...HolderRow } }
        pageInfo { hasNextPage endCursor }
      }
      nfts(first: 8) {
        edges { cursor node { ...NftRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const kinds = { FUNGIBLE_COMMON: 'fungible', NON_FUNGIBLE_UNIQUE: 'NFT', UNKNOWN: 'of a new kind' };
const noLimit = new Set(['0', '9223372036854775807']);

type Token = NonNullable<TokenPageQuery['token']>;

export function TokenPage({ id }: { id: string }) {
  const { at, query } = useInstant();
  const { orderBy, refuse } = useHoldersOrder(at);
  const { data, previousData, error, loading, refetch } = useQuery(tokenQuery, {
    variables: { id, at, orderBy },
    notifyOnNetworkStatusChange: false,
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const isRefused = useRefusal(error, refuse);
  const token = data?.token ?? (loading ? previousData?.token : undefined);
  if (!token) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no token {id} here.</Missing>;
  }
  const { balances, nfts, symbol } = token;
  const rest = besides(error, 'balances', 'nfts');
  const part = { error: isRefused ? undefined : error, retry: refetch };
  return (
    <>
      <Title kind="Token" id={token.entityId} name={token.name} disc={symbol}>
        <Badge>{kinds[token.type]}</Badge>
        {token.pauseStatus === 'PAUSED' && <Badge tone="cold">paused</Badge>}
        {token.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Supply token={token} />
      <Card title="Holders" note={balances?.timestamp && <Time at={balances.timestamp} />}>
        <Instant />
        <Later {...part} field="balances" value={balances}>
          {({ edges, pageInfo }) => {
            const nodes = edges.map(({ node }) => node);
            return (
              <div className={loading ? 'stale' : undefined}>
                {/* Only who has most first makes a picture of it. */}
                {token.totalSupply && orderBy === 'BALANCE' && (
                  <HoldersChart
                    holders={nodes}
                    areMore={pageInfo.hasNextPage}
                    supply={token.totalSupply}
                    decimals={token.decimals}
                    unit={symbol}
                  />
                )}
                <HolderRows nodes={nodes} unit={symbol} />
                {nodes.length > 0 && (
                  <All to={pathTo('token', id, 'holders') + query} what="holders" />
                )}
              </div>
            );
          }}
        </Later>
      </Card>
      {token.type === 'NON_FUNGIBLE_UNIQUE' && (
        <Card title="NFTs">
          <Later {...part} field="nfts" value={nfts}>
            {({ edges }) => (
              <>
                <NftRows nodes={edges.map(({ node }) => node)} />
                {edges.length > 0 && <All to={pathTo('token', id, 'nfts')} what="NFTs" />}
              </>
            )}
          </Later>
        </Card>
      )}
    </>
  );
}

function Supply({ token }: { token: Token }) {
  const { totalSupply, totalSupplyAmount, maxSupply, maxSupplyAmount, symbol } = token;
  const inWhole = (amount?: string | null, units?: string | null) =>
    units != null && <Amount exact={amount ?? units} unit={symbol} />;
  const isLimited = token.supplyType === 'FINITE' && !noLimit.has(maxSupply ?? '0');
  return (
    <Card title="Supply">
      <p className="big">{inWhole(totalSupplyAmount, totalSupply) || 'not known'}</p>
      <Facts
        facts={{
          'At the most': isLimited ? inWhole(maxSupplyAmount, maxSupply) : 'no limit',
          Decimals: token.decimals,
          Treasury: token.treasuryId && <Link kind="account" id={token.treasuryId} />,
          Created: token.createdTimestamp && <Time at={token.createdTimestamp} />,
          Memo: token.memo,
        }}
      />
    </Card>
  );
}
