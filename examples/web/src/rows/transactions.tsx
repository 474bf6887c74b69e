// Rows of transactions, in lists of all kinds.
import type { TransactionRowFragment } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Amount, Badge, Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';

graphql(`
  fragment TransactionRow on Transaction {
    id
    consensusTimestamp
    transactionId
    name
    result
    payerAccountId
    chargedFeeHbars
  }
`);

/** Words that names of the network run together. */
const words =
  /(CRYPTO|TOKEN|CONSENSUS|CONTRACT|SCHEDULE|FILE|NODE|ETHEREUM|FEE|CREATE|UPDATE|DELETE|SUBMIT|APPROVE|ADD)(?=[A-Z])/g;

/** `CRYPTOTRANSFER`, `ContractCall` and `INSUFFICIENT_PAYER_BALANCE` as one reads them. */
export const nameOf = (name: string): string =>
  name
    .replace(words, '$1 ')
    .replaceAll('_', ' ')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());

export const Result = ({ result }: { result: string }) => (
  <Badge tone={/^SUCCESS/.test(result) ? 'good' : 'bad'}>{nameOf(result)}</Badge>
);

export const TransactionRows = ({ nodes }: { nodes: readonly TransactionRowFragment[] }) => (
  <Rows none="There are no transactions.">
    {nodes.map((node) => (
      <Row
        key={node.id}
        below={
          <>
            <Time at={node.consensusTimestamp} /> by {node.payerAccountId}
          </>
        }
        end={node.chargedFeeHbars && <Amount exact={node.chargedFeeHbars} unit="ℏ fee" />}
      >
        <Link kind="transaction" id={node.consensusTimestamp}>
          {nameOf(node.name)}
        </Link>{' '}
        {!/^SUCCESS/.test(node.result) && <Result result={node.result} />}
      </Row>
    ))}
  </Rows>
);
