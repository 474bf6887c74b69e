// Rows of what belongs to someone: holders of a token, tokens of an account, NFTs.
import type { HolderRowFragment, HoldingRowFragment, NftRowFragment } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Amount, Badge, Disc, Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';

graphql(`
  fragment HolderRow on TokenBalance {
    id
    accountId
    amount
    balance
    account {
      id
      memo
    }
  }
  fragment HoldingRow on TokenBalance {
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
  fragment NftRow on Nft {
    id
    tokenId
    serialNumber
    accountId
    deleted
    metadataText
    modifiedTimestamp
  }
`);

type HoldersProps = { nodes: readonly HolderRowFragment[]; unit: string };

export const HolderRows = ({ nodes, unit }: HoldersProps) => (
  <Rows none="Nobody held it then.">
    {nodes.map(({ id, accountId, amount, balance, account }) => (
      <Row
        key={id}
        disc={<Disc id={accountId} text={account?.memo ?? ''} />}
        below={account?.memo}
        end={<Amount exact={amount ?? balance} unit={unit} />}
      >
        <Link kind="account" id={accountId} />
      </Row>
    ))}
  </Rows>
);

export const HoldingRows = ({ nodes }: { nodes: readonly HoldingRowFragment[] }) => (
  <Rows none="It has no tokens.">
    {nodes.map(({ id, tokenId, amount, balance, relationship, token }) => (
      <Row
        key={id}
        disc={<Disc id={tokenId} text={token?.symbol ?? '?'} />}
        below={tokenId}
        // Whole tokens, or smallest units where the decimals are not known.
        end={<Amount exact={amount ?? balance} unit={amount === null ? 'units' : token?.symbol} />}
      >
        <Link kind="token" id={tokenId}>
          {token?.name || tokenId}
        </Link>{' '}
        {relationship?.freezeStatus === 'FROZEN' && <Badge tone="cold">frozen</Badge>}
        {relationship?.kycStatus === 'REVOKED' && <Badge tone="bad">no KYC</Badge>}
        {token?.type === 'NON_FUNGIBLE_UNIQUE' && <Badge>NFT</Badge>}
      </Row>
    ))}
  </Rows>
);

export const NftRows = ({ nodes }: { nodes: readonly NftRowFragment[] }) => (
  <Rows none="There are no NFTs.">
    {nodes.map(({ id, tokenId, serialNumber, accountId, deleted, ...node }) => (
      <Row
        key={id}
        disc={<Disc id={`${tokenId}/${serialNumber}`} text="◆" />}
        below={node.metadataText || (accountId ? `held by ${accountId}` : 'held by nobody')}
        end={node.modifiedTimestamp && <Time at={node.modifiedTimestamp} />}
      >
        <Link kind="nft" id={tokenId} serial={serialNumber}>
          {tokenId} no. {serialNumber}
        </Link>{' '}
        {deleted && <Badge tone="bad">deleted</Badge>}
      </Row>
    ))}
  </Rows>
);
