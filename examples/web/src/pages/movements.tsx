// What a transaction moved: hbars, tokens and NFTs, who gave first.
import type { MovementsFragment } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Amount, Card, Row, Rows } from '../parts.js';
import { Link } from '../paths.js';

graphql(`
  fragment Movements on Transaction {
    transfers { accountId hbars }
    tokenTransfers {
      accountId
      tokenId
      units
      amount
      token { id name symbol }
    }
    nftTransfers { tokenId serialNumber senderAccountId receiverAccountId }
  }
`);

const Signed = ({ exact, unit }: { exact: string; unit: string }) => (
  <span className={exact.startsWith('-') ? 'bad' : 'good'}>
    {!exact.startsWith('-') && '+'}
    <Amount exact={exact} unit={unit} />
  </span>
);

export function Movements({ transaction }: { transaction: MovementsFragment }) {
  const { transfers, tokenTransfers, nftTransfers } = transaction;
  return (
    <>
      {transfers.length > 0 && (
        <Card title="Hbars moved">
          <Rows none="">
            {transfers.map(({ accountId, hbars }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an account may be in it twice, in this order
              <Row key={place} end={<Signed exact={hbars} unit="ℏ" />}>
                {accountId && <Link kind="account" id={accountId} />}
              </Row>
            ))}
          </Rows>
        </Card>
      )}
      {tokenTransfers.length > 0 && (
        <Card title="Tokens moved">
          <Rows none="">
            {tokenTransfers.map(({ accountId, tokenId, units, amount, token }, place) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: an account may be in it twice, in this order
                key={place}
                below={
                  tokenId && (
                    <Link kind="token" id={tokenId}>
                      {token?.name ?? tokenId}
                    </Link>
                  )
                }
                end={
                  <Signed
                    exact={amount ?? units}
                    unit={amount === null ? 'units' : (token?.symbol ?? '')}
                  />
                }
              >
                {accountId && <Link kind="account" id={accountId} />}
              </Row>
            ))}
          </Rows>
        </Card>
      )}
      {nftTransfers.length > 0 && (
        <Card title="NFTs moved">
          <Rows none="">
            {nftTransfers.map(({ tokenId, serialNumber, senderAccountId, receiverAccountId }) => (
              <Row
                key={`${tokenId}/${serialNumber}`}
                below={`from ${senderAccountId ?? 'nobody'} to ${receiverAccountId ?? 'nobody'}`}
              >
                {tokenId && (
                  <Link kind="nft" id={tokenId} serial={serialNumber}>
                    {`${tokenId} no. ${serialNumber}`}
                  </Link>
                )}
              </Row>
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}
