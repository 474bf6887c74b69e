// An NFT: who holds it, what is written on it, and how it came there.
import { useQuery } from '@apollo/client/react';
import { graphql } from '../gql/index.js';
import { useFetchPolicy } from '../lists/list.js';
import { Badge, Card, Digits, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { MoveRows } from '../rows/events.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const nftQuery = graphql(`
  query NftPage($token: EntityId!, $serial: Int64!) {
    nft(token: $token, serialNumber: $serial) {
      id
      tokenId
      serialNumber
      accountId
      spenderId
      delegatingSpenderId
      deleted
      createdTimestamp
      modifiedTimestamp
      metadata
      metadataText
      token { id name symbol }
      transactions(first: 10) {
        edges { cursor node { ...MoveRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export function NftPage({ id, serial }: { id: string; serial: string }) {
  const { data, error, loading, refetch } = useQuery(nftQuery, {
    variables: { token: id, serial },
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const nft = data?.nft;
  if (!nft) {
    if (error) return <Failure error={error} retry={refetch} />;
    if (loading) return <Loading lines={8} />;
    return (
      <Missing>
        There is no NFT {id} no. {serial} here.
      </Missing>
    );
  }
  const rest = besides(error, 'transactions');
  const account = (accountId?: string | null) =>
    accountId && <Link kind="account" id={accountId} />;
  return (
    <>
      <Title
        kind="NFT"
        id={`${nft.tokenId}/${nft.serialNumber}`}
        name={nft.token && `${nft.token.name} no. ${nft.serialNumber}`}
        disc="◆"
      >
        {nft.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card title="What it is">
        <Facts
          facts={{
            Token: (
              <Link kind="token" id={nft.tokenId}>
                {nft.token?.name ?? nft.tokenId}
              </Link>
            ),
            'Held by': account(nft.accountId) || 'nobody',
            'May be moved by': account(nft.spenderId),
            'By delegation of': account(nft.delegatingSpenderId),
            Created: nft.createdTimestamp && <Time at={nft.createdTimestamp} />,
            Changed: nft.modifiedTimestamp && <Time at={nft.modifiedTimestamp} />,
            'Written on it': nft.metadataText,
            Bytes: nft.metadata && <Digits text={nft.metadata} />,
          }}
        />
      </Card>
      <Card title="Moves" note="newest first">
        <Later field="transactions" value={nft.transactions} error={error} retry={refetch}>
          {({ edges }) => (
            <>
              <MoveRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && <All to={pathTo('nft', id, serial, 'moves')} what="moves" />}
            </>
          )}
        </Later>
      </Card>
    </>
  );
}
