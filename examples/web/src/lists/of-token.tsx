// All of a token: its holders, now or at the instant in the address, and its NFTs; all moves of an NFT.
import { graphql } from '../gql/index.js';
import { useHoldersOrder } from '../holders-order.js';
import { useInstant } from '../instant.js';
import { Link } from '../paths.js';
import { MoveRows } from '../rows/events.js';
import { HolderRows, NftRows } from '../rows/holdings.js';
import { List } from './list.js';

const holders = graphql(`
  query HoldersOfToken($id: EntityId!, $at: Timestamp, $orderBy: BalanceOrder, $after: String) {
    token(id: $id) {
      id
      symbol
      balances(
        at: $at
        filter: { balance: { gt: 0 } }
        orderBy: $orderBy
        order: DESC
        first: 50
        after: $after
      ) {
        timestamp
        edges { cursor node { ...HolderRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export function HoldersOfToken({ id }: { id: string }) {
  const { at } = useInstant();
  const { orderBy, refuse } = useHoldersOrder(at);
  return (
    <List
      title={`Holders of ${id}`}
      what="holders"
      of={
        <>
          of token <Link kind="token" id={id} />
          {orderBy === 'BALANCE' && ', who has most first'}
          {at && `, at ${at}`}
        </>
      }
      document={holders}
      variables={{ id, at, orderBy }}
      pick={(data) => data.token?.balances}
      refuse={refuse}
    >
      {(nodes, { token }) => <HolderRows nodes={nodes} unit={token?.symbol ?? ''} />}
    </List>
  );
}

const nfts = graphql(`
  query NftsOfToken($id: EntityId!, $after: String) {
    token(id: $id) {
      id
      nfts(first: 50, after: $after) {
        edges { cursor node { ...NftRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const NftsOfToken = ({ id }: { id: string }) => (
  <List
    title={`NFTs of ${id}`}
    what="NFTs"
    of={
      <>
        of token <Link kind="token" id={id} />
      </>
    }
    document={nfts}
    variables={{ id }}
    pick={(data) => data.token?.nfts}
  >
    {(nodes) => <NftRows nodes={nodes} />}
  </List>
);

const moves = graphql(`
  query MovesOfNft($token: EntityId!, $serial: Int64!, $after: String) {
    nft(token: $token, serialNumber: $serial) {
      id
      transactions(first: 50, after: $after) {
        edges { cursor node { ...MoveRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const MovesOfNft = ({ id, serial }: { id: string; serial: string }) => (
  <List
    title={`Moves of ${id} no. ${serial}`}
    what="moves"
    of={
      <>
        of <Link kind="nft" id={id} serial={serial}>{`${id} no. ${serial}`}</Link>
      </>
    }
    document={moves}
    variables={{ token: id, serial }}
    pick={(data) => data.nft?.transactions}
  >
    {(nodes) => <MoveRows nodes={nodes} />}
  </List>
);
