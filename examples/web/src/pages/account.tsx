// An account: its balance at once; all of its tokens page by page, and its schedules, as they come.
import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import type { AccountPageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { useLiveBalance } from '../live.js';
import { More } from '../more.js';
import { Amount, Badge, Card, Digits, Disc, Facts, Time, Title } from '../parts.js';
import { Link } from '../router.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const accountQuery = graphql(`
  query AccountPage($id: AccountRef!, $after: String) {
    account(id: $id) {
      id
      entityId
      alias
      evmAddress
      memo
      deleted
      createdTimestamp
      expiryTimestamp
      key {
        type
        key
      }
      stakedAccountId
      stakedNodeId
      balance {
        id
        hbars
        timestamp
      }
      ... @defer(label: "tokens") {
        tokens(first: 50, after: $after) {
          edges {
            cursor
            node {
              id
              tokenId
              amount
              balance
              relationship {
                freezeStatus
                kycStatus
              }
              token {
                id
                name
                symbol
                type
              }
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
      ... @defer(label: "schedules") {
        schedules(first: 5, order: DESC) {
          edges {
            cursor
            node {
              id
              entityId
              memo
              executedTimestamp
              consensusTimestamp
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export function AccountPage({ id }: { id: string }) {
  const { data, error, loading, refetch, fetchMore } = useQuery(accountQuery, {
    variables: { id },
    notifyOnNetworkStatusChange: false,
  });
  const load = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore]);
  useLiveBalance(id);
  const account = data?.account;
  if (!account) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no account {id} here.</Missing>;
  }
  const { tokens, schedules } = account;
  const rest = besides(error, 'tokens', 'schedules');
  const part = { error, retry: refetch };
  return (
    <>
      <Title kind="Account" id={account.entityId ?? id} name={account.memo}>
        {account.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card
        title="Balance"
        note={account.balance?.timestamp && <Time at={account.balance.timestamp} />}
      >
        <p className="big">
          {account.balance?.hbars ? <Amount exact={account.balance.hbars} unit="ℏ" /> : 'not known'}
        </p>
        <Facts
          facts={{
            'EVM address': account.evmAddress && <Digits text={account.evmAddress} />,
            Alias: account.alias && <Digits text={account.alias} />,
            Created: account.createdTimestamp && <Time at={account.createdTimestamp} />,
            Expires: account.expiryTimestamp && <Time at={account.expiryTimestamp} />,
            'Stakes to': account.stakedAccountId ? (
              <Link kind="account" id={account.stakedAccountId} />
            ) : (
              account.stakedNodeId && `node ${account.stakedNodeId}`
            ),
            Key: account.key && <Digits text={account.key.key} />,
          }}
        />
      </Card>
      <Card title="Tokens">
        <Later {...part} field="tokens" value={tokens}>
          {({ edges, pageInfo }) => (
            <>
              <Tokens edges={edges} />
              <More shown={edges.length} what="tokens" pageInfo={pageInfo} load={load} />
            </>
          )}
        </Later>
      </Card>
      <Card title="Schedules" note="the newest that it created">
        <Later {...part} field="schedules" value={schedules}>
          {({ edges }) =>
            edges.length > 0 ? <Schedules edges={edges} /> : <None what="schedules" />
          }
        </Later>
      </Card>
    </>
  );
}

type Account = NonNullable<AccountPageQuery['account']>;

const None = ({ what }: { what: string }) => <p className="faint">It has no {what}.</p>;

const Schedules = ({ edges }: { edges: NonNullable<Account['schedules']>['edges'] }) => (
  <ul className="rows">
    {edges.map(({ node }) => (
      <li key={node.id}>
        <Link kind="schedule" id={node.entityId} />
        <span className="grow">{node.memo}</span>
        <Time at={node.executedTimestamp ?? node.consensusTimestamp} />
      </li>
    ))}
  </ul>
);

function Tokens({ edges }: { edges: NonNullable<Account['tokens']>['edges'] }) {
  if (edges.length === 0) return <None what="tokens" />;
  return (
    <table>
      <thead>
        <tr>
          <th>Token</th>
          <th>Id</th>
          <th>State</th>
          <th className="number">Amount</th>
        </tr>
      </thead>
      <tbody>
        {edges.map(({ node: { id, tokenId, amount, balance, relationship, token } }) => (
          <tr key={id}>
            <td>
              <Disc id={tokenId} text={token?.symbol ?? '?'} />
              <Link kind="token" id={tokenId}>
                {token?.name || tokenId}
              </Link>
            </td>
            <td className="faint">{tokenId}</td>
            <td>
              {relationship?.freezeStatus === 'FROZEN' && <Badge tone="cold">frozen</Badge>}
              {relationship?.kycStatus === 'REVOKED' && <Badge tone="bad">no KYC</Badge>}
              {token?.type === 'NON_FUNGIBLE_UNIQUE' && <Badge>NFT</Badge>}
            </td>
            <td className="number">
              {/* Whole tokens, or smallest units where the decimals are not known. */}
              <Amount exact={amount ?? balance} unit={amount === null ? 'units' : token?.symbol} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
