// A contract: what it is, the calls of it, and what it has logged.
import { useQuery } from '@apollo/client/react';
import { graphql } from '../gql/index.js';
import { useFetchPolicy } from '../lists/list.js';
import { Amount, Badge, Card, Digits, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { LogRows, ResultRows } from '../rows/events.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const contractQuery = graphql(`
  query ContractPage($id: AccountRef!) {
    contract(id: $id) {
      id
      entityId
      evmAddress
      memo
      deleted
      createdTimestamp
      expirationTimestamp
      nonce
      fileId
      autoRenewAccountId
      obtainerId
      adminKey { key }
      runtimeBytecode
      account { id balance { id hbars } }
      results(first: 10, filter: { internal: true }) {
        edges { cursor node { ...ResultRow } }
        pageInfo { hasNextPage endCursor }
      }
      logs(first: 10) {
        edges { cursor node { ...LogRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export function ContractPage({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(contractQuery, {
    variables: { id },
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const contract = data?.contract;
  if (!contract) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no contract {id} here.</Missing>;
  }
  const rest = besides(error, 'results', 'logs');
  const part = { error, retry: refetch };
  const account = (accountId?: string | null) =>
    accountId && <Link kind="account" id={accountId} />;
  return (
    <>
      <Title kind="Contract" id={contract.entityId} name={contract.memo} disc="⚙">
        {contract.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card title="What it is">
        <Facts
          facts={{
            'Its account': account(contract.entityId),
            Balance: contract.account?.balance?.hbars && (
              <Amount exact={contract.account.balance.hbars} unit="ℏ" />
            ),
            'EVM address': contract.evmAddress && <Digits text={contract.evmAddress} />,
            Created: contract.createdTimestamp && <Time at={contract.createdTimestamp} />,
            Expires: contract.expirationTimestamp && <Time at={contract.expirationTimestamp} />,
            Nonce: contract.nonce,
            'Renewed by': account(contract.autoRenewAccountId),
            'What it had went to': account(contract.obtainerId),
            'File of its code': contract.fileId,
            'Admin key': contract.adminKey && <Digits text={contract.adminKey.key} />,
            Code: contract.runtimeBytecode && <Digits text={contract.runtimeBytecode} />,
          }}
        />
      </Card>
      <Card title="Calls" note="newest first">
        <Later {...part} field="results" value={contract.results}>
          {({ edges }) => (
            <>
              <ResultRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && <All to={pathTo('contract', id, 'results')} what="calls" />}
            </>
          )}
        </Later>
      </Card>
      <Card title="Logs" note="newest first">
        <Later {...part} field="logs" value={contract.logs}>
          {({ edges }) => (
            <>
              <LogRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && <All to={pathTo('contract', id, 'logs')} what="logs" />}
            </>
          )}
        </Later>
      </Card>
    </>
  );
}
