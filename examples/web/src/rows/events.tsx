// Rows of what has happened: messages of a topic, results and logs of a contract, moves of an NFT.
import { amount } from '../amounts.js';
import type {
  LogRowFragment,
  MessageRowFragment,
  MoveRowFragment,
  ResultRowFragment,
} from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Badge, Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';
import { nameOf } from './transactions.js';

graphql(`
  fragment MessageRow on Message {
    id
    sequenceNumber
    consensusTimestamp
    payerAccountId
    text
    bytes
  }
  fragment ResultRow on ContractResult {
    id
    timestamp
    hash
    from
    gasUsed
    errorMessage
    result
  }
  fragment LogRow on ContractLog {
    id
    timestamp
    index
    address
    data
    topics
  }
  fragment MoveRow on NftTransaction {
    id
    consensusTimestamp
    type
    isApproval
    senderAccountId
    receiverAccountId
  }
`);

type Of<N> = { nodes: readonly N[] };

export const MessageRows = ({ nodes }: Of<MessageRowFragment>) => (
  <Rows none="There are no messages.">
    {nodes.map(({ id, sequenceNumber, consensusTimestamp, payerAccountId, text, bytes }) => (
      <Row
        key={id}
        below={
          <>
            {amount(sequenceNumber)} · <Time at={consensusTimestamp} />
            {payerAccountId && ` by ${payerAccountId}`}
          </>
        }
        end={
          <Link kind="transaction" id={consensusTimestamp}>
            transaction
          </Link>
        }
      >
        {/* What is no text is shown as it was sent. */}
        {text === '' ? <i className="faint">empty</i> : (text ?? <code>{bytes}</code>)}
      </Row>
    ))}
  </Rows>
);

export const ResultRows = ({ nodes }: Of<ResultRowFragment>) => (
  <Rows none="It was not called.">
    {nodes.map(({ id, timestamp, hash, from, gasUsed, errorMessage, result }) => (
      <Row
        key={id}
        below={
          <>
            <Time at={timestamp} />
            {from && <code> {from}</code>}
          </>
        }
        end={gasUsed && `${amount(gasUsed)} gas`}
      >
        <Link kind="transaction" id={timestamp}>
          <code>{hash}</code>
        </Link>{' '}
        {(errorMessage || (result && result !== 'SUCCESS')) && (
          <Badge tone="bad">{result ? nameOf(result) : 'failed'}</Badge>
        )}
      </Row>
    ))}
  </Rows>
);

export const LogRows = ({ nodes }: Of<LogRowFragment>) => (
  <Rows none="It has logged nothing.">
    {nodes.map(({ id, timestamp, index, address, data, topics }) => (
      <Row
        key={id}
        below={
          <>
            <Time at={timestamp} /> <code>{data || address}</code>
          </>
        }
        end={`no. ${index}`}
      >
        <Link kind="transaction" id={timestamp}>
          <code>{topics[0] ?? 'without a topic'}</code>
        </Link>
      </Row>
    ))}
  </Rows>
);

export const MoveRows = ({ nodes }: Of<MoveRowFragment>) => (
  <Rows none="Nothing is known of it.">
    {nodes.map(({ id, consensusTimestamp, type, isApproval, ...node }) => (
      <Row
        key={id}
        below={
          <>
            from {node.senderAccountId ?? 'nobody'} to {node.receiverAccountId ?? 'nobody'}
          </>
        }
        end={<Time at={consensusTimestamp} />}
      >
        <Link kind="transaction" id={consensusTimestamp}>
          {nameOf(type)}
        </Link>{' '}
        {isApproval && <Badge>by approval</Badge>}
      </Row>
    ))}
  </Rows>
);
