// A token: what it is, and who holds how much of it, now or at an instant.
import { useQuery } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { scaled } from '../amounts.js';
import { graphql } from '../gql/index.js';
import { More } from '../more.js';
import { Amount, Badge, Card, Disc, Facts, Time, Title } from '../parts.js';
import { Link } from '../router.js';
import { Failure, Loading, Missing, PartlyFailed } from '../states.js';

const tokenQuery = graphql(`
  query TokenPage($id: EntityId!, $at: Timestamp, $after: String) {
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
      maxSupply
      supplyType
      treasuryId
      createdTimestamp
      balances(at: $at, filter: { balance: { gt: 0 } }, first: 50, after: $after) {
        timestamp
        edges {
          cursor
          node {
            id
            accountId
            amount
            balance
            account {
              id
              memo
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const kinds = { FUNGIBLE_COMMON: 'fungible', NON_FUNGIBLE_UNIQUE: 'NFT', UNKNOWN: 'of a new kind' };
const noLimit = new Set(['0', '9223372036854775807']);

export function TokenPage({ id }: { id: string }) {
  const [at, setAt] = useState<string | undefined>();
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(tokenQuery, {
    variables: { id, at },
    notifyOnNetworkStatusChange: false,
  });
  const load = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore]);
  const token = data?.token ?? (loading ? previousData?.token : undefined);
  if (!token) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no token {id} here.</Missing>;
  }
  const { balances: holders, decimals, symbol } = token;
  const inWhole = (units?: string | null) =>
    units != null && <Amount exact={scaled(units, decimals)} unit={symbol} />;
  const isLimited = token.supplyType === 'FINITE' && !noLimit.has(token.maxSupply ?? '0');
  return (
    <>
      <Title kind="Token" id={token.entityId} name={token.name} disc={symbol}>
        <Badge>{kinds[token.type]}</Badge>
        {token.pauseStatus === 'PAUSED' && <Badge tone="cold">paused</Badge>}
        {token.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {error && <PartlyFailed error={error} retry={refetch} />}
      <Card title="Supply">
        <p className="big">{inWhole(token.totalSupply) || 'not known'}</p>
        <Facts
          facts={{
            'At the most': isLimited ? inWhole(token.maxSupply) : 'no limit',
            Decimals: decimals,
            Treasury: token.treasuryId && <Link kind="account" id={token.treasuryId} />,
            Created: token.createdTimestamp && <Time at={token.createdTimestamp} />,
            Memo: token.memo,
          }}
        />
      </Card>
      {holders && (
        <Card title="Holders" note={holders.timestamp && <Time at={holders.timestamp} />}>
          <Instant at={at} set={setAt} />
          {holders.edges.length === 0 && <p className="faint">Nobody held it then.</p>}
          <ul className={loading ? 'rows stale' : 'rows'}>
            {holders.edges.map(({ node }) => (
              <li key={node.id}>
                <Disc id={node.accountId} text={node.account?.memo ?? ''} />
                <Link kind="account" id={node.accountId} />
                <span className="grow faint">{node.account?.memo}</span>
                <Amount exact={node.amount ?? node.balance} unit={symbol} />
              </li>
            ))}
          </ul>
          <More
            shown={holders.edges.length}
            what="holders"
            pageInfo={holders.pageInfo}
            load={load}
          />
        </Card>
      )}
    </>
  );
}

/** Now, or an instant in UTC: the newest snapshot at or before it is shown. */
function Instant({ at, set }: { at: string | undefined; set: (at: string | undefined) => void }) {
  return (
    <p className="instant">
      <label>
        At{' '}
        <input
          type="datetime-local"
          step="1"
          value={at?.replace('Z', '') ?? ''}
          onChange={({ target: { value } }) =>
            set(value ? `${value.padEnd(19, ':00')}Z` : undefined)
          }
        />{' '}
        UTC
      </label>
      {at && (
        <button type="button" onClick={() => set(undefined)}>
          Now
        </button>
      )}
    </p>
  );
}
