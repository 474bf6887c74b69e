// An account: its balance at once, now or at an instant; what it has and has done, as that comes.
import { useQuery } from '@apollo/client/react';
import type { AccountPageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Instant, useInstant } from '../instant.js';
import { useFetchPolicy } from '../lists/list.js';
import { useLiveBalance } from '../live-entities.js';
import { Amount, Badge, Card, Digits, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { ScheduleRows } from '../rows/entities.js';
import { HoldingRows, NftRows } from '../rows/holdings.js';
import { TransactionRows } from '../rows/transactions.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';
import { BalanceHistory } from './balance-history.js';

const accountQuery = graphql(`
  query AccountPage($id: AccountRef!, $at: Timestamp, $isNow: Boolean!) {
    account(id: $id, at: $at) {
      id
      entityId
      alias
      evmAddress
      memo
      deleted
      createdTimestamp
      expiryTimestamp
      key { type key }
      stakedAccountId
      stakedNodeId
      balance { id hbars timestamp }
      contract { id entityId }
      ... @defer(label: "tokens") {
        tokens(first: 10) @include(if: $isNow) {
          edges { cursor node { ...HoldingRow } }
          pageInfo { hasNextPage endCursor }
        }
      }
      ... @defer(label: "nfts") {
        nfts(first: 5) @include(if: $isNow) {
          edges { cursor node { ...NftRow } }
          pageInfo { hasNextPage endCursor }
        }
      }
      ... @defer(label: "transactions") {
        transactions(first: 10) {
          edges { cursor node { ...TransactionRow } }
          pageInfo { hasNextPage endCursor }
        }
      }
      ... @defer(label: "schedules") {
        schedules(first: 5, order: DESC) @include(if: $isNow) {
          edges { cursor node { ...ScheduleRow } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
`);

export function AccountPage({ id }: { id: string }) {
  const { at, query } = useInstant();
  const { data, previousData, error, loading, refetch } = useQuery(accountQuery, {
    variables: { id, at, isNow: at === undefined },
    notifyOnNetworkStatusChange: false,
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  useLiveBalance(id, at !== undefined);
  const account = data?.account ?? (loading ? previousData?.account : undefined);
  if (!account) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no account {id} here.</Missing>;
  }
  const { tokens, nfts, transactions, schedules, balance } = account;
  const rest = besides(error, 'tokens', 'nfts', 'transactions', 'schedules');
  const part = { error, retry: refetch };
  const path = (list: string) => pathTo('account', id, list);
  return (
    <>
      <Title kind="Account" id={account.entityId} name={account.memo}>
        {account.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card title="Balance" note={balance?.timestamp && <Time at={balance.timestamp} />}>
        <Instant />
        <p className="big">
          {balance?.hbars ? <Amount exact={balance.hbars} unit="ℏ" /> : 'not known'}
        </p>
        <AccountFacts account={account} />
        {balance?.timestamp && <BalanceHistory key={at} id={id} end={balance.timestamp} />}
      </Card>
      {at === undefined && (
        <>
          <Card title="Tokens">
            <Later {...part} field="tokens" value={tokens}>
              {({ edges }) => (
                <>
                  <HoldingRows nodes={edges.map(({ node }) => node)} />
                  {edges.length > 0 && <All to={path('tokens')} what="tokens" />}
                </>
              )}
            </Later>
          </Card>
          <Card title="NFTs">
            <Later {...part} field="nfts" value={nfts}>
              {({ edges }) => (
                <>
                  <NftRows nodes={edges.map(({ node }) => node)} />
                  {edges.length > 0 && <All to={path('nfts')} what="NFTs" />}
                </>
              )}
            </Later>
          </Card>
        </>
      )}
      <Card title="Transactions" note={at === undefined ? 'the newest' : 'the newest then'}>
        <Later {...part} field="transactions" value={transactions}>
          {({ edges }) => (
            <>
              <TransactionRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && <All to={path('transactions') + query} what="transactions" />}
            </>
          )}
        </Later>
      </Card>
      {at === undefined && (
        <Card title="Schedules" note="the newest that it created">
          <Later {...part} field="schedules" value={schedules}>
            {({ edges }) => (
              <>
                <ScheduleRows nodes={edges.map(({ node }) => node)} />
                {edges.length > 0 && <All to={path('schedules')} what="schedules" />}
              </>
            )}
          </Later>
        </Card>
      )}
    </>
  );
}

type Account = NonNullable<AccountPageQuery['account']>;

const AccountFacts = ({ account }: { account: Account }) => (
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
      'Is the contract': account.contract && (
        <Link kind="contract" id={account.contract.entityId} />
      ),
    }}
  />
);
